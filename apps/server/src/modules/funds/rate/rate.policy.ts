import type { BusinessCalendar } from "@countinghouse/money/business-calendar.ts";
import type { CurrencyCode } from "@countinghouse/money/currency.ts";
import { crossRate, type FxQuote, type FxRate, findRate, formatFxRate, fxSources } from "@countinghouse/money/fx.ts";
import { businessSeconds } from "@countinghouse/money/settlement-date.ts";

/** A stored rate as the look-up weighs it. */
export interface StoredQuote extends FxQuote {
  readonly id: number;
  readonly effectiveTime: string;
}

/** How a rate was found. */
export interface RateRoute {
  readonly kind: "same" | "direct" | "inverse" | "cross";
  /** The currency that both legs share. */
  readonly via: CurrencyCode | null;
  /** The stored rates it was made of. */
  readonly legs: readonly StoredQuote[];
}

/** A mid rate and the route it took. */
export interface RateWithRoute extends RateRoute {
  readonly rate: FxRate;
}

interface Pair {
  readonly base: CurrencyCode;
  readonly quote: CurrencyCode;
}

/** Reference rates are all quoted against the euro, so that two of them meet there. */
const hub = "EUR";

/**
 * The rate of a pair out of stored ones: the most trusted source that can answer, and within it the pair itself, else
 * its opposite inverted, else two legs over the dollar or the euro. Undefined when no source can.
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

/** When a rate is too old. */
export interface AgeLimit {
  readonly limitHours: number;
  readonly calendar: BusinessCalendar;
  readonly zone: string;
}

/** A source that publishes once a day is given this long to bring the next rates. */
const publicationGraceSeconds = 2 * 3600;

/** Whether a rate is older than its limit, counted on business days: over a weekend nothing newer is published. */
export function isStale(
  rate: { readonly source: "manual" | "ecb" | "feed"; readonly effectiveTime: string },
  nowMs: number,
  { limitHours, calendar, zone }: AgeLimit,
): boolean {
  const fromMs = Date.parse(rate.effectiveTime);
  const limitSeconds = limitHours * 3600 + (rate.source === "manual" ? 0 : publicationGraceSeconds);
  if ((nowMs - fromMs) / 1000 <= limitSeconds) return false;
  // Beyond any run of closed days there is no need to count.
  if (nowMs - fromMs > limitSeconds * 1000 + 60 * 86_400_000) return true;
  return businessSeconds({ fromMs, toMs: nowMs, zone, calendars: [calendar] }) > limitSeconds;
}

/** A leg as the wire shows it. */
export const shownLeg = ({ id, base, quote, rate, source, effectiveTime }: StoredQuote) => ({
  id,
  pair: `${base}/${quote}`,
  rate: formatFxRate(rate),
  source: source === "centralBank" ? ("ecb" as const) : source,
  effectiveTime,
});
