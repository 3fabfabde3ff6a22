import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deliver, type OpenClient } from "../../../../test/open-caller.ts";
import { buildStageShop } from "../../../../test/open-shop.ts";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { unique } from "../../../../test/people.ts";
import { buildChannel, buildCheckoutLine } from "../../../../test/routes.ts";
import { testCard } from "../../../../test/simulator.ts";

let stage: OrderStage;
let shop: OpenClient;
let publishableKey = "";

beforeAll(async () => {
  stage = await buildOrderStage();
  ({ shop, publishableKey } = await buildStageShop(stage));
});
afterAll(() => stage?.close());

const db = () => stage.app.platform.db;
const phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15";

type TypeTerms = Partial<{
  status: "enabled" | "disabled";
  requireCvc: boolean;
  requireThreeDs: boolean;
  allowSavedCard: boolean;
  allowManualCapture: boolean;
  limits: string;
}>;
const setType = (paymentType: "server_to_server" | "hosted_page", values: TypeTerms) =>
  db()
    .updateTable("paymentTypeTerms")
    .set(values)
    .where("merchantId", "=", stage.merchantId)
    .where("paymentType", "=", paymentType)
    .execute();
const plain = {
  status: "enabled",
  requireCvc: false,
  requireThreeDs: false,
  allowSavedCard: false,
  limits: "[]",
} as const;

const means = (scenario: string, parts: object = {}) => ({
  code: "card",
  card: { number: testCard(scenario).number, expiryMonth: 12, expiryYear: 2030, cvc: "321" },
  ...parts,
});
const withoutCvc = (scenario: string) => ({
  code: "card",
  card: { number: testCard(scenario).number, expiryMonth: 12, expiryYear: 2030 },
});

const create = (parts: object = {}) =>
  shop.send("POST", "/v1/orders", {
    body: {
      merchantOrderNo: unique("D-"),
      amount: 10_000,
      currency: "USD",
      payer: { email: "ada@example.com" },
      ip: "203.0.113.7",
      ...parts,
    },
  });
const made = async (parts: object = {}) => {
  const { status, body } = await create(parts);
  expect([status, body.status]).toEqual([200, "created"]);
  return body;
};
const byServer = ({ orderNo }: { readonly orderNo: string }, paymentMethod: object) =>
  shop.send("POST", `/v1/orders/${orderNo}/confirm`, { body: { paymentMethod } });
const byPayer = (
  { orderNo, clientToken }: { readonly orderNo: string; readonly clientToken: string },
  paymentMethod: object,
  userAgent = phone,
) =>
  deliver(stage.app.server, {
    method: "POST",
    url: `/v1/orders/${orderNo}/confirm`,
    headers: {
      authorization: `Bearer ${clientToken}`,
      "x-app-key": publishableKey,
      "content-type": "application/json",
      "idempotency-key": randomUUID(),
      "user-agent": userAgent,
    },
    payload: JSON.stringify({ paymentMethod }),
    remoteAddress: "203.0.113.8",
  });
const rowOf = ({ orderNo }: { readonly orderNo: string }) =>
  db().selectFrom("coinOrders").selectAll().where("orderNo", "=", orderNo).executeTakeFirstOrThrow();
const attemptOf = ({ orderNo }: { readonly orderNo: string }) =>
  db()
    .selectFrom("paymentAttempts")
    .selectAll()
    .where("orderNo", "=", orderNo)
    .orderBy("seq", "desc")
    .executeTakeFirstOrThrow();

describe("a card that the merchant's own server sends for an order made without one", () => {
  beforeEach(async () => {
    await setType("server_to_server", { ...plain, allowManualCapture: true });
    await setType("hosted_page", plain);
  });

  test("meets what server_to_server demands, and is recorded as that", async () => {
    await setType("server_to_server", { requireCvc: true, requireThreeDs: true });
    const order = await made();
    expect((await byServer(order, withoutCvc("001"))).body.bizCode).toBe("cvc_required");
    await byServer(order, means("001"));
    expect((await attemptOf(order)).isThreeDsForced).toBe(true);
    expect((await rowOf(order)).paymentType).toBe("server_to_server");
  });

  test("is refused where the type is switched off, whose payers may still pay on our page", async () => {
    await setType("server_to_server", { status: "disabled" });
    const order = await made();
    expect((await byServer(order, means("001"))).body.bizCode).toBe("type_not_offered");
    expect((await byPayer(order, means("001"))).body.status).toBe("paid");
    expect((await rowOf(order)).paymentType).toBe("hosted_page");
  });

  test("counts towards the type's limits of a payment and of a day", async () => {
    const limit = (limits: object) =>
      setType("server_to_server", {
        limits: JSON.stringify([{ currency: "USD", perTransactionMax: null, dailyMax: null, ...limits }]),
      });
    await limit({ perTransactionMax: "9999" });
    expect((await byServer(await made(), means("001"))).body.bizCode).toBe("amount_above_maximum");
    await stage.pass(86_400);
    await limit({ dailyMax: "15000" });
    expect((await byServer(await made(), means("001"))).body.status).toBe("paid");
    expect((await byServer(await made(), means("001"))).body.bizCode).toBe("daily_limit_reached");
    expect((await create({ paymentMethod: means("001") })).body.bizCode).toBe("daily_limit_reached");
    expect((await byPayer(await made(), means("001"))).body.status).toBe("paid");
  });

  test("is not reserved for later where the type does not allow it", async () => {
    await setType("server_to_server", { allowManualCapture: false });
    await setType("hosted_page", { allowManualCapture: true });
    const order = await made({ captureMethod: "manual" });
    expect((await byServer(order, means("001"))).body.bizCode).toBe("type_not_offered");
    expect((await byPayer(order, means("001"))).body).toMatchObject({ status: "awaiting", awaitingReason: "capture" });
  });

  test("is stored for later charges only where the type lets cards be kept", async () => {
    const kept = means("001", { storeFor: "recurring" });
    expect((await byServer(await made(), kept)).body.bizCode).toBe("card_may_not_be_stored");
    expect((await create({ paymentMethod: kept })).body.bizCode).toBe("card_may_not_be_stored");
    await setType("server_to_server", { allowSavedCard: true });
    expect((await byServer(await made(), kept)).body.status).toBe("paid");
  });
});

describe("a payer who pays what the merchant's server tried before", () => {
  test("meets what the hosted page demands", async () => {
    await setType("server_to_server", { ...plain, requireCvc: false });
    await setType("hosted_page", { ...plain, requireCvc: true });
    const { body: order } = await create({ paymentMethod: means("101") });
    expect(order.status).toBe("awaiting");
    expect((await byPayer(order, withoutCvc("001"))).body.bizCode).toBe("cvc_required");
    expect((await byPayer(order, means("001"))).body.status).toBe("paid");
    await setType("hosted_page", plain);
  });
});

describe("a card that its issuer refuses for good", () => {
  test("is sent once of six payments at once, and the payer is told no reason", async () => {
    const orders = await Promise.all(Array.from({ length: 6 }, () => made()));
    const answers = await Promise.all(orders.map((order) => byServer(order, means("105"))));
    // Any call that starts after the first answer is refused before it becomes an attempt.
    expect(new Set(answers.map(({ body }) => body.failureCode ?? body.declineCode))).toEqual(new Set(["lost_card"]));
    const books = await Promise.all(orders.map(({ orderNo }) => stage.simulator.book(orderNo)));
    expect(books.flatMap(({ payments }) => payments)).toHaveLength(1);
    const next = await made();
    const payer = await byPayer(next, means("105"));
    expect([payer.status, payer.body.bizCode]).toEqual([422, "card_not_taken"]);
    expect(payer.text).not.toContain("lost");
    expect((await byServer(next, means("105"))).body).toMatchObject({
      bizCode: "card_finally_declined",
      declineCode: "lost_card",
    });
  });

  test("tells the payer's browser that it was declined, and the merchant's server why", async () => {
    const order = await made();
    const payer = await byPayer(order, means("106"));
    expect(payer.body).toMatchObject({ status: "failed", failureCode: "generic_decline" });
    expect(payer.text).not.toContain("stolen");
    const { body } = await shop.send("GET", `/v1/orders/${order.orderNo}`);
    expect(body.failureCode).toBe("stolen_card");
  });
});

describe("the channels of a method", () => {
  let channelId = "";
  let lineId = "";
  const line = (values: object) => db().updateTable("merPayChannelCfgs").set(values).where("id", "=", lineId).execute();
  const channel = (values: object) => db().updateTable("channels").set(values).where("id", "=", channelId).execute();
  const open = { currencies: [], countries: [], limits: "[]", status: "enabled" } as const;

  beforeAll(async () => {
    const method = await db()
      .selectFrom("paymentMethods")
      .select("id")
      .where("tenantId", "=", stage.place.tenantId)
      .where("code", "=", "card_visa")
      .executeTakeFirstOrThrow();
    const { tenantId } = stage.place;
    channelId = await buildChannel(stage.app, { tenantId, paymentMethodId: method.id });
    lineId = await buildCheckoutLine(stage.app, { tenantId, merchantId: stage.merchantId, channelId });
    await setType("server_to_server", plain);
    await setType("hosted_page", plain);
  });
  beforeEach(async () => {
    await line({ ...open, isOffered: true, devices: [] });
    await channel(open);
  });

  const address = { billingAddress: { country: "GB", line1: "1 High Street", city: "London", postalCode: "E1 6AN" } };
  const visa = means("001");
  /** What each entry point says of a payment by the method. */
  const doors = async () => [
    (await create({ ...address, paymentMethod: visa })).body,
    (await byServer(await made(address), visa)).body,
    (await byPayer(await made(address), visa)).body,
  ];

  test("is written down with the payment", async () => {
    const [order] = await doors();
    expect(order).toMatchObject({ status: "paid" });
    const attempt = await attemptOf(order);
    expect(attempt.channelId).toBe(channelId);
    expect(attempt.routeDecision).toMatchObject({ chosen: { channelId } });
  });

  test.each([
    ["is hidden in the checkout", () => line({ isOffered: false })],
    ["is switched off for the merchant", () => line({ status: "disabled" })],
    ["is offered in another currency", () => line({ currencies: ["EUR"] })],
    ["is offered in another country", () => line({ countries: ["DE"] })],
    [
      "is offered for smaller amounts",
      () => line({ limits: JSON.stringify([{ currency: "USD", min: null, max: "9999" }]) }),
    ],
    ["is switched off for everybody", () => channel({ status: "disabled" })],
    ["sells another currency", () => channel({ currencies: ["EUR"] })],
    ["sells in another country", () => channel({ countries: ["DE"] })],
    ["sells larger amounts", () => channel({ limits: JSON.stringify([{ currency: "USD", min: "10001", max: null }]) })],
  ])("let no payment through at any door when the one there %s", async (_what, set) => {
    await set();
    expect((await doors()).map(({ bizCode }) => bizCode)).toEqual(["no_route", "no_route", "no_route"]);
  });

  test("let through what meets their conditions", async () => {
    const fits = {
      currencies: ["USD"],
      countries: ["GB"],
      limits: JSON.stringify([{ currency: "USD", min: "1", max: "10000" }]),
    };
    await line(fits);
    await channel(fits);
    expect((await doors()).map(({ status }) => status)).toEqual(["paid", "paid", "paid"]);
  });

  test("are for the payer's device where it is known", async () => {
    await line({ devices: ["desktop"] });
    expect((await byPayer(await made(), visa)).body.bizCode).toBe("no_route");
    expect((await byPayer(await made(), visa, "Mozilla/5.0 (X11; Linux x86_64)")).body.status).toBe("paid");
    expect((await byServer(await made({ userAgent: phone }), visa)).body.bizCode).toBe("no_route");
    expect((await byServer(await made(), visa)).body.status).toBe("paid");
  });

  test("are closed to a method that has no line in a checkout", async () => {
    await db().deleteFrom("merPayChannelCfgs").where("id", "=", lineId).execute();
    // Nothing is in the checkout: the merchant's server may pay by any method.
    expect((await byServer(await made(), visa)).body.status).toBe("paid");
    const other = await db()
      .selectFrom("paymentMethods")
      .select("id")
      .where("tenantId", "=", stage.place.tenantId)
      .where("code", "=", "sim_wallet")
      .executeTakeFirstOrThrow();
    const { tenantId } = stage.place;
    const wallet = await buildChannel(stage.app, { tenantId, paymentMethodId: other.id });
    await buildCheckoutLine(stage.app, { tenantId, merchantId: stage.merchantId, channelId: wallet });
    expect((await byServer(await made(), visa)).body.bizCode).toBe("no_route");
    lineId = await buildCheckoutLine(stage.app, { tenantId, merchantId: stage.merchantId, channelId });
  });
});

describe("a merchant that may not be paid any more", () => {
  test("offers no way to pay, and captures what was authorised before", async () => {
    await setType("server_to_server", { ...plain, allowManualCapture: true });
    const { body: order } = await create({ captureMethod: "manual", paymentMethod: means("001") });
    expect(order).toMatchObject({ status: "awaiting", awaitingReason: "capture" });
    const canPay = (value: boolean) =>
      db()
        .updateTable("merchants")
        .set({ canPay: value, status: value ? "active" : "suspended" })
        .where("id", "=", stage.merchantId)
        .execute();
    const offered = () => shop.send("GET", "/v1/payment-methods", { query: "amount=10000&currency=USD" });
    expect((await offered()).body.data).not.toEqual([]);
    await canPay(false);
    expect((await offered()).body.data).toEqual([]);
    expect((await create({ paymentMethod: means("001") })).body.bizCode).toBe("merchant_may_not_pay");
    const taken = await shop.send("POST", `/v1/orders/${order.orderNo}/capture`, { body: { amount: 3_000 } });
    expect([taken.status, taken.body.capturedAmount]).toEqual([200, 3_000]);
    await canPay(true);
  });
});
