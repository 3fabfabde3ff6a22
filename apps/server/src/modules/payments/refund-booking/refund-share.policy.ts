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

/** A capture as far as refunds of it depend on it; amounts are minor units. */
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

/** By what refunds of a capture cost, as it was agreed on when its payment was sent. */
export interface RefundTerms {
  readonly returnable: string;
  readonly returnFeeOnRefund: "none" | "proportional";
  readonly refundFee: string;
  readonly refundFeePercent: number;
  readonly tax: { readonly rate: number; readonly isInclusive: boolean; readonly country: string } | null;
}

/** What a refund takes of one capture. */
export interface RefundShare<C extends RefundableCapture = RefundableCapture> {
  readonly capture: C;
  /** In the order's currency. */
  readonly amount: Money;
  /** What that takes of the merchant's balance, at the capture's own rate. */
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

/** What of a capture no refund claims. */
export const unclaimedAmount = (capture: RefundableCapture): Money =>
  refundable({
    captured: inOrder(capture, capture.amount),
    refunds: [inOrder(capture, capture.refundClaimed)],
    disputes: [],
  });

/** Captures that one refund may be of: those of one payment at a gateway, the newest first. */
function payments<C extends RefundableCapture>(captures: readonly C[]): readonly C[][] {
  const newest = captures.toSorted((a, b) => b.seq - a.seq);
  return [...Map.groupBy(newest, ({ attemptId }) => attemptId).values()];
}

/** What one refund of some captures may come to: the most that is left of one payment, less what is in dispute. */
export function refundableOf(captures: readonly RefundableCapture[], currency: string, disputed: Money): Money {
  const left = payments(captures).map((own) => sum(currency, own.map(unclaimedAmount)));
  const most = left.reduce((best, one) => (exceeds(one, best) ? one : best), zero(currency));
  const free = subtract(most, disputed);
  return isNegative(free) ? zero(currency) : free;
}

/**
 * What a refund takes of each capture: of the newest as much as is left, then of the one before. What was captured last
 * is settled last, so that a refund is netted against what has not been paid out yet. Undefined where no payment has as
 * much left.
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

/** What a refund may take of one capture: its amount, or what is left where that is less. */
export function cutShare<C extends RefundableCapture>(capture: C, amount: Money): RefundShare<C> {
  const part = smaller(amount, unclaimedAmount(capture));
  return { capture, amount: part, settle: settleOf(capture, part) };
}

/** A part given out so far and now, never less than nothing. */
export const atLeastNothing = (amount: Money): Money => (isNegative(amount) ? zero(amount.currency) : amount);

/** What a part takes of the merchant's balance: the parts of a capture come to what it brought, however it is cut. */
const settleOf = (capture: RefundableCapture, part: Money): Money =>
  atLeastNothing(
    nextPart({
      total: inSettlement(capture, capture.settleAmount),
      whole: inOrder(capture, capture.amount),
      reached: add(inOrder(capture, capture.refundClaimed), part),
      given: inSettlement(capture, capture.refundClaimedSettle),
    }),
  );

/** Our fee for a refund and its tax; a price with its tax in it is split. */
function handlingFee(settle: Money, { refundFee, refundFeePercent, tax }: RefundTerms): TaxedFee {
  const price = add(money(BigInt(refundFee), settle.currency), shareOf(settle, refundFeePercent));
  if (!tax) return { fee: price, tax: zero(settle.currency) };
  if (!tax.isInclusive) return { fee: price, tax: taxOn(price, tax.rate) };
  const within = taxWithin(price, tax.rate);
  return { fee: subtract(price, within), tax: within };
}

/**
 * What of the transaction fee goes back with a share: its percent part by what was refunded so far and now, to the unit
 * over any number of refunds. What went back once is not given a second time, should the refund bounce and be made again;
 * never more than was charged.
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

/** The terms of a capture's refunds, as they are sealed with its price. */
const termsOf = ({ feeRule }: RefundableCapture): RefundTerms | null => feeRule as RefundTerms | null;

/** What a refund comes to beside its amount. */
export interface RefundFees {
  readonly handling: TaxedFee;
  readonly returned: TaxedFee;
}

/**
 * What a refund comes to beside its amount, by the terms of the captures it is of, which are those of one payment: our fee
 * for it, none where it `isFree`, and what of the transaction fee goes back, in all and with each share. `taxCountry` is
 * the one of their tax.
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

/** What some fees and their taxes come to. */
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

/** The balances of a merchant that may bear a refund, in the settlement currency. */
export interface RefundFundingBalances {
  readonly pending: Money;
  readonly available: Money;
}

/** Which balance bears a refund, and what of it may be taken. */
export interface RefundBearer {
  readonly bucket: "pending" | "available";
  readonly balance: Money;
  readonly isCovered: boolean;
}

/**
 * Which balance bears a refund: the pending one while nothing of its captures is settled, unless the terms say otherwise
 * or it is too low; else the available one, down to the limit that is agreed on.
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
