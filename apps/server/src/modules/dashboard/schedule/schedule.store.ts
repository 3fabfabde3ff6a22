import { from } from "../../../platform/db/scoped.ts";
import type { Context } from "../../../platform/http/context.ts";

interface Days {
  readonly startTime?: string | null | undefined;
  readonly endTime?: string | null | undefined;
}

/** The caller's entries of some days, both included, by day and time; whole-day entries first. */
export function listSchedule(ctx: Context, { startTime, endTime }: Days) {
  let query = from(ctx, "schedules")
    .selectAll()
    .orderBy("scheduleTime")
    .orderBy("startTime", (by) => by.asc().nullsFirst())
    .orderBy("id");
  if (startTime) query = query.where("scheduleTime", ">=", startTime);
  if (endTime) query = query.where("scheduleTime", "<=", endTime);
  return query.limit(2000).execute();
}
