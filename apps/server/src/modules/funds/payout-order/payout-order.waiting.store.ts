import { sql } from "kysely";
import { from } from "../../../platform/db/scoped.ts";
import { unowned, type WaitingQuery } from "../../../platform/db/waiting.ts";
import type { Context } from "../../../platform/http/context.ts";
import { merchantInReach } from "../../merchants/merchant/index.ts";
import { isAskedBy, type PayoutOrderRow } from "./payout-order.store.ts";

const payoutOrdersIn = (ctx: Context, mode: PayoutOrderRow["mode"], states: readonly PayoutOrderRow["status"][]) =>
  from(ctx, "payoutOrders")
    .innerJoin("merchants", "merchants.id", "payoutOrders.merchantId")
    .where(merchantInReach(ctx))
    .where("payoutOrders.mode", "=", mode)
    .where("payoutOrders.status", "in", [...states])
    .select([
      "payoutOrders.id",
      "payoutOrders.payoutOrderNo as name",
      "payoutOrders.merchantId",
      "merchants.name as merchantName",
      "payoutOrders.amount",
      "payoutOrders.currency",
      "payoutOrders.version",
    ]);

/** Payout orders that wait for approval. */
export const payoutOrdersToApprove = (ctx: Context, mode: PayoutOrderRow["mode"]): WaitingQuery =>
  payoutOrdersIn(ctx, mode, ["review"]).select([
    "payoutOrders.applyTime as since",
    "payoutOrders.applyUserName as person",
    "payoutOrders.reference as reason",
    sql<boolean>`${isAskedBy(ctx.actor.userId)}
      OR EXISTS (SELECT 1 FROM jsonb_array_elements(payout_orders.approvals) AS yes
                  WHERE (yes ->> 'userId')::bigint = ${ctx.actor.userId})`.as("isOwn"),
  ]);

/** How long a failed payout is listed, in days: by then the merchant asked again, or was told. */
const failedDays = 30;
const dayMs = 86_400_000;

/** Unpaid payout orders: approved without an account of ours or with too little in it, failed, or sent back. */
export const payoutOrdersUnpaid = (ctx: Context, mode: PayoutOrderRow["mode"]): WaitingQuery =>
  payoutOrdersIn(ctx, mode, ["approved", "processing", "failed", "returned"])
    .where(
      sql<boolean>`(payout_orders.status <> 'processing' OR EXISTS (SELECT 1 FROM payouts p
        WHERE p.merchant_id = payout_orders.merchant_id AND p.id = payout_orders.payout_id
          AND p.short_since IS NOT NULL))`,
    )
    .where("payoutOrders.applyTime", ">=", new Date(ctx.now.getTime() - failedDays * dayMs).toISOString())
    .select([
      "payoutOrders.status as state",
      sql<string>`coalesce(payout_orders.finished_time, payout_orders.audit_time, payout_orders.apply_time)`.as(
        "since",
      ),
      unowned,
    ]);
