import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findingsOf } from "../../../../test/ledger.ts";
import { deliver, type OpenClient } from "../../../../test/open-caller.ts";
import { buildStageShop } from "../../../../test/open-shop.ts";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { unique } from "../../../../test/people.ts";
import { testCard } from "../../../../test/simulator.ts";

let stage: OrderStage;
let shop: OpenClient;
let publishableKey = "";

beforeAll(async () => {
  stage = await buildOrderStage();
  ({ shop, publishableKey } = await buildStageShop(stage));
});
afterAll(() => stage.close());

const card = (scenario: string) => ({
  code: "card",
  card: {
    number: testCard(scenario).number,
    expiryMonth: 12,
    expiryYear: 2030,
    cvc: "321",
    holderName: "Grace Holder",
  },
});

const body = (parts: object = {}) => ({
  merchantOrderNo: unique("A-"),
  amount: 10_000,
  currency: "USD",
  payer: { email: "Ada@Example.com" },
  ip: "203.0.113.7",
  returnUrl: "https://shop.example/thanks",
  ...parts,
});

const create = (parts: object = {}, key?: string) =>
  shop.send("POST", "/v1/orders", { body: body(parts), ...(key === undefined ? {} : { key }) });
const post = (orderNo: string, verb: string, sent: object = {}, key?: string) =>
  shop.send("POST", `/v1/orders/${orderNo}/${verb}`, { body: sent, ...(key === undefined ? {} : { key }) });
const ordersLike = async (merchantOrderNo: string) =>
  (await shop.send("GET", "/v1/orders", { query: `merchantOrderNo=${merchantOrderNo}` })).body.data;

describe("openApi.createOrder", () => {
  test("makes an order and hands out the payer's page and token", async () => {
    const { status, body: order } = await create({
      items: [{ name: "Tea", quantity: 2, unitAmount: 4_000, amount: 8_000 }],
      adjustment: 2_000,
      metadata: { cart: "17" },
    });
    expect(status).toBe(200);
    expect(order).toMatchObject({ status: "created", mode: "test", amount: 10_000, email: "ada@example.com" });
    expect(order.metadata).toEqual({ cart: "17" });
    expect(order.items).toEqual([{ name: "Tea", quantity: 2, unitAmount: 4_000, amount: 8_000 }]);
    expect(order.paymentUrl).toContain(`/pay/${order.clientToken}`);
    expect((await shop.send("GET", `/v1/orders/${order.orderNo}`)).body.clientToken).toBeUndefined();
  });

  test("answers the order that exists for the same words, and refuses others under its number", async () => {
    const merchantOrderNo = unique("A-");
    const [first, again] = [await create({ merchantOrderNo }), await create({ merchantOrderNo })];
    expect(again.body.orderNo).toBe(first.body.orderNo);
    const other = await create({ merchantOrderNo, amount: 10_001 });
    expect([other.status, other.body.bizCode]).toEqual([409, "duplicate_merchant_order"]);
    expect(await ordersLike(merchantOrderNo)).toHaveLength(1);
  });

  test("answers the order that was paid under its number, though no account would take the payment now", async () => {
    const asked = { merchantOrderNo: unique("A-"), paymentMethod: card("001") };
    const { body: paid } = await create(asked);
    const accounts = (status: "enabled" | "disabled") =>
      stage.app.platform.db
        .updateTable("gatewayAccounts")
        .set({ status })
        .where("tenantId", "=", stage.place.tenantId)
        .execute();
    await accounts("disabled");
    const again = await create(asked);
    const refused = await create({ paymentMethod: card("001") });
    await accounts("enabled");
    expect(again).toMatchObject({ status: 200, body: { orderNo: paid.orderNo, status: "paid" } });
    expect([refused.status, refused.body.bizCode]).toEqual([409, "no_route"]);
  });

  test("makes one order out of twenty parallel requests with keys of their own", async () => {
    const merchantOrderNo = unique("A-");
    const answers = await Promise.all(Array.from({ length: 20 }, () => create({ merchantOrderNo })));
    expect(new Set(answers.map(({ body: { orderNo } }) => orderNo)).size).toBe(1);
    expect(answers.every(({ status }) => status === 200)).toBe(true);
  });

  test("pays at once when told how", async () => {
    const { body: order } = await create({ paymentMethod: card("001") });
    expect(order).toMatchObject({ status: "paid", capturedAmount: 10_000, card: { brand: "visa", last4: "0004" } });
  });

  test.each(["recurring", "unscheduled", undefined] as const)(
    "keeps by what the card can be charged later, and for what the payer agreed to it: %s",
    async (storeFor) => {
      const { body: order } = await create({ paymentMethod: { ...card("001"), ...(storeFor ? { storeFor } : {}) } });
      expect(order.card).toMatchObject({ tokenReference: expect.stringMatching(/^tok_/) });
      const [attempt] = await stage.app.platform.db
        .selectFrom("paymentAttempts")
        .selectAll()
        .where("orderNo", "=", order.orderNo)
        .execute();
      expect(attempt).toMatchObject({
        tokenReference: order.card.tokenReference,
        schemeTransactionId: expect.stringMatching(/^\d{15}$/),
        consentUsage: storeFor ?? null,
        consentInitiator: storeFor ? "payer" : null,
        consentReference: storeFor ? expect.stringMatching(/^agr_/) : null,
        agreement: expect.anything(),
      });
    },
  );

  test("tells a decline as an answer, not as an error", async () => {
    const { status, body: order } = await create({ paymentMethod: card("101") });
    expect([status, order.failureCode]).toEqual([200, "insufficient_funds"]);
    expect(["awaiting", "failed"]).toContain(order.status);
  });

  test.each([
    ["nobody has tried yet", {}],
    ["is paid at once", { paymentMethod: card("001") }],
    ["was declined", { paymentMethod: card("101") }],
    ["waits for the payer", { paymentMethod: card("201") }],
    ["the gateway has not answered for", { paymentMethod: card("505") }],
  ])("answers an order that %s as it is read afterwards", async (_state, parts) => {
    const items = [{ name: "Tea", quantity: 2, unitAmount: 5_000, amount: 10_000 }];
    const { status, body: answered } = await create({ items, metadata: { cart: "17" }, ...parts });
    expect(status).toBe(200);
    const { clientToken, clientTokenExpireTime, paymentUrl, ...order } = answered;
    expect(order).toEqual((await shop.send("GET", `/v1/orders/${order.orderNo}`)).body);
  });

  test.each([
    [{ items: [{ name: "Tea", quantity: 1, unitAmount: 1, amount: 1 }] }, "items_differ"],
    [{ items: [{ name: "Tea", quantity: 2, unitAmount: 4_000, amount: 10_000 }] }, "item_differs"],
    [{ captureMethod: "manual" }, "type_not_offered"],
    [{ amount: 0 }, "validation_failed"],
    [{ currency: "XXX" }, "validation_failed"],
    [{ merchantOrderNo: "a b" }, "validation_failed"],
    [{ payer: { email: "a@b.c\nBcc: x" } }, "validation_failed"],
    [{ returnUrl: "javascript:alert(1)" }, "validation_failed"],
    [{ metadata: { k: 1 } }, "validation_failed"],
    [{ status: "paid" }, "validation_failed"],
  ])("refuses %j", async (parts, bizCode) => {
    const answer = await create(parts);
    expect(answer.body.bizCode).toBe(bizCode);
    expect(answer.status).toBeGreaterThanOrEqual(400);
  });

  test("refuses what nobody can take before an order is paid, and says so", async () => {
    const answer = await create({ paymentMethod: { code: "alipay" } });
    expect([answer.status, answer.body.bizCode]).toEqual([409, "no_route"]);
  });
});

describe("openApi.confirmOrder", () => {
  test("leaves an order that its merchant's server pays as it was written, for every verification", async () => {
    const made = await create();
    expect((await post(made.body.orderNo, "confirm", { paymentMethod: card("001") })).body.status).toBe("paid");
    const orders = (await findingsOf(stage.app, stage.merchantId, { book: "test" })).filter(
      ({ table }) => table === "coin_orders",
    );
    expect(orders).toEqual([]);
  });

  test("pays, once, however often the same request comes", async () => {
    const { body: order } = await create();
    const key = randomUUID();
    const first = await post(order.orderNo, "confirm", { paymentMethod: card("001") }, key);
    expect(first.body.status).toBe("paid");
    const again = await post(order.orderNo, "confirm", { paymentMethod: card("001") }, key);
    expect([again.text, again.headers["idempotent-replay"]]).toEqual([first.text, "true"]);
    const other = await post(order.orderNo, "confirm", { paymentMethod: card("001") });
    expect([other.status, other.body.bizCode]).toEqual([409, "invalid_state_transition"]);
  });

  test("begins nothing while an outcome is unknown: the same request shows what became of it", async () => {
    const { body: order } = await create();
    const key = randomUUID();
    // A separate card: behind another pending payment by the same one it would wait long.
    const paymentMethod = card("505000001");
    const first = await post(order.orderNo, "confirm", { paymentMethod }, key);
    expect([first.status, first.body.status]).toEqual([200, "pending"]);
    const again = await post(order.orderNo, "confirm", { paymentMethod }, key);
    expect([again.status, again.body.status, again.headers["idempotent-replay"]]).toEqual([200, "pending", "true"]);
    const fresh = await post(order.orderNo, "confirm", { paymentMethod: card("001") });
    expect([fresh.status, fresh.body.bizCode]).toEqual([409, "attempt_in_flight"]);
  });

  test("sends the payer to the issuer when it wants to see them", async () => {
    const { body: order } = await create();
    const { body: confirmed } = await post(order.orderNo, "confirm", { paymentMethod: card("201") });
    expect(confirmed).toMatchObject({
      status: "awaiting",
      awaitingReason: "authentication",
      nextAction: { type: "redirect" },
    });
    expect(confirmed.nextAction.url).toMatch(/^http/);
  });

  test("refuses an order whose time is over", async () => {
    const { body: order } = await create({ expireMinutes: 1 });
    stage.app.clock.forward(61_000);
    const answer = await post(order.orderNo, "confirm", { paymentMethod: card("001") });
    expect(answer.body.bizCode).toBe("order_expired");
  });

  test("can be asked for by the payer's browser for its own order", async () => {
    const { body: order } = await create();
    const headers = {
      authorization: `Bearer ${order.clientToken}`,
      "x-app-key": publishableKey,
      "content-type": "application/json",
      "idempotency-key": randomUUID(),
    };
    const ask = (orderNo: string) =>
      deliver(stage.app.server, {
        method: "POST",
        url: `/v1/orders/${orderNo}/confirm`,
        headers,
        payload: JSON.stringify({ paymentMethod: card("001") }),
        remoteAddress: "203.0.113.8",
      });
    const { body: other } = await create();
    expect((await ask(other.orderNo)).status).toBe(404);
    expect((await ask(order.orderNo)).body.status).toBe("paid");
  });
});

describe("openApi.captureOrder and voidOrder", () => {
  const reserve = async () => (await create({ captureMethod: "manual", paymentMethod: card("004") })).body;

  test("takes a part of what was reserved, and no more than there is", async () => {
    const order = await reserve();
    expect(order).toMatchObject({ status: "awaiting", awaitingReason: "capture", capturedAmount: 0 });
    const tooMuch = await post(order.orderNo, "capture", { amount: 10_001 });
    expect(tooMuch.status).toBeGreaterThanOrEqual(400);
    const part = await post(order.orderNo, "capture", { amount: 4_000 });
    expect(part.body).toMatchObject({ status: "paid", capturedAmount: 4_000 });
    expect((await post(order.orderNo, "void")).status).toBe(409);
  });

  test("captures once in parallel", async () => {
    const order = await reserve();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => post(order.orderNo, "capture", { amount: 10_000 })),
    );
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
    const now = (await shop.send("GET", `/v1/orders/${order.orderNo}`)).body;
    expect(now).toMatchObject({ status: "paid", capturedAmount: 10_000 });
    expect(
      (await stage.booked({ id: await idOf(order.orderNo) })).filter((line) => line.startsWith("J01")),
    ).toHaveLength(1);
  });

  test("asks whoever comes while a capture is under way to wait, and takes it under the same key afterwards", async () => {
    const order = await reserve();
    const asked = { amount: 1_000, final: false };
    const keys = Array.from({ length: 8 }, () => randomUUID());
    const first = await Promise.all(keys.map((key) => post(order.orderNo, "capture", asked, key)));
    const put = first.filter(({ status }) => status !== 200);
    expect(put.length).toBeGreaterThan(0);
    for (const { status, body: refused, headers } of put)
      expect([status, refused.bizCode, headers["retry-after"]]).toEqual([409, "capture_under_way", "1"]);
    for (const key of keys) expect((await post(order.orderNo, "capture", asked, key)).status).toBe(200);
    const now = (await shop.send("GET", `/v1/orders/${order.orderNo}`)).body;
    expect([now.capturedAmount, now.captures.length]).toEqual([8_000, 8]);
  });

  test("gives a reservation back", async () => {
    const order = await reserve();
    expect((await post(order.orderNo, "void", { reason: "out of stock" })).body.status).toBe("canceled");
    expect((await post(order.orderNo, "capture")).status).toBe(409);
  });

  test("is refused in the words of the call, with the calls that the order allows", async () => {
    const order = await reserve();
    expect((await post(order.orderNo, "cancel")).body).toMatchObject({ event: "cancel", allowed: ["capture", "void"] });
    await post(order.orderNo, "void");
    const refused = { bizCode: "invalid_state_transition", event: "void", from: "canceled", allowed: [] };
    for (const [language, message] of [
      ["en", "“void” is not possible while the order is “canceled”."],
      ["zh-CN", "订单当前为“canceled”，不能执行“void”。"],
      ["zh-TW", "訂單目前為「canceled」，無法執行「void」。"],
    ] as const) {
      const headers = { "accept-language": language };
      const { body: told } = await shop.send("POST", `/v1/orders/${order.orderNo}/void`, { body: {}, headers });
      expect(told).toMatchObject({ ...refused, message });
    }
  });
});

async function idOf(orderNo: string): Promise<string> {
  const row = await stage.app.platform.db
    .selectFrom("coinOrders")
    .select("id")
    .where("orderNo", "=", orderNo)
    .executeTakeFirstOrThrow();
  return row.id;
}

describe("openApi.cancelOrder", () => {
  test("calls an unpaid order off, and a paid one not", async () => {
    const { body: order } = await create();
    expect((await post(order.orderNo, "cancel")).body.status).toBe("canceled");
    const { body: paid } = await create({ paymentMethod: card("001") });
    const late = await post(paid.orderNo, "cancel");
    expect([late.status, late.body.bizCode]).toEqual([409, "invalid_state_transition"]);
  });
});

/** Tables that contain a text anywhere, as text or as bytes. */
async function tablesHolding(text: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: stage.app.database.ownerUrl });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    "SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')",
  );
  const holding: string[] = [];
  const bytes = Buffer.from(text).toString("hex");
  for (const { name } of rows) {
    const found = await client.query(`SELECT 1 FROM ${name} row WHERE row::text LIKE $1 OR row::text LIKE $2 LIMIT 1`, [
      `%${text}%`,
      `%${bytes}%`,
    ]);
    if (found.rowCount) holding.push(name);
  }
  await client.end();
  return holding;
}

describe("a card number", () => {
  test("is in no table, whatever became of the payment", async () => {
    for (const scenario of ["001", "101", "201", "501"]) {
      await create({ paymentMethod: card(scenario) });
      expect(await tablesHolding(testCard(scenario).number)).toEqual([]);
    }
    expect(await tablesHolding("Grace Holder")).toEqual([]);
    expect(await tablesHolding("A-")).toContain("public.coin_orders");
  });
});
