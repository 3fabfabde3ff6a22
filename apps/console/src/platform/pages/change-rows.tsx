import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import { resources } from "@countinghouse/contract/resources.ts";
import type { RowDifference } from "@countinghouse/contract/system/change-request/change-request.ts";
import { useLocale, useWords } from "../i18n/use-words.ts";
import { DiffTable } from "./diff-table.tsx";
import { FieldCell } from "./field-cell.tsx";
import { isChangedValue } from "./form-draft.ts";
import { fieldFacts } from "./list-columns.tsx";
import type { AnyRow } from "./paged-resource.ts";
import { pagesMessages } from "./pages.messages.ts";

interface ChangeRowsProps {
  /** The operation by its name, `sysConfig.update`: its resource says what the fields are called and how they are shown. */
  readonly operation: string;
  readonly changes: readonly RowDifference[];
}

const byName = new Map((resources as readonly Resource[]).map((resource) => [resource.name, resource]));

/** What a change request would make of each row it is about: the fields that differ, before and after. */
export function ChangeRows({ operation, changes }: ChangeRowsProps) {
  const resource = byName.get(operation.split(".", 1)[0] ?? "");
  if (!resource) return null;
  return (
    <>
      {changes.map((row) => (
        <ChangedRow key={`${row.table} ${row.id}`} resource={resource} row={row} />
      ))}
    </>
  );
}

/** How the server masks a secret, and how it marks the instant of the approval itself. */
const masked = "[redacted]";
const atApproval = "@now";

interface ChangedRowProps {
  readonly resource: Resource;
  readonly row: RowDifference;
}

function ChangedRow({ resource, row: { name, names: known, table, before, after } }: ChangedRowProps) {
  const locale = useLocale();
  const words = useWords(pagesMessages);
  const labels = useWords(resource).fields as Readonly<Record<string, string>>;
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const differing = names.filter(
    (field) => after?.[field] === masked || isChangedValue(before?.[field], after?.[field]),
  );
  const title = known?.[locale] ?? name ?? table;
  const cell = (field: string, row: AnyRow | null) => {
    if (!row) return "–";
    if (row[field] === masked) return words.diffHidden;
    if (row[field] === atApproval) return words.diffAtApproval;
    return <FieldCell facts={fieldFacts(resource, field)} field={field} row={row} place="detail" />;
  };
  return (
    <div className="ch-diff-of">
      <h4>
        {title}
        {before === null && <span className="ch-lines-muted"> {words.diffNew}</span>}
        {after === null && <span className="ch-lines-muted"> {words.diffGone}</span>}
      </h4>
      <DiffTable
        label={title}
        fields={differing}
        labels={labels}
        before={(field) => cell(field, before)}
        after={(field) => cell(field, after)}
      />
    </div>
  );
}
