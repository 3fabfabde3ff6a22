import type { TestApp } from "./app.ts";
import { sealRows } from "./price-seals.ts";

interface Pair {
  readonly baseCurrency: string;
  readonly quoteCurrency: string;
}

/** Publishes how many units of one currency one of another is from now on: US dollars for a euro, unless told. */
export const publishRate = async (
  app: TestApp,
  rate: string,
  pair: Pair = { baseCurrency: "EUR", quoteCurrency: "USD" },
): Promise<void> => {
  await app.platform.db
    .insertInto("rates")
    .values({
      ...pair,
      rate,
      source: "manual",
      effectiveTime: app.clock.now().toISOString(),
      fetchTime: app.clock.now().toISOString(),
    })
    .execute();
  await sealRows(app, "rates");
};
