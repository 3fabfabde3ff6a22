import { sysJobMessages } from "@countinghouse/contract/operations/job/job.messages.ts";
import { sysJob } from "@countinghouse/contract/operations/job/job.ts";
import { sysServerMessages } from "@countinghouse/contract/operations/server/server.messages.ts";
import { NodeRole, type ServerNode } from "@countinghouse/contract/operations/server/server.ts";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { TimeCell } from "@countinghouse/ui/cells/time-cell.tsx";
import type { Column } from "@countinghouse/ui/table/column.ts";
import { DataTable } from "@countinghouse/ui/table/data-table.tsx";
import { useMemo } from "react";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";

const renewEveryMs = 5_000;

/** The nodes of the installation: who works jobs, who was lost. */
export function JobCluster() {
  const { text } = useWords(sysJobMessages);
  const server = useWords(sysServerMessages);
  const locale = useLocale();
  const { data, isPending, error, refetch } = useAnswer(sysJob, "jobClusterList", {}, { everyMs: renewEveryMs });
  const columns = useMemo((): Column<ServerNode>[] => {
    const { fields, text: words } = server;
    const stateOf = ({ isWorking, stoppedAt }: ServerNode) =>
      isWorking ? (
        <StatusChip text={words.working} tone="success" />
      ) : stoppedAt ? (
        <StatusChip text={words.stopped} tone="neutral" shape="hollow" />
      ) : (
        <StatusChip text={words.lost} tone="danger" />
      );
    return [
      { key: "name", title: fields.name, width: 220, isFlexible: true, pin: "left", cell: ({ name }) => name },
      { key: "isWorking", title: fields.isWorking, width: 120, cell: stateOf },
      {
        key: "role",
        title: fields.role,
        width: 140,
        cell: ({ role }) => NodeRole.members.find(({ value }) => value === role)?.text[locale],
      },
      { key: "version", title: fields.version, width: 120, cell: ({ version }) => version },
      {
        key: "startedAt",
        title: fields.startedAt,
        width: 168,
        cell: ({ startedAt }) => <TimeCell value={startedAt} />,
      },
      { key: "seenAt", title: fields.seenAt, width: 168, cell: ({ seenAt }) => <TimeCell value={seenAt} /> },
    ];
  }, [server, locale]);
  const failure =
    error && !data ? { message: error.message, requestId: undefined, retry: () => void refetch() } : undefined;
  return (
    <div className="ch-card job-table">
      <DataTable
        label={text.cluster}
        columns={columns}
        rows={data ?? []}
        rowKey={({ id }) => id}
        state={failure ? { kind: "failed", failure } : { kind: isPending ? "loading" : "ready" }}
        height="rows"
      />
    </div>
  );
}
