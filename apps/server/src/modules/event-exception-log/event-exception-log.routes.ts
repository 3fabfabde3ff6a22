import { eventExceptionLog } from "@countinghouse/contract/event-exception-log/event-exception-log.ts";
import { exportable } from "../../platform/export/exportable.ts";
import { implement } from "../../platform/http/implement.ts";
import { assertOperator } from "../merchant/index.ts";
import { exceptionsInScope, findException, pageExceptions } from "./event-exception-log.store.ts";

export const eventExceptionLogRoutes = implement(eventExceptionLog, {
  page: async (ctx, input) => {
    assertOperator(ctx.actor);
    return pageExceptions(ctx, input);
  },
  detail: async (ctx, { id }) => {
    assertOperator(ctx.actor);
    return findException(ctx, id);
  },
  export: exportable(eventExceptionLog, (ctx) => {
    assertOperator(ctx.actor);
    return exceptionsInScope(ctx);
  }),
});
