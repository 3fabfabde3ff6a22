import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { flushCalls } from "../../src/modules/gateways/routing/index.ts";
import { checkAccountHealth } from "../../src/modules/gateways/routing/routing.health.service.ts";
import { poolOf } from "../../src/platform/db/pool.ts";
import { jobContext } from "../jobs.ts";
import { buildOrderStage, type OrderStage } from "../order-stage.ts";
import { changePrices } from "../price-seals.ts";
import { testCard } from "../simulator.ts";

let stage: OrderStage;

beforeAll(async () => {
  stage = await buildOrderStage({ environment: { COUNTINGHOUSE_API_RATE: "10000" } });
  await stage.app.platform.db.updateTable("upstreamGateways").set({ timeoutMs: 30_000 }).execute();
  // A card that paid here before waits for no other payment of its own.
  await Promise.all(pay(1, "known"));
});
afterEach(() => suffer());
afterAll(() => stage?.close());

/** What both accounts of the gateway suffer from now on; nothing unless told. */
async function suffer(...profiles: { readonly name: string; readonly value?: number }[]): Promise<void> {
  for (const name of ["sim_main", "sim_backup"])
    await stage.simulator.control("PUT", `/accounts/${name}`, { profiles });
}

const { number, expMonth, expYear, cvc } = testCard("001");
const sale = (merchantOrderNo: string) => ({
  merchantOrderNo,
  amount: 10_000,
  currency: "USD",
  ip: "203.0.113.7",
  payer: { email: "ada@example.com", name: "Ada Payer" },
  paymentMethod: { code: "card", card: { number, expiryMonth: expMonth, expiryYear: expYear, cvc } },
});

const pay = (count: number, name: string) =>
  Array.from({ length: count }, (_, at) =>
    stage.shop.send("POST", "/v1/orders", { body: sale(`${name}-${at}`) }).then(({ status, body }) => ({
      status,
      became: body.status ?? body.bizCode,
    })),
  );

/** How many payments the gateway holds that it has not answered yet. */
const sent = async (name: string) => {
  const rows = await stage.app.platform.db
    .selectFrom("coinOrders")
    .select("orderNo")
    .where("merchantId", "=", stage.merchantId)
    .where("merchantOrderNo", "like", `${name}-%`)
    .execute();
  const books = await Promise.all(rows.map(({ orderNo }) => stage.simulator.book(orderNo)));
  return books.filter(({ payments }) => payments.length > 0).length;
};

const paid = { status: 200, became: "paid" };
const waiting = { timeout: 30_000, interval: 100 };

describe("payments at a gateway that takes its time", () => {
  test("keep neither reads nor database connections, and are all paid", async () => {
    await suffer({ name: "delay", value: 1.5 });
    const payments = pay(20, "slow");
    await expect.poll(() => sent("slow"), waiting).toBe(20);
    const pool = poolOf(stage.app.platform.db);
    await expect.poll(() => pool.totalCount - pool.idleCount, waiting).toBe(0);
    const reads = Array.from({ length: 20 }, () => stage.shop.send("GET", "/v1/orders"));
    expect((await Promise.all(reads)).map(({ status }) => status)).toEqual(Array(20).fill(200));
    const writes = Array.from({ length: 5 }, (_, at) => {
      const { paymentMethod: _later, ...order } = sale(`beside-${at}`);
      return stage.shop.send("POST", "/v1/orders", { body: { ...order, returnUrl: "https://shop.example/return" } });
    });
    expect((await Promise.all(writes)).map(({ body }) => body.status ?? body.bizCode)).toEqual(
      Array(5).fill("created"),
    );
    await stage.simulator.advance(2);
    expect(await Promise.all(payments)).toEqual(Array(20).fill(paid));
  }, 120_000);

  test("are none refused when sixty-four come at once", async () => {
    expect(await Promise.all(pay(64, "crowd"))).toEqual(Array(64).fill(paid));
  }, 120_000);

  test("that find no place among the calls of the account leave its circuit closed", async () => {
    await suffer({ name: "delay", value: 1.5 });
    const { db, clock } = { db: stage.app.platform.db, clock: stage.app.clock };
    await db
      .updateTable("gatewayAccounts")
      .set({ inFlightMax: 10, merchantInFlightMax: 10, queueSeconds: 1 })
      .execute();
    const payments = pay(60, "busy");
    await expect.poll(() => sent("busy"), waiting).toBe(20);
    // Whoever waits for the account is turned away by now, and fails over to the other one, which is as busy.
    const settled = await Promise.race(payments);
    expect(settled.status).toBe(200);
    await expect.poll(async () => (await failed("busy")).length, waiting).toBe(40);
    await stage.simulator.advance(2);
    const answers = await Promise.all(payments);
    expect(answers.filter(({ became }) => became === "paid")).toHaveLength(20);
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    await flushCalls(stage.app.platform);
    const calls = await db.selectFrom("gatewayCalls").select(["failures", "gatewayAccountId"]).execute();
    expect(calls.reduce((sum, { failures }) => sum + failures, 0)).toBe(0);
    clock.forward(1_000);
    await checkAccountHealth(jobContext(stage.app), async () => true, clock.now());
    const accounts = await db.selectFrom("gatewayAccounts").select("health").execute();
    expect(accounts.map(({ health }) => health)).toEqual(["healthy", "healthy"]);
  }, 120_000);
});

const failed = (name: string) =>
  stage.app.platform.db
    .selectFrom("coinOrders")
    .select("id")
    .where("merchantId", "=", stage.merchantId)
    .where("merchantOrderNo", "like", `${name}-%`)
    .where("failureCode", "=", "rate_limited")
    .execute();

describe("payments priced by tiers", () => {
  test("at the same moment pay each the price of its own place in the month", async () => {
    const { app, merchantId } = stage;
    const tiers = JSON.stringify([
      { from: "0", percent: 30_000 },
      { from: "50000", percent: 10_000 },
    ]);
    const graduated = { tierMode: "graduated", percent: 30_000, fixed: "0", minFee: null, maxFee: null } as const;
    await changePrices(app, "feeRules", { merchantId }, { ...graduated, tiers });
    await app.platform.db
      .updateTable("gatewayAccounts")
      .set({ inFlightMax: 50, merchantInFlightMax: 50, queueSeconds: 45 })
      .execute();
    await app.platform.db.deleteFrom("merchantVolumes").where("merchantId", "=", merchantId).execute();
    expect(await Promise.all(pay(10, "tier"))).toEqual(Array(10).fill(paid));
    const fees = await app.platform.db
      .selectFrom("coinOrders")
      .select("feeAmount")
      .where("merchantId", "=", merchantId)
      .where("merchantOrderNo", "like", "tier-%")
      .orderBy("feeAmount", "desc")
      .execute();
    expect(fees.map(({ feeAmount }) => feeAmount)).toEqual([...Array(5).fill("300"), ...Array(5).fill("100")]);
  }, 60_000);
});
