import { cashout } from "@countinghouse/contract/funds/cashout/cashout.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { type InputOf, permissionOf, type ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { currency } from "@countinghouse/money/currency.ts";
import { exceeds, isNegative, type Money } from "@countinghouse/money/money.ts";
import { fromWire, toWire } from "@countinghouse/money/wire.ts";
import type { KeyRing } from "../../../platform/crypto/key-ring.ts";
import type { Context } from "../../../platform/http/context.ts";
import { keyMay } from "../../merchants/coin-app/index.ts";
import { assertOtherPerson, assertSomebodyElse } from "../../system/change-request/index.ts";
import {
  amountOf,
  endPayout,
  lockPayout,
  type PayoutEnd,
  type PayoutRow,
  payoutAskQueue,
  payoutOf,
  resolvePayout,
} from "../payout/index.ts";
import { bookDifferenceBorne, bookDropped } from "./cashout.booking.service.ts";
import { approveNow, cashoutOwner, failCashout, fitPayee, isQuoteOver, payNow } from "./cashout.execution.service.ts";
import { currencyBelow, exchangeNow } from "./cashout.plan.service.ts";
import { isWorse, positionIn, typedAmount } from "./cashout.policy.ts";
import { assertStep, endedNow, type HeldCashout, heldAsRead, stepCashout } from "./cashout.step.service.ts";
import { type CashoutChange, type CashoutRef, type CashoutRow, updateCashout } from "./cashout.store.ts";

type Operations = typeof cashout.operations;
type Naming = Omit<InputOf<Operations["cancel"]>, "id">;
type Ring = () => KeyRing;

/** Why a withdrawal that was to be approved goes back; undefined where it may be approved, by the rates it says. */
export interface Check {
  readonly cause: CashoutRow["returnCause"];
  readonly change: CashoutChange;
  readonly target: Money;
  readonly fxRate: string | null;
}

/** Whether what a merchant holds still covers what was set aside: other debits may have come meanwhile. */
export async function isCovered(ctx: Context, { row, balances }: HeldCashout): Promise<boolean> {
  const code = currency(row.currency);
  if (isNegative(positionIn(row.merchantId, code, balances).available)) return false;
  return (await currencyBelow(ctx, row.merchantId, code, balances)) === undefined;
}

/** What the account would be paid by an approval at this moment, and whether that is more than 1 % worse than was agreed. */
export async function rateNow(ctx: Context, row: CashoutRow): Promise<Check> {
  const { merchantId, targetCurrency: into, fxMarkup } = row;
  const agreed = fromWire(row.targetAmount, into);
  if (!isQuoteOver(row, ctx.now)) return { cause: null, change: {}, target: agreed, fxRate: row.fxRate };
  const sent = fromWire(row.sentAmount, row.currency);
  const { target, midValue, fxMid, fxRate } = await exchangeNow(ctx, { merchantId, sent, into, markup: fxMarkup ?? 0 });
  const change = { targetAmount: toWire(target), midAmount: toWire(midValue), fxMid, fxRate, quoteId: null };
  const asked = fromWire(row.askedTargetAmount, into);
  return { cause: isWorse(asked, target) ? "rate_worse" : null, change, target, fxRate };
}

/** What lets people ask for a withdrawal. */
const asking = [permissionOf(cashout.name, "add")];

/** Neither whoever asked, or made the key that did, nor somebody who approved already, by whatever account. */
async function assertMayApprove(
  ctx: Context,
  { applyUserId, appKey, keyMakerIds, approvals }: CashoutRow,
): Promise<void> {
  await assertOtherPerson(ctx, { by: applyUserId, permissions: asking }, refuse("cashout.ownRequest"));
  for (const maker of keyMakerIds ?? []) await assertSomebodyElse(ctx, maker, refuse("cashout.ownKey"));
  if (appKey !== null && !(await keyMay(ctx, appKey, "payouts:write"))) throw refuse("platform.askerGone");
  for (const { userId } of approvals) await assertSomebodyElse(ctx, userId, refuse("cashout.approvedAlready"));
}

/**
 * Says yes to a withdrawal. Everything is looked at again under the lock of the merchant's book; what is not covered any
 * more, or would be paid more than 1 % worse, goes back to whoever asked. The last yes that it takes lets it be paid.
 */
export async function approveCashout(
  ctx: Context,
  ring: Ring,
  ref: CashoutRef,
  { version, remark }: Naming & { readonly remark?: string | null | undefined },
): Promise<ResultOf<Operations["approve"]>> {
  const held = await heldAsRead(ctx, ref, version);
  const { row } = held;
  assertStep(ctx, row, "approve");
  await assertMayApprove(ctx, row);
  await fitPayee(ctx, row);
  const rate = await rateNow(ctx, row);
  const returnCause = (await isCovered(ctx, held)) ? rate.cause : "position_short";
  if (returnCause) {
    const back = await stepCashout(ctx, row, "sendBack", { returnCause, approvals: [] });
    return { status: back.status, returnCause };
  }
  const { userId, realName } = ctx.actor;
  const yes = { userId, userName: realName || null, time: ctx.now.toISOString(), remark: remark || null };
  const approvals = [...row.approvals, yes];
  if (remark) ctx.recordReason(remark);
  if (approvals.length < row.approvalsNeeded) {
    const waiting = await updateCashout(ctx, row, { approvals });
    return { status: waiting.status, returnCause: null };
  }
  const after = await approveNow(ctx, ring, row, "approve", {
    ...rate.change,
    approvals,
    auditUserId: userId,
    auditUserName: realName || null,
    auditRemark: remark || null,
  });
  return { status: after.status, returnCause: null };
}

/** Turns a withdrawal down; what was set aside for it is available again. */
export async function rejectCashout(
  ctx: Context,
  ref: CashoutRef,
  { version, reason }: Naming & { readonly reason: string },
): Promise<void> {
  const { row } = await heldAsRead(ctx, ref, version);
  assertStep(ctx, row, "reject");
  ctx.recordReason(reason);
  await stepCashout(ctx, row, "reject", {
    ...endedNow(ctx),
    returnCause: null,
    auditUserId: ctx.actor.userId,
    auditUserName: ctx.actor.realName || null,
    auditTime: ctx.now.toISOString(),
    auditRemark: reason,
    event: "cashout.rejected",
  });
  await bookDropped(ctx, row);
}

/** Pays what was approved and could not be paid then. */
export async function executeCashout(
  ctx: Context,
  ring: Ring,
  ref: CashoutRef,
  { version }: Naming,
): Promise<CashoutRow> {
  const { row } = await heldAsRead(ctx, ref, version);
  assertStep(ctx, row, "execute");
  const after = await payNow(ctx, ring, row);
  if (!after) throw refuse("cashout.fundingMissing", { currency: row.targetCurrency });
  return after;
}

/** The transfer of a withdrawal, locked behind it. */
async function transferOf(ctx: Context, row: CashoutRow): Promise<PayoutRow> {
  const { merchantId, payoutId } = row;
  if (payoutId === null) throw new Error(`${row.cashoutNo} has no transfer`);
  return lockPayout(ctx, { merchantId, payoutId });
}

async function end(ctx: Context, payout: PayoutRow, how: PayoutEnd, bankReference?: string): Promise<void> {
  await endPayout(ctx, payout, how, cashoutOwner, bankReference ? { providerReference: bankReference } : {});
}

/** Paid by hand, with the bank's number. What a provider pays is asked of the provider. */
export async function markPaid(
  ctx: Context,
  ref: CashoutRef,
  { version, bankReference }: Naming & { readonly bankReference: string },
): Promise<void> {
  const { row } = await heldAsRead(ctx, ref, version);
  assertStep(ctx, row, "pay");
  const payout = await transferOf(ctx, row);
  if (payout.gatewayAccountId !== null) throw refuse("cashout.sentByProvider");
  await end(ctx, payout, { kind: "paid", paid: amountOf(payout) }, bankReference);
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

/** Not paid, and not to be paid. */
export async function markFailed(
  ctx: Context,
  ref: CashoutRef,
  {
    version,
    failureCode: code,
    remark: message,
  }: Naming & Pick<InputOf<Operations["markFailed"]>, "failureCode" | "remark">,
): Promise<void> {
  const { row } = await heldAsRead(ctx, ref, version);
  assertStep(ctx, row, "fail");
  ctx.recordReason(message);
  if (row.payoutId === null) return failCashout(ctx, row, { code, message });
  const payout = await transferOf(ctx, row);
  if (!mayGiveUp(payout, ctx.now)) throw refuse("cashout.sentByProvider");
  return end(ctx, payout, { kind: "failed", code, message });
}

/** The payee's bank sent it back, all or a part: the rest is what it kept. */
export async function markReturned(
  ctx: Context,
  ref: CashoutRef,
  { version, amount, remark }: Naming & { readonly amount: string; readonly remark: string },
): Promise<void> {
  const { row } = await heldAsRead(ctx, ref, version);
  assertStep(ctx, row, "bounce");
  const into = currency(row.targetCurrency);
  const received = typedAmount(amount, into);
  if (!received || exceeds(received, fromWire(row.targetAmount, into))) throw refuse("cashout.returnExceeds");
  ctx.recordReason(remark);
  await end(ctx, await transferOf(ctx, row), { kind: "returned", received });
}

/** Whether a provider may be asked: about what was sent and is open, or was told as failed, which it may have paid after all. */
export const mayAsk = ({ status, gatewayAccountId, attempts }: PayoutRow): boolean =>
  gatewayAccountId !== null && (status === "submitted" || (status === "failed" && attempts > 0));

/** Whether somebody has to say who bears what a transfer was paid otherwise than asked. */
export const isDifferenceOpen = ({ paidAmount, differenceCause }: PayoutRow): boolean =>
  paidAmount !== null && differenceCause === null;

/** Says who bears what the provider paid otherwise than asked, and books it there. */
export async function resolveDifference(
  ctx: Context,
  ref: CashoutRef,
  { version, cause, note }: Naming & Pick<InputOf<Operations["resolveDifference"]>, "cause" | "note">,
): Promise<void> {
  const { row } = await heldAsRead(ctx, ref, version);
  ctx.recordReason(note);
  if (row.payoutId === null) throw refuse("cashout.noDifference");
  const payout = await transferOf(ctx, row);
  if (!(await ctx.seals.isGenuine(ctx.db, "payouts", payout))) throw refuse("cashout.altered");
  if (!isDifferenceOpen(payout)) throw refuse("cashout.noDifference");
  const isForeign = row.currency !== payout.currency || payout.paidCurrency !== payout.currency;
  if (cause === "merchant" && isForeign) throw refuse("cashout.otherCurrency");
  await bookDifferenceBorne(ctx, row, payout, cause);
  await resolvePayout(ctx, payout, { cause, note });
  // Its page is read anew, and who read it before does not resolve it again.
  await updateCashout(ctx, row, {});
}

/** Has the provider asked what became of the transfer of a withdrawal. */
export async function syncCashout(ctx: Context, { merchantId, id }: CashoutRef): Promise<void> {
  const payout = await payoutOf(ctx.db, { merchantId, sourceType: "cashout", sourceId: id });
  if (!payout || !mayAsk(payout)) throw refuse("cashout.nothingToAsk");
  await ctx.enqueue({ queue: payoutAskQueue, data: { merchantId, payoutId: payout.id } });
}
