import type { BusinessCalendar } from "@countinghouse/money/business-calendar.ts";
import type { CurrencyCode } from "@countinghouse/money/currency.ts";
import { crossRate, type FxQuote, type FxRate, findRate, formatFxRate, fxSources } from "@countinghouse/money/fx.ts";
import { businessSeconds } from "@countinghouse/money/settlement-date.ts";

/** A stored rate in the form of the look-up. */
export interface StoredQuote extends FxQuote {
  readonly id: number;
  readonly effectiveTime: string;
}

/** How a rate was found. */
export interface RateRoute {
  readonly kind: "same" | "direct" | "inverse" | "cross";
  /** The cross currency of both legs. */
  readonly via: CurrencyCode | null;
  /** The stored rates it combines. */
  readonly legs: readonly StoredQuote[];
}

/** A mid rate, and how it was found. */
export interface RateWithRoute extends RateRoute {
  readonly rate: FxRate;
}

interface Pair {
  readonly base: CurrencyCode;
  readonly quote: CurrencyCode;
}

/** All reference rates are quoted against the euro, so two of them combine through it. */
const hub = "EUR";

/**
 * The rate of a pair from stored rates: of the most trusted source that has one, and within it the pair itself, else
 * the inverse of the opposite pair, else two legs through the dollar or the euro. Undefined when no source has one.
 */
export function rateOf(quotes: readonly StoredQuote[], pair: Pair): RateWithRoute | undefined {
  if (pair.base === pair.quote) return { rate: { e10: 10n ** 10n }, kind: "same", via: null, legs: [] };
  for (const source of fxSources) {
    const published = quotes.filter((quote) => quote.source === source);
    const found = findRate(published, pair) ?? overHub(published, pair);
    if (found) return { rate: found.rate, ...routeOf(found.from as readonly StoredQuote[], pair) };
  }
  return undefined;
}

function overHub(quotes: readonly StoredQuote[], { base, quote }: Pair) {
  const first = findRate(quotes, { base, quote: hub });
  const second = findRate(quotes, { base: hub, quote });
  if (first?.from.length !== 1 || second?.from.length !== 1) return undefined;
  return { rate: crossRate(first.rate, second.rate), from: [...first.from, ...second.from] };
}

function routeOf(legs: readonly StoredQuote[], { base }: Pair): RateRoute {
  const [first, second] = legs;
  if (!first || !second) return { kind: first?.base === base ? "direct" : "inverse", via: null, legs };
  return { kind: "cross", via: first.base === base ? first.quote : first.base, legs };
}

/** Age limit of a rate. */
export interface AgeLimit {
  readonly limitHours: number;
  readonly calendar: BusinessCalendar;
  readonly zone: string;
}

/** Grace period for a source that publishes once a day, in seconds. */
const publicationGraceSeconds = 2 * 3600;

/** Whether a rate exceeds its age limit, counted on business days: nothing is published over a weekend. */
export function isStale(
  rate: { readonly source: "manual" | "ecb" | "feed"; readonly effectiveTime: string },
  nowMs: number,
  { limitHours, calendar, zone }: AgeLimit,
): boolean {
  const fromMs = Date.parse(rate.effectiveTime);
  const limitSeconds = limitHours * 3600 + (rate.source === "manual" ? 0 : publicationGraceSeconds);
  if ((nowMs - fromMs) / 1000 <= limitSeconds) return false;
  // Longer than any run of closed days: no need to count.
  if (nowMs - fromMs > limitSeconds * 1000 + 60 * 86_400_000) return true;
  return businessSeconds({ fromMs, toMs: nowMs, zone, calendars: [calendar] }) > limitSeconds;
}

/** A leg in its wire form. */
export const shownLeg = ({ id, base, quote, rate, source, effectiveTime }: StoredQuote) => ({
  id,
  pair: `${base}/${quote}`,
  rate: formatFxRate(rate),
  source: source === "centralBank" ? ("ecb" as const) : source,
  effectiveTime,
});
