import { sysLogDiff } from "@countinghouse/contract/log-diff/log-diff.ts";
import { tableOperations } from "../../platform/db/table-operations.ts";
import { implement } from "../../platform/http/implement.ts";
import { findDifference, pageDifferences } from "./log-diff.store.ts";

export const sysLogDiffRoutes = implement(sysLogDiff, {
  page: pageDifferences,
  detail: (ctx, { id }) => findDifference(ctx, id),
  export: tableOperations("auditEntries", sysLogDiff).export,
});
