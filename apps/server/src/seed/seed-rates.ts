import type { Insertable } from "kysely";
import type { Tables } from "../platform/db/tables.ts";
import { dayMs, type SeedContext } from "./seed-context.ts";
import { SeededRandom } from "./seeded-random.ts";

/** Where the rates of the demonstration begin: units of a currency for one euro. */
const begins: Readonly<Record<string, number>> = {
  USD: 1.135,
  GBP: 0.868,
  JPY: 171.4,
  CNY: 8.12,
  TWD: 36.4,
  HKD: 8.83,
  SGD: 1.498,
  BRL: 6.28,
  KWD: 0.3475,
};
const historyDays = 400;
/** What a rate moves in a day, and how strongly it is drawn back to where it began. */
const [volatility, pull] = [0.0045, 0.02];
const rowsAtOnce = 2_000;

/** Rates of a year and more that nobody published, as a feed would bring them each morning; one for each day and currency. */
export async function seedRates({ db, now }: SeedContext): Promise<void> {
  const random = new SeededRandom(77);
  const today = Math.floor((now.getTime() - 6 * 3_600_000) / dayMs) * dayMs;
  const rows: Insertable<Tables["rates"]>[] = [];
  for (const [quoteCurrency, begin] of Object.entries(begins)) {
    let rate = begin;
    for (let daysAgo = historyDays; daysAgo >= 0; daysAgo -= 1) {
      const time = new Date(today - daysAgo * dayMs + 6 * 3_600_000).toISOString();
      rate *= 1 + (random.next() - 0.5) * 2 * volatility + ((begin - rate) / begin) * pull;
      rows.push({
        baseCurrency: "EUR",
        quoteCurrency,
        rate: rate.toPrecision(6),
        source: "feed",
        effectiveTime: time,
        fetchTime: time,
      });
    }
  }
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await db
      .insertInto("rates")
      .values(rows.slice(from, from + rowsAtOnce))
      .execute();
}
