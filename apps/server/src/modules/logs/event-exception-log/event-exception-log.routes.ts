import { eventExceptionLog } from "@countinghouse/contract/logs/event-exception-log/event-exception-log.ts";
import { exportable } from "../../../platform/export/exportable.ts";
import { implement } from "../../../platform/http/implement.ts";
import {
  assignExceptions,
  ignoreExceptions,
  reopenExceptions,
  resolveExceptions,
  retryExceptions,
  retryKind,
} from "./event-exception-log.service.ts";
import {
  countExceptions,
  exceptionsInScope,
  findException,
  pageExceptions,
  readTrace,
} from "./event-exception-log.store.ts";

export const eventExceptionLogRoutes = implement(eventExceptionLog, {
  page: pageExceptions,
  detail: (ctx, { id }) => findException(ctx, id),
  trace: (ctx, { itemId }) => readTrace(ctx, itemId),
  stat: countExceptions,
  retry: retryExceptions,
  retryGroup: retryKind,
  ignore: ignoreExceptions,
  resolve: resolveExceptions,
  reopen: reopenExceptions,
  assign: assignExceptions,
  export: exportable(eventExceptionLog, exceptionsInScope),
});
