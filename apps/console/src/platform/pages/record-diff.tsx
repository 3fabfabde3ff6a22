import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import { useWords } from "../i18n/use-words.ts";
import { DiffTable } from "./diff-table.tsx";
import { FieldCell } from "./field-cell.tsx";
import { isChangedValue } from "./form-draft.ts";
import { fieldFacts } from "./list-columns.tsx";
import type { AnyRow } from "./paged-resource.ts";
import "./pages.css";

interface RecordDiffProps {
  readonly resource: Resource;
  /** Names the table. */
  readonly label: string;
  /** What holds now; nothing where there is nothing yet. */
  readonly before: AnyRow | undefined;
  readonly after: AnyRow;
  /** The fields to compare, in their order. */
  readonly fields: readonly string[];
  /** What is said where nothing differs. */
  readonly same: string;
}

/** Two versions of a record beside each other: the fields in which they differ, and no others. */
export function RecordDiff({ resource, label, before, after, fields, same }: RecordDiffProps) {
  const labels = useWords(resource).fields as Readonly<Record<string, string>>;
  const changed = fields.filter((field) => isChangedValue(before?.[field], after[field]));
  if (changed.length === 0) return <p className="ch-diff-none">{same}</p>;
  const cell = (field: string, row: AnyRow | undefined) =>
    row ? <FieldCell facts={fieldFacts(resource, field)} field={field} row={row} place="row" /> : "–";
  return (
    <DiffTable
      label={label}
      fields={changed}
      labels={labels}
      before={(field) => cell(field, before)}
      after={(field) => cell(field, after)}
    />
  );
}
