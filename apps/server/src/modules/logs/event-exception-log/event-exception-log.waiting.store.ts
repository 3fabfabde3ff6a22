import { unowned, type WaitingQuery } from "../../../platform/db/waiting.ts";
import type { Context } from "../../../platform/http/context.ts";
import { exceptionsInScope } from "./event-exception-log.store.ts";

const fallen = "gateway_account.approvals_fallen";
/** Event of an account's own health, while it lasts. */
const down = "gateway_account.down";

const open = (ctx: Context) =>
  exceptionsInScope(ctx)
    .clearSelect()
    .where("status", "=", "open")
    .select([
      "id",
      "message as name",
      "lastTime as since",
      "occurrences as count",
      "level as state",
      "merchantId",
      "version",
      unowned,
    ]);

/** Accounts with an unusually low approval rate. */
export const fallenApprovals = (ctx: Context): WaitingQuery => open(ctx).where("eventType", "=", fallen);

/** Unhandled failures, except those of a gateway account's health. */
export const openExceptions = (ctx: Context): WaitingQuery => open(ctx).where("eventType", "not in", [fallen, down]);
