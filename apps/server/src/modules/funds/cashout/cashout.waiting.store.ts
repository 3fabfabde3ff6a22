import { sql } from "kysely";
import { from } from "../../../platform/db/scoped.ts";
import { unowned, type WaitingQuery } from "../../../platform/db/waiting.ts";
import type { Context } from "../../../platform/http/context.ts";
import { merchantInReach } from "../../merchants/merchant/index.ts";
import { type CashoutRow, isAskedBy } from "./cashout.store.ts";

const cashoutsIn = (ctx: Context, mode: CashoutRow["mode"], states: readonly CashoutRow["status"][]) =>
  from(ctx, "cashouts")
    .innerJoin("merchants", "merchants.id", "cashouts.merchantId")
    .where(merchantInReach(ctx))
    .where("cashouts.mode", "=", mode)
    .where("cashouts.status", "in", [...states])
    .select([
      "cashouts.id",
      "cashouts.cashoutNo as name",
      "cashouts.merchantId",
      "merchants.name as merchantName",
      "cashouts.amount",
      "cashouts.currency",
      "cashouts.version",
    ]);

/** Withdrawals that wait for approval. */
export const cashoutsToApprove = (ctx: Context, mode: CashoutRow["mode"]): WaitingQuery =>
  cashoutsIn(ctx, mode, ["approving"]).select([
    "cashouts.applyTime as since",
    "cashouts.applyUserName as person",
    "cashouts.remark as reason",
    sql<boolean>`${isAskedBy(ctx.actor.userId)}
      OR EXISTS (SELECT 1 FROM jsonb_array_elements(cashouts.approvals) AS yes
                  WHERE (yes ->> 'userId')::bigint = ${ctx.actor.userId})`.as("isOwn"),
  ]);

/** How long a failed payout is listed, in days: by then the merchant asked again, or was told. */
const failedDays = 30;
const dayMs = 86_400_000;

/** Unpaid withdrawals: approved without an account of ours or with too little in it, failed, or sent back. */
export const cashoutsUnpaid = (ctx: Context, mode: CashoutRow["mode"]): WaitingQuery =>
  cashoutsIn(ctx, mode, ["approved", "processing", "failed", "returned"])
    .where(
      sql<boolean>`(cashouts.status <> 'processing' OR EXISTS (SELECT 1 FROM payouts p
        WHERE p.merchant_id = cashouts.merchant_id AND p.id = cashouts.payout_id AND p.short_since IS NOT NULL))`,
    )
    .where("cashouts.applyTime", ">=", new Date(ctx.now.getTime() - failedDays * dayMs).toISOString())
    .select([
      "cashouts.status as state",
      sql<string>`coalesce(cashouts.finished_time, cashouts.audit_time, cashouts.apply_time)`.as("since"),
      unowned,
    ]);
