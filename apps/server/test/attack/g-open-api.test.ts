import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildTestApp, type TestApp } from "../app.ts";
import { type OpenClient, openClient } from "../open-caller.ts";
import { buildOrderStage, type OrderStage } from "../order-stage.ts";
import { unique } from "../people.ts";
import { testCard } from "../simulator.ts";
import { buildCoinApp } from "../terms.ts";

let stage: OrderStage;
let second: TestApp;
let shop: OpenClient;
let onSecond: OpenClient;

beforeAll(async () => {
  stage = await buildOrderStage();
  const { app, merchantId, place } = stage;
  second = await buildTestApp({ database: app.database, clock: app.clock });
  const { test: key } = await buildCoinApp(app, { merchantId, tenantId: place.tenantId });
  shop = openClient(app.server, app.clock, key);
  onSecond = openClient(second.server, app.clock, key);
});
afterAll(async () => {
  await second.close();
  await stage.close();
});
beforeEach(() => stage.app.clock.forward(4_000));

const card = (scenario: string) => ({
  code: "card",
  card: { number: testCard(scenario).number, expiryMonth: 12, expiryYear: 2030, cvc: "321" },
});
const order = (parts: object = {}) => ({
  merchantOrderNo: unique("A-"),
  amount: 10_000,
  currency: "USD",
  payer: { email: "ada@example.com" },
  ip: "203.0.113.7",
  ...parts,
});

async function made(parts: object = {}): Promise<string> {
  const { status, body, text } = await shop.send("POST", "/v1/orders", { body: order(parts) });
  if (status !== 200) throw new Error(text);
  return body.orderNo;
}

async function booksOf(orderNo: string): Promise<string[]> {
  const { id } = await stage.app.platform.db
    .selectFrom("coinOrders")
    .select("id")
    .where("orderNo", "=", orderNo)
    .executeTakeFirstOrThrow();
  return stage.booked({ id });
}

const either = (index: number): OpenClient => (index % 2 === 0 ? shop : onSecond);

describe("one intention, sent many times over two nodes", () => {
  test("with one key makes one order and pays it once", async () => {
    const key = randomUUID();
    const body = order({ paymentMethod: card("001") });
    const send = (i: number) => either(i).send("POST", "/v1/orders", { body, key });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => send(i)));
    const done = answers.filter(({ status }) => status === 200);
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    // Whoever asks while the payment is under way is shown the order as it is by then.
    const { text, body: shown } = await send(0);
    expect((await send(1)).text).toBe(text);
    const { orderNo } = shown;
    expect(new Set(done.map((one) => one.body.orderNo))).toEqual(new Set([orderNo]));
    expect((await booksOf(orderNo)).filter((line) => line.startsWith("J01"))).toHaveLength(1);
  });

  test("with keys of their own confirms once: the others are told that a payment is under way or done", async () => {
    const orderNo = await made();
    const body = { paymentMethod: card("001") };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => either(i).send("POST", `/v1/orders/${orderNo}/confirm`, { body })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect((await booksOf(orderNo)).filter((line) => line.startsWith("J01"))).toHaveLength(1);
  });

  test("captures and releases the same money in parallel: one of them wins", async () => {
    const orderNo = await made({ captureMethod: "manual", paymentMethod: card("004") });
    await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        either(i).send("POST", `/v1/orders/${orderNo}/${i % 4 < 2 ? "capture" : "void"}`, { body: {} }),
      ),
    );
    const { body } = await shop.send("GET", `/v1/orders/${orderNo}`);
    const captures = (await booksOf(orderNo)).filter((line) => line.startsWith("J01"));
    expect([body.status, captures.length]).toEqual(body.status === "paid" ? ["paid", 1] : ["canceled", 0]);
  });

  test("cancels and pays in parallel: the order is one or the other", async () => {
    const orderNo = await made();
    await Promise.all([
      shop.send("POST", `/v1/orders/${orderNo}/cancel`, { body: {} }),
      onSecond.send("POST", `/v1/orders/${orderNo}/confirm`, { body: { paymentMethod: card("001") } }),
    ]);
    const { body } = await shop.send("GET", `/v1/orders/${orderNo}`);
    const captures = (await booksOf(orderNo)).filter((line) => line.startsWith("J01"));
    expect(["paid:1", "canceled:0"]).toContain(`${body.status}:${captures.length}`);
  });
});

describe("a key", () => {
  test("changed by one letter of the amount, the path or the mode is refused or another one", async () => {
    const key = randomUUID();
    const body = order();
    expect((await shop.send("POST", "/v1/orders", { body, key })).status).toBe(200);
    const changed = await shop.send("POST", "/v1/orders", { body: { ...body, amount: 10_001 }, key });
    expect([changed.status, changed.body.bizCode]).toEqual([409, "idempotency_key_reused"]);
    for (const bad of ["", "x".repeat(256)])
      expect((await shop.send("POST", "/v1/orders", { body, key: bad })).status).toBe(400);
  });

  test("that is long gone cannot double an order: its number protects it for ever", async () => {
    const key = randomUUID();
    const body = order();
    const first = await shop.send("POST", "/v1/orders", { body, key });
    stage.app.clock.forward(31 * 86_400_000);
    const again = await shop.send("POST", "/v1/orders", { body, key });
    expect(again.headers["idempotent-replay"]).toBeUndefined();
    expect(again.body.orderNo).toBe(first.body.orderNo);
  });
});

describe("money that cannot be", () => {
  test.each([0, -1, 0.001, 1.005, 1e15 + 0.5, "1,000", null])("as the amount %j makes no order", async (amount) => {
    const { status } = await shop.send("POST", "/v1/orders", { body: order({ amount }) });
    expect(status).toBe(400);
  });

  test("is not captured: more than reserved, twice, after a release, before a reservation", async () => {
    const capture = (orderNo: string, body: object = {}) =>
      shop.send("POST", `/v1/orders/${orderNo}/capture`, { body });
    const reserved = await made({ captureMethod: "manual", paymentMethod: card("004") });
    expect((await capture(reserved, { amount: 10_001 })).status).toBeGreaterThanOrEqual(400);
    expect((await capture(reserved)).body.capturedAmount).toBe(10_000);
    expect((await capture(reserved)).status).toBe(409);
    expect((await shop.send("POST", `/v1/orders/${reserved}/void`, { body: {} })).status).toBe(409);
    expect((await capture(await made())).status).toBe(409);
  });
});

describe("the payment page", () => {
  test("takes amount, currency, merchant and way back from the order, whatever the address or the form says", async () => {
    const { body } = await shop.send("POST", "/v1/orders", {
      body: order({ returnUrl: "https://shop.example/thanks" }),
    });
    const url = new URL(body.paymentUrl).pathname;
    const page = await stage.app.server.inject({
      url: `${url}?amount=1&currency=JPY&merchantId=x&returnUrl=https://evil.example&status=paid`,
      headers: { "accept-language": "en" },
    });
    expect(page.body.replace(/<[^>]+>/g, "")).toContain("100.00 USD");
    expect(page.body).not.toContain("evil.example");
    await stage.app.server.inject({ url: `${url}/return?status=paid&trade_no=1` });
    expect((await shop.send("GET", `/v1/orders/${body.orderNo}`)).body.status).toBe("created");
  });
});
