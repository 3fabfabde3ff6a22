import { Refusal } from "@countinghouse/contract/kit/refusal.ts";
import { Agreement, type StoredAgreement } from "@countinghouse/contract/payments/coin-order/order-agreement.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { together } from "../../../platform/db/pipelined.ts";
import { type TransactionContext, transact } from "../../../platform/db/transact.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { JobRuntime } from "../../../platform/jobs/job-context.ts";
import {
  dateLines,
  journalsOfOrder,
  lastSeq,
  type PostedJournal,
  postEntries,
  reverseJournal,
} from "../../funds/ledger/index.ts";
import { capturedIn } from "../../merchants/mer-payment-method-cfg/index.ts";
import { agreeAt } from "../agreement/index.ts";
import { capturesOfOrders, updateCapture } from "../capture/index.ts";
import { lockOrder, moveOrder, type NewTimelineEntry, type OrderRow } from "../order-record/index.ts";
import { type AttemptRow, attemptRows, updateAttempt } from "../payment-attempt/index.ts";
import { capturedBy, othersOf } from "./capture-before.service.ts";
import { bookingOf, eventsOf, priceOrReason } from "./capture-booking.service.ts";
import {
  type CaptureFigures,
  type CaptureToPrice,
  changeOf,
  countVolume,
  entriesOf,
  figuresOf,
  type PricedCapture,
  priceByAgreement,
  storedFigures,
} from "./capture-pricing.service.ts";
import {
  findUnpriced,
  postponeUnpriced,
  removeUnpriced,
  type UnpricedRef,
  type UnpricedRow,
} from "./unpriced-capture.store.ts";

/**
 * Prices a capture that was booked without a price, in the caller's transaction: by its agreement, else by the terms
 * in force when the attempt began, else by the present ones. Fee, tax and cost get journals of their own; a capture
 * settled in another currency is booked anew. Answers the capture's figures, or undefined where it is priced already.
 * Refuses where there are still no terms.
 */
export async function priceBooked(ctx: Context, ref: UnpricedRef): Promise<CaptureFigures | undefined> {
  const found = await findUnpriced(ctx, ref);
  if (!found) return undefined;
  const { merchantId, orderId } = found;
  const [order, attempts] = await together([
    lockOrder(ctx, { merchantId, orderId }),
    attemptRows(ctx, merchantId, orderId),
  ]);
  // Another process may have priced it while this one waited for the order's lock.
  if (!(await findUnpriced(ctx, ref))) return undefined;
  const { capture, toPrice, journalId } = await bookedCapture(ctx, order, found.id);
  const attempt = attempts.find(({ id }) => id === capture.attemptId);
  if (!attempt) throw new Error(`the order ${orderId} has no attempt ${capture.attemptId}`);
  const priced = await priceAnyhow(ctx, order, attempt, toPrice);
  // Lock order everywhere: volumes before the book.
  await countVolume(ctx, order, priced);
  const posted = await postPrice(ctx, order, attempt, { ...priced, journalId });
  const journals = eventsOf(posted);
  await removeUnpriced(ctx, ref);
  const timeline: NewTimelineEntry = {
    kind: "ledger",
    title: "eventLedgerPosted",
    detail: { entries: journals.join(" "), events: journals },
    actor: { type: "system" },
    visibility: "operator",
  };
  const figures = posted.length > 0 ? figuresOf(priced) : await placed(ctx, order, figuresOf(priced));
  await updateCapture(ctx, capture, storedFigures(figures));
  await moveOrder(ctx, order, { change: changeOf(order, priced), timeline: [timeline], event: undefined });
  return figures;
}

/**
 * Figures with the place at which they were counted, where no journal tells it. The volume is locked, so that nobody
 * counts meanwhile.
 */
async function placed(ctx: Context, order: OrderRow, figures: CaptureFigures): Promise<CaptureFigures> {
  const { feeRule, settleCurrency: currency } = figures;
  if (!feeRule?.month) return figures;
  const { merchantId, mode } = order;
  const seq = await lastSeq(ctx, { merchantId, book: mode });
  const counted = await capturedIn(ctx, { merchantId, mode, currency, month: feeRule.month });
  return { ...figures, feeRule: { ...feeRule, later: { seq, counted: String(counted) } } };
}

/**
 * A gross-booked capture to price, from its sealed row, its journal and the captures before it. The list of unpriced
 * captures only says that it waits. Throws while a capture of the order has a seal that does not match: it stays
 * unpriced until that is resolved.
 */
async function bookedCapture(ctx: Context, order: OrderRow, id: string) {
  const { merchantId, id: orderId } = order;
  const [captures, journals] = await together([
    capturesOfOrders(ctx, merchantId, [orderId]),
    journalsOfOrder(ctx, merchantId, orderId),
  ]);
  const capture = captures.find((one) => one.id === id);
  const place = journals.findIndex(({ event, eventId }) => event === "J01" && eventId === id);
  const journal = journals[place];
  if (!capture || !journal) throw new Error(`the capture ${id} was never booked`);
  const others = await othersOf(ctx, captures, capture);
  if (others === "altered") throw new Error(`a capture of the order ${orderId} is not as it was written`);
  const earlier = new Set(journals.slice(0, place).map(({ eventId }) => eventId));
  const toPrice: CaptureToPrice = {
    id,
    amount: fromWire(capture.amount, capture.currency),
    before: capturedBy(
      order,
      others.filter((one) => earlier.has(one.id)),
      others,
    ),
    at: new Date(journal.postedAt),
    isBooked: true,
  };
  return { capture, toPrice, journalId: journal.journalId };
}

/**
 * The price by the attempt's agreement. Where none can be computed with, one is made and stored. An altered agreement
 * is kept, so that every verification reports it; the capture is then priced by the terms in force when the attempt
 * began, with unknown card region.
 */
async function priceAnyhow(
  ctx: Context,
  order: OrderRow,
  attempt: AttemptRow,
  capture: CaptureToPrice,
): Promise<PricedCapture> {
  const priced = await priceOrReason(ctx, order, attempt, capture);
  if (typeof priced !== "string") return priced;
  const { merchantId, currency, paymentMethod: method, methodCategory, gatewayId, gatewayAccountId } = attempt;
  const payment = { merchantId, currency, method, methodCategory, gatewayId, gatewayAccountId };
  const stored: StoredAgreement = await agreeAt(ctx, payment, new Date(attempt.startedTime)).catch((error: unknown) => {
    if (error instanceof Refusal) return agreeAt(ctx, payment, ctx.now);
    throw error;
  });
  const isAltered = priced === "altered";
  if (!isAltered) await updateAttempt(ctx, attempt, { agreement: JSON.stringify(stored) });
  return priceByAgreement(ctx, order, isAltered ? null : attempt.cardCountry, Agreement.parse(stored), capture);
}

/** Books the fee, tax and cost. A converted amount was booked in the wrong currency: that journal is reversed. */
async function postPrice(
  ctx: Context,
  order: OrderRow,
  attempt: AttemptRow,
  priced: PricedCapture & { readonly journalId: string },
): Promise<PostedJournal[]> {
  const { capture, rates, dueDate, journalId } = priced;
  const description = `${order.orderNo} ${attempt.attemptNo}`;
  const booking = { ...bookingOf(order, capture, ctx.now), description, dueDate };
  // A gross-booked capture has settlement lines without a date.
  await dateLines(ctx, { merchantId: order.merchantId, orderId: order.id, sourceId: capture.id }, dueDate);
  const entries = entriesOf(order, attempt.gatewayAccountId, priced);
  // The ledger skips journals that this capture has posted already: for an amount that is not converted, its gross.
  if (!rates) return [...(await postEntries(ctx, { ...booking, entries }))];
  const { merchantId, effectiveDate } = booking;
  const undone = await reverseJournal(ctx, {
    merchantId,
    journalId,
    effectiveDate,
    description,
    dueDate,
  });
  return [...(undone ? [undone] : []), ...(await postEntries(ctx, { ...booking, entries }))];
}

/** Longest delay between two tries, in milliseconds. */
const longestWaitMs = 86_400_000;

/** Tries to price one capture; one that cannot be priced yet is postponed, twice as long each time. */
export async function priceOrPostpone(spine: JobRuntime, caller: TransactionContext, row: UnpricedRow): Promise<void> {
  const { merchantId, id: captureId } = row;
  try {
    await transact(spine, caller, (ctx) => priceBooked(ctx, { merchantId, captureId }));
  } catch (error) {
    const waitMs = Math.min(60_000 * 2 ** Math.min(row.tries, 20), longestWaitMs);
    const nextTryTime = new Date(spine.clock.now().getTime() + waitMs).toISOString();
    await postponeUnpriced(spine, { merchantId, captureId }, { tries: row.tries + 1, nextTryTime });
    throw error;
  }
}
