import { businessDay } from "@countinghouse/contract/funds/calendar/calendar.ts";
import { recordOperations } from "../../../platform/db/table-operations.ts";
import { implement } from "../../../platform/http/implement.ts";
import { listCalendars } from "./calendar.store.ts";

const days = recordOperations({ table: "businessDays", resource: businessDay });

export const businessDayRoutes = implement(businessDay, {
  ...days,
  list: listCalendars,
});
