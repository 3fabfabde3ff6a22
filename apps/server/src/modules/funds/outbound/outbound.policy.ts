import type { CashoutFlag } from "@countinghouse/contract/funds/cashout/cashout-enumerations.ts";
import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import { type MerchantBucket, merchantAccount } from "@countinghouse/ledger/account.ts";
import { type MerchantPosition, positionOf, withdrawable } from "@countinghouse/ledger/position.ts";
import type { CurrencyCode } from "@countinghouse/money/currency.ts";
import { type FeeTerms, type OutboundFee, outboundFee } from "@countinghouse/money/fee.ts";
import {
  compare,
  exceeds,
  isNegative,
  isZero,
  type Money,
  money,
  negate,
  times,
  zero,
} from "@countinghouse/money/money.ts";
import { MoneyError } from "@countinghouse/money/money-error.ts";

/** One person's approval. */
export interface StoredApproval {
  readonly userId: number;
  readonly userName: string | null;
  readonly time: string;
  readonly remark: string | null;
}

/** Why an amount cannot be withdrawn. */
export type AmountFault = "format" | "min" | "max" | "step" | "fee" | "balance";

/** Terms of withdrawals and payout orders. */
export interface OutboundTerms {
  readonly min: Money;
  readonly max: Money | null;
  readonly step: Money;
  readonly fee: FeeTerms;
  readonly feeMode: "inside" | "on_top";
}

/** Parses an amount of minor units as typed: digits without sign, exponent or separator. */
export const typedAmount = (text: string, code: CurrencyCode): Money | undefined =>
  /^[1-9]\d{0,15}$/.test(text) ? money(BigInt(text), code) : undefined;

/** An amount with its fee, or why it is invalid. `free` is the withdrawable amount. */
export function priceOut(
  amount: Money | undefined,
  { min, max, step, fee, feeMode }: OutboundTerms,
  free: Money,
): OutboundFee | { readonly fault: AmountFault } {
  if (!amount) return { fault: "format" };
  if (exceeds(min, amount)) return { fault: "min" };
  if (max !== null && exceeds(amount, max)) return { fault: "max" };
  if (step.amountMinor > 0n && amount.amountMinor % step.amountMinor !== 0n) return { fault: "step" };
  try {
    const priced = outboundFee(amount, fee, feeMode === "inside" ? "inside" : "onTop");
    return exceeds(priced.debited, free) ? { fault: "balance" } : priced;
  } catch (error) {
    if (error instanceof MoneyError && error.code === "fee_exceeds_amount") return { fault: "fee" };
    throw error;
  }
}

interface Held {
  readonly currency: CurrencyCode;
  readonly bucket: MerchantBucket;
  readonly amount: Money;
}

/** A merchant's balances in a currency, by bucket. */
export const positionIn = (merchantId: string, currency: CurrencyCode, held: readonly Held[]): MerchantPosition =>
  positionOf(
    merchantId,
    currency,
    held
      .filter((one) => one.currency === currency)
      .map(({ bucket, amount }) => ({ account: merchantAccount(merchantId, bucket, currency), ...amount })),
  );

/** The withdrawable amount of a position, which leaves `minRetained`. Fees are booked when due: none is outstanding. */
export const freeOf = (position: MerchantPosition, minRetained: Money): Money =>
  withdrawable(position, { minimumRetained: minRetained, unapprovedFees: zero(minRetained.currency) });

/** The first other currency whose balance is below its agreed limit. */
export const beyondLimit = (
  held: readonly Held[],
  currency: CurrencyCode,
  limits: ReadonlyMap<CurrencyCode, Money>,
): CurrencyCode | undefined =>
  held.find(
    (one) =>
      one.bucket === "available" &&
      one.currency !== currency &&
      compare(one.amount, negate(limits.get(one.currency) ?? zero(one.currency))) < 0,
  )?.currency;

interface Past {
  /** Earlier withdrawals to the same account. */
  readonly toAccount: number;
  /** Recent paid withdrawals in the currency: their number and sum. */
  readonly paid: { readonly count: number; readonly total: Money };
}

/** With fewer withdrawals there is no baseline. */
const usualFrom = 3;

/** Conspicuous features of a withdrawal. */
export function flagsOf(
  amount: Money,
  { toAccount, paid }: Past,
  held: readonly Held[],
): ValueOf<typeof CashoutFlag>[] {
  const isUnusual = paid.count >= usualFrom && exceeds(times(amount, BigInt(paid.count)), times(paid.total, 2n));
  const isBelow = held.some(
    (one) => one.bucket === "available" && one.currency !== amount.currency && isNegative(one.amount),
  );
  return [
    ...(toAccount === 0 ? (["new_account"] as const) : []),
    ...(isUnusual ? (["unusual_amount"] as const) : []),
    ...(isBelow ? (["negative_currency"] as const) : []),
  ];
}

/** Multiple of the approval-free limit above which two approvals are needed. */
const twoFrom = 10n;

/**
 * Number of approvals: none up to the limit where nothing is conspicuous, two above ten times the limit. `taken` is
 * the amount plus other requests of the last day, so that splitting a request avoids neither step.
 */
export function approvalsFor(taken: Money, limit: Money, flags: readonly string[]): 0 | 1 | 2 {
  if (isZero(limit)) return 1;
  if (!exceeds(taken, limit)) return flags.length === 0 ? 0 : 1;
  return exceeds(taken, times(limit, twoFrom)) ? 2 : 1;
}

/** Whether the payout amount fell by more than one per cent. */
export const isWorse = (asked: Money, now: Money): boolean => exceeds(times(asked, 99n), times(now, 100n));

/** Whether a merchant may take money out: once it has the capability; in test mode before that too. */
export const mayWithdraw = (
  isLet: boolean,
  status: string,
  mode: "live" | "test",
  tryingStates: readonly string[],
): boolean => isLet || (mode === "test" && tryingStates.includes(status));
