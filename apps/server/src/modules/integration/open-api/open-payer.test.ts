import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deliver, type OpenAnswered, type OpenClient } from "../../../../test/open-caller.ts";
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
  card: { number: testCard(scenario).number, expiryMonth: 12, expiryYear: 2030, cvc: "321" },
});

const create = async (parts: object = {}) => {
  const body = {
    merchantOrderNo: unique("A-"),
    amount: 10_000,
    currency: "USD",
    payer: { email: "ada@example.com", name: "Ada" },
    ip: "203.0.113.7",
    items: [{ sku: "T-1", name: "Tea", quantity: 1, unitAmount: 10_000, amount: 10_000 }],
    returnUrl: "https://shop.example/thanks",
    cancelUrl: "https://shop.example/cart",
    notifyUrl: "https://shop.example/hooks/secret-path",
    descriptor: "SHOP",
    metadata: { margin: "17", buyer: "internal-8", public_seat: "12A" },
    ...parts,
  };
  const { status, body: order } = await shop.send("POST", "/v1/orders", { body });
  expect(status).toBe(200);
  return order;
};

interface Asked {
  readonly orderNo: string;
  readonly clientToken: string;
}

const asPayer = (method: string, { orderNo, clientToken }: Asked, verb = "", sent?: object, key = randomUUID()) =>
  deliver(stage.app.server, {
    method,
    url: `/v1/orders/${orderNo}${verb}`,
    headers: {
      authorization: `Bearer ${clientToken}`,
      "x-app-key": publishableKey,
      ...(sent ? { "content-type": "application/json", "idempotency-key": key } : {}),
    },
    payload: sent ? JSON.stringify(sent) : "",
    remoteAddress: "203.0.113.8",
  });

/** All member names that a payer's browser may receive, at any depth. */
const allowed = new Set([
  "orderNo",
  "merchantOrderNo",
  "mode",
  "status",
  "awaitingReason",
  "currency",
  "amount",
  "paymentMethod",
  "card.brand",
  "card.last4",
  "card",
  "failureCode",
  "failureMessage",
  "descriptor",
  "items.sku",
  "items.name",
  "items.quantity",
  "items.unitAmount",
  "items.amount",
  "returnUrl",
  "cancelUrl",
  "metadata.public_seat",
  "expireTime",
  "paidTime",
  "canceledTime",
  "nextAction.type",
  "nextAction.url",
  "nextAction.data",
  "nextAction.expireTime",
]);

/** Paths of all members of an answer, without list indexes. */
function membersOf(value: unknown, path = ""): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => membersOf(one, path));
  if (value === null || typeof value !== "object") return [path];
  return Object.entries(value).flatMap(([name, one]) => membersOf(one, path === "" ? name : `${path}.${name}`));
}

const unexpected = ({ body }: OpenAnswered): string[] => membersOf(body).filter((path) => !allowed.has(path));

describe("what a payer's browser is answered", () => {
  test.each([
    ["nobody has paid", undefined],
    ["is paid", "001"],
    ["was declined", "101"],
    ["waits for the issuer", "201"],
    ["is out", "505"],
  ])("about an order that %s holds what is on the list and nothing else", async (_state, scenario) => {
    const order = await create();
    const key = randomUUID();
    const pay = { paymentMethod: card(scenario ?? "") };
    const answers = scenario
      ? [
          await asPayer("POST", order, "/confirm", pay, key),
          await asPayer("POST", order, "/confirm", pay, key),
          await asPayer("GET", order),
        ]
      : [await asPayer("GET", order)];
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      expect(unexpected(answer)).toEqual([]);
      expect(answer.body).toMatchObject({ orderNo: order.orderNo, metadata: { public_seat: "12A" } });
      for (const inner of ["internal-8", "margin", "secret-path", "ada@example.com", "fee", "merchantNo", "appNo"])
        expect(answer.text).not.toContain(inner);
    }
    expect(answers.slice(1, 2).every(({ headers }) => headers["idempotent-replay"] === "true")).toBe(true);
  });

  test("is not what the merchant's server was answered under the same key", async () => {
    const order = await create();
    const key = randomUUID();
    const pay = { paymentMethod: card("001") };
    const server = await shop.send("POST", `/v1/orders/${order.orderNo}/confirm`, { body: pay, key });
    expect(server.body.status).toBe("paid");
    const payer = await asPayer("POST", order, "/confirm", pay, key);
    expect([payer.status, payer.headers["idempotent-replay"]]).toEqual([409, undefined]);
  });
});

describe("the client token of an order", () => {
  test("says when it expires, is the same at every repetition, and opens neither call nor page afterwards", async () => {
    const merchantOrderNo = unique("A-");
    const [order, again] = [await create({ merchantOrderNo }), await create({ merchantOrderNo })];
    expect(again.clientToken).toBe(order.clientToken);
    const life = Date.parse(order.clientTokenExpireTime) - Date.parse(order.orderTime);
    expect(life).toBe(7 * 86_400_000);
    const page = new URL(order.paymentUrl).pathname;
    expect((await stage.app.server.inject({ url: page })).statusCode).toBe(200);
    stage.app.clock.forward(life);
    expect((await asPayer("GET", order)).body).toMatchObject({ code: 401, bizCode: "client_token_expired" });
    const pay = await asPayer("POST", order, "/confirm", { paymentMethod: card("001") });
    expect(pay.body.bizCode).toBe("client_token_expired");
    expect((await stage.app.server.inject({ url: page })).statusCode).toBe(404);
  });
});

test("a payer's body longer than a stranger's is refused before it is read", async () => {
  const { status, body } = await asPayer("POST", await create(), "/confirm", { text: "4,".repeat(9_000) });
  expect([status, body.bizCode]).toEqual([413, "body_too_large"]);
});
