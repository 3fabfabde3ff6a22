import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { Cron } from "croner";

/** Schedule of a trigger. */
export interface Timing {
  readonly type: "cron" | "interval" | "once";
  readonly cron?: string | null | undefined;
  readonly timeZone: string;
  readonly intervalSeconds?: number | null | undefined;
  readonly runAt?: string | null | undefined;
  readonly startTime?: string | null | undefined;
  readonly endTime?: string | null | undefined;
}

/** A valid schedule with the fields of its type. */
export interface SoundTiming {
  readonly type: Timing["type"];
  readonly cron: string | null;
  readonly timeZone: string;
  readonly intervalSeconds: number | null;
  readonly runAt: string | null;
  readonly startTime: string | null;
  readonly endTime: string | null;
}

const isZone = (timeZone: string): boolean => {
  try {
    new Intl.DateTimeFormat("en", { timeZone });
    return true;
  } catch {
    return false;
  }
};

const fieldOf = { cron: "cron", interval: "intervalSeconds", once: "runAt" } as const;

/** Refuses an invalid schedule, and drops fields of other types. */
export function soundTiming(timing: Timing): SoundTiming {
  const { type, timeZone, startTime = null, endTime = null } = timing;
  if (!isZone(timeZone)) throw refuse("sysJob.zoneUnknown", { timeZone });
  const field = fieldOf[type];
  if (!timing[field]) throw refuse("sysJob.timingMissing", {}, { field });
  const cron = type === "cron" ? (timing.cron ?? null) : null;
  if (cron !== null) assertCron(cron, timeZone);
  if (startTime && endTime && Date.parse(endTime) <= Date.parse(startTime)) throw refuse("sysJob.windowBackwards");
  return {
    type,
    cron,
    timeZone,
    intervalSeconds: type === "interval" ? (timing.intervalSeconds ?? null) : null,
    runAt: type === "once" ? (timing.runAt ?? null) : null,
    startTime,
    endTime,
  };
}

function assertCron(cron: string, timeZone: string): void {
  try {
    new Cron(cron, { timezone: timeZone, paused: true, mode: "5-part" });
  } catch {
    throw refuse("sysJob.cronUnreadable", { cron });
  }
}

/** The first run after an instant; null where there is none. Intervals count from the previous run. */
export function nextRunAfter(timing: SoundTiming, after: Date): Date | null {
  const { type, cron, timeZone, intervalSeconds, runAt, startTime, endTime } = timing;
  const start = startTime === null ? null : new Date(startTime);
  const isBefore = start !== null && start.getTime() > after.getTime();
  const run =
    type === "once"
      ? laterThan(runAt, after)
      : type === "cron"
        ? new Cron(cron ?? "", { timezone: timeZone, paused: true, mode: "5-part" }).nextRun(
            // The start itself is included.
            isBefore ? new Date(start.getTime() - 1_000) : after,
          )
        : isBefore
          ? start
          : new Date(after.getTime() + (intervalSeconds ?? 0) * 1_000);
  if (!run || (start !== null && run.getTime() < start.getTime())) return null;
  return endTime !== null && run.getTime() >= Date.parse(endTime) ? null : run;
}

const laterThan = (instant: string | null, after: Date): Date | null =>
  instant !== null && Date.parse(instant) > after.getTime() ? new Date(instant) : null;

/** A number of next runs from an instant on. */
export function nextRuns(timing: SoundTiming, from: Date, count: number): Date[] {
  const runs: Date[] = [];
  for (let after = from; runs.length < count; ) {
    const run = nextRunAfter(timing, after);
    if (!run) break;
    runs.push(run);
    after = run;
  }
  return runs;
}
