import { paymentCaptured } from "@countinghouse/ledger/capture.postings.ts";
import { add, type Money } from "@countinghouse/money/money.ts";
import { MoneyError } from "@countinghouse/money/money-error.ts";
import { fromWire, toWire } from "@countinghouse/money/wire.ts";
import type { Context } from "../../../platform/http/context.ts";
import { type PostedJournal, type PostRequest, postEntries } from "../../funds/ledger/index.ts";
import { recordException } from "../../logs/event-exception-log/index.ts";
import { sealedAgreementOf } from "../agreement/index.ts";
import { capturesOfOrders } from "../capture/index.ts";
import type { OrderChange, OrderRow } from "../order-record/index.ts";
import type { AttemptRow } from "../payment-attempt/index.ts";
import { type CapturedBefore, capturedBy, isTaken, nothingBefore, othersOf } from "./capture-before.service.ts";
import {
  type CaptureFigures,
  type CaptureToPrice,
  changeOf,
  countVolume,
  entriesOf,
  figuresOf,
  type PricedCapture,
  priceByAgreement,
} from "./capture-pricing.service.ts";
import { insertUnpriced, type UnpricedReason } from "./unpriced-capture.store.ts";

/** Queue that prices captures which were booked without a price. */
export const pricingQueue = "order.price";

/** Money that a gateway captured of a payment. */
export interface ReportedCaptureFunds {
  /** Id of the capture: its journals are booked under it, once, however often booking runs. */
  readonly id: string;
  /** In the order's currency. */
  readonly amount: Money;
  /** Sequence number among the payment's captures, from 1. */
  readonly seq: number;
}

/** A capture that was booked. */
export interface BookedCapture {
  /** Changes to the order. */
  readonly change: OrderChange;
  readonly figures: CaptureFigures;
  /** Events of its journals. */
  readonly journals: readonly string[];
}

/** The book and the reference under which a capture is booked. */
export const bookingOf = (
  order: OrderRow,
  { id }: Pick<CaptureToPrice, "id">,
  now: Date,
): Omit<PostRequest, "entries" | "description"> => ({
  merchantId: order.merchantId,
  book: order.mode,
  eventId: id,
  orderId: order.id,
  effectiveDate: now.toISOString().slice(0, 10),
});

export const eventsOf = (posted: readonly PostedJournal[]): readonly string[] => posted.map(({ event }) => event);

/** Whether an error means that the agreement cannot be computed with. */
const isBroken = (error: unknown): boolean => error instanceof MoneyError || error instanceof RangeError;

/** A capture priced by the attempt's agreement, or why it has no price. */
export async function priceOrReason(
  ctx: Context,
  order: OrderRow,
  attempt: AttemptRow,
  capture: CaptureToPrice,
): Promise<PricedCapture | UnpricedReason> {
  const agreement = await sealedAgreementOf(ctx, attempt);
  if (agreement === "altered") return agreement;
  if (!agreement) return "no_agreement";
  try {
    return await priceByAgreement(ctx, order, attempt.cardCountry, agreement, capture);
  } catch (error) {
    if (isBroken(error)) return "unpriceable";
    throw error;
  }
}

/**
 * Totals before a capture, from the captures themselves: the order's sums are not sealed. The first capture reads
 * nothing.
 */
async function beforeOf(
  ctx: Context,
  order: OrderRow,
  capture: Pick<ReportedCaptureFunds, "id" | "seq">,
): Promise<CapturedBefore | "altered"> {
  // A first capture that was refused may succeed after later ones.
  if (capture.seq === 1 && order.capturedAmount === "0") return nothingBefore(order);
  const captures = await capturesOfOrders(ctx, order.merchantId, [order.id]);
  const others = await othersOf(ctx, captures, capture);
  return others === "altered" ? others : capturedBy(order, others.filter(isTaken));
}

/**
 * Books a capture in the caller's transaction, which holds the order's lock. The gateway has the money already, so
 * this refuses nothing. A capture that cannot be priced is booked gross in its own currency, listed in
 * `unpriced_captures`, and reported as an exception until journals of its own book the fee.
 */
export async function bookCapture(
  ctx: Context,
  order: OrderRow,
  attempt: AttemptRow,
  { id, amount, seq }: ReportedCaptureFunds,
): Promise<BookedCapture> {
  const before = await beforeOf(ctx, order, { id, seq });
  const booked = { id, amount, at: ctx.now };
  const priced =
    before === "altered" ? before : await priceOrReason(ctx, order, attempt, { ...booked, before, isBooked: true });
  const description = `${order.orderNo} ${attempt.attemptNo}${seq > 1 ? ` #${seq}` : ""}`;
  const post = (entries: PostRequest["entries"], dueDate: string | null) =>
    postEntries(ctx, { ...bookingOf(order, booked, ctx.now), entries, description, dueDate });
  const change = moneyOf(order, amount);
  if (typeof priced !== "string") {
    // Lock order everywhere: volumes before the book.
    await countVolume(ctx, order, priced);
    const posted = await post(entriesOf(order, attempt.gatewayAccountId, priced), priced.dueDate);
    return {
      change: { ...change, ...changeOf(order, priced) },
      figures: figuresOf(priced),
      journals: eventsOf(posted),
    };
  }
  const { merchantId } = order;
  const posted = await post(
    [paymentCaptured({ merchantId, gatewayAccountId: attempt.gatewayAccountId, amount })],
    null,
  );
  if (posted.length > 0) await noteUnpriced(ctx, order, attempt, booked, priced);
  return { change, figures: grossOf(amount), journals: eventsOf(posted) };
}

/** The order's amounts after a capture; the part beyond the order's amount is surplus. */
function moneyOf(order: OrderRow, amount: Money): OrderChange {
  const sum = add(fromWire(order.capturedAmount, order.currency), amount);
  const all = fromWire(order.amount, order.currency);
  const beyond = sum.amountMinor - all.amountMinor;
  if (beyond <= 0n) return { capturedAmount: toWire(sum), settlementStatus: "unsettled" };
  const surplusAmount = String(BigInt(order.surplusAmount) + beyond);
  return { capturedAmount: toWire(all), surplusAmount, settlementStatus: "unsettled" };
}

/** Figures of an unpriced capture: gross, in its own currency. */
const grossOf = (amount: Money): CaptureFigures => ({
  settleCurrency: amount.currency,
  settleAmount: toWire(amount),
  feeAmount: null,
  feeTaxAmount: null,
  netAmount: null,
  gatewayCostAmount: null,
  gatewayCostCurrency: null,
  fxRate: null,
  fx: null,
  feeRule: null,
  dueDate: null,
  isPriced: false,
});

/** Lists a capture as unpriced and raises an alarm. */
async function noteUnpriced(
  ctx: Context,
  { merchantId, id: orderId, orderNo, capturedAmount }: OrderRow,
  { id: attemptId, attemptNo }: AttemptRow,
  { id, amount, at }: Pick<CaptureToPrice, "id" | "amount" | "at">,
  reason: UnpricedReason,
): Promise<void> {
  await insertUnpriced(ctx, {
    merchantId,
    id,
    orderId,
    attemptId,
    amount: toWire(amount),
    currency: amount.currency,
    capturedBefore: capturedAmount,
    reason,
    createTime: at.toISOString(),
    nextTryTime: at.toISOString(),
  });
  await recordException(ctx, {
    source: "ledger",
    eventType: "capture.unpriced",
    objectType: "order",
    objectId: orderId,
    merchantId,
    level: "error",
    message: `${reason}: ${orderNo} ${attemptNo} is booked without a price`,
    payload: { orderNo, attemptNo, captureId: id, amount: toWire(amount), currency: amount.currency },
    retry: { queue: pricingQueue, data: { merchantId, captureId: id } },
  });
}
