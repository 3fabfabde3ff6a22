import { sysLogDiffMessages } from "@countinghouse/contract/logs/log-diff/log-diff.messages.ts";
import { type Difference, sysLogDiff } from "@countinghouse/contract/logs/log-diff/log-diff.ts";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { Unknown } from "@countinghouse/ui/cells/text-cell.tsx";
import { useState } from "react";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { RecordFacts } from "../../../platform/pages/record-facts.tsx";
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
    <DifferenceChanges changes={row.changes} />
  </>
);

/** The rows a command changed, each with what it was before and after. */
export const DifferenceChanges = ({ changes }: { readonly changes: readonly Change[] }) => (
  <div className="diff-changes">
    {changes.map((change) => (
      <RowChange key={`${change.tableName}:${change.recordId}:${change.diffType}`} change={change} />
    ))}
  </div>
);

function RowChange({ change }: { readonly change: Change }) {
  const { fields, text } = useWords(sysLogDiffMessages);
  const [showsAll, setShowsAll] = useState(false);
  const all = fieldChanges(change);
  const unchanged = all.filter(({ isChanged }) => !isChanged).length;
  const shown = showsAll ? all : all.filter(({ isChanged }) => isChanged);
  return (
    <section className="diff-change" aria-label={`${change.tableName} ${change.recordId}`}>
      <header>
        <StatusChip text={text[change.diffType]} tone={tones[change.diffType]} />
        <span className="ch-mono">{change.tableName}</span>
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
            {shown.map(({ field, before, after, isChanged }) => (
              <tr key={field} data-changed={isChanged ? "" : undefined}>
                <th scope="row" className="ch-mono">
                  {field}
                </th>
                <td>{change.diffType === "insert" || change.diffType === "read" ? null : <Value value={before} />}</td>
                <td>{change.diffType === "delete" ? null : <Value value={after} />}</td>
              </tr>
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

function Value({ value }: { readonly value: unknown }) {
  if (value === null || value === undefined) return <Unknown />;
  return <span className="ch-mono">{typeof value === "string" ? value : JSON.stringify(value)}</span>;
}
