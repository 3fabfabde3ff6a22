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
import { settingsOf } from "../../settings/config/index.ts";
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
import { unreconciledOrders } from "../recon/index.ts";
import { lockBatch, type SettlementBatchRow, type SettlementBook, updateBatch } from "./settlement-batch.store.ts";
import { termsOf } from "./settlement-close.service.ts";
import { publishBalanceAvailable, publishBatchEvent } from "./settlement-object.service.ts";
import { settledOrdersQueue } from "./settlement-order.service.ts";
import { dayIn } from "./settlements.policy.ts";

/** Names one batch, with the book that is locked before it. */
export interface SettlementBatchRef extends SettlementBook {
  readonly id: string;
}

/** A batch that is as this installation wrote it, locked behind its book. */
export async function lockedBatch(
  ctx: Context,
  { merchantId, mode, id }: Omit<SettlementBatchRef, "currency">,
): Promise<SettlementBatchRow> {
  await lockBook(ctx, { merchantId, book: mode });
  const batch = await lockBatch(ctx, merchantId, id);
  if (!(await ctx.seals.isGenuine(ctx.db, "settlementBatches", batch)))
    throw refuse("settlements.altered", { batchNo: batch.batchNo });
  return batch;
}

/** The refusal of a step that the state of a batch does not allow. */
function notAllowed(ctx: Context, { batchNo, status }: SettlementBatchRow, event: string) {
  const named = SettlementStatus.memberOf(status)?.text[ctx.request.locale] ?? status;
  return refuse("settlements.invalidTransition", { batchNo, status: named }, { extras: { from: status, event } });
}

function assertStep(ctx: Context, batch: SettlementBatchRow, action: SettlementAction): void {
  if (!allows(settlementLifecycle, batch.status, action)) throw notAllowed(ctx, batch, action);
}

/** Refuses a batch whose lines are not those that were closed. */
async function assertWhole(ctx: Context, batch: SettlementBatchRow): Promise<void> {
  const { merchantId, id, batchNo } = batch;
  const lines = linesOfBatch(id);
  const sums = batchSums(await billedBy(ctx.db, merchantId, lines));
  const isSame = (Object.keys(sums) as (keyof typeof sums)[]).every((name) => sums[name] === batch[name]);
  if (!isSame || (await checksumOf(ctx.db, merchantId, lines)) !== batch.checksum)
    throw refuse("settlements.linesChanged", { batchNo });
}

/** The bill of a batch, locked, in a state in which its money may move. */
async function standingBill(ctx: Context, batch: SettlementBatchRow, issues: boolean): Promise<void> {
  const { merchantId, id, batchNo } = batch;
  const bill = await lockBillOfBatch(ctx, merchantId, id);
  const issued = bill?.status === "draft" && issues ? await issueBill(ctx, bill) : bill;
  if (!issued || !["issued", "confirmed"].includes(issued.status))
    throw refuse("settlements.billNotIssued", { batchNo });
  if (!(await ctx.seals.isGenuine(ctx.db, "bills", issued))) throw refuse("settlements.altered", { batchNo });
}

/** Orders that a refusal names. */
const namedMax = 3;

/** Refuses a batch while a gateway says otherwise about orders of its, unless the settings let it go on. */
async function assertReconciled(
  ctx: Context,
  { tenantId, merchantId, id, batchNo }: SettlementBatchRow,
): Promise<void> {
  const { settlement_reconciled_only: isAsked } = await settingsOf(ctx, ["settlement_reconciled_only"]);
  if (!isAsked) return;
  const orders = await unreconciledOrders(ctx, { tenantId, merchantId, batchId: id }, namedMax);
  if (orders.length > 0) throw refuse("settlements.unreconciled", { batchNo, orders: orders.join(", ") });
}

/**
 * Says that a closed batch may be settled; `issues` issues a bill that is still a draft. Waits for differences to what
 * gateways say (acquiring-domain 3.5).
 */
export async function confirmBatch(
  ctx: Context,
  ref: Omit<SettlementBatchRef, "currency">,
  { issues }: { readonly issues: boolean },
): Promise<SettlementBatchRow> {
  const batch = await lockedBatch(ctx, ref);
  assertStep(ctx, batch, "confirm");
  await standingBill(ctx, batch, issues);
  await assertReconciled(ctx, batch);
  await assertWhole(ctx, batch);
  const confirmed = await updateBatch(ctx, batch, {
    status: settlementLifecycle.actions.confirm.to,
    confirmedTime: ctx.now.toISOString(),
    eventSeq: batch.eventSeq + 1,
    blockedBy: null,
  });
  await publishBatchEvent(ctx, confirmed, "settlement.confirmed");
  return confirmed;
}

/**
 * Settles a confirmed batch in the transaction of `ctx`: J30, or J30n where the merchant owes it, under the batch's id,
 * so that it is booked once whoever tries; its lines, its reserve and its bill move with it or not at all.
 */
export async function settleBatch(
  ctx: Context,
  ref: Omit<SettlementBatchRef, "currency">,
): Promise<SettlementBatchRow> {
  const batch = await lockedBatch(ctx, ref);
  const { merchantId, mode: book, currency, id, batchNo, date } = batch;
  assertStep(ctx, batch, "settle");
  if (batch.holdReason !== null) throw refuse("settlements.onHold", { batchNo });
  const { zone } = await termsOf(ctx, batch);
  const today = dayIn(zone, ctx.now);
  if (date > today) throw refuse("settlements.notDue", { batchNo, date });
  // Its merchant may have questioned it since it was confirmed.
  await standingBill(ctx, batch, false);
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
  await publishBatchEvent(ctx, { ...settled, eventSeq: batch.eventSeq + 1 }, "settlement.settled");
  if (net.amountMinor > withheld.amountMinor) await publishBalanceAvailable(ctx, settled);
  await ctx.enqueue({ queue: settledOrdersQueue, data: { merchantId, batchId: id } });
  return settled;
}

/** Keeps a batch from being settled, or lets it go; what it comes to stays pending meanwhile. */
export async function holdBatch(ctx: Context, batch: SettlementBatchRow, reason: string): Promise<SettlementBatchRow> {
  if (!holdableStates.includes(batch.status)) throw notAllowed(ctx, batch, "hold");
  if (batch.holdReason !== null) throw refuse("settlements.onHold", { batchNo: batch.batchNo });
  return updateBatch(ctx, batch, { holdReason: reason });
}

export async function releaseBatch(ctx: Context, batch: SettlementBatchRow): Promise<SettlementBatchRow> {
  if (batch.holdReason === null || !holdableStates.includes(batch.status))
    throw refuse("settlements.notOnHold", { batchNo: batch.batchNo });
  return updateBatch(ctx, batch, { holdReason: null, ...(batch.blockedBy === "on_hold" ? { blockedBy: null } : {}) });
}

/** Ends a batch that is not settled, with its bill; its lines wait for the next one. */
export async function voidBatch(ctx: Context, batch: SettlementBatchRow, reason: string): Promise<SettlementBatchRow> {
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
