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

/** Region of a card's issuer relative to the merchant; null where it is unknown or no card is used. */
export type CardRegion = "domestic" | "intra" | "inter" | null;

/**
 * How long an agreement's exchange rate is locked, in milliseconds. After that a capture uses the mid rate of its own
 * time.
 */
export const rateLockMs = 24 * 3_600_000;

/** Regions that a card may turn out to belong to. */
const regions = ["domestic", "intra", "inter"] as const;

type StoredPrice = StoredAgreement["price"];

/**
 * The prices of an agreement: for payments of unknown card region, and for each region with a different price. Null
 * where a payment of unknown region has no price.
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

/** The agreement's price for a card of a region. */
export const priceFor = ({ price, regions: others }: Agreement, region: CardRegion): AgreedPrice =>
  (region && others[region]) || price;

/** The exchange rates of a capture. */
export interface RatePair {
  readonly mid: FxRate;
  /** The mid rate less the merchant's markup. */
  readonly rate: FxRate;
}

/** A capture to price, with the totals of the payment's earlier captures. */
export interface CaptureFacts {
  /** In the order's currency. */
  readonly amount: Money;
  /** Captured before, in the order's currency. */
  readonly capturedBefore: Money;
  /** The charge on earlier captures, in the settlement currency. */
  readonly before: ChargedBefore;
  /** The merchant's captured volumes before the payment's first capture. */
  readonly volumes: CapturedVolumes;
  /** Null where the order's currency is the settlement currency. */
  readonly exchange: RatePair | null;
}

/** The price of a capture by its agreement; amounts are in the settlement currency unless stated otherwise. */
export interface CapturePrice {
  readonly value: Money;
  /** The value at the mid rate; the amount itself where nothing is converted. */
  readonly midValue: Money;
  readonly fee: Money;
  readonly tax: Money;
  /** The gateway cost, in the order's currency. */
  readonly cost: Money;
  /** The part of the cost that the merchant bears; null where we bear it. */
  readonly passedOn: Money | null;
  /** The net amount due to the merchant. */
  readonly net: Money;
  /** The charge on everything captured so far, including this capture. */
  readonly whole: CaptureCharge;
}

const terms = ({ percent, fixed, minimum, maximum }: AgreedPrice["cost"], code: CurrencyCode): FeeTerms => ({
  percent,
  fixed: money(BigInt(fixed), code),
  minimum: minimum === null ? null : money(BigInt(minimum), code),
  maximum: maximum === null ? null : money(BigInt(maximum), code),
});

/** What a capture adds to a cumulative figure, so that the parts of a payment always sum to the whole. */
const added = (figureOf: (captured: Money) => Money, { amount, capturedBefore }: CaptureFacts): Money =>
  subtract(figureOf(add(capturedBefore, amount)), figureOf(capturedBefore));

/**
 * Prices one capture of a payment. Value, fee, tax and cost are each computed on everything captured, less the earlier
 * captures: the parts sum to the price of one full capture, to the minor unit. Fee and tax never exceed the value
 * unless the agreement allows it; a passed-on gateway cost may.
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

/** How the charge of a payment was computed, stored for the life of the order; amounts in the settlement currency. */
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
  /** Fee plus tax: what the merchant pays. */
  readonly charged: string;
  /** The part that may be returned in proportion to refunds. */
  readonly returnable: string;
  /** Fee and tax beyond the captured amount, which were waived; absent where zero. */
  readonly waived?: string;
  /** Fee and tax may exceed the captured amount; absent where they may not. */
  readonly mayExceed?: true;
  readonly returnFeeOnRefund: "none" | "proportional";
  readonly refundFee: string;
  readonly refundFeePercent: number;
  readonly disputePenalty: string;
  readonly disputePenaltyRefundOnWin: boolean;
  readonly refusalPenalty: string;
  readonly inquiryFee: string;
  /** The rule's reserve ratio; absent where the merchant's terms set it. */
  readonly reserveRatio?: number;
  readonly reserveDays?: number;
  readonly tax: { readonly rate: number; readonly isInclusive: boolean; readonly country: string } | null;
  /** The volumes that chose its tiers, for all captures of the payment. */
  readonly volumes?: { readonly monthToDate: string; readonly lastMonth: string };
}

/** Snapshot of the charge on everything captured of a payment, with the rule behind it. */
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

/** Snapshot of one capture: its share of the payment's charge, and what was booked. */
export interface PartSnapshot extends FeeSnapshot {
  /** Fee and tax as booked; absent on captures from before this was stored. */
  readonly fee?: string;
  readonly feeTax?: string;
  /** The merchant's month that counted the capture, `2026-05`; absent on captures from before this was stored. */
  readonly month?: string;
  /**
   * For a capture that was priced after booking, where pricing posted no journal: the sequence number of the book's
   * last journal then, and the month's volume including it.
   */
  readonly later?: { readonly seq: number; readonly counted: string };
}

/** The share of one capture in a payment's snapshot, given those of the others. */
export function snapshotOfPart(whole: FeeSnapshot, others: readonly FeeSnapshot[]): FeeSnapshot {
  const less = (name: "amount" | "percentPart" | "charged" | "returnable") => ({
    [name]: String(others.reduce((left, other) => left - BigInt(other[name]), BigInt(whole[name]))),
  });
  return { ...whole, ...less("amount"), ...less("percentPart"), ...less("charged"), ...less("returnable") };
}

/** A payment limit that is exceeded. */
export type BrokenLimit = "amountBelowMinimum" | "amountAboveMaximum" | "dailyLimitReached";

/** Limits for one payment and for a day's total. */
export interface PaymentLimits {
  readonly minimum: Money | null;
  readonly maximum: Money | null;
  readonly daily: Money | null;
}

/** The first limit that an amount violates, with that limit; `today` is the day's total before it. */
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
