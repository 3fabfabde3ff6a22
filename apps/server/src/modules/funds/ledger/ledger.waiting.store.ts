import { sql } from "kysely";
import { from } from "../../../platform/db/scoped.ts";
import { unowned, type WaitingQuery } from "../../../platform/db/waiting.ts";
import type { Context } from "../../../platform/http/context.ts";
import { ownersInReach } from "./ledger.account.store.ts";

/** Balance adjustments that wait for a second person. */
export const pendingAdjustments = (ctx: Context, mode: "live" | "test"): WaitingQuery =>
  ctx.db
    .selectFrom("ledgerAdjustments as a")
    .innerJoin(ownersInReach(ctx), "m.id", "a.merchantId")
    .where("a.book", "=", mode)
    .where("a.status", "=", "pending")
    .select([
      "a.id",
      "m.name",
      "a.merchantId",
      "m.name as merchantName",
      "a.createTime as since",
      "a.amount",
      "a.currency",
      "a.createUserName as person",
      "a.reason",
      "a.evidence",
      "a.version",
      sql<boolean>`coalesce(a.create_user_id = ${ctx.actor.userId}, false)`.as("isOwn"),
    ]);

/** The latest finished verification, where it has findings or failed. */
export const brokenVerification = (ctx: Context): WaitingQuery =>
  ctx.db
    .selectFrom(
      from(ctx, "ledgerVerifications")
        .selectAll()
        .where("finishedAt", "is not", null)
        .orderBy("createdAt", "desc")
        .orderBy("id", "desc")
        .limit(1)
        .as("v"),
    )
    .where("v.status", "in", ["failed", "broken"])
    .select([
      "v.id",
      sql<string>`v.finished_at`.as("since"),
      "v.status as state",
      "v.violationCount as count",
      unowned,
    ]);
