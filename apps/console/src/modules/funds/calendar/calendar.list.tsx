import { businessDay } from "@countinghouse/contract/funds/calendar/calendar.ts";
import { ListPage } from "../../../platform/pages/list-page.tsx";
import { CalendarAdd } from "./calendar.add.tsx";

const columns = ["day", "calendar", "name", "kind", "status", "remark", "updateTime"] as const;

/** Bank holidays and worked weekends of the settlement calendars. */
export const CalendarList = () => (
  <ListPage
    resource={businessDay}
    columns={columns}
    create={CalendarAdd}
    rowActions={[{ action: "update", form: CalendarAdd }, "delete"]}
    bulkActions={["delete"]}
  />
);
