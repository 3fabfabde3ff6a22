import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deliver } from "../../../../test/open-caller.ts";
import { buildShop, type Shop } from "../../../../test/open-shop.ts";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { unique } from "../../../../test/people.ts";
import { testCard } from "../../../../test/simulator.ts";

let stage: OrderStage;
let other: Shop;
beforeAll(async () => {
  stage = await buildOrderStage();
  other = await buildShop(stage.app);
});
afterAll(() => stage?.close());

const bodyOf = (parts: object = {}) => ({
  merchantOrderNo: unique("A-"),
  amount: 10_000,
  currency: "USD",
  payer: { email: "ada@example.com" },
  ip: "203.0.113.7",
  returnUrl: "https://shop.example/thanks",
  metadata: { cart: "17", coupon: "MAY" },
  ...parts,
});
const create = async (parts: object = {}) => {
  const answer = await stage.shop.send("POST", "/v1/orders", { body: bodyOf(parts) });
  expect(answer.status).toBe(200);
  return answer.body;
};
const change = (orderNo: string, metadata: unknown, key: string = randomUUID()) =>
  stage.shop.send("POST", `/v1/orders/${orderNo}/metadata`, { body: { metadata }, key });
const read = async (orderNo: string) => (await stage.shop.send("GET", `/v1/orders/${orderNo}`)).body;
const updates = async (orderNo: string) => {
  const { body } = await stage.shop.send("GET", "/v1/events", { query: `objectNo=${orderNo}&type=order.updated` });
  return body.data.map(({ objectSeq, data }: { objectSeq: number; data: object }) => ({ objectSeq, ...data }));
};
const storyOf = async (orderNo: string) =>
  stage.app.platform.db
    .selectFrom("orderTimeline")
    .innerJoin("coinOrders", "coinOrders.id", "orderTimeline.orderId")
    .select(["orderTimeline.title", "orderTimeline.detail", "orderTimeline.actorType"])
    .where("coinOrders.orderNo", "=", orderNo)
    .where("orderTimeline.title", "=", "eventMetadataChanged")
    .execute();

describe("openApi.updateOrderMetadata", () => {
  test("sets what is named, takes away what is null, keeps the rest, and tells of it", async () => {
    const { orderNo } = await create();
    const answer = await change(orderNo, { coupon: null, seat: "12A", cart: "18" });
    expect([answer.status, answer.body.metadata]).toEqual([200, { cart: "18", seat: "12A" }]);
    expect((await read(orderNo)).metadata).toEqual({ cart: "18", seat: "12A" });
    expect(await updates(orderNo)).toMatchObject([
      { object: { metadata: { cart: "18", seat: "12A" } }, previous: { metadata: { cart: "17", coupon: "MAY" } } },
    ]);
    expect(await storyOf(orderNo)).toEqual([
      { title: "eventMetadataChanged", detail: { keys: "coupon, seat, cart" }, actorType: "merchant" },
    ]);
    const audit = await stage.app.platform.db
      .selectFrom("auditEntries")
      .selectAll()
      .where("operation", "=", "openApi.updateOrderMetadata")
      .execute();
    expect(audit).toHaveLength(1);
    expect(JSON.stringify(audit)).toContain("MAY");
  });

  test("is done once however often the same request comes, and a repetition shows the order as it is", async () => {
    const { orderNo } = await create();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 8 }, () => change(orderNo, { cart: "18" }, key)));
    expect(answers.every(({ status, body }) => status === 200 || body.bizCode === "idempotency_in_progress")).toBe(
      true,
    );
    await change(orderNo, { cart: "19" });
    const again = await change(orderNo, { cart: "18" }, key);
    expect([again.status, again.headers["idempotent-replay"], again.body.metadata.cart]).toEqual([200, "true", "19"]);
    expect(await updates(orderNo)).toHaveLength(2);
    expect((await change(orderNo, { cart: "20" }, key)).body.bizCode).toBe("idempotency_key_reused");
  });

  test("tells nobody where nothing changes", async () => {
    const { orderNo } = await create();
    expect((await change(orderNo, { cart: "17", unheard: null })).status).toBe(200);
    expect([await updates(orderNo), await storyOf(orderNo)]).toEqual([[], []]);
  });

  test("loses nothing of twenty at once, while the order is paid, and counts every event once", async () => {
    const { orderNo } = await create();
    const card = { number: testCard("001").number, expiryMonth: 12, expiryYear: 2030, cvc: "321" };
    const [paid, ...answers] = await Promise.all([
      stage.shop.send("POST", `/v1/orders/${orderNo}/confirm`, { body: { paymentMethod: { code: "card", card } } }),
      ...Array.from({ length: 20 }, (_, i) => change(orderNo, { [`key_${i}`]: String(i) })),
    ]);
    expect([paid.status, ...answers.map(({ status }) => status)]).toEqual(Array(21).fill(200));
    const { metadata, status } = await read(orderNo);
    expect([status, Object.keys(metadata)]).toEqual(["paid", expect.objectContaining({ length: 22 })]);
    const { body } = await stage.shop.send("GET", "/v1/events", { query: `objectNo=${orderNo}&limit=100` });
    const places = body.data.map(({ objectSeq }: { objectSeq: number }) => objectSeq);
    expect(places.sort((a: number, b: number) => a - b)).toEqual(places.map((_: number, i: number) => i + 1));
  });

  test("leaves the order the same one for its creation: the first body answers it as it is now", async () => {
    const body = bodyOf();
    const { body: order } = await stage.shop.send("POST", "/v1/orders", { body });
    await change(order.orderNo, { cart: "18" });
    const again = await stage.shop.send("POST", "/v1/orders", { body });
    expect([again.status, again.body.orderNo, again.body.metadata.cart]).toEqual([200, order.orderNo, "18"]);
  });

  test("ends at fifty texts, counted after the change", async () => {
    const { orderNo } = await create();
    const many = Object.fromEntries(Array.from({ length: 48 }, (_, i) => [`k${i}`, "x"]));
    expect((await change(orderNo, many)).status).toBe(200);
    const full = await change(orderNo, { more: "x" });
    expect([full.status, full.body.bizCode, full.body.param]).toEqual([422, "metadata_full", "metadata"]);
    expect((await change(orderNo, { more: "x", cart: null })).status).toBe(200);
  });

  test.each([[{}], [null], [[]], [{ a: 1 }], [{ a: "x".repeat(501) }], [{ ["k".repeat(41)]: "x" }], [{ "": "x" }]])(
    "refuses %j",
    async (metadata) => {
      const { orderNo } = await create();
      expect((await change(orderNo, metadata)).body.bizCode).toBe("validation_failed");
    },
  );

  test.each([{ note: "4242424242424242" }, { "4242 4242 4242 4242": "x" }])(
    "keeps no card number: %j",
    async (metadata) => {
      const { orderNo } = await create();
      const answer = await change(orderNo, metadata);
      expect([answer.status, answer.body.bizCode]).toEqual([400, "card_number_refused"]);
      expect((await read(orderNo)).metadata).toEqual({ cart: "17", coupon: "MAY" });
    },
  );

  test("reaches no order of another merchant or mode, and is no call of a payer", async () => {
    const order = await create();
    const path = `/v1/orders/${order.orderNo}/metadata`;
    const body = { metadata: { cart: "0" } };
    for (const client of [other.live, other.test])
      expect((await client.send("POST", path, { body })).body.bizCode).toBe("not_found");
    const payer = await deliver(stage.app.server, {
      method: "POST",
      url: path,
      headers: { authorization: `Bearer ${order.clientToken}`, "content-type": "application/json" },
      payload: JSON.stringify(body),
      remoteAddress: "203.0.113.8",
    });
    expect(payer.status).toBe(401);
    expect((await read(order.orderNo)).metadata.cart).toBe("17");
  });
});
