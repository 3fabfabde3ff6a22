import type { JobBoard } from "@countinghouse/contract/operations/job/job.ts";
import { Cron } from "croner";
import type { Context } from "../../../platform/http/context.ts";
import { latestRuns, queueCounts, type StoredSchedule, storedSchedules } from "./job.store.ts";

/** Everything the board shows; `since` is when the reader's day began. */
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

/** When a line of the time table comes up next; null for one that never does, or that was written by hand and is wrong. */
export function nextRunOf({ kind, cron, timeZone }: StoredSchedule, now: Date): string | null {
  if (kind !== "cron") return null;
  try {
    return new Cron(cron, { timezone: timeZone, paused: true }).nextRun(now)?.toISOString() ?? null;
  } catch {
    // Operators write lines of their own; one mistake among them must not take the board away.
    return null;
  }
}
