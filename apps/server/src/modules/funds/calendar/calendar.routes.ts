import { businessDay } from "@countinghouse/contract/funds/calendar/calendar.ts";
import type { InputOf } from "@countinghouse/contract/kit/resource.ts";
import { recordOperations } from "../../../platform/db/table-operations.ts";
import { implement } from "../../../platform/http/implement.ts";
import { listCalendars, pageFromToday } from "./calendar.store.ts";

const days = recordOperations({ table: "businessDays", resource: businessDay });

/** Whether the order of the days is left to us. */
const isUnasked = ({ field, dayRange }: InputOf<typeof businessDay.operations.page>): boolean => !field && !dayRange;

export const businessDayRoutes = implement(businessDay, {
  ...days,
  page: (ctx, input) => (isUnasked(input) ? pageFromToday(ctx, input) : days.page(ctx, input)),
  list: listCalendars,
});
