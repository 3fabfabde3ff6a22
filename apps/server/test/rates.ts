import type { TestApp } from "./app.ts";
import { sealRows } from "./price-seals.ts";

/** Publishes how many US dollars a euro is from now on. */
export const publishRate = async (app: TestApp, rate: string): Promise<void> => {
  await app.platform.db
    .insertInto("rates")
    .values({
      baseCurrency: "EUR",
      quoteCurrency: "USD",
      rate,
      source: "manual",
      effectiveTime: app.clock.now().toISOString(),
      fetchTime: app.clock.now().toISOString(),
    })
    .execute();
  await sealRows(app, "rates");
};
