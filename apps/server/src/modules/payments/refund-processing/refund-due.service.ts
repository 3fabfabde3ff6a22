import { Refusal, refuse } from "@countinghouse/contract/kit/refusal.ts";
import {
  openRefundStates,
  refundLifecycle,
} from "@countinghouse/contract/payments/order-refund/order-refund.lifecycle.ts";
import { dueLifecycle } from "@countinghouse/contract/payments/payment-due/payment-due.lifecycle.ts";
import { smaller } from "@countinghouse/money/money.ts";
import { fromWire, toWire } from "@countinghouse/money/wire.ts";
import type { Context } from "../../../platform/http/context.ts";
import { settingOf } from "../../settings/config/index.ts";
import { capturesOfOrders } from "../capture/index.ts";
import { lockOrder, type OrderChange, type OrderRow } from "../order-record/index.ts";
import { attemptRows } from "../payment-attempt/index.ts";
import { type DueRow, lockDue, readDueRow, updateDue } from "../payment-due/index.ts";
import { countedOf } from "../refund-booking/index.ts";
import { type RefundRow, refundsOfOrders } from "../refund-record/index.ts";
import {
  addRefund,
  firstTryOf,
  ofPayment,
  ofRequest,
  type RefundRequest,
  requestRefund,
} from "./refund-request.service.ts";

interface DueRef {
  readonly merchantId: string;
  readonly dueId: string;
}

/** Money that came too late was booked for its merchant, and goes back from there. */
const isBooked = ({ heldAmount, kind }: DueRow): boolean => kind === "late_success" && heldAmount === "0";

/** What of an unapplied payment is still to go back. */
function leftOf(due: DueRow) {
  const left = fromWire(String(BigInt(due.amount) - BigInt(due.returnedAmount)), due.currency);
  return isBooked(due) ? left : smaller(left, fromWire(due.heldAmount, due.currency));
}

/**
 * Sends an unapplied payment back to its payer: out of the payers' account, or of the capture it was booked as. Refuses
 * with `orderRefund.dueNotReturnable` unless it is to go back and nothing of it is on its way.
 */
export async function beginDueReturn(
  ctx: Context,
  { merchantId, dueId }: DueRef,
  more: Pick<RefundRequest, "retryOf"> & { readonly version?: number } = {},
): Promise<RefundRow> {
  const { orderId } = await readDueRow(ctx, { merchantId, id: dueId });
  const order = await lockOrder(ctx, { merchantId, orderId });
  const due = await lockDue(ctx, { merchantId, id: dueId });
  if (!(await ctx.seals.isGenuine(ctx.db, "paymentDues", due))) throw refuse("orderRefund.altered");
  const underWay = (await refundsOfOrders(ctx, merchantId, [orderId])).some(
    (refund) => refund.dueId === dueId && openRefundStates.includes(refund.status),
  );
  const amount = leftOf(due);
  const isFresh = more.version === undefined || more.version === due.version;
  if (due.status !== "to_return" || underWay || amount.amountMinor <= 0n || !isFresh)
    throw refuse("orderRefund.dueNotReturnable");
  const asked: RefundRequest = {
    amount,
    isOurs: true,
    dueId,
    reason: due.kind === "duplicate_payment" ? "duplicate" : due.kind,
    retryOf: more.retryOf ?? null,
  };
  return isBooked(due) ? ofCapture(ctx, order, due, asked) : ofPayers(ctx, order, due, asked);
}

/** Back from the capture that it was booked as. */
async function ofCapture(ctx: Context, order: OrderRow, due: DueRow, asked: RefundRequest): Promise<RefundRow> {
  const captures = await capturesOfOrders(ctx, order.merchantId, [order.id]);
  const own = captures.findLast(({ attemptId, status }) => attemptId === due.attemptId && status === "succeeded");
  if (!own) throw refuse("orderRefund.notRefundable");
  return requestRefund(ctx, { merchantId: order.merchantId, orderId: order.id }, { ...asked, captureId: own.id });
}

/** Back from the payers' account, where no merchant's money is touched. */
async function ofPayers(ctx: Context, order: OrderRow, due: DueRow, asked: RefundRequest): Promise<RefundRow> {
  const attempt = (await attemptRows(ctx, order.merchantId, order.id)).find(({ id }) => id === due.attemptId);
  if (!attempt || !(await ctx.seals.isGenuine(ctx.db, "paymentAttempts", attempt))) throw refuse("orderRefund.altered");
  const amount = toWire(leftOf(due));
  return addRefund(ctx, order, {
    ...ofPayment(order, attempt),
    ...ofRequest(ctx, order, asked),
    // Which payment of the gateway it is: of an attempt there may be several.
    tradeNo: due.upstreamPaymentId,
    currency: due.currency,
    amount,
    settleCurrency: due.currency,
    settleAmount: amount,
    fxRate: null,
    parts: [],
    sourceBucket: "payer_funds",
    dueDate: null,
    reviewCause: null,
    status: refundLifecycle.initial,
    nextRetryTime: firstTryOf(ctx),
  });
}

/**
 * Sends back by itself what goes back, where the settings let it. What failed or bounced before is left to a person, and so
 * is what cannot be sent back yet: it stands in the list.
 */
export async function returnDueByItself(ctx: Context, ref: DueRef): Promise<RefundRow | undefined> {
  if (!(await settingOf(ctx, "payment_due_auto_return"))) return undefined;
  const { orderId, status } = await readDueRow(ctx, { merchantId: ref.merchantId, id: ref.dueId });
  const tried = (await refundsOfOrders(ctx, ref.merchantId, [orderId])).some(
    (refund) => refund.dueId === ref.dueId && refund.status !== "succeeded",
  );
  if (status !== "to_return" || tried) return undefined;
  return beginDueReturn(ctx, ref);
}

/** Whether a refusal passes by itself, so that the return is tried again: what was captured has no price yet. */
export const passesByItself = (error: unknown): boolean =>
  error instanceof Refusal && error.code === "orderRefund.captureNotPriced";

/** What a return that went through, or bounced (-1), makes of its due and of its order. */
export async function settleDue(ctx: Context, order: OrderRow, row: RefundRow, sign: 1n | -1n): Promise<OrderChange> {
  if (row.dueId === null) return {};
  const due = await lockDue(ctx, { merchantId: row.merchantId, id: row.dueId });
  const moved = sign * countedOf(row).amountMinor;
  const heldAmount = row.sourceBucket === "payer_funds" ? String(BigInt(due.heldAmount) - moved) : due.heldAmount;
  const returnedAmount = String(BigInt(due.returnedAmount) + moved);
  const isAllBack = BigInt(returnedAmount) + BigInt(due.bookedAmount) >= BigInt(due.amount);
  const status =
    sign === 1n
      ? isAllBack && due.status === "to_return"
        ? dueLifecycle.actions.sendBack.to
        : due.status
      : due.status === "returned"
        ? dueLifecycle.actions.bounce.to
        : due.status;
  await updateDue(ctx, due, { heldAmount, returnedAmount, status });
  return due.currency === order.currency ? { surplusAmount: String(BigInt(order.surplusAmount) - moved) } : {};
}
