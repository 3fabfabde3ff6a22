import { fill } from "@countinghouse/contract/kit/locale.ts";
import { sysJobMessages } from "@countinghouse/contract/operations/job/job.messages.ts";
import { sysJob } from "@countinghouse/contract/operations/job/job.ts";
import { dayOf, formatClock, startOfDay } from "@countinghouse/ui/cells/instant.ts";
import { FailureState, ForbiddenState } from "@countinghouse/ui/feedback/failure-state.tsx";
import { useTimeZone } from "@countinghouse/ui/layout/ui-settings.ts";
import type { Column } from "@countinghouse/ui/table/column.ts";
import { DataTable, type TableState } from "@countinghouse/ui/table/data-table.tsx";
import { Alert } from "antd";
import { useMemo } from "react";
import { CallError } from "../../../platform/api/call-error.ts";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { queueColumns, runColumns } from "./job.columns.part.tsx";
import "./job.css";

const renewEveryMs = 5_000;

/** The queues and the latest runs, renewed while somebody looks. */
export function JobBoard() {
  const words = useWords(sysJobMessages);
  const { text } = words;
  const locale = useLocale();
  const timeZone = useTimeZone();
  const since = startOfDay(dayOf(Date.now(), timeZone), timeZone);
  const { data, error, isPending, refetch } = useAnswer(sysJob, "board", { since }, { everyMs: renewEveryMs });
  const columns = useMemo(() => [queueColumns(words, locale), runColumns(words, locale)] as const, [words, locale]);
  if (error instanceof CallError && error.status === 403) return <ForbiddenState />;
  if (error && !data) {
    const requestId = error instanceof CallError ? error.requestId : undefined;
    return <FailureState failure={{ message: error.message, requestId, retry: () => void refetch() }} />;
  }
  const state: TableState = { kind: isPending ? "loading" : "ready" };
  return (
    <>
      {data && (
        <p className="job-pulse">
          {fill(text.updated, { time: formatClock(data.now, timeZone) })} · {text.live}
        </p>
      )}
      {error ? <Alert type="warning" showIcon title={text.failed} /> : null}
      <Part
        label={text.queues}
        columns={columns[0]}
        rows={data?.queues}
        rowKey={nameOf}
        state={state}
        empty={text.noQueues}
      />
      <Part label={text.runs} columns={columns[1]} rows={data?.runs} rowKey={idOf} state={state} empty={text.noRuns} />
    </>
  );
}

const nameOf = ({ name }: { readonly name: string }) => name;
const idOf = ({ id }: { readonly id: string }) => id;

interface PartProps<R> {
  readonly label: string;
  readonly columns: readonly Column<R>[];
  readonly rows: readonly R[] | undefined;
  readonly rowKey: (row: R) => string;
  readonly state: TableState;
  readonly empty: string;
}

/** One table of the board under its heading. */
function Part<R extends object>({ label, rows = [], empty, ...table }: PartProps<R>) {
  return (
    <div className="job-part">
      <h2>{label}</h2>
      <div className="ch-card">
        <DataTable label={label} rows={rows} height="rows" empty={<p className="job-empty">{empty}</p>} {...table} />
      </div>
    </div>
  );
}
