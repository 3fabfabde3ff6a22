import { SettlementStatus } from "@countinghouse/contract/funds/settlements/settlement-enumerations.ts";
import {
  holdableStates,
  type SettlementAction,
  settlementLifecycle,
} from "@countinghouse/contract/funds/settlements/settlements.lifecycle.ts";
import { allows } from "@countinghouse/contract/kit/lifecycle.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { batchSettled } from "@countinghouse/ledger/settlement.postings.ts";
import { currency as codeOf } from "@countinghouse/money/currency.ts";
import { isZero } from "@countinghouse/money/money.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import type { Context } from "../../../platform/http/context.ts";
import { issueBill, lockBillOfBatch, stepBill } from "../billing/index.ts";
import {
  batchSums,
  billedBy,
  checksumOf,
  linesOfBatch,
  lockBook,
  moveBatchLines,
  postEntries,
} from "../ledger/index.ts";
import { holdReserve } from "../mer-deposit/index.ts";
import { type BatchRow, lockBatch, type Place, updateBatch } from "./settlement-batch.store.ts";
import { termsOf } from "./settlement-close.service.ts";
import { tellAvailable, tellOfBatch } from "./settlement-object.service.ts";
import { settledOrdersQueue } from "./settlement-order.service.ts";
import { dayIn } from "./settlements.policy.ts";

/** Names one batch, with the book that is locked before it. */
export interface BatchRef extends Place {
  readonly id: string;
}

/** A batch that is as this installation wrote it, locked behind its book. */
export async function heldBatch(ctx: Context, { merchantId, mode, id }: Omit<BatchRef, "currency">): Promise<BatchRow> {
  await lockBook(ctx, { merchantId, book: mode });
  const batch = await lockBatch(ctx, merchantId, id);
  if (!(await ctx.seals.isGenuine(ctx.db, "settlementBatches", batch)))
    throw refuse("settlements.altered", { batchNo: batch.batchNo });
  return batch;
}

/** The refusal of a step that the state of a batch does not allow. */
function notAllowed(ctx: Context, { batchNo, status }: BatchRow, event: string) {
  const named = SettlementStatus.memberOf(status)?.text[ctx.request.locale] ?? status;
  return refuse("settlements.invalidTransition", { batchNo, status: named }, { extras: { from: status, event } });
}

function assertStep(ctx: Context, batch: BatchRow, action: SettlementAction): void {
  if (!allows(settlementLifecycle, batch.status, action)) throw notAllowed(ctx, batch, action);
}

/** Refuses a batch whose lines are not those that were closed. */
async function assertWhole(ctx: Context, batch: BatchRow): Promise<void> {
  const { merchantId, id, batchNo } = batch;
  const lines = linesOfBatch(id);
  const sums = batchSums(await billedBy(ctx.db, merchantId, lines));
  const isSame = (Object.keys(sums) as (keyof typeof sums)[]).every((name) => sums[name] === batch[name]);
  if (!isSame || (await checksumOf(ctx.db, merchantId, lines)) !== batch.checksum)
    throw refuse("settlements.linesChanged", { batchNo });
}

/** Says that a closed batch may be settled; `issues` issues a bill that is still a draft. */
export async function confirmBatch(
  ctx: Context,
  ref: Omit<BatchRef, "currency">,
  { issues }: { readonly issues: boolean },
): Promise<BatchRow> {
  const batch = await heldBatch(ctx, ref);
  assertStep(ctx, batch, "confirm");
  const bill = await lockBillOfBatch(ctx, batch.merchantId, batch.id);
  const issued = bill?.status === "draft" && issues ? await issueBill(ctx, bill) : bill;
  if (!issued || !["issued", "confirmed"].includes(issued.status))
    throw refuse("settlements.billNotIssued", { batchNo: batch.batchNo });
  if (!(await ctx.seals.isGenuine(ctx.db, "bills", issued)))
    throw refuse("settlements.altered", { batchNo: batch.batchNo });
  await assertWhole(ctx, batch);
  const confirmed = await updateBatch(ctx, batch, {
    status: settlementLifecycle.actions.confirm.to,
    confirmedTime: ctx.now.toISOString(),
    eventSeq: batch.eventSeq + 1,
    blockedBy: null,
  });
  await tellOfBatch(ctx, confirmed, "settlement.confirmed");
  return confirmed;
}

/**
 * Settles a confirmed batch in the transaction of `ctx`: J30, or J30n where the merchant owes it, under the batch's id,
 * so that it is booked once whoever tries; its lines, its reserve and its bill move with it or not at all.
 */
export async function settleBatch(ctx: Context, ref: Omit<BatchRef, "currency">): Promise<BatchRow> {
  const batch = await heldBatch(ctx, ref);
  const { merchantId, mode: book, currency, id, batchNo, date } = batch;
  assertStep(ctx, batch, "settle");
  if (batch.holdReason !== null) throw refuse("settlements.onHold", { batchNo });
  const { zone } = await termsOf(ctx, batch);
  const today = dayIn(zone, ctx.now);
  if (date > today) throw refuse("settlements.notDue", { batchNo, date });
  await assertWhole(ctx, batch);
  const code = codeOf(currency);
  const [net, withheld] = [fromWire(batch.amount, code), fromWire(batch.reserveAmount, code)];
  const [posted] = await postEntries(ctx, {
    merchantId,
    book,
    entries: isZero(net) ? [] : [batchSettled({ merchantId, net, reserve: withheld })],
    eventId: id,
    orderId: null,
    effectiveDate: ctx.now.toISOString().slice(0, 10),
    description: batchNo,
  });
  await moveBatchLines(ctx, { merchantId, batchId: id }, "settled");
  const { reserveRatio: ratio, reserveReleaseDate: releaseDate } = batch;
  if (posted && ratio !== null && releaseDate !== null && !isZero(withheld)) {
    // From its value date on, also where it is settled later.
    const days = { holdDate: date, releaseDate };
    const hold = { merchantId, book, currency, batchId: id, batchNo, ratio, amount: withheld, ...days };
    await holdReserve(ctx, { ...hold, journalId: posted.journalId });
  }
  const settled = await updateBatch(ctx, batch, {
    status: settlementLifecycle.actions.settle.to,
    settledTime: ctx.now.toISOString(),
    journalId: posted?.journalId ?? null,
    eventSeq: batch.eventSeq + 2,
    blockedBy: null,
  });
  await tellOfBatch(ctx, { ...settled, eventSeq: batch.eventSeq + 1 }, "settlement.settled");
  if (net.amountMinor > withheld.amountMinor) await tellAvailable(ctx, settled);
  await ctx.enqueue({ queue: settledOrdersQueue, data: { merchantId, batchId: id } });
  return settled;
}

/** Keeps a batch from being settled, or lets it go; what it comes to stays pending meanwhile. */
export async function holdBatch(ctx: Context, batch: BatchRow, reason: string): Promise<BatchRow> {
  if (!holdableStates.includes(batch.status)) throw notAllowed(ctx, batch, "hold");
  if (batch.holdReason !== null) throw refuse("settlements.onHold", { batchNo: batch.batchNo });
  return updateBatch(ctx, batch, { holdReason: reason });
}

export async function releaseBatch(ctx: Context, batch: BatchRow): Promise<BatchRow> {
  if (batch.holdReason === null || !holdableStates.includes(batch.status))
    throw refuse("settlements.notOnHold", { batchNo: batch.batchNo });
  return updateBatch(ctx, batch, { holdReason: null, ...(batch.blockedBy === "on_hold" ? { blockedBy: null } : {}) });
}

/** Ends a batch that is not settled, with its bill; its lines wait for the next one. */
export async function voidBatch(ctx: Context, batch: BatchRow, reason: string): Promise<BatchRow> {
  assertStep(ctx, batch, "void");
  if (batch.holdReason !== null) throw refuse("settlements.onHold", { batchNo: batch.batchNo });
  const { merchantId, id: batchId } = batch;
  await moveBatchLines(ctx, { merchantId, batchId }, "open");
  const bill = await lockBillOfBatch(ctx, merchantId, batchId);
  if (bill) await stepBill(ctx, bill, "void");
  return updateBatch(ctx, batch, {
    status: settlementLifecycle.actions.void.to,
    voidCause: "by_hand",
    voidReason: reason,
    voidTime: ctx.now.toISOString(),
    blockedBy: null,
  });
}
