import { fill } from "@countinghouse/contract/kit/locale.ts";
import { sysServerMessages } from "@countinghouse/contract/operations/server/server.messages.ts";
import { sysServer } from "@countinghouse/contract/operations/server/server.ts";
import { formatClock } from "@countinghouse/ui/cells/instant.ts";
import { FailureState, ForbiddenState } from "@countinghouse/ui/feedback/failure-state.tsx";
import { lazyPart } from "@countinghouse/ui/layout/lazy-part.tsx";
import { useTimeZone } from "@countinghouse/ui/layout/ui-settings.ts";
import { Alert, Skeleton } from "antd";
import { Allowed } from "../../../platform/access/allowed.tsx";
import { CallError } from "../../../platform/api/call-error.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import "../../../platform/pages/pages.css";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import "./server.css";
import { DatabaseCard, NodeCards } from "./server.figures.part.tsx";

/** With the chart library, which is not needed to see how things are now. */
const LastDay = lazyPart(async () => (await import("./server.day.part.tsx")).LastDay);
const Libraries = lazyPart(async () => (await import("./server.libraries.part.tsx")).Libraries);

const renewEveryMs = 5_000;

/** The machinery of the installation: its nodes, its database and its queues, now and over the last day. */
export function ServerPage() {
  const { title, text } = useWords(sysServerMessages);
  const timeZone = useTimeZone();
  const nodes = useAnswer(sysServer, "serverBase", {}, { everyMs: renewEveryMs });
  const { data, error, isPending, refetch } = useAnswer(sysServer, "serverUsed", {}, { everyMs: renewEveryMs });
  if (error instanceof CallError && error.status === 403) return <ForbiddenState />;
  if (error && !data) {
    const requestId = error instanceof CallError ? error.requestId : undefined;
    return <FailureState failure={{ message: error.message, requestId, retry: () => void refetch() }} />;
  }
  return (
    <div className="ch-page">
      <header className="ch-page-head">
        <h1>{title}</h1>
        <span className="ch-grow" />
        {data && (
          <p className="server-pulse">
            {fill(text.updated, { time: formatClock(data.now, timeZone) })} · {text.live}
          </p>
        )}
      </header>
      {error ? <Alert type="warning" showIcon title={text.failedNote} /> : null}
      {data && data.silent.length > 0 ? (
        <Alert type="warning" showIcon title={fill(text.silent, { names: data.silent.join(", ") })} />
      ) : null}
      {isPending || !data ? (
        <Skeleton active paragraph={{ rows: 8 }} />
      ) : (
        <div className="server-cards">
          <NodeCards nodes={nodes.data ?? []} use={data} />
          <DatabaseCard use={data} />
        </div>
      )}
      <Allowed need="sysServer:history">
        <LastDay />
      </Allowed>
      <Allowed need="sysServer:assemblyList">
        <Libraries />
      </Allowed>
    </div>
  );
}
