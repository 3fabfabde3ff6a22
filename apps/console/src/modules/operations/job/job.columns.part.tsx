import { fill, type Locale } from "@countinghouse/contract/kit/locale.ts";
import type { sysJobMessages } from "@countinghouse/contract/operations/job/job.messages.ts";
import { type JobQueue, JobState, type JobTry } from "@countinghouse/contract/operations/job/job.ts";
import { jobNames } from "@countinghouse/contract/operations/job/job-names.ts";
import { LongText } from "@countinghouse/ui/cells/long-text-cell.tsx";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { TwoLineCell } from "@countinghouse/ui/cells/text-cell.tsx";
import { TimeCell } from "@countinghouse/ui/cells/time-cell.tsx";
import type { Column } from "@countinghouse/ui/table/column.ts";

type Words = (typeof sysJobMessages)[Locale];

const timeOf = (value: string | null) =>
  value === null ? <span className="job-quiet">–</span> : <TimeCell value={value} />;

/** A job as people know it, with its queue; a queue that is no job of the time table by itself. */
export function jobName(queue: string, locale: Locale) {
  const name = jobNames[queue]?.name[locale];
  return name ? <TwoLineCell first={name} second={queue} /> : queue;
}

/** What each queue holds and when it runs. */
export function queueColumns({ fields, text }: Words, locale: Locale): Column<JobQueue>[] {
  const count = (key: "waiting" | "active" | "failed" | "completedToday", tone: string): Column<JobQueue> => ({
    key,
    title: fields[key],
    width: 96,
    align: "end",
    cell: (queue) => (
      <span className={queue[key] === 0 ? "job-quiet" : `job-count ${tone}`}>
        {new Intl.NumberFormat(locale).format(queue[key])}
      </span>
    ),
  });
  return [
    {
      key: "name",
      title: fields.name,
      width: 220,
      isFlexible: true,
      pin: "left",
      cell: ({ name }) => jobName(name, locale),
    },
    count("waiting", "job-info"),
    count("active", "job-progress"),
    count("failed", "job-danger"),
    count("completedToday", "job-success"),
    { key: "lastRun", title: fields.lastRun, width: 168, cell: ({ lastRun }) => timeOf(lastRun) },
    { key: "nextRun", title: fields.nextRun, width: 168, cell: ({ nextRun }) => timeOf(nextRun) },
    {
      key: "schedules",
      title: fields.schedules,
      width: 220,
      isFlexible: true,
      cell: ({ schedules }) =>
        schedules.length === 0 ? (
          <span className="job-quiet">{text.onDemand}</span>
        ) : (
          <span className="ch-cut">{schedules.map(({ cron, timeZone }) => `${cron} ${timeZone}`).join(", ")}</span>
        ),
    },
  ];
}

/** The jobs that were begun last. */
export function runColumns({ fields, text }: Words, locale: Locale): Column<JobTry>[] {
  return [
    {
      key: "name",
      title: fields.name,
      width: 220,
      isFlexible: true,
      pin: "left",
      cell: ({ queue }) => jobName(queue, locale),
    },
    { key: "state", title: fields.state, width: 140, cell: ({ state }) => <StateChip state={state} locale={locale} /> },
    { key: "startedAt", title: fields.startedAt, width: 168, cell: ({ startedAt }) => timeOf(startedAt) },
    { key: "finishedAt", title: fields.finishedAt, width: 168, cell: ({ finishedAt }) => timeOf(finishedAt) },
    {
      key: "elapsed",
      title: fields.elapsed,
      width: 112,
      align: "end",
      cell: ({ elapsed }) => tookIn(text, elapsed),
    },
    {
      key: "error",
      title: fields.error,
      width: 260,
      isFlexible: true,
      cell: ({ error }) => error && <LongText value={error} />,
    },
  ];
}

export function StateChip({ state, locale }: { readonly state: string; readonly locale: Locale }) {
  const member = JobState.members.find(({ value }) => value === state);
  return member ? <StatusChip text={member.text[locale]} tone={member.tone} shape={member.shape} /> : state;
}

/** A length of time in the unit that suits it; a dash between two tries. */
export function tookIn(text: Words["text"], ms: number | null): string {
  if (ms === null) return "–";
  if (ms < 1_000) return fill(text.milliseconds, { count: ms });
  if (ms < 60_000) return fill(text.seconds, { count: (Math.floor(ms / 100) / 10).toString() });
  return fill(text.minutes, { minutes: Math.floor(ms / 60_000), seconds: Math.floor((ms % 60_000) / 1_000) });
}
