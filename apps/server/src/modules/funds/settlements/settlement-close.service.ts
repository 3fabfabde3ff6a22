import { settlementLifecycle } from "@countinghouse/contract/funds/settlements/settlements.lifecycle.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { currency as codeOf } from "@countinghouse/money/currency.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import { add, type Money, zero } from "@countinghouse/money/money.ts";
import { fromWire, toWire } from "@countinghouse/money/wire.ts";
import { businessNumber } from "../../../platform/db/business-number.ts";
import { newId } from "../../../platform/db/new-id.ts";
import type { Context } from "../../../platform/http/context.ts";
import { hasSameDayRule } from "../../merchants/mer-payment-method-cfg/index.ts";
import { type AccountTerms, termsInForce } from "../../merchants/merchant-account-cfg/index.ts";
import { draftBill } from "../billing/index.ts";
import {
  type BatchColumnSums,
  batchLines,
  batchSums,
  billedBy,
  type CategoryCharges,
  checksumOf,
  type LineSelection,
  linesCollected,
  linesOfBatch,
  lockBook,
  reservedLines,
} from "../ledger/index.ts";
import { heldReserve } from "../mer-deposit/index.ts";
import {
  batchProgressOf,
  firstBooked,
  insertBatch,
  openBatchesOf,
  openDues,
  type SettlementBatchRow,
  type SettlementBook,
  tenantOf,
  uncoveredBatches,
  updateBatch,
} from "./settlement-batch.store.ts";
import {
  closingTime,
  dayIn,
  daysToOpen,
  isBelowMinimum,
  linesToReserve,
  type PlannedReserve,
  plannedReserve,
} from "./settlements.policy.ts";

type Reading = Pick<Context, "actor" | "db" | "seals" | "now">;

/** The terms by which a place is settled now. Refuses where none are in force. */
export async function termsOf(ctx: Reading, { merchantId, currency }: SettlementBook): Promise<AccountTerms> {
  const terms = await termsInForce(ctx, { merchantId, currency, at: ctx.now });
  if (!terms) throw refuse("settlements.noTerms");
  return terms;
}

/** When a batch is closed by itself. */
export async function closesAt(
  ctx: Reading,
  { merchantId, date }: Pick<SettlementBatchRow, "merchantId" | "date">,
  terms: AccountTerms,
): Promise<Date> {
  const isSameDay = terms.settlementDays === 0 || (await hasSameDayRule(ctx, merchantId, ctx.now));
  return closingTime(date, terms.settlement, isSameDay);
}

/** Makes a batch for each day on which lines of a place fall due and none collects them. Locks the book. */
export async function collectBatches(ctx: Context, place: SettlementBook): Promise<void> {
  const { merchantId, mode, currency } = place;
  await lockBook(ctx, { merchantId, book: mode });
  const dues = await openDues(ctx, place);
  if (dues.length === 0) return;
  const terms = await termsOf(ctx, place);
  const open = (await openBatchesOf(ctx, place)).filter(({ status }) => status === "open").map(({ date }) => date);
  const { last } = await batchProgressOf(ctx, place);
  const days = daysToOpen({ dues, open, last, today: dayIn(terms.zone, ctx.now) }, terms.settlement);
  const tenantId = await tenantOf(ctx, merchantId);
  for (const date of days)
    await insertBatch(ctx, {
      merchantId,
      id: newId("bat", ctx.now),
      tenantId,
      batchNo: businessNumber("BT", ctx.now),
      mode,
      currency,
      date,
      status: settlementLifecycle.initial,
      createTime: ctx.now.toISOString(),
    });
}

/** What the batches of a place that are closed and not settled yet will hold back: the cap counts it as held. */
async function reservedUnderWay(ctx: Reading, place: SettlementBook): Promise<Money> {
  const code = codeOf(place.currency);
  const batches = await openBatchesOf(ctx, place);
  return batches.reduce((sum, { reserveAmount }) => add(sum, fromWire(reserveAmount, code)), zero(code));
}

/** What a batch holds back of its lines. */
async function reserveFor(
  ctx: Context,
  batch: SettlementBatchRow,
  { terms, meant, net }: { terms: AccountTerms; meant: LineSelection; net: Money },
): Promise<PlannedReserve | null> {
  const { merchantId, mode: book, currency, date } = batch;
  const lines = await reservedLines(ctx.db, merchantId, meant);
  const isOwn = terms.settlementCurrency === currency;
  const asked = {
    reserveType: terms.reserveType,
    reserveRatio: terms.reserveRatio,
    reserveDays: terms.reserveDays,
    reserveCap: isOwn ? terms.reserveCap : null,
    calendars: terms.calendars,
  };
  if (linesToReserve(lines, asked, net.currency).length === 0) return null;
  const held = add(await heldReserve(ctx, { merchantId, book, currency }), await reservedUnderWay(ctx, batch));
  return plannedReserve({ lines, terms: asked, net, date, held });
}

/** How a batch is closed. */
export interface BatchClosing {
  /** Whether its time has come. */
  readonly isDue: (batch: SettlementBatchRow, terms: AccountTerms) => Promise<boolean>;
  /** The one that is meant; whichever is next unless told. */
  readonly only?: string;
  /** What becomes of one that comes to less than is settled: carried forward unless told. */
  readonly small?: "refuse" | "close";
}

/** A batch that collects, and what it comes to now. */
interface ComputedBatch {
  readonly batch: SettlementBatchRow;
  readonly meant: LineSelection;
  readonly billed: readonly CategoryCharges[];
  readonly sums: BatchColumnSums;
  readonly net: Money;
  readonly isBelow: boolean;
}

async function reckon(ctx: Context, batch: SettlementBatchRow, terms: AccountTerms): Promise<ComputedBatch> {
  const { merchantId, mode: book, currency, id, date } = batch;
  const meant = linesCollected({ book, currency }, { id, date });
  const billed = await billedBy(ctx.db, merchantId, meant);
  const sums = batchSums(billed);
  const net = fromWire(sums.amount, codeOf(currency));
  const minimum = terms.settlementCurrency === currency ? terms.minSettlementAmount : null;
  return { batch, meant, billed, sums, net, isBelow: isBelowMinimum(net, minimum) };
}

/**
 * The earliest batch of a place that may be closed or carried. One on hold that comes to too little, or to nothing, waits:
 * carried, its lines would be settled by a batch that nobody holds. Those behind it go on without its lines.
 */
async function nextToClose(
  ctx: Context,
  place: SettlementBook,
  terms: AccountTerms,
  { only, small }: Pick<BatchClosing, "only" | "small">,
): Promise<ComputedBatch | undefined> {
  let waiting: string | undefined;
  for (const batch of (await openBatchesOf(ctx, place)).filter(({ status }) => status === "open")) {
    if (!(await ctx.seals.isGenuine(ctx.db, "settlementBatches", batch)))
      throw refuse("settlements.altered", { batchNo: batch.batchNo });
    const reckoned = await reckon(ctx, batch, terms);
    const isCarried = reckoned.sums.lineCount === 0 || (reckoned.isBelow && small !== "close");
    if (batch.holdReason === null || !isCarried) return reckoned;
    if (batch.id === only) throw refuse("settlements.onHold", { batchNo: batch.batchNo });
    waiting ??= batch.batchNo;
  }
  if (waiting !== undefined && only === undefined) throw refuse("settlements.onHold", { batchNo: waiting });
  return undefined;
}

/**
 * Closes the next batch of a place that collects, in the transaction of `ctx`: its lines are frozen with their sums and a
 * checksum, its reserve is reckoned and its bill drafted. What comes to less than is settled, or to nothing, is left to the
 * next one. The book is locked, so that no line comes or goes meanwhile and batches close one after the other. Answers
 * nothing where none collects, another one than is meant is next, or its time has not come.
 */
export async function closeNext(
  ctx: Context,
  place: SettlementBook,
  closing: BatchClosing,
): Promise<SettlementBatchRow | undefined> {
  const { isDue, only, small } = closing;
  await lockBook(ctx, { merchantId: place.merchantId, book: place.mode });
  if ((await openBatchesOf(ctx, place)).every(({ status }) => status !== "open")) return undefined;
  const terms = await termsOf(ctx, place);
  const next = await nextToClose(ctx, place, terms, closing);
  if (!next || (only !== undefined && next.batch.id !== only)) return undefined;
  const { batch, sums, isBelow } = next;
  if (!(await isDue(batch, terms))) return undefined;
  if (sums.lineCount > 0 && isBelow && small === "refuse") {
    const minimum = formatMoney(terms.minSettlementAmount, { language: ctx.request.locale });
    throw refuse("settlements.belowMinimum", { batchNo: batch.batchNo, minimum });
  }
  if (sums.lineCount > 0 && (!isBelow || small === "close")) return closeBatch(ctx, place, next, terms);
  return updateBatch(ctx, batch, {
    status: settlementLifecycle.actions.carry.to,
    voidCause: sums.lineCount === 0 ? "empty" : "below_minimum",
    voidTime: ctx.now.toISOString(),
    blockedBy: null,
  });
}

async function closeBatch(
  ctx: Context,
  place: SettlementBook,
  { batch, meant, billed, sums, net }: ComputedBatch,
  terms: AccountTerms,
): Promise<SettlementBatchRow> {
  const { merchantId, mode, currency } = place;
  const planned = await reserveFor(ctx, batch, { terms, meant, net });
  await batchLines(ctx, merchantId, meant, batch.id);
  const { seq, from } = await batchProgressOf(ctx, place);
  const periodTo = ctx.now.toISOString();
  const periodFrom = from ?? (await firstBooked(ctx, place)) ?? periodTo;
  const closed = await updateBatch(ctx, batch, {
    ...sums,
    status: settlementLifecycle.actions.close.to,
    seq: seq + 1,
    periodFrom,
    periodTo,
    reserveAmount: toWire(planned?.amount ?? zero(net.currency)),
    reserveRatio: planned?.ratio ?? null,
    reserveReleaseDate: planned?.releaseDate ?? null,
    checksum: await checksumOf(ctx.db, merchantId, linesOfBatch(batch.id)),
    termsId: terms.id,
    blockedBy: null,
    closedTime: periodTo,
    closeUserId: ctx.actor.userId > 0 ? ctx.actor.userId : null,
    closeUserName: ctx.actor.realName || null,
  });
  const { tenantId, id: batchId } = batch;
  const billingDate = dayIn(terms.zone, ctx.now);
  const uncovered = await uncoveredBatches(ctx, place, periodFrom);
  for (const before of uncovered) await updateBatch(ctx, before, { coveredBy: batchId });
  await draftBill(ctx, { merchantId, tenantId, batchId, mode, currency, periodFrom, periodTo, billingDate, billed });
  return closed;
}

/** Whether a batch's own time to be closed has come. */
export const isCutoffReached =
  (ctx: Reading) =>
  async (batch: SettlementBatchRow, terms: AccountTerms): Promise<boolean> =>
    (await closesAt(ctx, batch, terms)) <= ctx.now;
