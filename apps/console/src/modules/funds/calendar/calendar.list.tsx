import { businessDay } from "@countinghouse/contract/funds/calendar/calendar.ts";
import { ListPage } from "../../../platform/pages/list-page.tsx";

const columns = ["day", "calendar", "name", "kind", "status", "remark", "updateTime"] as const;
const fields = ["calendar", "day", "name", "kind", "status", "remark"] as const;

/** Bank holidays and worked weekends of the settlement calendars. */
export const CalendarList = () => (
  <ListPage
    resource={businessDay}
    columns={columns}
    fields={fields}
    rowActions={["update", "delete"]}
    bulkActions={["delete"]}
  />
);
