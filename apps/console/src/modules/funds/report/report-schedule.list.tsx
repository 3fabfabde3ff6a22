import { reportSchedule } from "@countinghouse/contract/funds/report/report-schedule.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";

const forms = () => import("./report-schedule.form.tsx");

const columns: ListPageProps<typeof reportSchedule>["columns"] = [
  "name",
  { field: "report", width: 168 },
  { field: "span", width: 152 },
  { field: "cadence", width: 112 },
  { field: "atTime", width: 88 },
  { field: "format", width: 88 },
  { field: "nextTime", width: 168 },
  { field: "lastState", width: 112 },
  { field: "status", width: 96 },
];

/** One's own schedules of reports, and what became of each the last time. */
export const ReportScheduleList = () => (
  <ListPage
    resource={reportSchedule}
    columns={columns}
    forms={forms}
    nameField="name"
    rowActions={["update", "setStatus", "send", "delete"]}
    isRead
  />
);
