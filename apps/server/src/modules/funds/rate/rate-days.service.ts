import type { CurrencyCode } from "@countinghouse/money/currency.ts";
import type { FxRate } from "@countinghouse/money/fx.ts";
import type { Context } from "../../../platform/http/context.ts";
import { rateOf } from "./rate.policy.ts";
import { quotesOnDays, type RateSourceCode } from "./rate.store.ts";

/** The mid rate of a UTC day, with its sources. */
export interface DayRate {
  readonly rate: FxRate;
  readonly legs: readonly { readonly source: RateSourceCode; readonly effectiveTime: string }[];
}

/** The requested rates. */
export interface DayRatesWanted {
  readonly days: readonly string[];
  readonly currencies: readonly CurrencyCode[];
  readonly into: CurrencyCode;
  /** As known at that instant; now by default. */
  readonly knownAt?: string | undefined;
}

/** Cross currencies: rates of two other currencies are combined through them. */
const meeting = ["USD", "EUR"];

export const dayRateKey = (day: string, code: string): string => `${day} ${code}`;

/**
 * Mid rates of currencies into one, day by day: the rate in force at the end of the day. A day without a rate, or with
 * one whose seal does not match, is left out. Keyed by {@link dayRateKey}.
 */
export async function dayRates(
  ctx: Pick<Context, "db" | "seals">,
  { days, currencies, into, knownAt }: DayRatesWanted,
): Promise<ReadonlyMap<string, DayRate>> {
  const found = new Map<string, DayRate>();
  const foreign = currencies.filter((code) => code !== into);
  for (const day of days) found.set(dayRateKey(day, into), { rate: { e10: 10n ** 10n }, legs: [] });
  if (foreign.length === 0 || days.length === 0) return found;
  const quotes = await quotesOnDays(ctx, { currencies: foreign, hubs: [into, ...meeting], days, knownAt });
  const genuine = new Map<number, boolean>();
  for (const [day, ofDay] of Map.groupBy(quotes, (quote) => quote.day))
    for (const base of foreign) {
      const route = rateOf(ofDay, { base, quote: into });
      if (!route) continue;
      const legs = ofDay.filter(({ id }) => route.legs.some((leg) => leg.id === id));
      for (const { id, row } of legs)
        if (!genuine.has(id)) genuine.set(id, await ctx.seals.isGenuine(ctx.db, "rates", row));
      if (legs.some(({ id }) => !genuine.get(id))) continue;
      const told = legs.map(({ origin, effectiveTime }) => ({ source: origin, effectiveTime }));
      found.set(dayRateKey(day, base), { rate: route.rate, legs: told });
    }
  return found;
}
