import {
  type EventException,
  eventExceptionLog,
} from "@countinghouse/contract/logs/event-exception-log/event-exception-log.ts";
import { arriving } from "@countinghouse/ui/layout/arriving.tsx";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { ExceptionFigures } from "./event-exception-log.figures.part.tsx";

const forms = () => import("./event-exception-log.settle.add.tsx");
const ExceptionRetry = arriving(async () => (await forms()).ExceptionRetry);
const ExceptionIgnore = arriving(async () => (await forms()).ExceptionIgnore);
const ExceptionResolve = arriving(async () => (await forms()).ExceptionResolve);
const ExceptionReopen = arriving(async () => (await forms()).ExceptionReopen);
const ExceptionAssign = arriving(async () => (await forms()).ExceptionAssign);
const ExceptionFile = arriving(async () => (await import("./event-exception-log.file.detail.tsx")).ExceptionFile);

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
    rowActions={[
      { action: "retryGroup", form: ExceptionRetry, when: (row) => row.canRetry && row.status !== "resolved" },
      { action: "resolve", form: ExceptionResolve, when: isWaiting },
      { action: "ignore", form: ExceptionIgnore, when: isWaiting },
      { action: "reopen", form: ExceptionReopen, when: (row) => !isWaiting(row) },
      { action: "assign", form: ExceptionAssign },
    ]}
    detail={ExceptionFile}
    above={<ExceptionFigures />}
    nameField="exceptionNo"
  />
);
