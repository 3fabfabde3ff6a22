import { businessDay } from "@countinghouse/contract/funds/calendar/calendar.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { refusingDuplicate } from "../../../platform/db/refusing-duplicate.ts";
import { tableOperations } from "../../../platform/db/table-operations.ts";
import { implement } from "../../../platform/http/implement.ts";
import { listCalendars } from "./calendar.store.ts";

const days = tableOperations("businessDays", businessDay);

const oncePerDay = <R>({ calendar, day }: { calendar: string; day: string }, work: () => Promise<R>): Promise<R> =>
  refusingDuplicate(
    "business_days_calendar_day_unique",
    () =>
      refuse(
        "businessDay.duplicate",
        { calendar, day },
        { status: 409, fields: [{ field: "day", message: "businessDay.duplicate" }] },
      ),
    work,
  );

export const businessDayRoutes = implement(businessDay, {
  ...days,
  list: listCalendars,
  add: (ctx, input) => oncePerDay(input, () => days.add(ctx, input)),
  update: (ctx, input) => oncePerDay(input, () => days.update(ctx, input)),
});
