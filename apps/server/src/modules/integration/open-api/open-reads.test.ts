import { sampleData } from "@countinghouse/contract/integration/open-api/event-samples.ts";
import { paymentCaptured, transactionFeeCharged } from "@countinghouse/ledger/capture.postings.ts";
import { money } from "@countinghouse/money/money.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestApp, type TestApp } from "../../../../test/app.ts";
import { inTransaction, postIn } from "../../../../test/ledger.ts";
import { buildShop, orderIn, type Shop } from "../../../../test/open-shop.ts";
import { buildAttempt } from "../../../../test/orders.ts";
import { recordMerchantEvent } from "../webhook/index.ts";

let node: TestApp;
let shop: Shop;
let other: Shop;

beforeAll(async () => {
  node = await buildTestApp();
  [shop, other] = [await buildShop(node), await buildShop(node)];
});
afterAll(async () => {
  await node.close();
});

const order = (shopOf: Shop, parts: object = {}) => orderIn(node, shopOf, parts);

describe("openApi.getOrder", () => {
  test("answers the merchant's order in its mode, with money as integers and nothing of ours", async () => {
    await order(shop, {
      orderNo: "OR20261121AAAAAAAAAA",
      cardBrand: "visa",
      cardBin: "400840",
      cardLast4: "0004",
      cardFingerprint: "fp",
    });
    const { status, body, text } = await shop.live.send("GET", "/v1/orders/OR20261121AAAAAAAAAA");
    expect([status, body.amount, body.currency, body.status]).toEqual([200, 10000, "USD", "created"]);
    expect(body.card).toEqual({ brand: "visa", last4: "0004", country: null, tokenReference: null });
    expect(body.nextAction).toEqual({ type: "none", url: null, data: null, expireTime: null });
    for (const inner of ["fingerprint", "gateway", "tenant", "merchantId", "400840"]) expect(text).not.toContain(inner);
  });

  test("does not know orders of another merchant, of the other mode, or of no form", async () => {
    for (const client of [other.live, shop.test])
      expect((await client.send("GET", "/v1/orders/OR20261121AAAAAAAAAA")).body.bizCode).toBe("not_found");
    expect((await shop.live.send("GET", "/v1/orders/OR20261121ZZZZZZZZZZ")).status).toBe(404);
    for (const no of ["nope", "1", "ord_1", "OR%27%20OR%201%3D1", "%00", "x".repeat(200)])
      expect((await shop.live.send("GET", `/v1/orders/${no}`)).body, no).toMatchObject({
        code: 404,
        bizCode: "not_found",
        message: "There is no order with this id, or it is not yours.",
      });
  });

  test("tells what the payer has to do while the order waits for it", async () => {
    const action = { type: "3ds", url: "https://acs.example/1", data: null, expiresAt: "2026-11-21T10:15:00.000Z" };
    const orderId = await order(shop, {
      orderNo: "OR20261121BBBBBBBBBB",
      status: "awaiting",
      awaitingReason: "authentication",
    });
    const attempt = { ...shop, orderId, nextAction: JSON.stringify(action) as never };
    const { merchantId, tenantId } = shop;
    await buildAttempt(node, {
      merchantId,
      tenantId,
      orderId,
      nextAction: attempt.nextAction,
      status: "authentication_pending",
    });
    const { body } = await shop.live.send("GET", "/v1/orders/OR20261121BBBBBBBBBB");
    expect(body.nextAction).toEqual({ type: "redirect", url: action.url, data: null, expireTime: action.expiresAt });
  });
});

describe("openApi.listOrders", () => {
  test("goes through all orders newest first, each once, while new ones arrive", async () => {
    const seller = await buildShop(node);
    const made: string[] = [];
    for (let i = 0; i < 25; i += 1) {
      // Some share an instant, so that the id decides.
      if (i % 3 === 0) node.clock.forward(1_000);
      const orderNo = `OR20261121CCCCCCCC${String(i).padStart(2, "0")}`;
      await order(seller, { orderNo });
      made.push(orderNo);
    }
    await order(seller, { mode: "test" });
    const seen: string[] = [];
    let cursor = "";
    for (let page = 0; page < 10; page += 1) {
      const query = `limit=4${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
      const { status, body } = await seller.live.send("GET", "/v1/orders", { query });
      expect(status).toBe(200);
      seen.push(...body.data.map(({ orderNo }: { orderNo: string }) => orderNo));
      await order(seller, { orderNo: `OR20261121DDDDDDDD${String(page).padStart(2, "0")}` });
      if (!body.hasMore) break;
      cursor = body.nextCursor;
    }
    expect(new Set(seen)).toEqual(new Set(made));
    expect(seen).toHaveLength(25);
  });

  test("finds by the merchant's number, state, currency and time", async () => {
    const seller = await buildShop(node);
    await order(seller, { merchantOrderNo: "A-1", currency: "EUR" });
    await order(seller, {
      merchantOrderNo: "A-2",
      status: "paid",
      capturedAmount: "10000",
      paidTime: node.clock.now().toISOString(),
    });
    await order(other, { merchantOrderNo: "A-1" });
    const found = async (query: string) => {
      const { body } = await seller.live.send("GET", "/v1/orders", { query });
      return body.data.map(({ merchantOrderNo }: { merchantOrderNo: string }) => merchantOrderNo);
    };
    expect(await found("merchantOrderNo=A-1")).toEqual(["A-1"]);
    expect(await found("merchantOrderNo=A-%25")).toEqual([]);
    expect(await found("status=paid")).toEqual(["A-2"]);
    expect(await found("currency=EUR")).toEqual(["A-1"]);
    expect(await found(`createdTo=${encodeURIComponent(node.clock.now().toISOString())}`)).toEqual([]);
    expect(await found("createdFrom=2026-01-01T00:00:00Z")).toHaveLength(2);
  });

  test.each([
    "limit=0",
    "limit=101",
    "limit=1e9",
    "limit=x",
    "status=PAID",
    "currency=XXX",
    "currency=usd",
    "createdFrom=2024-01-01'",
    "merchantId=mer_x",
    "sort=secret",
    "limit=1&limit=2",
    "limit[]=1",
  ])("refuses %s", async (query) => {
    expect((await shop.test.send("GET", "/v1/orders", { query })).status).toBe(400);
  });

  test("takes no cursor that was made up for what it is not", async () => {
    const forged = (text: string) => Buffer.from(text).toString("base64url");
    for (const cursor of [
      "x",
      "..",
      forged("{}"),
      forged("2026-11-21T10:00:00.000Z x'--"),
      forged("9999999-01-01T00:00:00.000Z a"),
      "a".repeat(513),
    ]) {
      const { status } = await shop.live.send("GET", "/v1/orders", { query: `cursor=${encodeURIComponent(cursor)}` });
      expect(status, cursor).toBe(400);
    }
    // Another merchant's cursor leads only to the caller's own rows.
    const { body: theirs } = await shop.live.send("GET", "/v1/orders", { query: "limit=1" });
    const query = `cursor=${encodeURIComponent(theirs.nextCursor)}`;
    const { status, body } = await other.live.send("GET", "/v1/orders", { query });
    expect(status).toBe(200);
    expect(body.data.every(({ orderNo }: { orderNo: string }) => !orderNo.startsWith("OR20261121AA"))).toBe(true);
  });

  test("takes no cursor of another list or of other filters", async () => {
    const { body } = await shop.live.send("GET", "/v1/orders", { query: "limit=1" });
    const cursor = `cursor=${encodeURIComponent(body.nextCursor)}`;
    const sent = async (path: string, query: string) => {
      const { status, body: answer } = await shop.live.send("GET", path, { query });
      return [status, answer.bizCode];
    };
    expect(await sent("/v1/orders", cursor)).toEqual([200, undefined]);
    expect(await sent("/v1/orders", `${cursor}&status=paid`)).toEqual([400, "cursor_invalid"]);
    expect(await sent("/v1/events", cursor)).toEqual([400, "cursor_invalid"]);
    expect(await sent("/v1/events", "type=nope")).toEqual([400, "validation_failed"]);
  });
});

describe("openApi.getBalances", () => {
  test("adds up to the movements of the balance, per currency and mode", async () => {
    const seller = await buildShop(node);
    const { merchantId } = seller;
    for (let i = 1; i <= 7; i += 1) {
      const amount = money(BigInt(1000 * i), "USD");
      const entries = [
        paymentCaptured({ merchantId, gatewayAccountId: "gac_1", amount }),
        transactionFeeCharged({ merchantId, fee: money(30n, "USD"), tax: money(6n, "USD"), taxCountry: "GB" } as never),
      ];
      await postIn(node, {
        merchantId,
        book: "live",
        entries,
        eventId: `att_${i}`,
        orderId: null,
        effectiveDate: "2026-11-21",
        description: "test",
      } as never);
    }
    const { body } = await seller.live.send("GET", "/v1/balances");
    expect(body.data).toEqual([
      {
        currency: "USD",
        pending: 28_000 - 7 * 36,
        available: 0,
        reserve: 0,
        frozen: 0,
        inTransit: 0,
        expected: [{ dueDate: expect.stringMatching(/^2026-/), amount: 28_000 - 7 * 36 }],
      },
    ]);
    expect((await seller.test.send("GET", "/v1/balances")).body.data).toEqual([]);
    const movements: { id: string; amount: number; type: string }[] = [];
    let cursor = "";
    do {
      const query = `limit=3&currency=USD${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
      const page = (await seller.live.send("GET", "/v1/balance-transactions", { query })).body;
      movements.push(...page.data);
      cursor = page.nextCursor ?? "";
    } while (cursor);
    expect(movements.reduce((sum, { amount }) => sum + amount, 0)).toBe(28_000 - 7 * 36);
    expect(new Set(movements.map(({ id }) => id)).size).toBe(movements.length);
    const sumOf = (type: string) =>
      movements.filter((one) => one.type === type).reduce((sum, { amount }) => sum + amount, 0);
    expect([sumOf("transaction_fee"), sumOf("transaction_fee_tax")]).toEqual([-7 * 30, -7 * 6]);
    expect(movements.at(-1)).toMatchObject({ amount: 1000, type: "capture", bucket: "pending", orderNo: null });
  });

  test("shows movements between two instants", async () => {
    const seller = await buildShop(node);
    const { merchantId } = seller;
    const post = (eventId: string) =>
      postIn(node, {
        merchantId,
        book: "live",
        entries: [paymentCaptured({ merchantId, gatewayAccountId: "gac_1", amount: money(5n, "EUR") })],
        eventId,
        orderId: null,
        effectiveDate: "2026-11-21",
        description: "test",
      } as never);
    await post("one");
    node.clock.forward(60_000);
    const between = encodeURIComponent(node.clock.now().toISOString());
    await post("two");
    const ask = async (query: string) =>
      (await seller.live.send("GET", "/v1/balance-transactions", { query })).body.data.length;
    expect([await ask(`createdFrom=${between}`), await ask(`createdTo=${between}`), await ask("")]).toEqual([1, 1, 2]);
    expect(await ask("createdFrom=2099-01-01T00:00:00Z")).toBe(0);
    expect((await other.live.send("GET", "/v1/balance-transactions")).body.data).toEqual([]);
  });
});

describe("openApi.listEvents", () => {
  test("lists what happened to the app's objects, and nothing of other apps and modes", async () => {
    const seller = await buildShop(node);
    const record = (type: string, parts: object = {}) =>
      inTransaction(node, (ctx) =>
        recordMerchantEvent(ctx, {
          merchantId: seller.merchantId,
          appId: seller.appId,
          mode: "live",
          type,
          objectType: "order",
          objectId: "ord_1",
          objectNo: "OR1",
          objectSeq: 1,
          ...sampleData("order.paid", ""),
          ...parts,
        } as never),
      );
    await record("order.created");
    node.clock.forward(1_000);
    await record("order.paid");
    await record("order.paid", { mode: "test" });
    await record("order.paid", { appId: "app_of_somebody_else" });
    const { body } = await seller.live.send("GET", "/v1/events");
    expect(body.data.map(({ type }: { type: string }) => type)).toEqual(["order.paid", "order.created"]);
    expect(body.data[1]).toMatchObject({ mode: "live", objectNo: "OR1", data: sampleData("order.paid", "") });
    const one = (await seller.live.send("GET", "/v1/events", { query: "type=order.created&limit=1" })).body;
    expect([one.data.length, one.hasMore]).toEqual([1, false]);
    expect((await other.live.send("GET", "/v1/events")).body.data).toEqual([]);
  });
});

describe("the door of the open API on a whole node", () => {
  test("takes no session of the console, and the console takes no key", async () => {
    const bearer = { authorization: "Bearer x.y.z" };
    expect((await node.server.inject({ url: "/v1/orders", headers: bearer })).statusCode).toBe(401);
    const message = shop.live.signed("POST", "/api/coinOrder/page", { body: {} });
    const answer = await node.server.inject({ ...message, method: "POST" });
    expect(answer.statusCode).toBe(401);
  });

  test("refuses a key at once when it is switched off", async () => {
    const seller = await buildShop(node);
    expect((await seller.live.send("GET", "/v1/balances")).status).toBe(200);
    await node.platform.db
      .updateTable("appKeys")
      .set({ isEnabled: false })
      .where("appKey", "=", seller.live.appKey)
      .execute();
    expect((await seller.live.send("GET", "/v1/balances")).body.bizCode).toBe("api_key_disabled");
  });

  test("describes every call and shows the documents in each language", async () => {
    const document = JSON.parse((await node.server.inject({ url: "/v1/openapi.json?lang=en" })).body);
    expect(Object.keys(document.paths)).toContain("/v1/orders/{orderNo}");
    const [style, script] = [
      await node.server.inject({ url: "/v1/docs/page.css" }),
      await node.server.inject({ url: "/v1/docs/page.js" }),
    ];
    for (const lang of ["en", "zh-cn", "zh-tw"]) {
      const page = await node.server.inject({ url: `/v1/docs?lang=${lang}` });
      expect(page.headers["content-security-policy"]).toContain("default-src 'none'");
      const bytes = Buffer.byteLength(page.body + style.body + script.body);
      expect(bytes).toBeLessThan(200_000);
    }
  });
});
