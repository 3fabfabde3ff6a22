import type { ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { eventExceptionLogMessages } from "@countinghouse/contract/logs/event-exception-log/event-exception-log.messages.ts";
import {
  type EventException,
  eventExceptionLog,
} from "@countinghouse/contract/logs/event-exception-log/event-exception-log.ts";
import { IdCell } from "@countinghouse/ui/cells/id-cell.tsx";
import { JsonBlock } from "@countinghouse/ui/cells/json-cell.tsx";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { TimeCell } from "@countinghouse/ui/cells/time-cell.tsx";
import { useState } from "react";
import { useMay } from "../../../platform/access/allowed.tsx";
import { useOperation } from "../../../platform/api/use-operation.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { RecordFacts } from "../../../platform/pages/record-facts.tsx";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import "./event-exception-log.css";

type Item = ResultOf<(typeof eventExceptionLog)["operations"]["detail"]>["items"][number];

/** A kind of failure beside the list: what it is, who looks after it, and its latest occurrences. */
export function ExceptionFile({ row }: { readonly row: EventException }) {
  const { text } = useWords(eventExceptionLogMessages);
  const canRead = useMay()("eventExceptionLog:detail");
  const answer = useAnswer(eventExceptionLog, "detail", { id: row.id }, { isEnabled: canRead });
  return (
    <>
      <RecordFacts
        resource={eventExceptionLog}
        of={row}
        fields={[
          "message",
          "exceptionNo",
          "status",
          "level",
          "source",
          "eventType",
          "occurrences",
          "firstTime",
          "lastTime",
          "assigneeName",
          "retryCount",
          "retryTime",
          "resolveUserName",
          "remark",
        ]}
      />
      {canRead && (
        <section>
          <h3 className="ch-section-title">{text.occurrences}</h3>
          <Answered answer={answer}>
            {(data) => (
              <ol className="exception-items">
                {data.items.map((item) => (
                  <Occurrence key={item.id} item={item} />
                ))}
              </ol>
            )}
          </Answered>
        </section>
      )}
    </>
  );
}

function Occurrence({ item }: { readonly item: Item }) {
  const { actions, text } = useWords(eventExceptionLogMessages);
  const may = useMay();
  const [isOpen, setIsOpen] = useState(false);
  const { attempt, isRunning } = useOperation(eventExceptionLog, "retry");
  return (
    <li>
      <div className="exception-item-head">
        <TimeCell value={item.at} />
        {item.objectId && <IdCell value={item.objectId} />}
        {item.retriedTime && <StatusChip text={text.retried} tone="info" isFlat />}
        <span className="exception-item-actions">
          {may("eventExceptionLog:trace") && (
            <button type="button" className="ch-btn-link" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
              {actions.trace}
            </button>
          )}
          {item.canRetry && may("eventExceptionLog:retry") && (
            <button
              type="button"
              className="ch-btn-link"
              disabled={isRunning}
              onClick={() => void attempt({ ids: [item.id] })}
            >
              {actions.retry}
            </button>
          )}
        </span>
      </div>
      <div className="exception-muted">{item.message}</div>
      {isOpen && <Trace itemId={item.id} />}
    </li>
  );
}

/** Stack and payload, read when somebody asks for them. */
function Trace({ itemId }: { readonly itemId: string }) {
  const { text } = useWords(eventExceptionLogMessages);
  const answer = useAnswer(eventExceptionLog, "trace", { itemId });
  return (
    <Answered answer={answer}>
      {(data) => (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard (WCAG 2.1.1). */}
          <pre className="exception-code" tabIndex={0}>
            {data.stack ?? text.noStack}
          </pre>
          {data.payload ? <JsonBlock value={data.payload} /> : null}
        </>
      )}
    </Answered>
  );
}
