import { sql } from "kysely";
import { from } from "../../../platform/db/scoped.ts";
import { unowned, type WaitingQuery } from "../../../platform/db/waiting.ts";
import type { Context } from "../../../platform/http/context.ts";
import { merchantInReach } from "../../merchants/merchant/index.ts";
import type { RefundRow } from "../refund-record/index.ts";

const refundsIn = (ctx: Context, mode: RefundRow["mode"], status: RefundRow["status"]) =>
  from(ctx, "orderRefunds")
    .innerJoin("merchants", "merchants.id", "orderRefunds.merchantId")
    .where(merchantInReach(ctx))
    .where("orderRefunds.mode", "=", mode)
    .where("orderRefunds.status", "=", status)
    .select([
      "orderRefunds.id",
      "orderRefunds.refundNo as name",
      "orderRefunds.merchantId",
      "merchants.name as merchantName",
      "orderRefunds.amount",
      "orderRefunds.currency",
      "orderRefunds.version",
    ]);

/** Refunds that wait for approval. */
export const refundsToApprove = (ctx: Context, mode: RefundRow["mode"]): WaitingQuery =>
  refundsIn(ctx, mode, "review").select([
    "orderRefunds.reviewCause as state",
    "orderRefunds.refundTime as since",
    "orderRefunds.applicantName as person",
    "orderRefunds.remark as reason",
    sql<boolean>`coalesce(order_refunds.applicant_id = ${ctx.actor.userId}, false)`.as("isOwn"),
  ]);

/** How long a failed refund is listed, in days: by then the payer was paid in another way, or asked again. */
const failedDays = 30;
const dayMs = 86_400_000;

/** Failed refunds that were not repeated. */
export const failedRefunds = (ctx: Context, mode: RefundRow["mode"]): WaitingQuery =>
  refundsIn(ctx, mode, "failed")
    .where("orderRefunds.refundTime", ">=", new Date(ctx.now.getTime() - failedDays * dayMs).toISOString())
    .where(
      sql<boolean>`NOT EXISTS (SELECT 1 FROM order_refunds again
        WHERE again.merchant_id = order_refunds.merchant_id AND again.order_id = order_refunds.order_id
          AND again.retry_of = order_refunds.refund_no)`,
    )
    .select([
      "orderRefunds.failureCode as state",
      sql<string>`coalesce(order_refunds.finished_time, order_refunds.refund_time)`.as("since"),
      unowned,
    ]);
