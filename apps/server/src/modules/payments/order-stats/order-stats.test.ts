import { orderStats } from "@countinghouse/contract/payments/order-stats/order-stats.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp } from "../../../../test/app.ts";
import { jobContext } from "../../../../test/jobs.ts";
import { buildMerchant } from "../../../../test/merchants.ts";
import { buildOperator, buildTenant } from "../../../../test/people.ts";
import { newId } from "../../../platform/db/new-id.ts";
import { SeededRandom } from "../../../seed/seeded-random.ts";
import { orderStatsWorker, recountOrders } from "./index.ts";

let app: TestApp;
let tenantId: number;
let orgId: number;
let merchantId: string;
beforeAll(async () => {
  app = await buildTestApp();
  ({ tenantId, orgId } = await buildTenant(app));
  merchantId = await buildMerchant(app, { tenantId, orgId });
});
afterAll(() => app.close());

interface OrderParts {
  readonly at: string;
  readonly amount?: number;
  readonly captured?: number;
  readonly currency?: string;
  readonly method?: string | null;
  readonly country?: string | null;
  readonly mode?: "live" | "test";
  readonly merchant?: string;
}

let serial = 0;
async function addOrder(parts: OrderParts): Promise<string> {
  const { at, amount = 1000, captured = 0, currency = "USD", method = null, country = null, mode = "live" } = parts;
  const owner = parts.merchant ?? merchantId;
  serial += 1;
  const id = newId("ord", new Date(at));
  const paid = captured > 0;
  await app.platform.db
    .insertInto("coinOrders")
    .values({
      merchantId: owner,
      id,
      tenantId,
      orderNo: `OR${serial}`,
      merchantOrderNo: `m-${serial}`,
      contentHash: String(serial),
      mode,
      type: "one_time",
      paymentType: "server_to_server",
      status: paid ? "paid" : "created",
      currency,
      amount: String(amount),
      capturedAmount: String(captured),
      paidTime: paid ? at : null,
      captureMethod: "automatic",
      paymentMethod: method,
      country,
      attemptCount: method ? 1 : 0,
      maxAttempts: 5,
      orderTime: at,
      expireTime: at,
    } as never)
    .execute();
  await note(owner, id);
  return id;
}

/** Something happened to the order now. */
async function note(owner: string, orderId: string, seq = 1): Promise<void> {
  await app.platform.db
    .insertInto("orderTimeline")
    .values({
      merchantId: owner,
      orderId,
      seq,
      time: app.clock.now().toISOString(),
      kind: "status",
      title: "eventOrderCreated",
      detail: "{}",
      actorType: "system",
      visibility: "all",
    } as never)
    .execute();
}

const refresh = () => orderStatsWorker.run(jobContext(app), {});
const platform = () => app.as(actor());
const span = { from: "2026-11-01T00:00:00.000Z", to: "2026-11-22T00:00:00.000Z" };

describe("orderStats", () => {
  test("counts what the orders say, by method and country, and never across modes", async () => {
    await addOrder({ at: "2026-11-20T10:07:00.000Z", amount: 500, captured: 500, method: "card_visa", country: "DE" });
    await addOrder({ at: "2026-11-20T10:14:59.999Z", amount: 700, method: "card_visa", country: "DE" });
    await addOrder({ at: "2026-11-20T10:15:00.000Z", amount: 900, currency: "JPY", country: "JP" });
    await addOrder({ at: "2026-11-20T10:15:00.000Z", amount: 1, mode: "test", captured: 1, method: "sim_qr" });
    await refresh();
    expect(await platform().call(orderStats, "conversion", span)).toMatchObject({ orders: 3, attempted: 2, paid: 1 });
    expect((await platform().call(orderStats, "methods", span)).methods).toEqual([
      { paymentMethod: "card_visa", orders: 2, attempted: 2, paid: 1 },
    ]);
    expect((await platform().call(orderStats, "countries", span)).countries).toEqual([
      { country: "DE", orders: 2, attempted: 2, paid: 1, captured: [{ currency: "USD", captured: "500" }] },
      { country: "JP", orders: 1, attempted: 0, paid: 0, captured: [{ currency: "JPY", captured: "0" }] },
    ]);
    const test = await platform().call(orderStats, "conversion", { ...span, mode: "test" });
    expect(test).toMatchObject({ orders: 1, paid: 1 });
  });

  test("follows an order that changes later, once and not twice", async () => {
    const id = await addOrder({ at: "2026-11-19T10:00:00.000Z", amount: 300 });
    await refresh();
    await app.platform.db
      .updateTable("coinOrders")
      .set({ status: "paid", capturedAmount: "300", paidTime: "2026-11-21T10:00:00.000Z", attemptCount: 1 })
      .where("id", "=", id)
      .execute();
    app.clock.forward(600_000);
    await note(merchantId, id, 2);
    await Promise.all([refresh(), refresh()]);
    const day = { from: "2026-11-19T00:00:00.000Z", to: "2026-11-20T00:00:00.000Z" };
    const before = "2026-11-18T00:00:00.000Z";
    expect(await platform().call(orderStats, "figures", { ...day, before, step: "day" })).toMatchObject({
      points: [{ currency: "USD", orders: 1, paid: 1, amount: "300", captured: "300" }],
    });
  });

  test("begins days as the reader's zone does, a quarter past the hour included", async () => {
    // Kathmandu is 5 h 45 min ahead: midnight there is 18:15 here.
    await addOrder({ at: "2026-11-10T18:14:00.000Z" });
    await addOrder({ at: "2026-11-10T18:15:00.000Z" });
    await refresh();
    const days = { from: "2026-11-09T18:15:00.000Z", to: "2026-11-11T18:15:00.000Z", step: "day" } as const;
    const asked = { ...days, before: "2026-11-07T18:15:00.000Z", timeZone: "Asia/Kathmandu" };
    const { points, starts } = await platform().call(orderStats, "figures", asked);
    expect(starts).toEqual(["2026-11-09T18:15:00.000Z", "2026-11-10T18:15:00.000Z"]);
    expect(points.map(({ start, orders }) => [start, orders])).toEqual([
      ["2026-11-09T18:15:00.000Z", 1],
      ["2026-11-10T18:15:00.000Z", 1],
    ]);
  });

  test("counts methods and countries in whole days and in what is left beside them", async () => {
    const at = (day: string, hour: number) => `2026-09-${day}T${String(hour).padStart(2, "0")}:30:00.000Z`;
    const parts = { method: "pix", country: "BR", currency: "BRL" };
    await addOrder({ at: at("01", 15), ...parts });
    await addOrder({ at: at("01", 16), ...parts, captured: 100 });
    await addOrder({ at: at("02", 12), ...parts, captured: 20 });
    await addOrder({ at: at("03", 15), ...parts, captured: 3 });
    await addOrder({ at: at("03", 16), ...parts });
    await refresh();
    const days = { from: "2026-09-01T16:00:00.000Z", to: "2026-09-03T16:00:00.000Z" };
    expect((await platform().call(orderStats, "methods", days)).methods).toEqual([
      { paymentMethod: "pix", orders: 3, attempted: 3, paid: 3 },
    ]);
    expect((await platform().call(orderStats, "countries", days)).countries).toEqual([
      { country: "BR", orders: 3, attempted: 3, paid: 3, captured: [{ currency: "BRL", captured: "123" }] },
    ]);
  });

  test("forgets the method of an order that was paid by another", async () => {
    const day = { from: "2026-08-05T00:00:00.000Z", to: "2026-08-06T00:00:00.000Z" };
    const id = await addOrder({ at: "2026-08-05T10:00:00.000Z", method: "ideal" });
    await refresh();
    await app.platform.db.updateTable("coinOrders").set({ paymentMethod: "alipay" }).where("id", "=", id).execute();
    app.clock.forward(600_000);
    await note(merchantId, id, 2);
    await refresh();
    expect((await platform().call(orderStats, "methods", day)).methods).toEqual([
      { paymentMethod: "alipay", orders: 1, attempted: 1, paid: 0 },
    ]);
  });

  test("holds a day that is not over beside as much of the day before, to the minute", async () => {
    const day = {
      from: "2026-11-21T00:00:00.000Z",
      to: "2026-11-22T00:00:00.000Z",
      before: "2026-11-20T00:00:00.000Z",
    };
    const now = app.clock.now().toISOString();
    const before = (minutes: number) => new Date(Date.parse(now) - minutes * 60_000).toISOString();
    await addOrder({ at: before(1), currency: "EUR", amount: 11 });
    await addOrder({ at: before(24 * 60 + 1), currency: "EUR", amount: 22 });
    await addOrder({ at: before(24 * 60 - 1), currency: "EUR", amount: 33 });
    await refresh();
    const answer = await platform().call(orderStats, "figures", { ...day, step: "hour" });
    const euro = (list: typeof answer.now) => list.find(({ currency }) => currency === "EUR");
    expect([euro(answer.now)?.amount, euro(answer.before)?.amount]).toEqual(["11", "22"]);
    expect(answer.until).toBe(now);
    expect([answer.starts.length, answer.startsBefore.length]).toEqual([24, 24]);
  });

  test("names every day of a period and of the one before, those without an order included", async () => {
    await addOrder({ at: "2026-07-03T12:00:00.000Z", currency: "CHF", amount: 40, captured: 40 });
    await addOrder({ at: "2026-06-28T12:00:00.000Z", currency: "CHF", amount: 30 });
    await refresh();
    const answer = await platform().call(orderStats, "figures", {
      from: "2026-07-01T00:00:00.000Z",
      to: "2026-07-06T00:00:00.000Z",
      before: "2026-06-26T00:00:00.000Z",
      step: "day",
    });
    const days = (starts: readonly string[]) => starts.map((start) => start.slice(5, 10));
    expect(days(answer.starts)).toEqual(["07-01", "07-02", "07-03", "07-04", "07-05"]);
    expect(days(answer.startsBefore)).toEqual(["06-26", "06-27", "06-28", "06-29", "06-30"]);
    expect(answer.points.map(({ start, captured }) => [start, captured])).toEqual([["2026-07-03T00:00:00.000Z", "40"]]);
    expect(answer.now).toMatchObject([{ currency: "CHF", orders: 1, paid: 1, captured: "40" }]);
    expect(answer.before).toMatchObject([{ currency: "CHF", orders: 1, paid: 0, amount: "30" }]);
  });

  test("keeps days apart where the clock changes, which makes one of 25 hours", async () => {
    const { starts } = await platform().call(orderStats, "figures", {
      from: "2026-10-23T22:00:00.000Z",
      to: "2026-10-26T23:00:00.000Z",
      before: "2026-10-20T22:00:00.000Z",
      step: "day",
      timeZone: "Europe/Berlin",
    });
    expect(starts).toEqual(["2026-10-23T22:00:00.000Z", "2026-10-24T22:00:00.000Z", "2026-10-25T23:00:00.000Z"]);
  });

  test("shows a merchant's own orders and no others, and nothing to who may not see orders", async () => {
    const other = await buildMerchant(app, { tenantId, orgId });
    await addOrder({ at: "2026-10-05T10:00:00.000Z", merchant: other });
    await addOrder({ at: "2026-10-05T10:00:00.000Z" });
    await refresh();
    const october = { from: "2026-10-01T00:00:00.000Z", to: "2026-11-01T00:00:00.000Z" };
    const operator = await buildOperator(app, { tenantId, orgId, permissions: ["coinOrder:page"] });
    const scope = { ...operator.scope, merchantIds: [other] };
    expect(await app.as({ ...operator, scope }).call(orderStats, "conversion", october)).toMatchObject({ orders: 1 });
    for (const orgIds of ["all" as const, [orgId]]) {
      const wide = { ...operator, scope: { ...operator.scope, orgIds, selfOnly: false } };
      expect(await app.as(wide).call(orderStats, "conversion", october)).toMatchObject({ orders: 2 });
    }
    const stranger = await buildOperator(app, { ...(await buildTenant(app)), permissions: ["coinOrder:page"] });
    expect(await app.as(stranger).call(orderStats, "conversion", october)).toMatchObject({ orders: 0 });
    const blind = await buildOperator(app, { tenantId, orgId, permissions: [] });
    expect((await app.as(blind).send(orderStats, "conversion", october)).status).toBe(403);
  });

  test.each([
    ["ends before it begins", { from: span.to, to: span.from }],
    ["is longer than four hundred days", { from: "2024-01-01T00:00:00.000Z", to: "2026-01-01T00:00:00.000Z" }],
  ])("refuses a span that %s", async (_what, asked) => {
    expect((await platform().send(orderStats, "methods", asked)).bizCode).toBe("orderStats.spanTooLong");
  });
});

/** Every count of merchants and of tenants there is. */
async function everyCount() {
  const { rows } = await sql<{ merchants: object[]; tenants: object[]; orders: object[] }>`
    SELECT (SELECT json_agg(s ORDER BY merchant_id, mode, facet, slot, value, currency) FROM order_slots s) AS merchants,
           (SELECT json_agg(t ORDER BY tenant_id, mode, facet, slot, value, currency) FROM order_totals t) AS tenants,
           (SELECT json_agg(c ORDER BY merchant_id, order_id) FROM counted_orders c) AS orders`.execute(
    app.platform.db,
  );
  return rows[0];
}

describe("what is counted every minute", () => {
  test("is what a count of everything says, whatever came late, was corrected or told twice", async () => {
    const { db } = app.platform;
    const other = await buildMerchant(app, { tenantId, orgId });
    const random = new SeededRandom(20260521);
    const one = <T>(of: readonly T[]): T => random.pick(of as T[]);
    const orders: { id: string; merchant: string; seq: number; amount: number }[] = [];
    for (let round = 0; round < 12; round += 1) {
      for (let more = 0; more < 4; more += 1) {
        // Some bear a time of days ago, or one that is just over.
        const at = new Date(app.clock.now().getTime() - one([0, 90_000, 3_600_000, 40 * 86_400_000])).toISOString();
        const parts = {
          amount: random.between(100, 999),
          currency: one(["USD", "JPY"]),
          mode: one(["live", "test"] as const),
        };
        const merchant = one([merchantId, other]);
        const id = await addOrder({ at, merchant, method: one([null, "pix"]), country: one([null, "BR"]), ...parts });
        orders.push({ id, merchant, seq: 1, amount: parts.amount });
      }
      for (let times = 0; times < 6; times += 1) {
        const changed = one(orders);
        const captured = String(one([0, changed.amount]));
        const isPaid = captured !== "0";
        const change = {
          status: isPaid ? ("paid" as const) : ("created" as const),
          paidTime: isPaid ? app.clock.now().toISOString() : null,
          capturedAmount: captured,
          refundedAmount: one(["0", captured]),
        };
        const method = one([{}, { paymentMethod: one(["pix", "ideal", null]), attemptCount: one([0, 2]) }]);
        const country = one([{}, { country: one(["DE", null]) }]);
        await db
          .updateTable("coinOrders")
          .set({ ...change, ...method, ...country })
          .where("id", "=", changed.id)
          .execute();
        changed.seq += 1;
        await note(changed.merchant, changed.id, changed.seq);
      }
      await refresh();
      // The next minute looks back over this one.
      app.clock.forward(one([20_000, 60_000, 600_000]));
    }
    await refresh();
    const counted = await everyCount();
    await recountOrders(db, app.clock.now());
    expect(counted).toEqual(await everyCount());
    expect(counted?.merchants.length).toBeGreaterThan(50);
  });

  test("is what changed: other orders of the day are not counted anew", async () => {
    const { db } = app.platform;
    const alone = await buildMerchant(app, { tenantId, orgId });
    await addOrder({ at: "2026-07-01T08:00:00.000Z", merchant: alone });
    await refresh();
    const morning = () =>
      db
        .selectFrom("orderSlots")
        .select("orders")
        .where("merchantId", "=", alone)
        .where("facet", "=", "hour")
        .where("slot", "=", "2026-07-01T08:00:00.000Z")
        .executeTakeFirst();
    // A mark that a count of the whole day would wipe out.
    await db.updateTable("orderSlots").set({ orders: 41 }).where("merchantId", "=", alone).execute();
    app.clock.forward(600_000);
    await addOrder({ at: "2026-07-01T09:00:00.000Z", merchant: alone });
    await refresh();
    expect(await morning()).toEqual({ orders: 41 });
  });
});
