import { nextPart } from "@countinghouse/money/cumulative.ts";
import type { CurrencyCode } from "@countinghouse/money/currency.ts";
import {
  add,
  exceeds,
  isNegative,
  type Money,
  money,
  smaller,
  subtract,
  sum,
  zero,
} from "@countinghouse/money/money.ts";
import { shareOf } from "@countinghouse/money/rate.ts";
import { refundable } from "@countinghouse/money/refundable.ts";
import { taxOn, taxWithin } from "@countinghouse/money/tax.ts";

/** The values of a capture that refunds depend on; amounts are in minor units. */
export interface RefundableCapture {
  readonly id: string;
  readonly captureNo: string;
  readonly attemptId: string;
  readonly seq: number;
  readonly currency: CurrencyCode;
  readonly amount: string;
  readonly settleCurrency: CurrencyCode | null;
  readonly settleAmount: string | null;
  readonly feeAmount: string | null;
  readonly feeTaxAmount: string | null;
  readonly refundClaimed: string;
  readonly refundClaimedSettle: string;
  readonly refundedAmount: string;
  readonly returnedFee: string;
  readonly returnedFeeTax: string;
  readonly feeRule: unknown;
}

/** Refund pricing terms, as agreed when the payment was sent. */
export interface RefundTerms {
  readonly returnable: string;
  readonly returnFeeOnRefund: "none" | "proportional";
  readonly refundFee: string;
  readonly refundFeePercent: number;
  readonly tax: { readonly rate: number; readonly isInclusive: boolean; readonly country: string } | null;
}

/** A refund's share of one capture. */
export interface RefundShare<C extends RefundableCapture = RefundableCapture> {
  readonly capture: C;
  /** In the order's currency. */
  readonly amount: Money;
  /** The claim on the merchant's balance, at the capture's own rate. */
  readonly settle: Money;
}

/** A fee and the tax on it. */
export interface TaxedFee {
  readonly fee: Money;
  readonly tax: Money;
}

const inOrder = (capture: RefundableCapture, minor: string): Money => money(BigInt(minor), capture.currency);
const inSettlement = ({ settleCurrency, currency }: RefundableCapture, minor: string | null): Money =>
  money(BigInt(minor ?? "0"), settleCurrency ?? currency);

/** The amount of a capture that no refund claims. */
export const unclaimedAmount = (capture: RefundableCapture): Money =>
  refundable({
    captured: inOrder(capture, capture.amount),
    refunds: [inOrder(capture, capture.refundClaimed)],
    disputes: [],
  });

/** Groups captures by gateway payment, newest first: one refund covers captures of one payment only. */
function payments<C extends RefundableCapture>(captures: readonly C[]): readonly C[][] {
  const newest = captures.toSorted((a, b) => b.seq - a.seq);
  return [...Map.groupBy(newest, ({ attemptId }) => attemptId).values()];
}

/** Largest refund of some captures: the most that is left of one payment, less disputed amounts. */
export function refundableOf(captures: readonly RefundableCapture[], currency: string, disputed: Money): Money {
  const left = payments(captures).map((own) => sum(currency, own.map(unclaimedAmount)));
  const most = left.reduce((best, one) => (exceeds(one, best) ? one : best), zero(currency));
  const free = subtract(most, disputed);
  return isNegative(free) ? zero(currency) : free;
}

/**
 * Allots a refund to captures: as much as is left of the newest, then of the one before. The last captured is settled
 * last, so that a refund is netted against money not yet paid out. Undefined where no payment has that much left.
 */
export function allotRefund<C extends RefundableCapture>(
  captures: readonly C[],
  amount: Money,
): readonly RefundShare<C>[] | undefined {
  const own = payments(captures).find((one) => !exceeds(amount, sum(amount.currency, one.map(unclaimedAmount))));
  if (!own) return undefined;
  let rest = amount;
  const shares: RefundShare<C>[] = [];
  for (const capture of own) {
    const part = smaller(rest, unclaimedAmount(capture));
    if (part.amountMinor <= 0n) continue;
    rest = subtract(rest, part);
    shares.push({ capture, amount: part, settle: settleOf(capture, part) });
  }
  return shares;
}

/** A share of one capture, limited to what is left of it. */
export function cutShare<C extends RefundableCapture>(capture: C, amount: Money): RefundShare<C> {
  const part = smaller(amount, unclaimedAmount(capture));
  return { capture, amount: part, settle: settleOf(capture, part) };
}

/** The larger of an amount and zero. */
export const atLeastNothing = (amount: Money): Money => (isNegative(amount) ? zero(amount.currency) : amount);

/**
 * A share's claim on the merchant's balance, computed cumulatively so that the shares of a capture sum to its value.
 */
const settleOf = (capture: RefundableCapture, part: Money): Money =>
  atLeastNothing(
    nextPart({
      total: inSettlement(capture, capture.settleAmount),
      whole: inOrder(capture, capture.amount),
      reached: add(inOrder(capture, capture.refundClaimed), part),
      given: inSettlement(capture, capture.refundClaimedSettle),
    }),
  );

/** Our refund fee and its tax; a tax-inclusive price is split. */
function handlingFee(settle: Money, { refundFee, refundFeePercent, tax }: RefundTerms): TaxedFee {
  const price = add(money(BigInt(refundFee), settle.currency), shareOf(settle, refundFeePercent));
  if (!tax) return { fee: price, tax: zero(settle.currency) };
  if (!tax.isInclusive) return { fee: price, tax: taxOn(price, tax.rate) };
  const within = taxWithin(price, tax.rate);
  return { fee: subtract(price, within), tax: within };
}

/**
 * The returned part of the transaction fee for a share: its percentage part, computed on everything refunded including
 * this share, so that any number of refunds sums exactly. A part returned once is not returned again when a bounced
 * refund is repeated; never more than was charged.
 */
function returnedFee({ capture, amount }: RefundShare, { returnable, returnFeeOnRefund, tax }: RefundTerms): TaxedFee {
  const code = inSettlement(capture, "0").currency;
  if (returnFeeOnRefund === "none") return { fee: zero(code), tax: zero(code) };
  const back = atLeastNothing(inSettlement(capture, returnable));
  const within = tax?.isInclusive ? taxWithin(back, tax.rate) : tax ? taxOn(back, tax.rate) : zero(code);
  const of = (whole: Money, charged: string | null, given: string): Money =>
    atLeastNothing(
      nextPart({
        total: smaller(whole, inSettlement(capture, charged)),
        whole: inOrder(capture, capture.amount),
        reached: add(inOrder(capture, capture.refundedAmount), amount),
        given: inSettlement(capture, given),
      }),
    );
  return {
    fee: of(tax?.isInclusive ? subtract(back, within) : back, capture.feeAmount, capture.returnedFee),
    tax: of(within, capture.feeTaxAmount, capture.returnedFeeTax),
  };
}

/** A capture's refund terms, as sealed with its price. */
const termsOf = ({ feeRule }: RefundableCapture): RefundTerms | null => feeRule as RefundTerms | null;

/** Fees of a refund. */
export interface RefundFees {
  readonly handling: TaxedFee;
  readonly returned: TaxedFee;
}

/**
 * Fees of a refund, by the terms of its captures, which belong to one payment: our refund fee (none where `isFree`),
 * and the returned transaction fee, in total and per share. `taxCountry` is the country of their tax.
 */
export function feesOf<C extends RefundableCapture>(shares: readonly RefundShare<C>[], settle: Money, isFree: boolean) {
  const code = settle.currency;
  const nothing: TaxedFee = { fee: zero(code), tax: zero(code) };
  const terms = shares[0] ? termsOf(shares[0].capture) : null;
  const each = shares.map((share) => {
    const own = termsOf(share.capture);
    return { share, back: own ? returnedFee(share, own) : nothing };
  });
  const returned = totalOf(
    code,
    each.map(({ back }) => back),
  );
  const handling = terms && !isFree ? handlingFee(settle, terms) : nothing;
  return { handling, returned, each, taxCountry: terms?.tax?.country ?? "ZZ" };
}

/** Sum of fees and their taxes. */
const totalOf = (code: string, fees: readonly TaxedFee[]): TaxedFee => ({
  fee: sum(
    code,
    fees.map(({ fee }) => fee),
  ),
  tax: sum(
    code,
    fees.map(({ tax }) => tax),
  ),
});

/** The merchant's balances that may fund a refund, in the settlement currency. */
export interface RefundFundingBalances {
  readonly pending: Money;
  readonly available: Money;
}

/** The balance that funds a refund, and the amount available. */
export interface RefundBearer {
  readonly bucket: "pending" | "available";
  readonly balance: Money;
  readonly isCovered: boolean;
}

/**
 * Chooses the balance that funds a refund: the pending one while none of its captures is settled, unless the terms say
 * otherwise or it is too low; else the available one, down to the agreed limit.
 */
export function refundBearerOf(
  { pending, available }: RefundFundingBalances,
  needed: Money,
  {
    isSettled,
    source,
    negativeLimit,
  }: { readonly isSettled: boolean; readonly source: "auto" | "available_only"; readonly negativeLimit: Money },
): RefundBearer {
  const ofAvailable: RefundBearer = {
    bucket: "available",
    balance: available,
    isCovered: !exceeds(needed, add(available, negativeLimit)),
  };
  if (isSettled || source === "available_only") return ofAvailable;
  const isCovered = !exceeds(needed, pending);
  if (!isCovered && ofAvailable.isCovered) return ofAvailable;
  return { bucket: "pending", balance: pending, isCovered };
}
