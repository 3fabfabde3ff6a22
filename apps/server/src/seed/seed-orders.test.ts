import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { buildTestApp, type TestApp, TestClock } from "../../test/app.ts";
import { findingsOf } from "../../test/ledger.ts";
import { seed } from "./seed.ts";
import { seedOrders } from "./seed-orders.ts";

let app: TestApp;
/** Fewer than an installation is given. */
const perMerchant = 24;
/** Orders there were when the first start was cut off. */
let cutOff: number;

const ordersByMerchant = () =>
  app.platform.db
    .selectFrom("coinOrders")
    .select(["merchantId", ({ fn }) => fn.countAll<number>().as("count")])
    .groupBy("merchantId")
    .orderBy("merchantId")
    .execute();

beforeAll(async () => {
  app = await buildTestApp({ environment: { COUNTINGHOUSE_DEMO: "true" }, clock: new TestClock() });
  await seed(app.platform, () => {});
  const stopping = new AbortController();
  const first = seedOrders(app.platform, { signal: stopping.signal, perMerchant });
  await vi.waitUntil(async () => (await ordersByMerchant()).length > 0, { timeout: 20_000 });
  stopping.abort();
  await first;
  cutOff = (await ordersByMerchant()).reduce((sum, { count }) => sum + count, 0);
  await seedOrders(app.platform, { perMerchant });
});
afterAll(() => app.close());

describe("the orders of the demonstration", () => {
  test("are made by the next start where one was cut off, and once", async () => {
    const all = await ordersByMerchant();
    expect(cutOff).toBeGreaterThan(0);
    expect(cutOff).toBeLessThan(all.reduce((sum, { count }) => sum + count, 0));
    expect(new Set(all.map(({ count }) => count)).size).toBe(1);
    await seedOrders(app.platform, { perMerchant });
    expect(await ordersByMerchant()).toEqual(all);
  });

  test("end in every way that orders end", async () => {
    const { rows } = await sql<{ status: string; count: number }>`
      SELECT status, count(*) AS count FROM coin_orders GROUP BY status`.execute(app.platform.db);
    const counts = new Map(rows.map(({ status, count }) => [status, Number(count)]));
    expect(counts.get("paid")).toBeGreaterThan(50);
    expect(counts.get("canceled")).toBeGreaterThan(10);
    expect(counts.get("created") ?? 0).toBe(0);
  });

  test("have on the books what they say was captured, and the books are in balance", async () => {
    const books = await app.platform.db.selectFrom("ledgerBooks").select(["merchantId", "book"]).execute();
    expect(books.length).toBeGreaterThan(0);
    for (const { merchantId, book } of books) expect(await findingsOf(app, merchantId, { book })).toEqual([]);
  });
});
