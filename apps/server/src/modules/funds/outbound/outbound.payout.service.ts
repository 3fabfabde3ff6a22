import type { CashoutReview } from "@countinghouse/contract/funds/cashout/cashout.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { currency } from "@countinghouse/money/currency.ts";
import { exceeds, type Money } from "@countinghouse/money/money.ts";
import type { Context } from "../../../platform/http/context.ts";
import { allocateToBatches, type BatchAllocation, releaseAllocations } from "../allocation/index.ts";
import {
  amountOf,
  endPayout,
  lockPayout,
  type PayoutOwner,
  type PayoutRow,
  paidUnder,
  payoutAskQueue,
  payoutOf,
  resolvePayout,
  returnableOf,
} from "../payout/index.ts";
import { accountById, labelOf } from "../payout-account/index.ts";
import {
  bookDifference,
  bookDifferenceBorne,
  bookFailedUndone,
  bookPaid,
  bookReturned,
  type Outgoing,
} from "./outbound.booking.service.ts";
import type { OutboundType } from "./outbound.plan.service.ts";
import { typedAmount } from "./outbound.policy.ts";

/** Money on its way out as what takes of settled batches, in whose name. */
export type OutboundAllocation = Outgoing & { readonly tenantId: number };

const sourceOf = { cashout: "cashout", payoutOrder: "payout_order" } as const;

const takingOf = ({ kind, merchantId, tenantId, mode, id, no }: OutboundAllocation): BatchAllocation => ({
  merchantId,
  tenantId,
  mode,
  sourceType: sourceOf[kind],
  sourceId: id,
  sourceNo: no,
});

/** Books what was paid, late or in time and otherwise than asked where it was so, and notes of which batches it is. */
export async function settlePaid(
  ctx: Context,
  of: OutboundAllocation,
  payout: PayoutRow,
  isLate: boolean,
): Promise<void> {
  if (isLate) await bookFailedUndone(ctx, of);
  await bookPaid(ctx, of);
  await bookDifference(ctx, of, payout);
  await allocateToBatches(ctx, takingOf(of), of.debited);
}

/** Books what came back, and gives it back to the batches that it was of. Our fee is kept: it stays taken. */
export async function settleReturned(
  ctx: Context,
  of: OutboundAllocation,
  payout: PayoutRow,
  received: Money,
): Promise<void> {
  await bookReturned(ctx, of, payout, received);
  await releaseAllocations(ctx, takingOf(of), of.sent);
}

/** Notes of which batches something is that was paid, and came back where `back` says how much, without booking anything. */
export async function recordAllocation(ctx: Context, of: OutboundAllocation, back: Money | undefined): Promise<void> {
  await allocateToBatches(ctx, takingOf(of), of.debited);
  if (back) await releaseAllocations(ctx, takingOf(of), back);
}

/** A transfer that people say something of: what it carries out, in whose words they are refused, and who hears of its end. */
export interface MarkedTransfer {
  readonly way: OutboundType;
  readonly of: Outgoing;
  readonly payoutId: string | null;
  readonly owner: PayoutOwner;
}

/** The transfer of something that went out, locked behind it. */
async function transferOf(ctx: Context, { of: { merchantId, no }, payoutId }: MarkedTransfer): Promise<PayoutRow> {
  if (payoutId === null) throw new Error(`${no} has no transfer`);
  return lockPayout(ctx, { merchantId, payoutId });
}

/** Paid by hand, with the bank's number. What a provider pays is asked of the provider. */
export async function markTransferPaid(ctx: Context, marked: MarkedTransfer, bankReference: string): Promise<void> {
  const payout = await transferOf(ctx, marked);
  if (payout.gatewayAccountId !== null) throw refuse(`${marked.way}.sentByProvider`);
  const other = await paidUnder(ctx.db, payout.fundingAccountId, bankReference);
  if (other) throw refuse(`${marked.way}.referenceTaken`, { payoutNo: other.payoutNo });
  const facts = { providerReference: bankReference };
  await endPayout(ctx, payout, { kind: "paid", paid: amountOf(payout) }, marked.owner, facts);
}

/** Not paid, and not to be paid; a provider has to have said that it never had it. */
export async function markTransferFailed(
  ctx: Context,
  marked: MarkedTransfer,
  { code, message }: { readonly code: NonNullable<PayoutRow["failureCode"]>; readonly message: string },
): Promise<void> {
  const payout = await transferOf(ctx, marked);
  if (!mayGiveUp(payout, ctx.now)) throw refuse(`${marked.way}.sentByProvider`);
  await endPayout(ctx, payout, { kind: "failed", code, message }, marked.owner);
}

/** The payee's bank sent it back, all or a part: the rest is what it kept. `amount` is as typed, in minor units. */
export async function markTransferReturned(ctx: Context, marked: MarkedTransfer, amount: string): Promise<void> {
  const payout = await transferOf(ctx, marked);
  const most = returnableOf(payout);
  const received = typedAmount(amount, most.currency);
  if (!received || exceeds(received, most)) throw refuse(`${marked.way}.returnExceeds`);
  await endPayout(ctx, payout, { kind: "returned", received }, marked.owner);
}

/** Says who bears what the provider paid otherwise than asked, and books it there. */
export async function resolveTransfer(
  ctx: Context,
  marked: MarkedTransfer,
  { cause, note }: { readonly cause: NonNullable<PayoutRow["differenceCause"]>; readonly note: string },
): Promise<void> {
  const { way, of, payoutId } = marked;
  if (payoutId === null) throw refuse(`${way}.noDifference`);
  const payout = await transferOf(ctx, marked);
  if (!(await ctx.seals.isGenuine(ctx.db, "payouts", payout))) throw refuse(`${way}.altered`);
  if (!isDifferenceOpen(payout)) throw refuse(`${way}.noDifference`);
  const isForeign = of.debited.currency !== payout.currency || payout.paidCurrency !== payout.currency;
  // What came back was booked as if all of it had left: a merchant would get the difference, or pay it, for nothing.
  if (cause === "merchant" && (isForeign || payout.status === "returned")) throw refuse(`${way}.otherCurrency`);
  await bookDifferenceBorne(ctx, of, payout, cause);
  await resolvePayout(ctx, payout, { cause, note });
}

/** Has the provider asked what became of the transfer of something. */
export async function syncTransfer(
  ctx: Context,
  way: OutboundType,
  { merchantId, id }: { readonly merchantId: string; readonly id: string },
): Promise<void> {
  const payout = await payoutOf(ctx.db, { merchantId, sourceType: sourceOf[way], sourceId: id });
  if (!payout || !mayAsk(payout)) throw refuse(`${way}.nothingToAsk`);
  await ctx.enqueue({ queue: payoutAskQueue, data: { merchantId, payoutId: payout.id } });
}

/** So many times, over so long, a provider has to say that it does not have a transfer before people may give it up. */
const absentTimes = 3;
const absentMs = 2 * 3_600_000;

/** Whether people may say that a transfer is not paid: by hand always; by a provider that says it never had it. */
export const mayGiveUp = (payout: PayoutRow, now: Date): boolean =>
  payout.gatewayAccountId === null ||
  payout.attempts === 0 ||
  (payout.providerReference === null &&
    payout.notFoundCount >= absentTimes &&
    payout.notFoundSince !== null &&
    now.getTime() - Date.parse(payout.notFoundSince) >= absentMs);

/** Whether a provider may be asked: about what was sent and is open, or was told as failed, which it may have paid after all. */
export const mayAsk = ({ status, gatewayAccountId, attempts }: PayoutRow): boolean =>
  gatewayAccountId !== null && (status === "submitted" || (status === "failed" && attempts > 0));

/** Whether somebody has to say who bears what a transfer was paid otherwise than asked. */
export const isDifferenceOpen = ({ paidAmount, differenceCause }: PayoutRow): boolean =>
  paidAmount !== null && differenceCause === null;

/** A transfer as whoever decides is shown it. */
export async function transferShown(ctx: Context, payout: PayoutRow | undefined): Promise<CashoutReview["payout"]> {
  if (!payout) return null;
  const { payoutNo, status, attempts, nextRetryTime, providerReference, gatewayAccountId } = payout;
  const { paidAmount, paidCurrency, differenceCause } = payout;
  const { shortSince, availableAmount } = payout;
  const funding = await accountById(ctx.db, payout.fundingAccountId);
  return {
    payoutNo,
    status,
    attempts,
    nextRetryTime,
    providerReference,
    fundingAccount: funding ? labelOf(funding) : "",
    isByHand: gatewayAccountId === null,
    difference:
      paidAmount !== null && paidCurrency !== null
        ? { amount: paidAmount, currency: currency(paidCurrency), cause: differenceCause }
        : null,
    shortSince,
    availableAmount,
    currency: currency(payout.currency),
  };
}
