import type {
  AgreedPrice,
  Agreement,
  StoredAgreement,
} from "@countinghouse/contract/payments/coin-order/order-agreement.ts";
import {
  type CaptureCharge,
  type CapturedVolumes,
  type ChargedBefore,
  nextCharge,
} from "@countinghouse/money/capture-charge.ts";
import { type CurrencyCode, currency } from "@countinghouse/money/currency.ts";
import { type FeeTerms, feeOn } from "@countinghouse/money/fee.ts";
import { convert, type FxRate } from "@countinghouse/money/fx.ts";
import { add, exceeds, isZero, type Money, money, subtract, zero } from "@countinghouse/money/money.ts";
import { toWire } from "@countinghouse/money/wire.ts";

/** Where a card was issued, seen from the merchant; null where that is not known, or there is no card. */
export type CardRegion = "domestic" | "intra" | "inter" | null;

/** How long the rate of an agreement holds. Beyond it a capture takes the mid rate of its own moment. */
export const rateLockMs = 24 * 3_600_000;

/** The regions a card can turn out to be of. */
const regions = ["domestic", "intra", "inter"] as const;

type StoredPrice = StoredAgreement["price"];

/**
 * The prices of an agreement: of payments whose card's region is not known, and of each region that prices differently.
 * Null where a payment of an unknown region has no price.
 */
export function pricesByRegion(
  priceOf: (region: CardRegion) => StoredPrice | null,
): Pick<StoredAgreement, "price" | "regions"> | null {
  const price = priceOf(null);
  if (!price) return null;
  const usual = JSON.stringify(price);
  const others = regions.flatMap((region) => {
    const own = priceOf(region);
    return own && JSON.stringify(own) !== usual ? [[region, own] as const] : [];
  });
  return { price, ...(others.length > 0 ? { regions: Object.fromEntries(others) } : {}) };
}

/** The price of an agreement for a card of a region. */
export const priceFor = ({ price, regions: others }: Agreement, region: CardRegion): AgreedPrice =>
  (region && others[region]) || price;

/** A conversion at the rates that hold for a capture. */
export interface RatePair {
  readonly mid: FxRate;
  /** The mid rate less the merchant's markup. */
  readonly rate: FxRate;
}

/** One capture of a payment, with what its earlier captures came to. */
export interface CaptureFacts {
  /** In the order's currency. */
  readonly amount: Money;
  /** What was captured before, in the order's currency. */
  readonly capturedBefore: Money;
  /** What that came to, in the settlement currency. */
  readonly before: ChargedBefore;
  /** What the merchant had captured in all before the first capture of this payment. */
  readonly volumes: CapturedVolumes;
  /** Null where the order's currency is the settlement currency. */
  readonly exchange: RatePair | null;
}

/** A capture by its agreement; amounts in the settlement currency unless said otherwise. */
export interface CapturePrice {
  readonly value: Money;
  /** The value at the mid rate; the value itself where nothing is converted. */
  readonly midValue: Money;
  readonly fee: Money;
  readonly tax: Money;
  /** What the gateway keeps, in the order's currency. */
  readonly cost: Money;
  /** What of that the merchant bears; null where we do. */
  readonly passedOn: Money | null;
  /** What is left to the merchant. */
  readonly net: Money;
  /** The charge of everything captured so far and now. */
  readonly whole: CaptureCharge;
}

const terms = ({ percent, fixed, minimum, maximum }: AgreedPrice["cost"], code: CurrencyCode): FeeTerms => ({
  percent,
  fixed: money(BigInt(fixed), code),
  minimum: minimum === null ? null : money(BigInt(minimum), code),
  maximum: maximum === null ? null : money(BigInt(maximum), code),
});

/** What a capture adds to a figure of everything captured: however a payment is cut, the parts come to the whole. */
const added = (figureOf: (captured: Money) => Money, { amount, capturedBefore }: CaptureFacts): Money =>
  subtract(figureOf(add(capturedBefore, amount)), figureOf(capturedBefore));

/**
 * Prices one capture of a payment. Value, fee, tax and cost are each what everything captured comes to, less what came
 * before: the sum over any parts is the price of one capture of the whole, to the unit. Fee and tax never exceed the
 * value unless the agreement lets them; a cost that is passed on is the gateway's, and may.
 */
export function priceCapture(agreement: Agreement, region: CardRegion, facts: CaptureFacts): CapturePrice {
  const code = currency(agreement.settlement.currency);
  const { fee: agreed, cost: agreedCost } = priceFor(agreement, region);
  const costTerms = terms(agreedCost, facts.amount.currency);
  const { exchange } = facts;
  const into = (rate: FxRate) => (captured: Money) => convert(captured, rate, code);
  const value = exchange ? added(into(exchange.rate), facts) : facts.amount;
  const midValue = exchange ? added(into(exchange.mid), facts) : facts.amount;
  const tiers = agreed.tiers.map(({ from, percent }) => ({ from: money(BigInt(from), code), percent }));
  const price = { ...terms(agreed, code), tierMode: agreed.tierMode, tiers };
  const { mayExceed } = agreed;
  const charging = { price, tax: agreement.tax, volumes: facts.volumes, mayExceed };
  const { fee, tax, whole } = nextCharge(value, facts.before, charging);
  const costOf = (captured: Money): Money =>
    captured.amountMinor === 0n ? zero(captured.currency) : feeOn(captured, costTerms).charged;
  const cost = added(costOf, facts);
  const borne = (captured: Money): Money => (exchange ? into(exchange.mid)(costOf(captured)) : costOf(captured));
  const passedOn = agreed.passesCost ? added(borne, facts) : null;
  const left = subtract(subtract(value, fee), tax);
  return { value, midValue, fee, tax, cost, passedOn, net: passedOn ? subtract(left, passedOn) : left, whole };
}

/** How the charge of a payment came about, kept for as long as the order is; amounts in the settlement currency. */
export interface FeeSnapshot {
  readonly ruleId: string;
  readonly ruleFrom: string;
  readonly percent: number;
  readonly fixed: string;
  readonly minFee: string | null;
  readonly maxFee: string | null;
  readonly tierMode: string;
  readonly amount: string;
  readonly currency: string;
  readonly percentPart: string;
  /** The fee and its tax together: what the merchant pays. */
  readonly charged: string;
  /** What of it may be given back in proportion to refunds. */
  readonly returnable: string;
  /** What the price and its tax came to beyond what was captured and was not charged; absent where that is nothing. */
  readonly waived?: string;
  /** Fee and tax may come to more than was captured; absent where they may not. */
  readonly mayExceed?: true;
  readonly returnFeeOnRefund: "none" | "proportional";
  readonly refundFee: string;
  readonly refundFeePercent: number;
  readonly disputePenalty: string;
  readonly disputePenaltyRefundOnWin: boolean;
  readonly refusalPenalty: string;
  readonly inquiryFee: string;
  /** The reserve of the rule; absent where the terms say it. */
  readonly reserveRatio?: number;
  readonly reserveDays?: number;
  readonly tax: { readonly rate: number; readonly isInclusive: boolean; readonly country: string } | null;
  /** By what its tiers were chosen, for all captures of the payment. */
  readonly volumes?: { readonly monthToDate: string; readonly lastMonth: string };
}

/** The charge of everything captured of a payment, with the rule it came from. */
export function feeSnapshot(
  agreement: Agreement,
  region: CardRegion,
  {
    value,
    charge,
    volumes,
  }: { readonly value: Money; readonly charge: CaptureCharge; readonly volumes: CapturedVolumes | null },
): FeeSnapshot {
  const { fee: rule } = priceFor(agreement, region);
  const { tax, country } = agreement;
  return {
    ruleId: rule.id,
    ruleFrom: rule.from,
    percent: rule.percent,
    fixed: rule.fixed,
    minFee: rule.minimum,
    maxFee: rule.maximum,
    tierMode: rule.tierMode,
    amount: toWire(value),
    currency: value.currency,
    percentPart: toWire(charge.percentPart),
    charged: toWire(add(charge.fee, charge.tax)),
    returnable: toWire(charge.returnable),
    ...(isZero(charge.waived) ? {} : { waived: toWire(charge.waived) }),
    ...(rule.mayExceed ? { mayExceed: true } : {}),
    returnFeeOnRefund: rule.returnFeeOnRefund,
    refundFee: rule.refundFee,
    refundFeePercent: rule.refundFeePercent,
    disputePenalty: rule.disputePenalty,
    disputePenaltyRefundOnWin: rule.disputePenaltyRefundOnWin,
    refusalPenalty: rule.refusalPenalty,
    inquiryFee: rule.inquiryFee,
    ...(rule.reserveRatio === null ? {} : { reserveRatio: rule.reserveRatio }),
    ...(rule.reserveDays === null ? {} : { reserveDays: rule.reserveDays }),
    tax: tax && { ...tax, country },
    ...(volumes ? { volumes: { monthToDate: toWire(volumes.monthToDate), lastMonth: toWire(volumes.lastMonth) } } : {}),
  };
}

/** The snapshot of one capture: what it adds to those of the other captures of its payment, and what it was charged. */
export interface PartSnapshot extends FeeSnapshot {
  /** Fee and tax as they were booked; absent on captures of before they were kept here. */
  readonly fee?: string;
  readonly feeTax?: string;
  /** The merchant's month that counted it, `2026-05`; absent on captures of before it was kept here. */
  readonly month?: string;
  /**
   * Of a capture that was priced after it was booked, where its price posted no journal: the number of the book's last
   * journal at that moment, and what its month came to with it.
   */
  readonly later?: { readonly seq: number; readonly counted: string };
}

/** What of the snapshot of everything captured is one capture's, given those of the others. */
export function snapshotOfPart(whole: FeeSnapshot, others: readonly FeeSnapshot[]): FeeSnapshot {
  const less = (name: "amount" | "percentPart" | "charged" | "returnable") => ({
    [name]: String(others.reduce((left, other) => left - BigInt(other[name]), BigInt(whole[name]))),
  });
  return { ...whole, ...less("amount"), ...less("percentPart"), ...less("charged"), ...less("returnable") };
}

/** A limit that a payment does not keep. */
export type BrokenLimit = "amountBelowMinimum" | "amountAboveMaximum" | "dailyLimitReached";

/** What one payment, and all of a day, may come to. */
export interface PaymentLimits {
  readonly minimum: Money | null;
  readonly maximum: Money | null;
  readonly daily: Money | null;
}

/** The first limit that an amount breaks, with the limit; `today` is what was taken of the day before it. */
export function brokenLimit(
  { minimum, maximum, daily }: PaymentLimits,
  amount: Money,
  today: Money,
): { readonly broken: BrokenLimit; readonly limit: Money } | undefined {
  if (minimum && exceeds(minimum, amount)) return { broken: "amountBelowMinimum", limit: minimum };
  if (maximum && exceeds(amount, maximum)) return { broken: "amountAboveMaximum", limit: maximum };
  if (daily && exceeds(add(today, amount), daily)) return { broken: "dailyLimitReached", limit: daily };
  return undefined;
}
