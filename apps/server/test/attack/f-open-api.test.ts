import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { manifest } from "../../src/modules/tables.ts";
import { buildTestApp, type TestApp } from "../app.ts";
import { buildShop, type Shop } from "../open-shop.ts";
import { unique } from "../people.ts";

let node: TestApp;
let shop: Shop;

beforeAll(async () => {
  node = await buildTestApp();
  shop = await buildShop(node);
});
afterAll(() => node.close());
beforeEach(() => node.clock.forward(2_000));

const order = () => ({
  merchantOrderNo: unique("A-"),
  amount: 10_000,
  currency: "GBP",
  payer: { email: "ada@example.com" },
  ip: "203.0.113.7",
});
const create = (parts: object, client = shop.test) =>
  client.send("POST", "/v1/orders", { body: { ...order(), ...parts } });
const raw = (text: string) => shop.test.send("POST", "/v1/orders", { raw: text });

/** What an order has beside what a merchant says of it. */
const inner: Readonly<Record<string, unknown>> = {
  status: "paid",
  orderNo: "OR20261121AAAAAAAAAA",
  merchantId: "mer_x",
  tenantId: 1,
  appId: "app_x",
  id: "ord_x",
  mode: "live",
  capturedAmount: 10_000,
  feeAmount: 0,
  netAmount: 10_000,
  fxRate: "1",
  gatewayId: "gw_x",
  gatewayAccountId: "ga_x",
  riskDecision: "allow",
  settlementStatus: "settled",
  paidTime: "2026-11-21T10:00:00.000Z",
  maxAttempts: 1_000,
  version: 7,
  lateSuccess: true,
  type: "moto",
  paymentType: "server_to_server",
};

describe("a field that is the platform's own", () => {
  test("is one of an order's", () => {
    expect(manifest.coinOrders).toBeDefined();
  });

  test.each(Object.entries(inner))(
    "%s is refused by a test key, and left out of what a live key sends",
    async (name, value) => {
      const refused = await create({ [name]: value });
      expect([refused.status, refused.body.bizCode, refused.body.param]).toEqual([400, "validation_failed", name]);
      const taken = await create({ [name]: value }, shop.live);
      expect(taken.status, taken.text).toBe(200);
      expect(taken.body).toMatchObject({
        status: "created",
        capturedAmount: 0,
        paidTime: null,
        mode: "live",
        lateSuccess: false,
      });
      const row = await node.platform.db
        .selectFrom("coinOrders")
        .selectAll()
        .where("orderNo", "=", taken.body.orderNo)
        .executeTakeFirstOrThrow();
      expect(row.maxAttempts).toBeLessThan(10);
      expect(row).toMatchObject({
        merchantId: shop.merchantId,
        tenantId: shop.tenantId,
        appId: shop.appId,
        type: "one_time",
        gatewayId: null,
      });
    },
  );
});

describe("a value of another type", () => {
  test.each([
    [{ amount: "10000" }],
    [{ amount: true }],
    [{ amount: [10_000] }],
    [{ amount: null }],
    [{ amount: 100.5 }],
    [{ amount: 2 ** 53 }],
    [{ currency: ["GBP"] }],
    [{ currency: "gbp" }],
    [{ payer: "ada@example.com" }],
    [{ payer: { email: ["ada@example.com"] } }],
    [{ payer: null }],
    [{ items: {} }],
    [{ items: Array.from({ length: 101 }, () => ({ name: "x", quantity: 1, unitAmount: 1, amount: 1 })) }],
    [{ metadata: ["x"] }],
    [{ metadata: { deep: { deeper: 1 } } }],
    [{ captureMethod: "AUTOMATIC" }],
    [{ expireMinutes: "30" }],
    [{ expireMinutes: 0 }],
    [{ merchantOrderNo: " A-1" }],
    [{ merchantOrderNo: "Ａ-１" }],
    [{ ip: "127.1" }],
    [{ ip: "203.0.113.7, 10.0.0.1" }],
    [{ payer: { email: "a@b.c\nBcc: x@y.z" } }],
    [{ returnUrl: "https://good@evil.example/" }],
    [{ returnUrl: "data:text/html,x" }],
    [{ paymentMethod: { code: "card", card: { number: "4008-4000", expiryMonth: 13, expiryYear: 30 } } }],
  ])("is refused and not made fit: %j", async (parts) => {
    const { status, body } = await create(parts);
    expect([status, body.bizCode]).toEqual([400, "validation_failed"]);
  });

  test.each(["1e400", "-0", "NaN", "0x10", "1_000", "9007199254740993", '"١٢٣"', "1.0000000000000001e0"])(
    "as the amount %s is refused or exact",
    async (text) => {
      const { status, body } = await raw(JSON.stringify(order()).replace('"amount":10000', `"amount":${text}`));
      if (status === 200) expect(body.amount).toBe(Number(text));
      else expect(status).toBe(400);
    },
  );
});

describe("a body that reaches for a prototype, or for the parser", () => {
  test.each([
    '{"__proto__":{"isAdmin":true}}',
    '{"constructor":{"prototype":{"x":1}}}',
    '{"metadata":{"__proto__":"x"}}',
    '{"payer":{"__proto__":{"email":"a@b.c"}}}',
  ])("%s is refused, and no object is changed by it", async (text) => {
    const { status } = await raw(text);
    expect(status).toBe(400);
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  test.each(["toString", "valueOf", "hasOwnProperty"])(
    "with members named %s ends in no fault of ours",
    async (name) => {
      for (const value of ["4008400010000004", "x".repeat(1_100), { a: "4008400010000004" }])
        for (const parts of [{ [name]: value }, { payer: { [name]: value } }, { metadata: { [name]: value } }]) {
          const { status } = await create(parts);
          expect([200, 400], JSON.stringify(parts).slice(0, 60)).toContain(status);
        }
      const { status } = await shop.live.send("GET", "/v1/orders", { query: `${name}=4008400010000004` });
      expect([200, 400]).toContain(status);
    },
  );

  test("nested ten thousand deep, with a hundred thousand members or items, is refused at once", async () => {
    const deep = `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`;
    const wide = `{${Array.from({ length: 30_000 }, (_, i) => `"k${i}":1`).join(",")}}`;
    const long = `{"items":[${"1,".repeat(100_000)}1]}`;
    for (const text of [deep, wide, long]) {
      const started = performance.now();
      const { status } = await raw(text);
      expect([400, 413]).toContain(status);
      expect(performance.now() - started).toBeLessThan(2_000);
    }
  });
});
