import { eventExceptionLog } from "@countinghouse/contract/logs/event-exception-log/event-exception-log.ts";
import { exportable } from "../../../platform/export/exportable.ts";
import type { Context } from "../../../platform/http/context.ts";
import { implement } from "../../../platform/http/implement.ts";
import { assertOperator } from "../../merchants/merchant/index.ts";
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

/** Only the operator's people look after failures, whatever a role of a merchant was given. */
const forOperators =
  <I, R>(work: (ctx: Context, input: I) => Promise<R>) =>
  async (ctx: Context, input: I): Promise<R> => {
    assertOperator(ctx.actor);
    return work(ctx, input);
  };

export const eventExceptionLogRoutes = implement(eventExceptionLog, {
  page: forOperators(pageExceptions),
  detail: forOperators((ctx, { id }) => findException(ctx, id)),
  trace: forOperators((ctx, { itemId }) => readTrace(ctx, itemId)),
  stat: forOperators(countExceptions),
  retry: forOperators(retryExceptions),
  retryGroup: forOperators(retryKind),
  ignore: forOperators(ignoreExceptions),
  resolve: forOperators(resolveExceptions),
  reopen: forOperators(reopenExceptions),
  assign: forOperators(assignExceptions),
  export: exportable(eventExceptionLog, (ctx) => {
    assertOperator(ctx.actor);
    return exceptionsInScope(ctx);
  }),
});
