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

/** Outgoing money that takes from settled batches. */
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

/** Books a payment, late or in time and with any difference, and records its batches. */
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

/** Books a return, and gives the money back to its batches. Our fee stays taken. */
export async function settleReturned(
  ctx: Context,
  of: OutboundAllocation,
  payout: PayoutRow,
  received: Money,
): Promise<void> {
  await bookReturned(ctx, of, payout, received);
  await releaseAllocations(ctx, takingOf(of), of.sent);
}

/** Records the batches of a paid request, and of a return of `back`, without booking. */
export async function recordAllocation(ctx: Context, of: OutboundAllocation, back: Money | undefined): Promise<void> {
  await allocateToBatches(ctx, takingOf(of), of.debited);
  if (back) await releaseAllocations(ctx, takingOf(of), back);
}

/** A transfer reported on by a user: what it pays, the resource for refusals, and the owner to notify of its end. */
export interface MarkedTransfer {
  readonly way: OutboundType;
  readonly of: Outgoing;
  readonly payoutId: string | null;
  readonly owner: PayoutOwner;
}

/** The transfer of outgoing money, locked behind it. */
async function transferOf(ctx: Context, { of: { merchantId, no }, payoutId }: MarkedTransfer): Promise<PayoutRow> {
  if (payoutId === null) throw new Error(`${no} has no transfer`);
  return lockPayout(ctx, { merchantId, payoutId });
}

/** Paid manually, with the bank's reference. For a provider's transfer, the provider is queried instead. */
export async function markTransferPaid(ctx: Context, marked: MarkedTransfer, bankReference: string): Promise<void> {
  const payout = await transferOf(ctx, marked);
  if (payout.gatewayAccountId !== null) throw refuse(`${marked.way}.sentByProvider`);
  const other = await paidUnder(ctx.db, payout.fundingAccountId, bankReference);
  if (other) throw refuse(`${marked.way}.referenceTaken`, { payoutNo: other.payoutNo });
  const facts = { providerReference: bankReference };
  await endPayout(ctx, payout, { kind: "paid", paid: amountOf(payout) }, marked.owner, facts);
}

/** Not paid, and not to be paid; a provider must have answered that it never had it. */
export async function markTransferFailed(
  ctx: Context,
  marked: MarkedTransfer,
  { code, message }: { readonly code: NonNullable<PayoutRow["failureCode"]>; readonly message: string },
): Promise<void> {
  const payout = await transferOf(ctx, marked);
  if (!mayGiveUp(payout, ctx.now)) throw refuse(`${marked.way}.sentByProvider`);
  await endPayout(ctx, payout, { kind: "failed", code, message }, marked.owner);
}

/** Returned by the payee's bank, in full or in part: it deducted the rest. `amount` is as typed, in minor units. */
export async function markTransferReturned(ctx: Context, marked: MarkedTransfer, amount: string): Promise<void> {
  const payout = await transferOf(ctx, marked);
  const most = returnableOf(payout);
  const received = typedAmount(amount, most.currency);
  if (!received || exceeds(received, most)) throw refuse(`${marked.way}.returnExceeds`);
  await endPayout(ctx, payout, { kind: "returned", received }, marked.owner);
}

/** Decides who bears a difference from the requested amount, and books it there. */
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
  // The return was booked on the requested amount: a merchant would gain or pay the difference twice.
  if (cause === "merchant" && (isForeign || payout.status === "returned")) throw refuse(`${way}.otherCurrency`);
  await bookDifferenceBorne(ctx, of, payout, cause);
  await resolvePayout(ctx, payout, { cause, note });
}

/** Queries the provider about a transfer. */
export async function syncTransfer(
  ctx: Context,
  way: OutboundType,
  { merchantId, id }: { readonly merchantId: string; readonly id: string },
): Promise<void> {
  const payout = await payoutOf(ctx.db, { merchantId, sourceType: sourceOf[way], sourceId: id });
  if (!payout || !mayAsk(payout)) throw refuse(`${way}.nothingToAsk`);
  await ctx.enqueue({ queue: payoutAskQueue, data: { merchantId, payoutId: payout.id } });
}

/** Answers of "not found" from a provider, and their time span, before users may give up a transfer. */
const absentTimes = 3;
const absentMs = 2 * 3_600_000;

/**
 * Whether users may report a transfer as not paid: a manual one always; a provider's once it has answered that it
 * never had it.
 */
export const mayGiveUp = (payout: PayoutRow, now: Date): boolean =>
  payout.gatewayAccountId === null ||
  payout.attempts === 0 ||
  (payout.providerReference === null &&
    payout.notFoundCount >= absentTimes &&
    payout.notFoundSince !== null &&
    now.getTime() - Date.parse(payout.notFoundSince) >= absentMs);

/**
 * Whether a provider may be queried: about sent open transfers, and about failed ones, which it may have paid after
 * all.
 */
export const mayAsk = ({ status, gatewayAccountId, attempts }: PayoutRow): boolean =>
  gatewayAccountId !== null && (status === "submitted" || (status === "failed" && attempts > 0));

/** Whether somebody has to decide who bears a transfer's difference. */
export const isDifferenceOpen = ({ paidAmount, differenceCause }: PayoutRow): boolean =>
  paidAmount !== null && differenceCause === null;

/** A transfer in the form shown to approvers. */
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
