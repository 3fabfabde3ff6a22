import type { ExclusionReason } from "@countinghouse/contract/gateways/routing/routing-enumerations.ts";
import { Refusal, refuse } from "@countinghouse/contract/kit/refusal.ts";
import {
  type Agreement,
  Agreement as AgreementShape,
  type StoredAgreement,
} from "@countinghouse/contract/payments/coin-order/order-agreement.ts";
import { type CurrencyCode, currency } from "@countinghouse/money/currency.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import { convert, formatFxRate, merchantRate, parseFxRate } from "@countinghouse/money/fx.ts";
import { type Money, money, zero } from "@countinghouse/money/money.ts";
import { rate6 } from "@countinghouse/money/rate.ts";
import { type SettlementFrequency, settlementDate } from "@countinghouse/money/settlement-date.ts";
import { together } from "../../../platform/db/pipelined.ts";
import type { Context } from "../../../platform/http/context.ts";
import { findRate } from "../../funds/rate/index.ts";
import { costSourceOf, type FeeTax, feeTaxesOf } from "../../gateways/gateway-account/index.ts";
import {
  type CostSource,
  costTermsOf,
  leaveOut,
  type PricedRoute,
  type RouteDecision,
  regionOf,
} from "../../gateways/routing/index.ts";
import {
  type CandidateRule,
  candidateRules,
  type FeeRuleRow,
  feeRuleAmong,
} from "../../merchants/mer-payment-method-cfg/index.ts";
import { type AccountTerms, calendarsOf, termsInForce } from "../../merchants/merchant-account-cfg/index.ts";
import { brokenLimit, type CardRegion, pricesByRegion, type RatePair, rateLockMs } from "./agreement.policy.ts";
import { placeOf } from "./agreement.store.ts";

/** The parts of a payment that decide its price. */
export interface PaymentToAgree {
  readonly merchantId: string;
  readonly currency: string;
  /** Code of the method. */
  readonly method: string;
  readonly methodCategory: string | null;
}

/** A merchant's prices for a payment, before the gateway account is chosen. */
export interface PriceOffer extends PaymentToAgree {
  readonly at: Date;
  readonly terms: AccountTerms | undefined;
  readonly rules: readonly CandidateRule[];
  readonly place: { readonly country: string; readonly timezone: string };
  /** Taxes by gateway id. */
  readonly taxes: ReadonlyMap<string, FeeTax>;
}

/** Reads the prices in force at an instant, with queries sent together. */
export async function readOffer(ctx: Context, payment: PaymentToAgree, at: Date = ctx.now): Promise<PriceOffer> {
  const { merchantId } = payment;
  const [terms, rules, place, taxes] = await together([
    termsInForce(ctx, { merchantId, currency: payment.currency, at }),
    candidateRules(ctx, { ...payment, at }),
    placeOf(ctx, merchantId),
    feeTaxesOf(ctx, merchantId, at),
  ]);
  return { ...payment, at, terms, rules, place, taxes };
}

type Exchange = NonNullable<StoredAgreement["exchange"]> | null;

/** The conversion of an agreement; null where none is needed. Refuses where no fresh rate exists. */
async function exchangeOf(ctx: Context, offer: PriceOffer, terms: AccountTerms): Promise<Exchange> {
  const { settlementCurrency: quote, fxMarkup: markup } = terms;
  if (quote === offer.currency) return null;
  const { rate: mid, kind, legs } = await findRate(ctx, { base: currency(offer.currency), quote }, offer.at);
  return {
    mid: formatFxRate(mid),
    markup,
    rate: formatFxRate(merchantRate({ mid, markup, side: "sellsBase" })),
    route: kind === "same" ? "direct" : kind,
    rateIds: legs.map(({ id }) => id),
    lockedAt: offer.at.toISOString(),
    lockedUntil: new Date(offer.at.getTime() + rateLockMs).toISOString(),
  };
}

/** Why an account has no price: the reason for routing, and the refusal of the payment. */
interface UnpricedPayment {
  readonly reason: Extract<
    ExclusionReason,
    "no_price" | "no_cost" | "no_rate" | "amount_too_small" | "amount_too_large"
  >;
  readonly refusal?: Refusal;
}

/** A value without members that equal their defaults, which the agreement's schema lists. */
const unusual = <V extends object>(values: V, usual: Partial<V>): V =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => usual[name as keyof V] !== value)) as V;
const nothing = { minimum: null, maximum: null, fixed: "0" } as const;

function storedFee(rule: FeeRuleRow, terms: AccountTerms): StoredAgreement["price"]["fee"] {
  const mode = rule.gatewayFeeMode === "inherit" ? terms.gatewayFeeMode : rule.gatewayFeeMode;
  return {
    ...unusual(
      {
        id: rule.id,
        from: rule.validFrom,
        percent: rule.percent,
        fixed: rule.fixed,
        minimum: rule.minFee,
        maximum: rule.maxFee,
        tierMode: rule.tierMode,
        passesCost: mode === "passthrough",
        mayExceed: rule.feesMayExceed,
        returnFeeOnRefund: rule.returnFeeOnRefund,
        refundFee: rule.refundFee,
        refundFeePercent: rule.refundFeePercent,
        disputePenalty: rule.disputePenalty,
        disputePenaltyRefundOnWin: rule.disputePenaltyRefundOnWin,
        refusalPenalty: rule.refusalPenalty,
        inquiryFee: rule.inquiryFee,
        settlementDays: rule.settlementDays,
        reserveRatio: rule.reserveRatio,
        reserveDays: rule.reserveDays,
      },
      {
        ...nothing,
        tierMode: "none",
        passesCost: false,
        mayExceed: false,
        returnFeeOnRefund: "none",
        refundFee: "0",
        refundFeePercent: 0,
        disputePenalty: "0",
        disputePenaltyRefundOnWin: false,
        refusalPenalty: "0",
        inquiryFee: "0",
        settlementDays: null,
        reserveRatio: null,
        reserveDays: null,
      },
    ),
    ...(rule.tiers.length > 0 ? { tiers: [...rule.tiers] } : {}),
  };
}

/** The fee rule for a payment on an account and a card region; null where none applies. */
function ruleOf(
  offer: PriceOffer,
  terms: AccountTerms,
  gatewayAccountId: string,
  cardRegion: CardRegion,
): FeeRuleRow | null {
  const { merchantId, method, methodCategory, at } = offer;
  const asked = {
    merchantId,
    method,
    methodCategory,
    currency: terms.settlementCurrency,
    gatewayAccountId,
    cardRegion,
    at,
  };
  try {
    return feeRuleAmong(offer.rules, asked);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

interface AccountRef {
  readonly gatewayAccountId: string;
  readonly gatewayId: string | null;
}

/** The limit of a rule that an amount violates, in the settlement currency; undefined where none. */
function beyondRule(
  ctx: Context,
  rule: FeeRuleRow,
  amount: Money,
  exchange: Exchange,
  code: string,
): UnpricedPayment | undefined {
  const limit = (minor: string | null) => (minor === null ? null : money(BigInt(minor), currency(code)));
  const value = exchange ? convert(amount, parseFxRate(exchange.rate), code) : amount;
  const limits = { minimum: limit(rule.minAmount), maximum: limit(rule.maxAmount), daily: null };
  const found = brokenLimit(limits, value, zero(value.currency));
  if (!found) return undefined;
  const shown = formatMoney(found.limit, { language: ctx.request.locale });
  return {
    reason: found.broken === "amountBelowMinimum" ? "amount_too_small" : "amount_too_large",
    refusal: refuse(`coinOrder.${found.broken}`, { limit: shown }),
  };
}

/** The agreement for a payment on an account, or why there is none. */
function agreeOn(
  offer: PriceOffer,
  exchange: Exchange | Refusal,
  place: AccountRef,
  costs: CostSource | undefined,
): StoredAgreement | UnpricedPayment {
  const { terms, method } = offer;
  const missing = { method, currency: terms?.settlementCurrency ?? offer.currency };
  const noPrice: UnpricedPayment = {
    reason: "no_price",
    refusal: refuse("merPaymentMethodCfg.feeRuleMissing", missing),
  };
  if (!terms) return noPrice;
  if (exchange instanceof Refusal) return { reason: "no_rate", refusal: exchange };
  if (!ruleOf(offer, terms, place.gatewayAccountId, null)) return noPrice;
  const prices = pricesByRegion((region) => {
    const rule = ruleOf(offer, terms, place.gatewayAccountId, region);
    const cost = costs && costTermsOf(costs, region, offer.currency);
    if (!rule || !cost) return null;
    const { percent, fixed, minimum, maximum } = cost;
    return { fee: storedFee(rule, terms), cost: unusual({ percent, fixed, minimum, maximum }, nothing) };
  });
  if (!prices) return { reason: "no_cost" };
  const tax = place.gatewayId === null ? undefined : offer.taxes.get(place.gatewayId);
  const made: StoredAgreement = {
    version: 1,
    ...offer.place,
    ...settledBy(terms),
    ...(tax ? { tax } : {}),
    ...(exchange ? { exchange } : {}),
    ...prices,
  };
  // An agreement that cannot be parsed again would leave the capture without a price.
  return AgreementShape.safeParse(made).success ? made : noPrice;
}

function settledBy(terms: AccountTerms): Pick<StoredAgreement, "settlement" | "lateSuccess"> {
  const { cutOffSeconds, frequency, days, zone } = terms.settlement;
  return {
    settlement: {
      termsId: terms.id,
      currency: terms.settlementCurrency,
      days,
      zone,
      ...(cutOffSeconds === null ? {} : { cutOffSeconds }),
      ...(frequency.every === "day" ? {} : { frequency }),
      ...(terms.calendarCodes.length === 0 ? {} : { calendars: [...terms.calendarCodes] }),
    },
    ...(terms.lateSuccessPolicy === "accept" ? {} : { lateSuccess: terms.lateSuccessPolicy }),
  };
}

const isUnpriced = (agreed: StoredAgreement | UnpricedPayment): agreed is UnpricedPayment => "reason" in agreed;

/** The conversion, or the refusal. */
async function exchangeOrRefusal(ctx: Context, offer: PriceOffer): Promise<Exchange | Refusal> {
  if (!offer.terms) return null;
  try {
    return await exchangeOf(ctx, offer, offer.terms);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** Demands of the fee rule beyond the price. */
export interface RuleDemands {
  readonly ruleId: string;
  readonly threeDsPolicy: FeeRuleRow["threeDsPolicy"];
  /** The rule's daily limit on captures of its method, in the settlement currency. */
  readonly daily: {
    readonly amount: Money;
    readonly method: string | null;
    readonly category: FeeRuleRow["methodCategory"];
  } | null;
}

function demandsOf(rule: FeeRuleRow, code: string): RuleDemands {
  const { dailyAmount, method, methodCategory: category } = rule;
  const amount = dailyAmount === null ? null : money(BigInt(dailyAmount), currency(code));
  return { ruleId: rule.id, threeDsPolicy: rule.threeDsPolicy, daily: amount && { amount, method, category } };
}

/** A route of which every account has a price. */
export interface AgreedRoute {
  readonly decision: RouteDecision;
  /** Of the chosen account's fee rule; null where no account is chosen. */
  readonly demands: RuleDemands | null;
  /** Of the chosen account; null where none is chosen. */
  readonly agreement: StoredAgreement | null;
  /** Why no account has a price for the payment, where that is why none is chosen. */
  readonly refusal: Refusal | null;
}

/**
 * Removes accounts from a route on which the payment has no price or conversion, or whose rule's limits exclude the
 * amount, and makes the agreement for the first of the rest. Demands and limits are those of the rule for the card's
 * issuing region, as far as known.
 */
export async function agreeOnRoute(
  ctx: Context,
  offer: PriceOffer,
  { decision, costs }: PricedRoute,
  amount: Money,
  issuerCountry: string | null,
): Promise<AgreedRoute> {
  if (!decision.chosen) return { decision, demands: null, agreement: null, refusal: null };
  const exchange = await exchangeOrRefusal(ctx, offer);
  const agreed = decision.candidates.map((account) => {
    const { gatewayAccountId } = account;
    const outcome = agreeOn(offer, exchange, account, costs.get(gatewayAccountId));
    const { terms } = offer;
    const rule = terms && ruleOf(offer, terms, gatewayAccountId, regionOf(offer.place.country, issuerCountry));
    if (isUnpriced(outcome) || !rule || exchange instanceof Refusal)
      return { gatewayAccountId, outcome, demands: null };
    const beyond = beyondRule(ctx, rule, amount, exchange, terms.settlementCurrency);
    return { gatewayAccountId, outcome: beyond ?? outcome, demands: demandsOf(rule, terms.settlementCurrency) };
  });
  const reasons = new Map<string, ExclusionReason>();
  for (const { gatewayAccountId, outcome } of agreed)
    if (isUnpriced(outcome)) reasons.set(gatewayAccountId, outcome.reason);
  const left = leaveOut(decision, reasons);
  const first = agreed.find(({ outcome }) => !isUnpriced(outcome));
  const chosen = first?.outcome;
  const refusal = agreed.flatMap(({ outcome }) => (isUnpriced(outcome) && outcome.refusal ? [outcome.refusal] : []))[0];
  return {
    decision: left,
    demands: first?.demands ?? null,
    agreement: chosen && !isUnpriced(chosen) ? chosen : null,
    refusal: chosen ? null : (refusal ?? null),
  };
}

/** The agreement that a payment taken without one would have got at an instant. Refuses where nothing prices it. */
export async function agreeAt(ctx: Context, payment: PaymentToAgree & AccountRef, at: Date): Promise<StoredAgreement> {
  const { gatewayAccountId, method } = payment;
  const offer = await readOffer(ctx, payment, at);
  const costs = await costSourceOf(ctx, { gatewayAccountId, method, currency: payment.currency, at });
  const agreed = agreeOn(offer, await exchangeOrRefusal(ctx, offer), payment, costs);
  if (!isUnpriced(agreed)) return agreed;
  const unpriced = { method, currency: payment.currency };
  throw agreed.refusal ?? refuse("merPaymentMethodCfg.feeRuleMissing", unpriced);
}

/**
 * The agreement that a payment was sent with; undefined for payments from before agreements, and for one that cannot
 * be parsed.
 */
export const agreementOf = ({ agreement }: { readonly agreement: unknown }): Agreement | undefined => {
  const read = AgreementShape.safeParse(agreement);
  return read.success ? read.data : undefined;
};

/** Exchange rates of a capture, with their instant. */
export interface RateInForce extends RatePair {
  readonly route: "direct" | "inverse" | "cross";
  readonly rateIds: readonly number[];
  readonly markup: number;
  readonly lockedAt: string;
}

/**
 * Exchange rates for a capture: the agreement's while locked, then the mid rate at the capture's time with the agreed
 * markup; the agreement's again where no fresh rate exists. Refuses nothing.
 */
export async function rateOfCapture(
  ctx: Context,
  { settlement, exchange }: Agreement,
  base: CurrencyCode,
  at: Date,
): Promise<RateInForce | null> {
  if (!exchange) return null;
  const { markup } = exchange;
  const locked = { ...exchange, mid: parseFxRate(exchange.mid), rate: parseFxRate(exchange.rate) };
  if (at.getTime() < Date.parse(exchange.lockedUntil)) return locked;
  try {
    const found = await findRate(ctx, { base, quote: currency(settlement.currency) }, at);
    return {
      mid: found.rate,
      rate: merchantRate({ mid: found.rate, markup: rate6(markup), side: "sellsBase" }),
      route: found.kind === "same" ? "direct" : found.kind,
      rateIds: found.legs.map(({ id }) => id),
      markup,
      lockedAt: at.toISOString(),
    };
  } catch (error) {
    if (error instanceof Refusal) return locked;
    throw error;
  }
}

/** Settlement date of a capture: by the days of its fee rule, or else of the merchant's terms. */
export async function dueDateOf(
  ctx: Context,
  tenantId: number,
  { settlement }: Agreement,
  { capturedAt, ruleDays }: { readonly capturedAt: Date; readonly ruleDays: number | null },
): Promise<string> {
  const { zone, cutOffSeconds } = settlement;
  const days = ruleDays ?? settlement.days;
  const calendars = await calendarsOf(ctx, tenantId, settlement.calendars);
  const frequency = settlement.frequency as SettlementFrequency;
  return settlementDate(capturedAt.getTime(), { days, zone, cutOffSeconds, frequency, calendars });
}
