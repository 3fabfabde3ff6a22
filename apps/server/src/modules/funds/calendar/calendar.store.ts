import { Status } from "@countinghouse/contract/system-enumerations.ts";
import type { BusinessCalendar } from "@countinghouse/money/business-calendar.ts";
import { from } from "../../../platform/db/scoped.ts";
import type { Context } from "../../../platform/http/context.ts";

/** The caller's calendar by code: weekends closed, adjusted by the days it lists. */
export async function businessCalendarOf(ctx: Pick<Context, "actor" | "db">, code: string): Promise<BusinessCalendar> {
  const days = await from(ctx, "businessDays")
    .select(["day", "kind"])
    .where("tenantId", "=", ctx.actor.tenantId)
    .where("calendar", "=", code)
    .where("status", "=", Status.Enable)
    .orderBy("day")
    .execute();
  const ofKind = (kind: string) => days.filter((day) => day.kind === kind).map(({ day }) => day);
  return { weekendDays: [6, 7], holidays: ofKind("closed"), workingWeekends: ofKind("open") };
}

/** The calendars of the caller's tenant that list days, by code. */
export const listCalendars = (ctx: Pick<Context, "actor" | "db">) =>
  from(ctx, "businessDays")
    .select(({ fn }) => ["calendar", fn.countAll<number>().as("days")])
    .where("tenantId", "=", ctx.actor.tenantId)
    .where("status", "=", Status.Enable)
    .groupBy("calendar")
    .orderBy("calendar")
    .execute();
