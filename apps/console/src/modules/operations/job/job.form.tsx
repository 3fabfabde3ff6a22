import { sysJobMessages } from "@countinghouse/contract/operations/job/job.messages.ts";
import { sysJob } from "@countinghouse/contract/operations/job/job.ts";
import { TimeCell } from "@countinghouse/ui/cells/time-cell.tsx";
import { useDeferredValue } from "react";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { formsOf } from "../../../platform/pages/form-declaration.ts";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";

interface TimingNoteProps {
  readonly values: Readonly<Record<string, unknown>>;
}

const timingOf = ({ type, cron, timeZone, intervalSeconds, runAt, startTime, endTime }: TimingNoteProps["values"]) =>
  ({ type, cron, timeZone, intervalSeconds, runAt, startTime, endTime }) as never;

/** The next runs by what was chosen so far, in the reader's own zone; what is wrong with it where there are none. */
function NextRuns({ values }: TimingNoteProps) {
  const { text } = useWords(sysJobMessages);
  const timing = useDeferredValue(JSON.stringify(timingOf(values)));
  const isTold = Boolean(values.cron ?? values.intervalSeconds ?? values.runAt);
  const { data, error } = useAnswer(sysJob, "nextRuns", JSON.parse(timing), { isEnabled: isTold });
  if (!isTold) return null;
  return (
    <section aria-label={text.next} aria-live="polite">
      <h3 className="ch-section-title">{text.next}</h3>
      {error ? <p className="job-danger">{error.message}</p> : null}
      {!error && data?.length === 0 ? <p>{text.noNext}</p> : null}
      {!error && data ? (
        <ul className="job-next">
          {data.map((run) => (
            <li key={run}>
              <TimeCell value={run} />
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

const when = { cron: "cron", interval: "intervalSeconds", once: "runAt" } as const;

/** The fields of a trigger; of what says when, that which its type asks for. */
const triggerFields = ({ values: { type } }: { readonly values: Readonly<Record<string, unknown>> }) =>
  [
    "triggerId",
    "type",
    when[(type as keyof typeof when | undefined) ?? "cron"],
    "timeZone",
    "startTime",
    "endTime",
    "maxRuns",
    "description",
  ] as const;

export const forms = formsOf(sysJob, sysJobMessages, {
  updateJobDetail: { fields: ["groupName", "description"] },
  addJobTrigger: { fields: triggerFields, note: NextRuns },
  updateJobTrigger: { fields: triggerFields, note: NextRuns },
});
