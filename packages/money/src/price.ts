import { type CurrencyCode, currency, exponentOf, minorPerMajor } from "./currency.ts";
import type { FxRate } from "./fx.ts";
import { type Money, money } from "./money.ts";
import { MoneyError } from "./money-error.ts";
import { ONE_RATE6, type Rate6, rate6 } from "./rate.ts";
import { divideRounded } from "./rounding.ts";

/** The ending a generated price is given, on major units. */
export type PriceEnding = "none" | "end_99" | "end_00" | "nearest_5" | "nearest_10";

/** A base price to carry into another currency. The base price is positive. */
export interface PriceBase {
  readonly base: Money;
  readonly rate: FxRate;
  readonly markup: Rate6;
  readonly into: string;
  readonly ending: PriceEnding;
}

/**
 * A price in another currency: round(base × rate × (1 + markup)), rounded once, and then given its ending. Throws
 * `price_rule_unsupported` for .99 in a currency without two decimals. The result is never zero.
 */
export function convertPrice({ base, rate, markup, into, ending }: PriceBase): Money {
  const target = currency(into);
  const numerator = base.amountMinor * rate.e10 * (ONE_RATE6 + BigInt(rate6(markup))) * minorPerMajor(target);
  const minor = divideRounded(numerator, 10n ** 10n * ONE_RATE6 * minorPerMajor(base.currency));
  return money(withEnding(minor, target, ending), target);
}

function withEnding(minor: bigint, target: CurrencyCode, ending: PriceEnding): bigint {
  if (ending === "none") return minor > 0n ? minor : 1n;
  if (ending !== "end_99") return nearestMultiple(minor, stepOf(minor, target, ending));
  if (exponentOf(target) !== 2) throw new MoneyError("price_rule_unsupported", { ending, currency: target });
  // One cent more than a price ending in .99 is a whole unit, so the nearest whole unit shows the way.
  return nearestMultiple(minor + 1n, 100n) - 1n;
}

/** Ties go upward, and below the first step the price is that step rather than nothing. */
function nearestMultiple(minor: bigint, step: bigint): bigint {
  const multiple = divideRounded(minor, step, "halfUp") * step;
  return multiple > 0n ? multiple : step;
}

/**
 * Currencies without decimals have large figures: their step grows by tens for as long as it is within 1 % of the
 * price.
 */
function stepOf(minor: bigint, target: CurrencyCode, ending: Exclude<PriceEnding, "none" | "end_99">): bigint {
  if (ending === "end_00") return minorPerMajor(target);
  let step = (ending === "nearest_5" ? 5n : 10n) * minorPerMajor(target);
  if (exponentOf(target) === 0) while (step * 10n * 100n <= minor) step *= 10n;
  return step;
}
