import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import { sysLogDiffMessages } from "@countinghouse/contract/logs/log-diff/log-diff.messages.ts";
import { type Difference, sysLogDiff } from "@countinghouse/contract/logs/log-diff/log-diff.ts";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { Unknown } from "@countinghouse/ui/cells/text-cell.tsx";
import { useState } from "react";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { FieldCell } from "../../../platform/pages/field-cell.tsx";
import { fieldFacts } from "../../../platform/pages/list-columns.tsx";
import { RecordFacts } from "../../../platform/pages/record-facts.tsx";
import { resourceOfField, resourceOfRow } from "./log-diff.names.policy.ts";
import "./log-diff.css";

type Change = Difference["changes"][number];

/** One field of a changed row. */
export interface FieldChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly isChanged: boolean;
}

const tones = { insert: "success", update: "info", delete: "danger", read: "warning" } as const;

/** Every field of a change with its two values; changed ones first, otherwise in the order of the row. */
export function fieldChanges({ beforeData, afterData }: Pick<Change, "beforeData" | "afterData">): FieldChange[] {
  const names = [...new Set([...Object.keys(beforeData ?? {}), ...Object.keys(afterData ?? {})])];
  const fields = names.map((field) => {
    const before = beforeData?.[field];
    const after = afterData?.[field];
    return { field, before, after, isChanged: JSON.stringify(before) !== JSON.stringify(after) };
  });
  return [...fields.filter(({ isChanged }) => isChanged), ...fields.filter(({ isChanged }) => !isChanged)];
}

/** A command beside the list: each row before and after. */
export const DifferenceBeside = ({ row }: { readonly row: Difference }) => (
  <>
    <RecordFacts
      resource={sysLogDiff}
      of={row}
      fields={["createTime", "operation", "account", "shownRecord", "tenantName", "remoteIp", "elapsed", "requestId"]}
    />
    <DifferenceChanges changes={row.changes} operation={row.operation} />
  </>
);

interface DifferenceChangesProps {
  readonly changes: readonly Change[];
  /** What was done, `sysPos.update`: says what fields of rows are called that are part of something else. */
  readonly operation: string;
}

/** The rows a command changed, each with what it was before and after. */
export const DifferenceChanges = ({ changes, operation }: DifferenceChangesProps) => (
  <div className="diff-changes">
    {changes.map((change) => (
      <RowChange
        key={`${change.tableName}:${change.recordId}:${change.diffType}`}
        change={change}
        resource={resourceOfRow(change.tableName, operation)}
      />
    ))}
  </div>
);

interface RowChangeProps {
  readonly change: Change;
  readonly resource: Resource | undefined;
}

function RowChange({ change, resource }: RowChangeProps) {
  const { fields, text } = useWords(sysLogDiffMessages);
  const locale = useLocale();
  const [showsAll, setShowsAll] = useState(false);
  const all = fieldChanges(change);
  const unchanged = all.filter(({ isChanged }) => !isChanged).length;
  const shown = showsAll ? all : all.filter(({ isChanged }) => isChanged);
  const title = resource?.messages[locale].title ?? change.tableName;
  return (
    <section className="diff-change" aria-label={`${title} ${change.recordId}`}>
      <header>
        <StatusChip text={text[change.diffType]} tone={tones[change.diffType]} />
        <span title={change.tableName}>{title}</span>
        <span className="ch-mono diff-record">#{change.recordId}</span>
      </header>
      <div className="diff-scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">{text.field}</th>
              <th scope="col">{fields.beforeData}</th>
              <th scope="col">{fields.afterData}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((one) => (
              <FieldRow key={one.field} one={one} change={change} resource={resource} />
            ))}
          </tbody>
        </table>
      </div>
      {unchanged > 0 ? (
        <button type="button" className="ch-btn-link" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? text.hideUnchanged : text.showUnchanged}
        </button>
      ) : null}
    </section>
  );
}

interface FieldRowProps extends RowChangeProps {
  readonly one: FieldChange;
}

/** One field by its name, its two values as lists show them. */
function FieldRow({ one: { field, isChanged }, change, resource }: FieldRowProps) {
  const locale = useLocale();
  const owner = resourceOfField(resource, field);
  const words: Readonly<Record<string, string>> = owner?.messages[locale].fields ?? {};
  const { beforeData, afterData, diffType } = change;
  const value = (row: Change["beforeData"]) => row && <Value resource={owner} field={field} row={row} />;
  return (
    <tr data-changed={isChanged ? "" : undefined}>
      <th scope="row" title={field}>
        {words[field] ?? field}
      </th>
      <td>{diffType === "insert" || diffType === "read" ? null : value(beforeData)}</td>
      <td>{diffType === "delete" ? null : value(afterData)}</td>
    </tr>
  );
}

interface ValueProps {
  readonly resource: Resource | undefined;
  readonly field: string;
  readonly row: NonNullable<Change["beforeData"]>;
}

function Value({ resource, field, row }: ValueProps) {
  const { text } = useWords(sysLogDiffMessages);
  const value = row[field];
  if (value === null || value === undefined) return <Unknown />;
  if (value === "[redacted]") return text.hidden;
  if (resource && field in resource.record.shape)
    return <FieldCell facts={fieldFacts(resource, field)} field={field} row={row} place="detail" />;
  return <span className="ch-mono">{typeof value === "string" ? value : JSON.stringify(value)}</span>;
}
