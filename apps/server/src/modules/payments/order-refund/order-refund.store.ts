import { notFound } from "@countinghouse/contract/kit/refusal.ts";
import type { OrderRefund } from "@countinghouse/contract/payments/order-refund/order-refund.ts";
import { type SelectQueryBuilder, sql } from "kysely";
import { isOfMerchant } from "../../../platform/access/actor.ts";
import { from } from "../../../platform/db/scoped.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";
import { ofVisibleMerchants } from "../../merchants/merchant/index.ts";
import type { RefundRef, RefundRow } from "../refund-record/index.ts";

// biome-ignore lint/suspicious/noExplicitAny: joined tables widen the type; columns are named in full where it matters.
type RefundQuery<R = object> = SelectQueryBuilder<Tables, any, R>;

function refundsInScope(ctx: Context): RefundQuery {
  const query = from(ctx, "orderRefunds");
  const condition = ofVisibleMerchants(ctx, "orderRefunds.merchantId");
  return condition ? query.where(condition) : query;
}

const plainColumns = [
  "orderRefunds.id",
  "orderRefunds.refundNo",
  "orderRefunds.merchantRefundNo",
  "orderRefunds.appKey",
  "orderRefunds.merchantId",
  "orderRefunds.appId",
  "orderRefunds.mode",
  "orderRefunds.orderId",
  "orderRefunds.orderNo",
  "orderRefunds.merchantOrderNo",
  "orderRefunds.attemptId",
  "orderRefunds.dueId",
  "orderRefunds.gatewayId",
  "orderRefunds.gatewayAccountId",
  "orderRefunds.tradeNo",
  "orderRefunds.upstreamRefundId",
  "orderRefunds.arn",
  "orderRefunds.currency",
  "orderRefunds.amount",
  "orderRefunds.askedAmount",
  "orderRefunds.settleCurrency",
  "orderRefunds.settleAmount",
  "orderRefunds.fxRate",
  "orderRefunds.handlingFee",
  "orderRefunds.handlingFeeTax",
  "orderRefunds.returnedFee",
  "orderRefunds.returnedFeeTax",
  "orderRefunds.reason",
  "orderRefunds.status",
  "orderRefunds.isReversed",
  "orderRefunds.sourceBucket",
  "orderRefunds.reviewCause",
  "orderRefunds.failureCode",
  "orderRefunds.failureMessage",
  "orderRefunds.attempts",
  "orderRefunds.nextRetryTime",
  "orderRefunds.applicantType",
  "orderRefunds.applicantId",
  "orderRefunds.applicantName",
  "orderRefunds.retryOf",
  "orderRefunds.decideUserId",
  "orderRefunds.decideUserName",
  "orderRefunds.decideReason",
  "orderRefunds.decideTime",
  "orderRefunds.excessAmount",
  "orderRefunds.excessCause",
  "orderRefunds.excessNote",
  "orderRefunds.excessUserName",
  "orderRefunds.excessTime",
  "orderRefunds.toldAmount",
  "orderRefunds.toldCurrency",
  "orderRefunds.toldOutcome",
  "orderRefunds.toldNote",
  "orderRefunds.refundTime",
  "orderRefunds.succeededTime",
  "orderRefunds.finishedTime",
  "orderRefunds.version",
] as const;

const nameIn = (table: "merchants" | "gateways" | "gateway_accounts", column: string, as: string) =>
  sql<
    string | null
  >`(SELECT named.name FROM ${sql.table(table)} named WHERE named.id = ${sql.ref(`order_refunds.${column}`)})`.as(as);

/** The requester's remark; remarks of the operator's users are hidden from a merchant's. */
const remarkFor = ({ actor }: Context) =>
  isOfMerchant(actor)
    ? sql<string | null>`CASE WHEN starts_with(order_refunds.applicant_type, 'merchant_') THEN order_refunds.remark END`
    : sql<string | null>`order_refunds.remark`;

/** SQL of refund filters that are no columns. */
export const refundColumns = {
  inSuspense: sql`(order_refunds.excess_amount > 0 AND order_refunds.excess_cause IS NULL)`,
  isToldOtherwise: sql`(order_refunds.status = 'processing' AND order_refunds.told_currency IS NOT NULL)`,
} as const;

/** Refunds in the actor's scope, with the columns of lists. */
export const describedRefunds = (ctx: Context) =>
  refundsInScope(ctx).select([
    ...plainColumns,
    nameIn("merchants", "merchant_id", "merchantName"),
    nameIn("gateways", "gateway_id", "gatewayName"),
    nameIn("gateway_accounts", "gateway_account_id", "gatewayAccountName"),
    remarkFor(ctx).as("remark"),
    sql<boolean>`coalesce(order_refunds.applicant_id = ${ctx.actor.userId}, false)`.as("isOwn"),
  ]);

type RefundFactColumns = Pick<RefundRow, "doubts" | "applicantId" | "keyMakerIds"> & { readonly isMadeAgain: boolean };

/** A refund with the facts that decide its possible actions. */
export type RefundWithFacts = OrderRefund & RefundFactColumns;

/** Refunds in the actor's scope, with the facts that decide their possible actions. */
export const refundsWithFacts = (ctx: Context) =>
  describedRefunds(ctx).select([
    "orderRefunds.doubts",
    "orderRefunds.applicantId",
    "orderRefunds.keyMakerIds",
    sql<boolean>`order_refunds.status = 'failed' AND EXISTS (SELECT 1 FROM order_refunds again
      WHERE again.merchant_id = order_refunds.merchant_id AND again.order_id = order_refunds.order_id
        AND again.retry_of = order_refunds.refund_no AND again.status <> 'failed')`.as("isMadeAgain"),
  ]);

/** A refund in the actor's scope, with its parts. */
export async function findRefund(ctx: Context, id: string): Promise<RefundWithFacts & Pick<RefundRow, "parts">> {
  const row = await refundsWithFacts(ctx)
    .select("orderRefunds.parts")
    .where("orderRefunds.id", "=", id)
    .executeTakeFirst();
  if (!row) throw notFound("orderRefund", id);
  return row as unknown as RefundWithFacts & Pick<RefundRow, "parts">;
}

/** The identifiers of a refund in the actor's scope. */
export async function refOfRefund(ctx: Context, id: string): Promise<RefundRef> {
  const row = await refundsInScope(ctx)
    .select(["orderRefunds.merchantId", "orderRefunds.orderId"])
    .where("orderRefunds.id", "=", id)
    .executeTakeFirst();
  if (!row) throw notFound("orderRefund", id);
  return { ...row, refundId: id };
}

/** The merchant of an order in the actor's scope. */
export async function merchantOfOrder(ctx: Context, orderId: string): Promise<string> {
  const query = from(ctx, "coinOrders");
  const condition = ofVisibleMerchants(ctx, "coinOrders.merchantId");
  const row = await (condition ? query.where(condition) : query)
    .select(["coinOrders.merchantId"])
    .where("coinOrders.id", "=", orderId)
    .executeTakeFirst();
  if (!row) throw notFound("coinOrder", orderId);
  return row.merchantId;
}
