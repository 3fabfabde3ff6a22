import { feeOn } from "@countinghouse/money/fee.ts";
import { type Money, money } from "@countinghouse/money/money.ts";
import { rate6 } from "@countinghouse/money/rate.ts";

export type CostRegion = "domestic" | "intra" | "inter";

/** The European Economic Area and its neighbours: interchange is capped alike within it. */
const economicArea: ReadonlySet<string> = new Set(
  "AT BE BG HR CY CZ DK EE FI FR DE GR HU IS IE IT LV LI LT LU MT NL NO PL PT RO SK SI ES SE".split(" "),
);

/** Region of a card's issuer relative to the accepting country; null where unknown. */
export function regionOf(accepting: string, issuing: string | null): CostRegion | null {
  if (issuing === null) return null;
  if (issuing === accepting) return "domestic";
  return economicArea.has(accepting) && economicArea.has(issuing) ? "intra" : "inter";
}

/** A price of a method on an account, or a provider's list price; amounts in minor units as text. */
export interface CostRow {
  readonly cardRegion: CostRegion | "any";
  readonly percent: number;
  readonly fixed: string;
  readonly minimum: string | null;
  readonly maximum: string | null;
  readonly validFrom: string;
}

/** Price sources of a method on an account. */
export interface CostSource {
  /** The account's own prices in the payment's currency. */
  readonly costs: readonly CostRow[] | null;
  /** The provider's list price, for every currency. */
  readonly listPercent: number | null;
  readonly listFixed: readonly { readonly currency: string; readonly amount: string }[] | null;
}

/** Gateway cost terms of a payment; amounts in minor units of its currency as text. */
export type CostTerms = Pick<CostRow, "percent" | "fixed" | "minimum" | "maximum">;

/**
 * The price for cards of a region: the account's own for the region before the one for any, newest first; else the
 * provider's list price. Null without either, so that an unknown cost never counts as zero.
 */
export function costTermsOf(
  { costs, listPercent, listFixed }: CostSource,
  region: CostRegion | null,
  currency: string,
): CostTerms | null {
  const fitting = (costs ?? []).filter(({ cardRegion }) => cardRegion === "any" || cardRegion === region);
  const [own] = fitting.toSorted(
    (a, b) => Number(a.cardRegion === "any") - Number(b.cardRegion === "any") || (a.validFrom < b.validFrom ? 1 : -1),
  );
  if (own) return own;
  if (listPercent === null) return null;
  const fixed = listFixed?.find((one) => one.currency === currency)?.amount ?? "0";
  return { percent: listPercent, fixed, minimum: null, maximum: null };
}

/** Expected cost of a payment; null where unknown. */
export function expectedCost(amount: Money, region: CostRegion | null, source: CostSource): Money | null {
  const terms = costTermsOf(source, region, amount.currency);
  if (!terms) return null;
  const part = (text: string | null): Money | null => (text === null ? null : money(BigInt(text), amount.currency));
  return feeOn(amount, {
    percent: rate6(terms.percent),
    fixed: money(BigInt(terms.fixed), amount.currency),
    minimum: part(terms.minimum),
    maximum: part(terms.maximum),
  }).charged;
}
