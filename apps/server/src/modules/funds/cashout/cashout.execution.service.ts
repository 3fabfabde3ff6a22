import { quoteMinutes } from "@countinghouse/contract/funds/cashout/cashout.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { fromWire, toWire } from "@countinghouse/money/wire.ts";
import type { KeyRing } from "../../../platform/crypto/key-ring.ts";
import type { Context } from "../../../platform/http/context.ts";
import {
  assertAllowed,
  bookApproved,
  bookFailed,
  isWorse,
  type OutboundAllocation,
  settlePaid,
  settleReturned,
} from "../outbound/index.ts";
import { createPayout, type PayoutEnd, type PayoutOwner, type PayoutRow } from "../payout/index.ts";
import {
  beneficiaryIn,
  fundingAccount,
  type PayoutAccountRow,
  payeeAccount,
  revokeVerification,
} from "../payout-account/index.ts";
import { cashoutRefusalOf, exchangeHeld } from "./cashout.plan.service.ts";
import { assertGenuine, endedNow, stepCashout } from "./cashout.step.service.ts";
import { type CashoutChange, type CashoutRow, lockCashout, readCashout } from "./cashout.store.ts";

/** Whether a withdrawal's rate has expired. */
export const isQuoteOver = ({ quoteExpireTime }: CashoutRow, now: Date): boolean =>
  quoteExpireTime !== null && quoteExpireTime <= now.toISOString();

/**
 * Approves a locked withdrawal, and pays it where one of our accounts can: its money is in transit from now on, and
 * its rate is held for another half hour.
 */
export async function approveNow(
  ctx: Context,
  ring: () => KeyRing,
  before: CashoutRow,
  action: "pass" | "approve",
  change: CashoutChange,
): Promise<CashoutRow> {
  const held = new Date(ctx.now.getTime() + quoteMinutes * 60_000).toISOString();
  const row = await stepCashout(ctx, before, action, {
    ...change,
    auditTime: ctx.now.toISOString(),
    countedTime: ctx.now.toISOString(),
    quoteExpireTime: before.quoteExpireTime === null ? null : held,
    event: "cashout.approved",
  });
  await bookApproved(ctx, leaving(row));
  return (await payNow(ctx, ring, row)) ?? row;
}

/** Checks that the payee account and the merchant still meet the requirements for a withdrawal. */
export async function assertPayeeEligible(
  ctx: Context,
  { merchantId, mode, payoutAccountId }: CashoutRow,
): Promise<PayoutAccountRow> {
  await assertAllowed(ctx, merchantId, mode, "cashout");
  const { account, unfit } = await payeeAccount(ctx, { merchantId, mode, id: payoutAccountId });
  if (unfit) throw cashoutRefusalOf(unfit, account);
  return account;
}

/** Creates the transfer of an approved withdrawal; undefined where we have no account in its currency. */
export async function payNow(ctx: Context, ring: () => KeyRing, row: CashoutRow): Promise<CashoutRow | undefined> {
  const { merchantId, tenantId, mode, id, cashoutNo, targetCurrency: currency } = row;
  const funding = await fundingAccount(ctx, { tenantId, mode, currency });
  if (!funding) return undefined;
  const payee = await assertPayeeEligible(ctx, row);
  // The approval covered the account in its state of that time.
  if (row.auditTime !== null && payee.lastChangeTime >= row.auditTime) throw refuse("cashout.accountChanged");
  const locked = isQuoteOver(row, ctx.now) ? await relocked(ctx, row) : undefined;
  const amount = fromWire(locked?.targetAmount ?? row.targetAmount, currency);
  const payout = await createPayout(ctx, ring(), {
    source: { type: "cashout", id, no: cashoutNo },
    merchantId,
    tenantId,
    mode,
    amount,
    beneficiary: beneficiaryIn(ring(), payee),
    funding,
  });
  return stepCashout(ctx, row, "execute", {
    ...locked,
    fundingAccountId: funding.id,
    payoutId: payout.id,
    event: "cashout.processing",
  });
}

/** Locks a new rate where the old one expired between approval and payment; refuses one that is more than 1 % worse. */
async function relocked(ctx: Context, row: CashoutRow) {
  const { merchantId, mode, targetCurrency: into, fxMarkup } = row;
  const sent = fromWire(row.sentAmount, row.currency);
  const exchange = await exchangeHeld(ctx, { merchantId, mode, sent, into, markup: fxMarkup ?? 0 });
  if (isWorse(fromWire(row.askedTargetAmount, into), exchange.target)) throw refuse("cashout.rateWorse");
  return {
    targetAmount: toWire(exchange.target),
    midAmount: toWire(exchange.midValue),
    fxMid: exchange.fxMid,
    fxRate: exchange.fxRate,
    quoteId: exchange.quoteId,
    quoteExpireTime: exchange.expireTime,
  };
}

const refOf = ({ merchantId, sourceId: id }: PayoutRow) => ({ merchantId, id });

async function ended(ctx: Context, payout: PayoutRow, end: PayoutEnd): Promise<void> {
  const row = await lockCashout(ctx, refOf(payout));
  await assertGenuine(ctx, row);
  if (end.kind === "paid") await paid(ctx, row, payout);
  else if (end.kind === "failed") await failCashout(ctx, row, end);
  else await returned(ctx, row, payout, end);
}

/** A withdrawal in the form of outgoing money. */
export const leaving = (row: CashoutRow): OutboundAllocation => ({
  kind: "cashout",
  merchantId: row.merchantId,
  tenantId: row.tenantId,
  mode: row.mode,
  id: row.id,
  no: row.cashoutNo,
  debited: fromWire(row.debitedAmount, row.currency),
  fee: fromWire(row.feeAmount, row.currency),
  sent: fromWire(row.sentAmount, row.currency),
  given: fromWire(row.targetAmount, row.targetCurrency),
  midValue: fromWire(row.midAmount, row.targetCurrency),
  fundingAccountId: row.fundingAccountId,
});

async function paid(ctx: Context, row: CashoutRow, payout: PayoutRow): Promise<void> {
  const isLate = row.status === "failed";
  await stepCashout(ctx, row, isLate ? "payLate" : "pay", {
    ...endedNow(ctx),
    paidTime: ctx.now.toISOString(),
    bankReference: payout.providerReference,
    failureCode: null,
    failureMessage: null,
    event: "cashout.paid",
  });
  await settlePaid(ctx, leaving(row), payout, isLate);
}

/** Ends an unpaid withdrawal: the whole amount, including the fee, is available again. */
export async function failCashout(
  ctx: Context,
  row: CashoutRow,
  { code, message }: Pick<Extract<PayoutEnd, { readonly kind: "failed" }>, "code" | "message">,
): Promise<void> {
  await stepCashout(ctx, row, "fail", {
    ...endedNow(ctx),
    failureCode: code,
    failureMessage: message,
    event: "cashout.failed",
  });
  await bookFailed(ctx, leaving(row));
  if (code === "account_closed" || code === "account_invalid" || code === "returned_by_bank")
    await revokeVerification(ctx, row.payoutAccountId);
}

async function returned(
  ctx: Context,
  row: CashoutRow,
  payout: PayoutRow,
  { received }: Extract<PayoutEnd, { readonly kind: "returned" }>,
) {
  await stepCashout(ctx, row, "bounce", {
    ...endedNow(ctx),
    returnedTime: ctx.now.toISOString(),
    returnedAmount: toWire(received),
    event: "cashout.returned",
  });
  await settleReturned(ctx, leaving(row), payout, received);
  await revokeVerification(ctx, row.payoutAccountId);
}

/** Effects of a transfer's end on its withdrawal. */
export const cashoutOwner: PayoutOwner = {
  ended,
  isGenuine: async ({ db, seals }, payout) => seals.isGenuine(db, "cashouts", await readCashout(db, refOf(payout))),
};
