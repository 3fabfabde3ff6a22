import { type CurrencyCode, currency, minorPerMajor } from "./currency.ts";
import { type Money, money, subtract } from "./money.ts";
import { MoneyError } from "./money-error.ts";
import { ONE_RATE6, type Rate6, rate6 } from "./rate.ts";
import { divideRounded } from "./rounding.ts";

/**
 * Units of the quote currency for one unit of the base currency, in major units: a positive count of 10^-10, so that
 * every rate of up to ten decimals is exact.
 */
export interface FxRate {
  readonly e10: bigint;
}

/** Whether the merchant gives up the base currency or receives it. */
export type MerchantSide = "sellsBase" | "buysBase";

const SCALE = 10n ** 10n;

function positive(e10: bigint, given: string): FxRate {
  if (e10 <= 0n) throw new MoneyError("rate_malformed", { rate: given });
  return { e10 };
}

/** A plain decimal, "7.1234", as a rate; throws `rate_malformed` for more than ten decimals, zero or a sign. */
export function parseFxRate(text: string): FxRate {
  const match = /^(\d{1,12})(?:\.(\d{1,10}))?$/.exec(text);
  if (!match) throw new MoneyError("rate_malformed", { rate: text });
  return positive(BigInt((match[1] ?? "") + (match[2] ?? "").padEnd(10, "0")), text);
}

/** A rate as an exact decimal with at least the given number of decimals: "7.080660" with six, else the shortest. */
export function formatFxRate(rate: FxRate, minDecimals = 0): string {
  const digits = String(rate.e10).padStart(11, "0");
  const fraction = digits.slice(-10).replace(/0+$/, "").padEnd(minDecimals, "0");
  return fraction ? `${digits.slice(0, -10)}.${fraction}` : digits.slice(0, -10);
}

/**
 * An amount in the quote currency of the rate, rounded once, half to even; exponents of both currencies are applied.
 */
export function convert(amount: Money, rate: FxRate, into: string): Money {
  const target = currency(into);
  const numerator = amount.amountMinor * rate.e10 * minorPerMajor(target);
  return money(divideRounded(numerator, SCALE * minorPerMajor(amount.currency)), target);
}

/**
 * The rate a merchant gets from the mid rate: less the markup when selling the base currency, plus it when buying.
 * Rounded half to even to six decimals and then used as rounded. A rate below 0.1 keeps ten decimals instead: at six,
 * the rounding of a dong or rupiah rate would exceed the markup itself.
 */
export function merchantRate({ mid, markup, side }: { mid: FxRate; markup: Rate6; side: MerchantSide }): FxRate {
  const share = BigInt(rate6(markup));
  const numerator = mid.e10 * (side === "sellsBase" ? ONE_RATE6 - share : ONE_RATE6 + share);
  const step = numerator >= (SCALE / 10n) * ONE_RATE6 ? 10_000n : 1n;
  return positive(divideRounded(numerator, ONE_RATE6 * step) * step, formatFxRate(mid));
}

/** The rate of the opposite pair, to ten decimals, half to even; throws `rate_malformed` when that would be zero. */
export const inverseRate = (rate: FxRate): FxRate =>
  positive(divideRounded(SCALE * SCALE, rate.e10), formatFxRate(rate));

/** The rate of A in C from A in B and B in C, to ten decimals, half to even. */
export const crossRate = (first: FxRate, second: FxRate): FxRate =>
  positive(divideRounded(first.e10 * second.e10, SCALE), `${formatFxRate(first)} × ${formatFxRate(second)}`);

/** Every figure shown on a converted line. */
export interface Conversion {
  readonly sold: Money;
  readonly rate: FxRate;
  /** What the merchant receives, at its own rate. */
  readonly received: Money;
  /** What the sold amount is worth at the mid rate. */
  readonly midValue: Money;
  /** Our income: mid value less what the merchant receives. */
  readonly markupAmount: Money;
}

/** A merchant sells an amount for another currency: its rate, what it receives and what the markup earns us. */
export function quoteSale(sale: { sold: Money; mid: FxRate; markup: Rate6; into: string }): Conversion {
  const rate = merchantRate({ mid: sale.mid, markup: sale.markup, side: "sellsBase" });
  const received = convert(sale.sold, rate, sale.into);
  const midValue = convert(sale.sold, sale.mid, sale.into);
  return { sold: sale.sold, rate, received, midValue, markupAmount: subtract(midValue, received) };
}

/** Whether a new quote gives the seller less than the old one by more than the tolerance, in millionths of the old. */
export const isWorseThan = (old: FxRate, fresh: FxRate, tolerance: Rate6): boolean =>
  fresh.e10 * ONE_RATE6 < old.e10 * (ONE_RATE6 - BigInt(rate6(tolerance)));

/** Where a rate was obtained; listed from the most to the least trusted. */
export const fxSources = ["feed", "centralBank", "manual"] as const;

/** One published rate of a pair. */
export interface FxQuote {
  readonly base: CurrencyCode;
  readonly quote: CurrencyCode;
  readonly rate: FxRate;
  readonly source: (typeof fxSources)[number];
}

/** A rate found among the published ones and the quotes it was made of, for showing and for judging its age. */
export interface FoundRate {
  readonly rate: FxRate;
  readonly from: readonly FxQuote[];
}

/**
 * The rate to use for a pair: the most trusted source that can answer, and within it the direct pair, else its
 * inverse, else both legs over the US dollar. Null when no source can. The caller passes only rates still fresh enough.
 */
export function findRate(
  quotes: readonly FxQuote[],
  pair: { base: CurrencyCode; quote: CurrencyCode },
): FoundRate | null {
  for (const source of fxSources) {
    const published = quotes.filter((candidate) => candidate.source === source);
    const found = pairRate(published, pair.base, pair.quote) ?? overDollar(published, pair.base, pair.quote);
    if (found) return found;
  }
  return null;
}

function pairRate(quotes: readonly FxQuote[], base: CurrencyCode, quote: CurrencyCode): FoundRate | null {
  const direct = quotes.find((candidate) => candidate.base === base && candidate.quote === quote);
  if (direct) return { rate: direct.rate, from: [direct] };
  const opposite = quotes.find((candidate) => candidate.base === quote && candidate.quote === base);
  return opposite ? { rate: inverseRate(opposite.rate), from: [opposite] } : null;
}

function overDollar(quotes: readonly FxQuote[], base: CurrencyCode, quote: CurrencyCode): FoundRate | null {
  const first = pairRate(quotes, base, "USD");
  const second = pairRate(quotes, "USD", quote);
  return first && second ? { rate: crossRate(first.rate, second.rate), from: [...first.from, ...second.from] } : null;
}
