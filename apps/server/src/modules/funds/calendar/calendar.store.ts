import { businessDay } from "@countinghouse/contract/funds/calendar/calendar.ts";
import type { RecordOf } from "@countinghouse/contract/kit/resource.ts";
import { Status } from "@countinghouse/contract/system-enumerations.ts";
import type { BusinessCalendar } from "@countinghouse/money/business-calendar.ts";
import { sql } from "kysely";
import { type ListRequest, type Page, pageQuery } from "../../../platform/db/list-query.ts";
import { from } from "../../../platform/db/scoped.ts";
import { plainRows } from "../../../platform/db/table-operations.ts";
import type { Context } from "../../../platform/http/context.ts";

/** The caller's calendar of a code: Saturday and Sunday closed, less and plus the days it lists. */
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

/** Beyond every number of days that lies ahead. */
const over = 10_000_000;

/** The days in scope from today on, then those that are over, the latest first. */
export function pageFromToday(ctx: Context, input: ListRequest): Promise<Page<RecordOf<typeof businessDay>>> {
  const today = ctx.now.toISOString().slice(0, 10);
  const away = sql`(business_days.day - ${today}::date)`;
  const rank = sql`(CASE WHEN ${away} >= 0 THEN ${away} ELSE ${over}::integer - ${away} END)`;
  return pageQuery(ctx, plainRows(ctx, "businessDays", businessDay), {
    spec: businessDay.operations.page.list,
    input,
    id: sql.ref("businessDays.id"),
    columnOf: (field) => (field === "day" ? rank : sql.ref(`businessDays.${field}`)),
  }) as Promise<Page<RecordOf<typeof businessDay>>>;
}
