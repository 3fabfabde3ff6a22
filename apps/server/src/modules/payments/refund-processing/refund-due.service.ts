import { allows } from "@countinghouse/contract/kit/lifecycle.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import {
  openRefundStates,
  refundLifecycle,
} from "@countinghouse/contract/payments/order-refund/order-refund.lifecycle.ts";
import { dueLifecycle } from "@countinghouse/contract/payments/payment-due/payment-due.lifecycle.ts";
import { isZero, type Money, smaller } from "@countinghouse/money/money.ts";
import { fromWire, toWire } from "@countinghouse/money/wire.ts";
import type { Context } from "../../../platform/http/context.ts";
import { settingOf } from "../../settings/config/index.ts";
import { capturesOfOrders } from "../capture/index.ts";
import { lockOrder, type OrderChange, type OrderRow } from "../order-record/index.ts";
import { attemptRows } from "../payment-attempt/index.ts";
import {
  type DueRow,
  enqueueDueReturn,
  goingBack,
  lockDue,
  lockDuesOf,
  readDueRow,
  updateDue,
} from "../payment-due/index.ts";
import { countedOf, refundableOf } from "../refund-booking/index.ts";
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

/** Late money was booked for its merchant, and is refunded from there. */
const isBooked = ({ heldAmount, kind }: DueRow): boolean => kind === "late_success" && heldAmount === "0";

/**
 * The part of an unapplied payment that is still to be returned and that no refund claims: its merchant may refund it
 * too.
 */
async function leftOf(ctx: Context, order: OrderRow, due: DueRow): Promise<Money> {
  const left = fromWire(String(BigInt(due.amount) - BigInt(due.returnedAmount)), due.currency);
  if (!isBooked(due)) return smaller(left, fromWire(due.heldAmount, due.currency));
  const captures = (await capturesOfOrders(ctx, order.merchantId, [order.id])).filter(
    ({ attemptId, status }) => attemptId === due.attemptId && status === "succeeded",
  );
  return smaller(left, refundableOf(captures, order.currency, fromWire(order.disputedAmount, order.currency)));
}

/**
 * Returns an unapplied payment to its payer: from the payers' account, or from the capture it was booked as. Refuses
 * with `orderRefund.dueNotReturnable` unless it is to be returned and no refund of it is open.
 */
export async function beginDueReturn(
  ctx: Context,
  { merchantId, dueId }: DueRef,
  more: Pick<RefundRequest, "retryOf"> & { readonly version?: number } = {},
): Promise<RefundRow> {
  const { orderId } = await readDueRow(ctx, { merchantId, id: dueId });
  const order = await lockOrder(ctx, { merchantId, orderId });
  const due = await lockDue(ctx, { merchantId, id: dueId });
  // A wrong amount is returned only by a decision, whatever its row says.
  const isUndecided = due.kind === "amount_mismatch" && due.decideUserId === null;
  if (isUndecided && due.status === "to_return") throw refuse("orderRefund.altered");
  if (!(await ctx.seals.isGenuine(ctx.db, "paymentDues", due))) throw refuse("orderRefund.altered");
  const underWay = (await refundsOfOrders(ctx, merchantId, [orderId])).some(
    (refund) => refund.dueId === dueId && openRefundStates.includes(refund.status),
  );
  const amount = await leftOf(ctx, order, due);
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
  // Booked money is returned from the captures that it was booked as.
  return isBooked(due)
    ? requestRefund(ctx, { merchantId, orderId }, { ...asked, attemptId: due.attemptId })
    : ofPayers(ctx, order, due, { ...asked, amount });
}

/** Returned from the payers' account, without touching a merchant's money. */
async function ofPayers(
  ctx: Context,
  order: OrderRow,
  due: DueRow,
  asked: RefundRequest & { readonly amount: Money },
): Promise<RefundRow> {
  const attempt = (await attemptRows(ctx, order.merchantId, order.id)).find(({ id }) => id === due.attemptId);
  if (!attempt || !(await ctx.seals.isGenuine(ctx.db, "paymentAttempts", attempt))) throw refuse("orderRefund.altered");
  const amount = toWire(asked.amount);
  return addRefund(ctx, order, {
    ...ofPayment(order, attempt),
    ...ofRequest(ctx, order, asked),
    // An attempt may have several payments at the gateway: this number tells which.
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
 * Returns money automatically where the settings allow. A case whose earlier return failed, bounced or had another
 * amount is left to a person, and so is one that cannot be sent yet: it stays in the list.
 */
export async function returnDueAutomatically(ctx: Context, ref: DueRef): Promise<RefundRow | undefined> {
  if (!(await settingOf(ctx, "payment_due_auto_return"))) return undefined;
  const due = await readDueRow(ctx, { merchantId: ref.merchantId, id: ref.dueId });
  const order = await lockOrder(ctx, due);
  const tried = (await refundsOfOrders(ctx, ref.merchantId, [due.orderId])).some((refund) =>
    refund.dueId === ref.dueId
      ? refund.status !== "succeeded" || refund.askedAmount !== null
      : (refund.isReversed || refund.askedAmount !== null) && isOfBooked(refund, due),
  );
  if (due.status !== "to_return" || tried || isZero(await leftOf(ctx, order, due))) return undefined;
  return beginDueReturn(ctx, ref);
}

/** Whether a refund returns the captures that an unapplied payment was booked as, whoever requested it. */
const isOfBooked = (refund: RefundRow, due: DueRow): boolean =>
  isBooked(due) && refund.sourceBucket !== "payer_funds" && refund.attemptId === due.attemptId;

/** The unapplied payment that a refund returns: the one it was made for, or the one booked as its captures. */
async function dueOfRefund(ctx: Context, row: RefundRow): Promise<DueRow | undefined> {
  const { merchantId, orderId, dueId } = row;
  if (dueId !== null) return lockDue(ctx, { merchantId, id: dueId });
  return (await lockDuesOf(ctx, { merchantId, orderId })).find((due) => isOfBooked(row, due));
}

/** Applies a successful refund (1) or a bounced one (-1) to the unapplied payment it returns, and to its order. */
export async function settleDue(ctx: Context, order: OrderRow, row: RefundRow, sign: 1n | -1n): Promise<OrderChange> {
  const due = await dueOfRefund(ctx, row);
  if (!due) return {};
  const counted = countedOf(row).amountMinor;
  const before = BigInt(due.returnedAmount);
  // A bounce never exceeds what was counted as returned.
  const moved = sign === 1n ? counted : -(counted < before ? counted : before);
  const heldAmount = row.sourceBucket === "payer_funds" ? String(BigInt(due.heldAmount) - moved) : due.heldAmount;
  const returnedAmount = String(before + moved);
  const after = { ...due, heldAmount, returnedAmount };
  const status = statusAfter(after, sign);
  await updateDue(ctx, due, { heldAmount, returnedAmount, status });
  const change = goingBack({ ...after, status }) - goingBack(due);
  return due.currency === order.currency ? { surplusAmount: String(BigInt(order.surplusAmount) + change) } : {};
}

/** Status of an unapplied payment after a partial return, or a bounce (-1). */
function statusAfter({ status, amount, returnedAmount, bookedAmount }: DueRow, sign: 1n | -1n): DueRow["status"] {
  const { sendBack, bounce } = dueLifecycle.actions;
  if (sign === -1n) return allows(dueLifecycle, status, "bounce") ? bounce.to : status;
  const isAllBack = BigInt(returnedAmount) + BigInt(bookedAmount) >= BigInt(amount);
  return isAllBack && allows(dueLifecycle, status, "sendBack") ? sendBack.to : status;
}

/** Schedules another check of an unapplied payment when a merchant's refund releases its claim. */
export async function requeueDue(ctx: Context, row: RefundRow): Promise<void> {
  const due = row.dueId === null ? await dueOfRefund(ctx, row) : undefined;
  if (due?.status === "to_return") await enqueueDueReturn(ctx, due);
}
