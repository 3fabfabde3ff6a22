import { sysLogDiff } from "@countinghouse/contract/logs/log-diff/log-diff.ts";
import { exportable } from "../../../platform/export/exportable.ts";
import { implement } from "../../../platform/http/implement.ts";
import { changingCommands, columnOf, findDifference, pageDifferences } from "./log-diff.store.ts";

export const sysLogDiffRoutes = implement(sysLogDiff, {
  page: pageDifferences,
  detail: (ctx, { id }) => findDifference(ctx, id),
  export: exportable(sysLogDiff, changingCommands, { columnOf, id: columnOf("id") }),
});
