import { feeOn } from "@countinghouse/money/fee.ts";
import { type Money, money } from "@countinghouse/money/money.ts";
import { rate6 } from "@countinghouse/money/rate.ts";

export type Region = "domestic" | "intra" | "inter";

/** The single market for card payments in euros and its neighbours: interchange is capped alike inside it. */
const economicArea: ReadonlySet<string> = new Set(
  "AT BE BG HR CY CZ DK EE FI FR DE GR HU IS IE IT LV LI LT LU MT NL NO PL PT RO SK SI ES SE".split(" "),
);

/** Where a card was issued, seen from where it is accepted; null where that is not known. */
export function regionOf(accepting: string, issuing: string | null): Region | null {
  if (issuing === null) return null;
  if (issuing === accepting) return "domestic";
  return economicArea.has(accepting) && economicArea.has(issuing) ? "intra" : "inter";
}

/** A price of a method on an account, or a provider's list price; amounts are minor units as text. */
export interface CostRow {
  readonly cardRegion: Region | "any";
  readonly percent: number;
  readonly fixed: string;
  readonly minimum: string | null;
  readonly maximum: string | null;
  readonly validFrom: string;
}

/**
 * What a payment is expected to cost us: by the price of the card's region before the one of any region, the newest
 * first. Null where no price fits, so that an unknown cost is never taken for none.
 */
export function expectedCost(amount: Money, region: Region | null, rows: readonly CostRow[]): Money | null {
  const fitting = rows.filter(({ cardRegion }) => cardRegion === "any" || cardRegion === region);
  const [row] = fitting.toSorted(
    (a, b) => Number(a.cardRegion === "any") - Number(b.cardRegion === "any") || (a.validFrom < b.validFrom ? 1 : -1),
  );
  if (!row) return null;
  const part = (text: string | null): Money | null => (text === null ? null : money(BigInt(text), amount.currency));
  return feeOn(amount, {
    percent: rate6(row.percent),
    fixed: money(BigInt(row.fixed), amount.currency),
    minimum: part(row.minimum),
    maximum: part(row.maximum),
  }).charged;
}
