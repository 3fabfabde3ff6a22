import {
  type EventException,
  eventExceptionLog,
} from "@countinghouse/contract/logs/event-exception-log/event-exception-log.ts";
import { lazyPart } from "@countinghouse/ui/layout/lazy-part.tsx";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { ExceptionFigures } from "./event-exception-log.figures.part.tsx";

const ExceptionFile = lazyPart(async () => (await import("./event-exception-log.file.detail.tsx")).ExceptionFile);

const columns: ListPageProps<typeof eventExceptionLog>["columns"] = [
  { field: "message", width: 336 },
  { field: "status", width: 112 },
  { field: "level", width: 96 },
  { field: "source", width: 152 },
  { field: "occurrences", width: 72 },
  { field: "lastTime", width: 168 },
];

const isWaiting = ({ status }: EventException): boolean => status === "open" || status === "retrying";

/** What failed and waits for somebody, one row per kind of failure. */
export const EventExceptionLogList = () => (
  <ListPage
    resource={eventExceptionLog}
    columns={columns}
    forms={() => import("./event-exception-log.form.tsx")}
    rowActions={[
      { action: "retryGroup", when: (row) => row.canRetry && row.status !== "resolved" },
      { action: "resolve", when: isWaiting },
      { action: "ignore", when: isWaiting },
      { action: "reopen", when: (row) => !isWaiting(row) },
      "assign",
    ]}
    detail={ExceptionFile}
    above={<ExceptionFigures />}
    nameField="exceptionNo"
  />
);
