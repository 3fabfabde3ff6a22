import { eventExceptionLog } from "@countinghouse/contract/event-exception-log/event-exception-log.ts";
import { ListPage, type ListPageProps } from "../../platform/pages/list-page.tsx";

const columns: ListPageProps<typeof eventExceptionLog>["columns"] = [
  { field: "message", width: 320 },
  { field: "status", width: 112 },
  "level",
  { field: "source", width: 152 },
  { field: "occurrences", width: 88 },
  "lastTime",
  "firstTime",
  { field: "eventType", width: 168 },
  "assigneeName",
];

/** What failed and waits for somebody, one row per kind of failure. */
export const EventExceptionLogList = () => (
  <ListPage resource={eventExceptionLog} columns={columns} nameField="exceptionNo" />
);
