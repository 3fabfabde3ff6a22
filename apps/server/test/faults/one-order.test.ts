import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expireOrder } from "../../src/modules/payments/order-processing/index.ts";
import { buildTestApp, type TestApp } from "../app.ts";
import { type OpenClient, openClient } from "../open-caller.ts";
import { buildOrderStage, type OrderStage } from "../order-stage.ts";
import { testCard } from "../simulator.ts";

/** The clock stands still, so that no allowance would ever fill again. */
const environment = { COUNTINGHOUSE_API_RATE: "10000" };

let stage: OrderStage;
/** Another node on the same database. */
let second: TestApp;
/** The merchant's server, by way of either node. */
let doors: readonly OpenClient[];

beforeAll(async () => {
  stage = await buildOrderStage({ environment });
  const { app, shop } = stage;
  second = await buildTestApp({ database: app.database, clock: app.clock, environment });
  doors = [shop, openClient(second.server, app.clock, shop)];
});
afterAll(async () => {
  await second?.close();
  await stage?.close();
});

const { number, expMonth, expYear, cvc } = testCard("001");
const paymentMethod = { code: "card", card: { number, expiryMonth: expMonth, expiryYear: expYear, cvc } };

const creation = (merchantOrderNo: string, parts: object = {}) => ({
  merchantOrderNo,
  amount: 10_000,
  currency: "USD",
  ip: "203.0.113.7",
  payer: { email: "ada@example.com", name: "Ada Payer" },
  paymentMethod,
  ...parts,
});

const ask = (at: number, path: string, body: object, key: string = randomUUID()) =>
  (doors[at % 2] as OpenClient).send("POST", path, { body, key });

async function reserve(merchantOrderNo: string): Promise<string> {
  const { body } = await ask(0, "/v1/orders", creation(merchantOrderNo, { captureMethod: "manual" }));
  expect(body).toMatchObject({ status: "awaiting", awaitingReason: "capture" });
  return body.orderNo;
}

const orderOf = (orderNo: string) =>
  stage.app.platform.db
    .selectFrom("coinOrders")
    .selectAll()
    .where("merchantId", "=", stage.merchantId)
    .where("orderNo", "=", orderNo)
    .executeTakeFirstOrThrow();

/** What the gateway holds of an order, and what we say of it. */
async function standing(orderNo: string) {
  const order = await orderOf(orderNo);
  const { payments } = await stage.simulator.book(orderNo);
  const taken = payments.map((payment) => (payment as unknown as { capturedAmount: number }).capturedAmount);
  return { status: order.status, captured: Number(order.capturedAmount), taken, booked: await stage.booked(order) };
}

describe("sixty-four wishes for one order at the same moment, over two nodes", () => {
  const moves = [
    ["capture", {}],
    ["void", {}],
    ["cancel", {}],
    ["confirm", { paymentMethod }],
  ] as const;

  test.each([1, 2, 3])(
    "have one winner, whoever it is, and the gateway agrees (round %i)",
    async (round) => {
      const orderNo = await reserve(`race-${round}`);
      const { id } = await orderOf(orderNo);
      const { node, caller, merchantId } = stage;
      const wishes = Array.from({ length: 64 }, async (_, index) => {
        if (index % 8 === round) {
          await expireOrder(node, caller, { merchantId, orderId: id });
          return 200;
        }
        const [move, body] = moves[(index + round) % moves.length] as (typeof moves)[number];
        return (await ask(index, `/v1/orders/${orderNo}/${move}`, body)).status;
      });
      const statuses = new Set(await Promise.all(wishes));
      expect([...statuses].filter((status) => ![200, 409, 429].includes(status))).toEqual([]);
      await stage.pass(200);
      const { status, captured, taken, booked } = await standing(orderNo);
      const isTaken = booked.some((line) => line.startsWith("J01 "));
      expect([status, captured, taken, isTaken]).toEqual(
        status === "paid" ? ["paid", 10_000, [10_000], true] : ["canceled", 0, [0], false],
      );
    },
    120_000,
  );

  test("never take more in parts than was reserved", async () => {
    const orderNo = await reserve("parts");
    const part = { amount: 300, final: false };
    let taken = 0;
    for (let round = 0; round < 60 && taken < 33; round += 1) {
      const asked = [0, 1, 2, 3].map((at) => ask(at, `/v1/orders/${orderNo}/capture`, part));
      const answers = await Promise.all(asked);
      taken += answers.filter(({ status }) => status === 200).length;
    }
    expect(taken).toBe(33);
    expect((await ask(0, `/v1/orders/${orderNo}/capture`, part)).status).not.toBe(200);
    const { captured, taken: there } = await standing(orderNo);
    expect([captured, there]).toEqual([9_900, [9_900]]);
  }, 120_000);
});

describe("a call under one idempotency key", () => {
  const effects = async (merchantOrderNo: string) => {
    const orders = await stage.app.platform.db
      .selectFrom("coinOrders")
      .select("orderNo")
      .where("merchantId", "=", stage.merchantId)
      .where("merchantOrderNo", "=", merchantOrderNo)
      .execute();
    const books = await Promise.all(orders.map(({ orderNo }) => stage.simulator.book(orderNo)));
    return [orders.length, books.reduce((sum, { payments }) => sum + payments.length, 0)];
  };

  test("sent to two nodes sixty-four times at once and twenty times after has one effect and one answer", async () => {
    const body = creation("one-key");
    const key = randomUUID();
    const atOnce = await Promise.all(Array.from({ length: 64 }, (_, at) => ask(at, "/v1/orders", body, key)));
    // While the first is at the gateway, the others are shown the order on its way.
    expect(new Set(atOnce.map(({ status, body: { orderNo } }) => `${status} ${orderNo}`)).size).toBe(1);
    expect(atOnce[0]?.status).toBe(200);
    const texts = new Set<string>();
    for (let at = 0; at < 20; at += 1) texts.add((await ask(at, "/v1/orders", body, key)).text);
    expect(texts.size).toBe(1);
    expect(await effects("one-key")).toEqual([1, 1]);
  }, 60_000);

  test("of sixty-four for one number of the merchant's at once, on two nodes, has the one order too", async () => {
    const body = creation("many-keys");
    const atOnce = await Promise.all(Array.from({ length: 64 }, (_, at) => ask(at, "/v1/orders", body)));
    expect(new Set(atOnce.map(({ status, body: { orderNo } }) => `${status} ${orderNo}`)).size).toBe(1);
    expect(atOnce[0]?.status).toBe(200);
    expect(await effects("many-keys")).toEqual([1, 1]);
  }, 60_000);

  test("is refused for any other body, and nothing comes of it", async () => {
    const key = randomUUID();
    const body = creation("flipped");
    await ask(0, "/v1/orders", body, key);
    const others = [{ amount: 10_001 }, { currency: "EUR" }, { merchantOrderNo: "flipped2" }, { ip: "203.0.113.8" }];
    for (const [at, changed] of others.entries())
      expect((await ask(at, "/v1/orders", { ...body, ...changed }, key)).body.bizCode).toBe("idempotency_key_reused");
    expect([await effects("flipped"), await effects("flipped2")]).toEqual([
      [1, 1],
      [0, 0],
    ]);
  }, 60_000);
});
