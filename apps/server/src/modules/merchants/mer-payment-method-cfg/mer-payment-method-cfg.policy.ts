import type { TieredTerms } from "@countinghouse/money/capture-charge.ts";
import { type CurrencyCode, currency } from "@countinghouse/money/currency.ts";
import { type FeeTerms, feeOn } from "@countinghouse/money/fee.ts";
import type { FeeRule } from "@countinghouse/money/fee-rule.ts";
import { exceeds, money } from "@countinghouse/money/money.ts";
import { localTime } from "@countinghouse/money/zone.ts";

interface StoredTier {
  readonly from: string;
  readonly percent: number;
}

/** The fields of a rule that make up a fee, as stored. */
export interface PriceFields {
  readonly currency?: string | null | undefined;
  readonly percent: number;
  readonly fixed: string;
  readonly minFee?: string | null | undefined;
  readonly maxFee?: string | null | undefined;
  readonly tierMode: "none" | "whole" | "graduated";
  readonly tiers: readonly StoredTier[];
}

interface ScopeFields {
  readonly merchantId?: string | null | undefined;
  readonly method?: string | null | undefined;
  readonly methodCategory?: string | null | undefined;
  readonly gatewayAccountId?: string | null | undefined;
  readonly currency?: string | null | undefined;
  readonly cardRegion: string;
}

/** A stored rule in the form that rule selection compares. */
export const ruleOf = (
  row: ScopeFields & { readonly validFrom: string; readonly validTo: string | null },
): FeeRule => ({
  merchantId: row.merchantId ?? null,
  method: row.method ?? null,
  methodCategory: row.methodCategory ?? null,
  currency: row.currency ? currency(row.currency) : null,
  accountId: row.gatewayAccountId ?? null,
  cardRegion: row.cardRegion === "any" ? null : row.cardRegion,
  validFromMs: Date.parse(row.validFrom),
  validToMs: row.validTo === null ? null : Date.parse(row.validTo),
});

/** The price of a rule in the currency of the fee. */
export function priceOf(rule: PriceFields, code: CurrencyCode): FeeTerms {
  const amount = (minor: string) => money(BigInt(minor), code);
  return {
    percent: rule.percent,
    fixed: amount(rule.fixed),
    minimum: rule.minFee ? amount(rule.minFee) : null,
    maximum: rule.maxFee ? amount(rule.maxFee) : null,
  };
}

/** The price of a rule with its tiers, in the currency of the fee. */
export const tieredPriceOf = (rule: PriceFields, code: CurrencyCode): TieredTerms => ({
  ...priceOf(rule, code),
  tierMode: rule.tierMode,
  tiers: rule.tiers.map(({ from, percent }) => ({ from: money(BigInt(from), code), percent })),
});

/** A calendar month of a zone, `2026-05`, and the previous one. */
export function monthsAt(atMs: number, zone: string): { readonly month: string; readonly before: string } {
  const month = localTime(atMs, zone).date.slice(0, 7);
  return { month, before: monthBefore(month) };
}

/** The calendar month before `2026-05`. */
export function monthBefore(month: string): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  const before = number === 1 ? [year - 1, 12] : [year, number - 1];
  return `${before[0]}-${String(before[1]).padStart(2, "0")}`;
}

type Code = "currencyNeeded" | "methodTwice" | "regionNeedsCard" | "limitsReversed" | "tiersMalformed" | "feeTooHigh";

/** A contradiction in a rule, and its field. */
export interface FeeRuleContradiction {
  readonly code: Code;
  readonly field: string;
}

interface RuleFields extends PriceFields, ScopeFields {
  readonly refundFee: string;
  readonly inquiryFee: string;
  readonly disputePenalty: string;
  readonly refusalPenalty: string;
  readonly minAmount?: string | null | undefined;
  readonly maxAmount?: string | null | undefined;
  readonly dailyAmount?: string | null | undefined;
}

const pricedFields = ["fixed", "refundFee", "inquiryFee", "disputePenalty", "refusalPenalty"] as const;
const limitFields = ["minFee", "maxFee", "minAmount", "maxAmount", "dailyAmount"] as const;

function amountWithoutCurrency(rule: RuleFields): string | undefined {
  if (rule.currency) return undefined;
  const priced = pricedFields.find((name) => BigInt(rule[name]) !== 0n);
  return (
    priced ??
    limitFields.find((name) => (rule[name] ?? null) !== null) ??
    (rule.tierMode === "none" ? undefined : "tierMode")
  );
}

const isReversed = (lower: string | null | undefined, upper: string | null | undefined): boolean =>
  typeof lower === "string" && typeof upper === "string" && BigInt(upper) < BigInt(lower);

const areTiersSound = ({ tierMode, tiers }: PriceFields): boolean =>
  tierMode === "none"
    ? tiers.length === 0
    : tiers.every(({ from }, index) => {
        const before = tiers[index - 1];
        return before ? BigInt(from) > BigInt(before.from) : BigInt(from) === 0n;
      }) && tiers.length > 0;

/** Whether the fee of the smallest payment under the rule exceeds the payment. */
function isTooHigh(rule: RuleFields): boolean {
  if (rule.percent === 1_000_000 && BigInt(rule.fixed) > 0n) return true;
  if (!rule.currency || !rule.minAmount || BigInt(rule.minAmount) === 0n) return false;
  const code = currency(rule.currency);
  const smallest = money(BigInt(rule.minAmount), code);
  return exceeds(feeOn(smallest, priceOf(rule, code)).charged, smallest);
}

const isCard = ({ method, methodCategory }: ScopeFields): boolean =>
  methodCategory === "card" || (method ?? "").startsWith("card_");

/** The first contradiction in a rule. */
export function feeRuleContradiction(rule: RuleFields): FeeRuleContradiction | undefined {
  if (rule.method && rule.methodCategory) return { code: "methodTwice", field: "methodCategory" };
  if (rule.cardRegion !== "any" && !isCard(rule)) return { code: "regionNeedsCard", field: "cardRegion" };
  const unpriced = amountWithoutCurrency(rule);
  if (unpriced) return { code: "currencyNeeded", field: "currency" };
  if (isReversed(rule.minFee, rule.maxFee)) return { code: "limitsReversed", field: "maxFee" };
  if (isReversed(rule.minAmount, rule.maxAmount)) return { code: "limitsReversed", field: "maxAmount" };
  if (!areTiersSound(rule)) return { code: "tiersMalformed", field: "tiers" };
  return isTooHigh(rule) ? { code: "feeTooHigh", field: "fixed" } : undefined;
}
