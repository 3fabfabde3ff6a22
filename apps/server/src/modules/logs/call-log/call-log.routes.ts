import { sysLogEx } from "@countinghouse/contract/logs/call-log/log-ex.ts";
import { sysLogOp } from "@countinghouse/contract/logs/call-log/log-op.ts";
import { exportable } from "../../../platform/export/exportable.ts";
import { implement } from "../../../platform/http/implement.ts";
import {
  commandsInScope,
  defectsInScope,
  findCommand,
  findDefect,
  pageCommands,
  pageDefects,
} from "./call-log.store.ts";

export const sysLogOpRoutes = implement(sysLogOp, {
  page: pageCommands,
  detail: (ctx, { id }) => findCommand(ctx, id),
  export: exportable(sysLogOp, commandsInScope),
});

export const sysLogExRoutes = implement(sysLogEx, {
  page: pageDefects,
  detail: (ctx, { id }) => findDefect(ctx, id),
  export: exportable(sysLogEx, defectsInScope),
});
