import { notFound } from "@countinghouse/contract/kit/refusal.ts";
import { openRefundStates } from "@countinghouse/contract/payments/order-refund/order-refund.lifecycle.ts";
import {
  type OrderDue,
  type PaymentDue,
  paymentDueTopic,
} from "@countinghouse/contract/payments/payment-due/payment-due.ts";
import { type Selectable, sql } from "kysely";
import { from } from "../../../platform/db/scoped.ts";
import { readShaped } from "../../../platform/db/shaped.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";
import { type NewSealed, type SealedChange, sealedRows } from "../../../platform/seals/sealed-rows.ts";
import { ofVisibleMerchants } from "../../merchants/merchant/index.ts";

/** A stored unapplied payment. */
export type DueRow = Selectable<Tables["paymentDues"]>;
export type NewDue = NewSealed<"paymentDues">;
export type DueChange = SealedChange<"paymentDues">;

/** The key of a gateway's payment. */
export type UpstreamPayment = Pick<DueRow, "merchantId" | "gatewayAccountId" | "upstreamPaymentId">;

type DueRef = Pick<DueRow, "merchantId" | "id">;

const plainColumns = [
  "paymentDues.id",
  "paymentDues.dueNo",
  "paymentDues.merchantId",
  "paymentDues.mode",
  "paymentDues.kind",
  "paymentDues.status",
  "paymentDues.amount",
  "paymentDues.currency",
  "paymentDues.expectedAmount",
  "paymentDues.expectedCurrency",
  "paymentDues.heldAmount",
  "paymentDues.bookedAmount",
  "paymentDues.orderId",
  "paymentDues.orderNo",
  "paymentDues.attemptId",
  "paymentDues.gatewayAccountId",
  "paymentDues.upstreamPaymentId",
  "paymentDues.captureId",
  "paymentDues.createTime",
  "paymentDues.action",
  "paymentDues.proposeUserId",
  "paymentDues.proposeUserName",
  "paymentDues.proposeReason",
  "paymentDues.proposeTime",
  "paymentDues.decideUserId",
  "paymentDues.decideUserName",
  "paymentDues.decideReason",
  "paymentDues.decideTime",
  "paymentDues.version",
] as const;

function duesInScope(ctx: Context) {
  const query = from(ctx, "paymentDues");
  const condition = ofVisibleMerchants(ctx, "paymentDues.merchantId");
  return condition ? query.where(condition) : query;
}

/** Amount claimed by unfinished refunds: the payer may have it already. */
const onItsWay = sql<string>`(SELECT coalesce(sum(r.settle_amount), 0)::text FROM order_refunds r
  WHERE r.merchant_id = payment_dues.merchant_id AND r.order_id = payment_dues.order_id AND r.due_id = payment_dues.id
    AND r.source_bucket = 'payer_funds' AND r.status = ANY(${[...openRefundStates]}::text[]))`;

/**
 * The bookable amount: up to what the order still needs, of what is not being returned; zero for a paid order, or one
 * in another currency.
 */
const bookable = sql<string>`CASE WHEN payment_dues.status IN ('open', 'awaiting_approval') THEN coalesce((
  SELECT greatest(least(payment_dues.held_amount - ${onItsWay}::numeric, o.amount - o.captured_amount), 0) FROM coin_orders o
   WHERE o.merchant_id = payment_dues.merchant_id AND o.id = payment_dues.order_id
     AND o.currency = payment_dues.currency AND o.status <> 'paid'), 0) ELSE 0 END`.as("bookableAmount");

/** Unapplied payments in the actor's scope, with the columns of lists. */
export const describedDues = (ctx: Context) =>
  duesInScope(ctx).select([
    ...plainColumns,
    bookable,
    sql<string | null>`(SELECT named.name FROM merchants named WHERE named.id = payment_dues.merchant_id)`.as(
      "merchantName",
    ),
    sql<
      string | null
    >`(SELECT named.name FROM gateway_accounts named WHERE named.id = payment_dues.gateway_account_id)`.as(
      "gatewayAccountName",
    ),
    sql<boolean>`coalesce(payment_dues.propose_user_id = ${ctx.actor.userId}, false)`.as("isOwn"),
  ]);

/** One unapplied payment in the actor's scope. */
export async function findDue(ctx: Context, id: string): Promise<PaymentDue> {
  const row = await describedDues(ctx).where("paymentDues.id", "=", id).executeTakeFirst();
  if (!row) throw notFound("paymentDue", id);
  return row;
}

/** Those of an order for its page, first one first. The caller has found the order in the actor's scope. */
export const duesOfOrder = (
  ctx: Context,
  { merchantId, orderId }: Pick<DueRow, "merchantId" | "orderId">,
): Promise<OrderDue[]> =>
  readShaped(ctx, "dues of an order", { merchantId, orderId }, (given) =>
    from(ctx, "paymentDues")
      .select(["id", "dueNo", "kind", "status", "amount", "currency", "heldAmount"])
      .where("merchantId", "=", given.merchantId)
      .where("orderId", "=", given.orderId)
      .orderBy("createTime")
      .orderBy("id")
      .compile(),
  );

/** A stored unapplied payment, locked; its order has been locked before. */
export async function lockDue(ctx: Context, { merchantId, id }: DueRef): Promise<DueRow> {
  const row = await from(ctx, "paymentDues")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound("paymentDue", id);
  return row;
}

/** The unapplied payments of an order, locked; the order has been locked before. */
export const lockDuesOf = (
  ctx: Pick<Context, "actor" | "db">,
  { merchantId, orderId }: Pick<DueRow, "merchantId" | "orderId">,
): Promise<DueRow[]> =>
  from(ctx, "paymentDues")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("orderId", "=", orderId)
    .orderBy("id")
    .forUpdate()
    .execute();

/** A stored unapplied payment in the actor's scope, without a lock. */
export async function readDueRow(ctx: Pick<Context, "actor" | "db">, { merchantId, id }: DueRef): Promise<DueRow> {
  const row = await from(ctx, "paymentDues")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw notFound("paymentDue", id);
  return row;
}

/** Whether a decision about it needs two people. The caller has found it in the actor's scope. */
export async function needsApprovalOf(ctx: Context, { merchantId, id }: DueRef): Promise<boolean> {
  const row = await from(ctx, "paymentDues")
    .select("needsApproval")
    .where("merchantId", "=", merchantId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw notFound("paymentDue", id);
  return row.needsApproval;
}

/** The amount being returned to its payer, in minor units. */
export async function amountBeingReturned({ db }: Pick<Context, "db">, { merchantId, id }: DueRef): Promise<bigint> {
  const row = await db
    .selectFrom("paymentDues")
    .select(onItsWay.as("onItsWay"))
    .where("merchantId", "=", merchantId)
    .where("id", "=", id)
    .executeTakeFirst();
  return BigInt(row?.onItsWay ?? "0");
}

/** The records of a gateway's payment: one in each currency that it was reported in. */
export const duesOfPayment = (
  { db }: Pick<Context, "db">,
  { merchantId, gatewayAccountId, upstreamPaymentId }: UpstreamPayment,
): Promise<DueRow[]> =>
  db
    .selectFrom("paymentDues")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("gatewayAccountId", "=", gatewayAccountId)
    .where("upstreamPaymentId", "=", upstreamPaymentId)
    .orderBy("id")
    .execute();

/** The amount that its order counts as to be returned: for a wrong amount only after a decision. */
export function goingBack({ status, kind, amount, heldAmount, returnedAmount }: DueRow): bigint {
  if (status !== "to_return") return 0n;
  return kind === "amount_mismatch" ? BigInt(heldAmount) : BigInt(amount) - BigInt(returnedAmount);
}

/** Records of all merchants that are to be returned, oldest first. */
export const duesToReturn = ({ db }: Pick<Context, "db">, limit: number) =>
  db
    .selectFrom("paymentDues")
    .select(["merchantId", "id as dueId"])
    .where("status", "=", "to_return")
    .orderBy("createTime")
    .orderBy("id")
    .limit(limit)
    .execute();

const rows = sealedRows("paymentDues", { topic: paymentDueTopic, permission: "paymentDue:page" });

/** Queue of automatic returns. */
export const dueReturnQueue = "refund.due";

/** Schedules a check of what is to be returned. */
export const enqueueDueReturn = (ctx: Context, { merchantId, id: dueId }: DueRef): Promise<void> =>
  ctx.enqueue({ queue: dueReturnQueue, data: { merchantId, dueId } });

/** Schedules a check where a record becomes returnable, or its amounts changed since the last one. */
async function wakeOnNews(ctx: Context, before: DueRow | undefined, after: DueRow): Promise<void> {
  const isNews =
    before?.status !== "to_return" || before.amount !== after.amount || before.returnedAmount !== after.returnedAmount;
  if (after.status === "to_return" && isNews) await enqueueDueReturn(ctx, after);
}

export async function insertDue(ctx: Context, values: NewDue): Promise<DueRow> {
  const row = await rows.insert(ctx, values);
  await wakeOnNews(ctx, undefined, row);
  return row;
}

/** Changes a record whose order the caller holds locked; adds the previous values to the audit record. */
export async function updateDue(ctx: Context, before: DueRow, values: DueChange): Promise<DueRow> {
  const after = await rows.update(ctx, before, values);
  await wakeOnNews(ctx, before, after);
  return after;
}
