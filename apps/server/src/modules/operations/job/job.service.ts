import type { JobBoard } from "@countinghouse/contract/operations/job/job.ts";
import { Cron } from "croner";
import type { Context } from "../../../platform/http/context.ts";
import { latestRuns, queueCounts, type StoredSchedule, storedSchedules } from "./job.store.ts";

/** Content of the board; `since` is the start of the reader's day. */
export async function readBoard(ctx: Pick<Context, "db" | "now">, since: string | null | undefined): Promise<JobBoard> {
  const now = ctx.now.toISOString();
  const counts = await queueCounts(ctx, since ?? `${now.slice(0, 10)}T00:00:00.000Z`);
  const stored = await storedSchedules(ctx);
  const queues = counts.map((count) => {
    const schedules = stored
      .filter(({ queue }) => queue === count.name)
      .map((schedule) => ({
        cron: schedule.cron,
        timeZone: schedule.timeZone,
        nextRun: nextRunOf(schedule, ctx.now),
      }));
    const nextRun = schedules.flatMap((schedule) => schedule.nextRun ?? []).sort()[0] ?? null;
    return { ...count, schedules, nextRun };
  });
  return { now, queues, runs: await latestRuns(ctx) };
}

/** The next run of a schedule; null for one that never runs, or is invalid. */
export function nextRunOf({ kind, cron, timeZone }: StoredSchedule, now: Date): string | null {
  if (kind !== "cron") return null;
  try {
    return new Cron(cron, { timezone: timeZone, paused: true }).nextRun(now)?.toISOString() ?? null;
  } catch {
    // Operators can write schedules of their own; an invalid one must not break the board.
    return null;
  }
}
