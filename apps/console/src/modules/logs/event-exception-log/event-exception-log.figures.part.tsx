import { eventExceptionLogMessages } from "@countinghouse/contract/logs/event-exception-log/event-exception-log.messages.ts";
import { eventExceptionLog } from "@countinghouse/contract/logs/event-exception-log/event-exception-log.ts";
import { useMay } from "../../../platform/access/allowed.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import "./event-exception-log.css";

const figures = ["critical", "open", "retrying", "mine"] as const;

/** How many kinds of failures wait, above their list. */
export function ExceptionFigures() {
  const { text } = useWords(eventExceptionLogMessages);
  const canRead = useMay()("eventExceptionLog:stat");
  const { data } = useAnswer(eventExceptionLog, "stat", {}, { isEnabled: canRead });
  if (!canRead) return null;
  return (
    <dl className="exception-figures">
      {figures.map((name) => (
        <div key={name} className={name === "critical" && data && data.critical > 0 ? "exception-bad" : undefined}>
          <dt>{text[name]}</dt>
          <dd>{data ? data[name].toLocaleString("en-US") : "–"}</dd>
        </div>
      ))}
    </dl>
  );
}
