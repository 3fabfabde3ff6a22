import { testOrderPrefix } from "@countinghouse/contract/merchants/go-live/go-live.ts";
import { coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { actor, buildTestApp, type TestApp, TestClock } from "../../test/app.ts";
import { jobContext } from "../../test/jobs.ts";
import { findingsOf } from "../../test/ledger.ts";
import { settleAll } from "../../test/settlements.ts";
import { sealWorker } from "../modules/funds/ledger/ledger.seal.worker.ts";
import { demoShops } from "./demo-shops.ts";
import { seed } from "./seed.ts";
import { seedOrders } from "./seed-orders.ts";

let app: TestApp;
/** Fewer than an installation is given. */
const share = 0.2;
/** Orders there were when the first start was cut off. */
let cutOff: number;
const said: string[] = [];

const countedOrders = async (): Promise<number> =>
  Number(
    (
      await app.platform.db
        .selectFrom("coinOrders")
        .select(({ fn }) => fn.countAll().as("count"))
        .executeTakeFirstOrThrow()
    ).count,
  );

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
  const first = seedOrders(app.platform, { signal: stopping.signal, share });
  await vi.waitUntil(async () => (await countedOrders()) > 0, { timeout: 100_000 });
  stopping.abort();
  await first.catch(() => {});
  cutOff = await countedOrders();
  await seedOrders(app.platform, { share, say: (line) => void said.push(line) });
});
afterAll(() => app.close());

const sumOf = (counts: ReadonlyMap<string, number>, names: readonly string[]): number =>
  names.reduce((sum, name) => sum + (counts.get(name) ?? 0), 0);

const counted = async (what: string, rest: string): Promise<Map<string, number>> => {
  const { rows } = await sql<{ what: string | null; count: number }>`
    SELECT ${sql.raw(what)} AS what, count(*) AS count FROM ${sql.raw(rest)} GROUP BY 1`.execute(app.platform.db);
  return new Map(rows.map((row) => [String(row.what), Number(row.count)]));
};

describe("the orders of the demonstration", () => {
  test("are made by the next start where one was cut off, and once", async () => {
    const all = await ordersByMerchant();
    expect(cutOff).toBeGreaterThan(0);
    expect(cutOff).toBeLessThan(all.reduce((sum, { count }) => sum + count, 0));
    const planned = Object.values(demoShops).map(({ orders }) => Math.round(orders * share));
    expect(all.map(({ count }) => count).sort()).toEqual(planned.sort());
    await seedOrders(app.platform, { share });
    expect(await ordersByMerchant()).toEqual(all);
  });

  test("say when they are there, and took as long as gateways do", async () => {
    expect(said).toEqual([expect.stringMatching(/^demo {6}a year of \d+ orders made in [\d.]+ s$/)]);
    const { rows } = await sql<{ least: number; most: number; kinds: number }>`
      SELECT min(latency_ms) AS least, max(latency_ms) AS most, count(DISTINCT latency_ms) AS kinds
        FROM payment_attempts WHERE latency_ms IS NOT NULL`.execute(app.platform.db);
    expect(Number(rows[0]?.least)).toBeGreaterThanOrEqual(160);
    expect(Number(rows[0]?.most)).toBeLessThan(1_200);
    expect(Number(rows[0]?.kinds)).toBeGreaterThan(20);
  });

  test("begin with the payment that ends a merchant's way to live ones", async () => {
    const { rows } = await sql<{ status: string; places: number }>`
      SELECT o.status, (SELECT count(*)::int FROM coin_orders e
                         WHERE e.merchant_id = o.merchant_id AND e.order_time < o.order_time) AS places
        FROM coin_orders o WHERE o.merchant_order_no LIKE ${`${testOrderPrefix}%`}`.execute(app.platform.db);
    expect(rows).toEqual((await ordersByMerchant()).map(() => ({ status: "paid", places: 0 })));
  });

  test("go back in part and in whole, as goods do", async () => {
    const counts = await counted("status", "order_refunds");
    expect(counts.get("succeeded")).toBeGreaterThan(0);
    expect([...counts.keys()].filter((status) => !["succeeded", "review"].includes(status))).toEqual([]);
    // Goods that came back late wait for somebody to look.
    expect(counts.get("review")).toBeGreaterThan(2);
  });

  test("end in every way that orders end", async () => {
    const counts = await counted("status", "coin_orders");
    expect(counts.get("paid")).toBeGreaterThan(300);
    expect(counts.get("canceled")).toBeGreaterThan(5);
    expect(counts.get("created") ?? 0).toBe(0);
  });

  test("spread over a year, several accounts, currencies and countries", async () => {
    const months = await counted("to_char(order_time, 'YYYY-MM')", "coin_orders");
    expect(months.size).toBeGreaterThanOrEqual(12);
    expect((await counted("gateway_account_id", "payment_attempts")).size).toBeGreaterThanOrEqual(3);
    expect((await counted("currency", "coin_orders WHERE captured_amount > 0")).size).toBeGreaterThanOrEqual(6);
    expect((await counted("country", "coin_orders")).size).toBeGreaterThanOrEqual(7);
  });

  test("are declined about as often as in life, for many reasons", async () => {
    const attempts = await counted("status", "payment_attempts");
    const sum = [...attempts.values()].reduce((all, count) => all + count, 0);
    const share = (attempts.get("declined") ?? 0) / sum;
    expect(share).toBeGreaterThan(0.1);
    expect(share).toBeLessThan(0.35);
    expect((await counted("decline_code", "payment_attempts WHERE status = 'declined'")).size).toBeGreaterThan(4);
  });

  test("have on the books what they say was captured, and the books are in balance", async () => {
    const books = await app.platform.db.selectFrom("ledgerBooks").select(["merchantId", "book"]).execute();
    expect(books.length).toBeGreaterThan(0);
    for (const { merchantId, book } of books) expect(await findingsOf(app, merchantId, { book })).toEqual([]);
  });

  test("are settled on their days, with a bill for each batch, and what falls due is collected", async () => {
    const batches = await counted("status", "settlement_batches");
    expect(batches.get("settled")).toBeGreaterThan(200);
    const bills = await counted("status", "bills");
    expect(sumOf(bills, ["issued", "confirmed"])).toBe(sumOf(batches, ["settled", "confirmed", "closed"]));
    // Only those of the last days wait for their merchants, whose people would else find a desk with a year on it.
    const waiting = await counted("merchant_id", "bills WHERE status = 'issued'");
    expect(Math.max(...waiting.values())).toBeLessThan(8);
    expect(bills.get("confirmed")).toBeGreaterThan(100);
    const { rows } =
      await sql`SELECT 1 FROM settlement_batches WHERE settled_time::date - date NOT BETWEEN -1 AND 1`.execute(
        app.platform.db,
      );
    expect(rows).toEqual([]);
    await settleAll(app);
    expect((await counted("status", "settlement_batches")).get("settled")).toBe(batches.get("settled"));
    expect(await app.platform.db.selectFrom("eventExceptionItems").select("message").execute()).toEqual([]);
  });

  test("raise no alarm by the job that seals, which finds them older than the installation", async () => {
    await sealWorker(app.platform).run(jobContext(app), {});
    const told = await app.platform.db.selectFrom("eventExceptionItems").select("eventType").execute();
    expect(told.filter(({ eventType }) => eventType.startsWith("ledger."))).toEqual([]);
  });

  test("are counted in the figures as soon as they are there", async () => {
    const { rows } = await sql<{ counted: number }>`
      SELECT sum(orders) AS counted FROM order_slots WHERE facet = 'hour'`.execute(app.platform.db);
    const all = await ordersByMerchant();
    expect(Number(rows[0]?.counted)).toBe(all.reduce((sum, { count }) => sum + Number(count), 0));
  });
});

describe("the withdrawals of the demonstration", () => {
  test("are of the past year, approved and paid, and the last ones wait", async () => {
    const states = await counted("status", "cashouts");
    expect(states.get("paid")).toBeGreaterThan(20);
    expect(states.get("approving")).toBeGreaterThan(0);
    expect(states.get("processing")).toBeGreaterThan(0);
    expect((await counted("to_char(paid_time, 'YYYY-MM')", "cashouts WHERE status = 'paid'")).size).toBeGreaterThan(6);
    expect((await counted("status", "payouts WHERE source_type = 'cashout'")).get("paid")).toBe(states.get("paid"));
    const accounts = await counted("account_label", "cashouts");
    expect(accounts.size).toBe((await counted("merchant_id", "cashouts")).size);
  });
});

test("the story of an order names gateway accounts and people as its reader knows them", async () => {
  const order = await app.platform.db
    .selectFrom("orderTimeline")
    .select("orderId")
    .where("title", "=", "eventAttemptStarted")
    .executeTakeFirstOrThrow();
  const admin = app.as(actor());
  const read = (locale: "en" | "zh-cn") => admin.call(coinOrder, "timeline", { id: order.orderId }, { locale });
  expect(JSON.stringify(await read("zh-cn"))).toMatch(/\p{Script=Han}/u);
  expect(JSON.stringify(await read("en"))).not.toMatch(/\p{Script=Han}/u);
});

describe("the settlement files of the demonstration", () => {
  test("are of the past year, matched but for a few lines, and paid but for the last month", async () => {
    const files = await counted("status", "recon_batches");
    expect([...files.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(20);
    const lines = await counted("status", "recon_items");
    expect(lines.get("matched")).toBeGreaterThan(50);
    const open = await counted("match_status", "recon_items WHERE status = 'open'");
    expect([...open.keys()]).toEqual(["fee_mismatch"]);
    const unpaid = await counted("to_char(file_date, 'YYYY-MM')", "recon_batches WHERE received_amount <> net_amount");
    expect(unpaid.size).toBe(1);
  });
});

describe("what else leaves and what banks say", () => {
  test("payout orders are paid, on their way and waiting", async () => {
    const states = await counted("status", "payout_orders");
    expect([...states.keys()].sort()).toEqual(["paid", "processing", "review"]);
    expect([states.get("paid"), states.get("processing")]).toEqual([2, 2]);
  });

  test("statements of our accounts tie and are matched but for the charges of the last month", async () => {
    const statements = await counted("currency", "bank_statements");
    expect(statements.size).toBe(5);
    expect([...statements.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(20);
    const lines = await counted("status", "bank_lines");
    expect(lines.get("matched")).toBeGreaterThan(30);
    expect(await counted("type", "bank_lines WHERE status <> 'matched'")).toEqual(new Map([["charge", 5]]));
  });
});

describe("the endpoints of the demonstration", () => {
  test("were told of the last weeks: most answered, one is failing and one is gone", async () => {
    const states = await counted("status", "webhook_endpoints");
    expect(Object.fromEntries(states)).toEqual({ enabled: 4, auto_disabled: 1 });
    const deliveries = await counted("status", "webhook_deliveries");
    expect(deliveries.get("delivered")).toBeGreaterThan(10);
    const differing = await sql`
      SELECT 1 FROM webhook_deliveries d
       WHERE d.attempt_count <> (SELECT count(*) FROM webhook_attempts t
                                  WHERE t.merchant_id = d.merchant_id AND t.delivery_id = d.id)`.execute(
      app.platform.db,
    );
    expect(differing.rows).toEqual([]);
  });

  test("are not told twice at the next start", async () => {
    const before = await counted("status", "webhook_deliveries");
    await seedOrders(app.platform, { share });
    expect(await counted("status", "webhook_deliveries")).toEqual(before);
  });
});

test("the demonstration has a rate of every day of the year for its currencies", async () => {
  const days = await counted("quote_currency", "rates");
  expect(days.size).toBe(9);
  for (const count of days.values()) expect(count).toBeGreaterThan(365);
});
