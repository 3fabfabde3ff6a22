import { coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { summaryLimit } from "@countinghouse/contract/payments/coin-order/order-counts.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp } from "../../../../test/app.ts";
import { jobContext } from "../../../../test/jobs.ts";
import { buildMerchant } from "../../../../test/merchants.ts";
import { buildImport } from "../../../../test/order-imports.ts";
import { buildTenant } from "../../../../test/people.ts";
import { orderStatsWorker } from "../order-stats/index.ts";

/** So many that those that were paid are more than are counted. */
const many = summaryLimit + 2_000;

let app: TestApp;
let merchantId: string;
let few: string;
let tenantId: number;
beforeAll(async () => {
  app = await buildTestApp();
  const owner = await buildTenant(app);
  tenantId = owner.tenantId;
  merchantId = await buildMerchant(app, owner);
  few = await buildMerchant(app, owner);
  await addOrders(merchantId, owner.tenantId, many);
  await addOrders(few, owner.tenantId, 3);
});
afterAll(() => app.close());

/** Orders of 1.00 a minute apart, up to the day before now: every tenth failed, the others paid, every other one in euro. */
const addOrders = (owner: string, tenantId: number, count: number) =>
  sql`
  INSERT INTO coin_orders (merchant_id, id, tenant_id, order_no, merchant_order_no, content_hash, mode, type, payment_type, status, currency, amount,
    captured_amount, paid_time, capture_method, max_attempts, order_time, expire_time)
  SELECT ${owner}, 'ord_' || right(${owner}, 8) || lpad(i::text, 18, '0'), ${tenantId}::bigint, 'OR' || i, 'm-' || i, '', 'live', 'one_time', 'hosted_page',
    CASE WHEN i % 10 = 0 THEN 'failed' ELSE 'paid' END, CASE WHEN i % 2 = 0 THEN 'EUR' ELSE 'USD' END, 100,
    CASE WHEN i % 10 = 0 THEN 0 ELSE 100 END, CASE WHEN i % 10 <> 0 THEN ${app.clock.now().toISOString()}::timestamptz END,
    'automatic', 5, at, at
  FROM (SELECT i, ${app.clock.now().toISOString()}::timestamptz - interval '1 day' - i * interval '1 minute' AS at
          FROM generate_series(1, ${count}::int) AS i) AS made`.execute(app.platform.db);

const count = () => orderStatsWorker.run(jobContext(app), {});
const platform = () => app.as(actor());

describe("coinOrder.statusCount", () => {
  test("counts a status with few orders exactly beside one with too many", async () => {
    const answer = await platform().call(coinOrder, "statusCount", { merchantId: [merchantId] });
    expect(answer.counts).toMatchObject([
      { status: "failed", count: many / 10, isExact: true },
      { status: "paid", count: summaryLimit, isExact: false },
    ]);
    expect(answer).toMatchObject({ total: many / 10 + summaryLimit, isExact: false });
  });

  test("does not look at the status that is chosen", async () => {
    const answer = await platform().call(coinOrder, "statusCount", { merchantId: [few], status: ["failed"] });
    expect(answer.counts).toMatchObject([{ status: "paid", count: 3, isExact: true }]);
  });
});

describe("coinOrder.summary", () => {
  test("adds up what the filters match, a currency at a time", async () => {
    const answer = await platform().call(coinOrder, "summary", { merchantId: [few] });
    expect(answer).toEqual({
      isExact: true,
      currencies: [
        { currency: "USD", count: 2, paidCount: 2, amount: "200", capturedAmount: "200", refundedAmount: "0" },
        { currency: "EUR", count: 1, paidCount: 1, amount: "100", capturedAmount: "100", refundedAmount: "0" },
      ],
    });
  });

  test("of more orders than are added up says so, until they are counted beforehand", async () => {
    const asked = { merchantId: [merchantId] };
    const before = await platform().call(coinOrder, "summary", asked);
    expect(before.isExact).toBe(false);
    expect(before.currencies.reduce((sum, one) => sum + one.count, 0)).toBe(summaryLimit + 1);
    await count();
    const half = many / 2;
    const captured = half * 0.8 * 100;
    expect(await platform().call(coinOrder, "summary", asked)).toEqual({
      isExact: true,
      currencies: [
        {
          currency: "EUR",
          count: half,
          paidCount: half * 0.8,
          amount: String(half * 100),
          capturedAmount: String(captured),
          refundedAmount: "0",
        },
        {
          currency: "USD",
          count: half,
          paidCount: half,
          amount: String(half * 100),
          capturedAmount: String(half * 100),
          refundedAmount: "0",
        },
      ],
    });
  });

  test("of a span that begins and ends anywhere is the same counted beforehand and one by one", async () => {
    const now = app.clock.now().getTime();
    const at = (minutes: number) => new Date(now - 86_400_000 - minutes * 60_000 + 1).toISOString();
    // One minute more than the limit, so that the span is read from the counts, and its two halves from the orders.
    const whole = { merchantId: [merchantId], orderTimeRange: [at(summaryLimit + 211), at(210)] as const };
    const parts = [
      [at(summaryLimit + 211), at(5_000)],
      [at(5_000), at(210)],
    ] as const;
    const sumOf = async (orderTimeRange: readonly [string, string]) => {
      const asked = { merchantId: [merchantId], orderTimeRange: [...orderTimeRange] as [string, string] };
      const { currencies, isExact } = await platform().call(coinOrder, "summary", asked);
      expect(isExact).toBe(true);
      return currencies.map(
        ({ currency, count, capturedAmount }) => [currency, count, Number(capturedAmount)] as const,
      );
    };
    const rows = [await sumOf(parts[0]), await sumOf(parts[1])].flat();
    const expected = ["EUR", "USD"].map((code) => [
      code,
      rows.filter(([currency]) => currency === code).reduce((sum, [, orders]) => sum + orders, 0),
      rows.filter(([currency]) => currency === code).reduce((sum, [, , captured]) => sum + captured, 0),
    ]);
    expect([...(await sumOf(whole.orderTimeRange))].sort()).toEqual(expected);
  });

  test("by anything that is not counted beforehand stays that of the newest, and says so", async () => {
    const answer = await platform().call(coinOrder, "summary", { merchantId: [merchantId], type: ["one_time"] });
    expect(answer.isExact).toBe(false);
  });

  test("counts orders that were taken elsewhere, which nobody counted beforehand", async () => {
    const importId = await buildImport(app, { merchantId, tenantId });
    const { id } = await app.platform.db
      .selectFrom("coinOrders")
      .select("id")
      .where("merchantId", "=", merchantId)
      .where("status", "=", "failed")
      .executeTakeFirstOrThrow();
    await app.platform.db
      .updateTable("coinOrders")
      .set({ origin: "import", importId })
      .where("merchantId", "=", merchantId)
      .where("id", "=", id)
      .execute();
    expect((await platform().call(coinOrder, "summary", { merchantId: [merchantId] })).isExact).toBe(false);
    const ours = await platform().call(coinOrder, "summary", { merchantId: [merchantId], origin: ["platform"] });
    expect(ours.isExact).toBe(true);
  });
});
