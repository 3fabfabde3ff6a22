import { sql } from "kysely";
import { from } from "../../../platform/db/scoped.ts";
import type { WaitingQuery } from "../../../platform/db/waiting.ts";
import type { Context } from "../../../platform/http/context.ts";
import { approvableMs } from "./visit-clearing.policy.ts";

const seconds = approvableMs / 1_000;

/** A clearing of the visit log that can still be approved. */
export const askedClearings = (ctx: Context): WaitingQuery =>
  from(ctx, "visitClearings")
    .where("tenantId", "=", ctx.actor.tenantId)
    .where("approveTime", "is", null)
    .where("doneTime", "is", null)
    .where("askTime", ">", new Date(ctx.now.getTime() - approvableMs).toISOString())
    .select([
      "id",
      "askTime as since",
      sql<string>`ask_time + ${seconds} * interval '1 second'`.as("due"),
      "rows as count",
      "askUserName as person",
      sql<boolean>`ask_user_id = ${ctx.actor.userId}`.as("isOwn"),
    ]);
