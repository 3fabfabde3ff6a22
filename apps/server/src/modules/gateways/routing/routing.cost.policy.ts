import { feeOn } from "@countinghouse/money/fee.ts";
import { type Money, money } from "@countinghouse/money/money.ts";
import { rate6 } from "@countinghouse/money/rate.ts";

export type CostRegion = "domestic" | "intra" | "inter";

/** The single market for card payments in euros and its neighbours: interchange is capped alike inside it. */
const economicArea: ReadonlySet<string> = new Set(
  "AT BE BG HR CY CZ DK EE FI FR DE GR HU IS IE IT LV LI LT LU MT NL NO PL PT RO SK SI ES SE".split(" "),
);

/** Where a card was issued, seen from where it is accepted; null where that is not known. */
export function regionOf(accepting: string, issuing: string | null): CostRegion | null {
  if (issuing === null) return null;
  if (issuing === accepting) return "domestic";
  return economicArea.has(accepting) && economicArea.has(issuing) ? "intra" : "inter";
}

/** A price of a method on an account, or a provider's list price; amounts are minor units as text. */
export interface CostRow {
  readonly cardRegion: CostRegion | "any";
  readonly percent: number;
  readonly fixed: string;
  readonly minimum: string | null;
  readonly maximum: string | null;
  readonly validFrom: string;
}

/** What an account's prices of a method are read from. */
export interface CostSource {
  /** The account's own, in the currency of the payment. */
  readonly costs: readonly CostRow[] | null;
  /** The provider's list price, for every currency. */
  readonly listPercent: number | null;
  readonly listFixed: readonly { readonly currency: string; readonly amount: string }[] | null;
}

/** What the provider keeps of a payment: amounts are minor units of the payment's currency as text. */
export type CostTerms = Pick<CostRow, "percent" | "fixed" | "minimum" | "maximum">;

/**
 * The price that holds for cards of a region: the account's own for the region before the one for any, the newest
 * first; the provider's list price where there is none. Null where there is neither, so that an unknown cost is never
 * taken for none.
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

/** What a payment is expected to cost us; null where that is not known. */
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
