import { sampleData } from "@countinghouse/contract/integration/open-api/event-samples.ts";
import { openOperationList } from "@countinghouse/contract/integration/open-api/open-operations.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { recordMerchantEvent } from "../../src/modules/integration/webhook/index.ts";
import { buildTestApp, type TestApp } from "../app.ts";
import { inTransaction } from "../ledger.ts";
import { buildShop, orderIn, type Shop } from "../open-shop.ts";
import { buildCapture } from "../orders.ts";
import { buildEndpoint } from "../webhooks.ts";

let node: TestApp;
let ours: Shop;
let theirs: Shop;

const theirOrderNo = "OR20261121THE1RS0000";

/** Ids of the other merchant's things, by the word of the path before them. */
const foreign: Record<string, string> = { orders: theirOrderNo, captures: "CP20261121THE1RS00" };
/** Ids of the same form that belong to nobody. */
const nobodys: Record<string, string> = {
  orders: "OR20261121N0B0DY0000",
  captures: "CP20261121N0B0DY0000",
  events: "evt_00000000000000000000000000",
  "webhook-endpoints": "whe_00000000000000000000000000",
  withdrawals: "CO20261121N0B0DY0000",
  "fx-quotes": `fxq_${"0".repeat(26)}`,
  "payout-accounts": `poa_${"0".repeat(26)}`,
};

const bodies: Record<string, object> = {
  payTestOrder: { outcome: "paid" },
  updateOrderMetadata: { metadata: { cart: "stolen" } },
  updateWebhookEndpoint: { url: "https://evil.example/hooks" },
  confirmOrder: {
    paymentMethod: {
      code: "card",
      card: { number: "4008400010000004", expiryMonth: 12, expiryYear: 2030, cvc: "123" },
    },
  },
};

beforeAll(async () => {
  node = await buildTestApp();
  ours = await buildShop(node);
  theirs = await buildShop(node);
  for (const mode of ["live", "test"] as const) {
    const orderId = await orderIn(node, theirs, {
      orderNo: mode === "live" ? theirOrderNo : `${theirOrderNo}T`,
      mode,
      merchantOrderNo: "SAME-1",
    });
    if (mode === "live")
      await buildCapture(node, {
        merchantId: theirs.merchantId,
        tenantId: theirs.tenantId,
        orderId,
        attemptId: "att_theirs",
        captureNo: foreign.captures ?? "",
      });
  }
  await orderIn(node, ours, { merchantOrderNo: "SAME-1" });
  await inTransaction(node, (ctx) =>
    recordMerchantEvent(ctx, {
      merchantId: theirs.merchantId,
      appId: theirs.appId,
      mode: "live",
      type: "order.paid",
      objectType: "order",
      objectId: "ord_theirs",
      objectNo: theirOrderNo,
      objectSeq: 1,
      object: sampleData("order.paid", "").object,
    } as never),
  );
  const { id } = await node.platform.db
    .selectFrom("merchantEvents")
    .select("id")
    .where("merchantId", "=", theirs.merchantId)
    .executeTakeFirstOrThrow();
  foreign.events = id;
  foreign["webhook-endpoints"] = await buildEndpoint(node, {
    merchantId: theirs.merchantId,
    tenantId: theirs.tenantId,
  });
});
afterAll(() => node.close());
beforeEach(() => node.clock.forward(1_000));

const withId = openOperationList.filter(([, { path }]) => path.includes("/:"));
const lists = openOperationList.filter(([, { path, method }]) => method === "GET" && !path.includes("/:"));

describe("another merchant's things", () => {
  test("are tried with every call that names one", () => {
    expect(withId.length).toBeGreaterThan(0);
  });

  test.each(withId)("do not exist for %s, and nothing of them changes", async (name, { method, path }) => {
    const stored = () =>
      Promise.all([
        node.platform.db.selectFrom("coinOrders").selectAll().where("merchantId", "=", theirs.merchantId).execute(),
        node.platform.db
          .selectFrom("webhookEndpoints")
          .selectAll()
          .where("merchantId", "=", theirs.merchantId)
          .execute(),
        node.platform.db
          .selectFrom("webhookDeliveries")
          .selectAll()
          .where("merchantId", "=", theirs.merchantId)
          .execute(),
      ]);
    const before = await stored();
    const kind = /([\w-]+)\/:/.exec(path)?.[1] ?? "";
    const ask = async (id: string | undefined) => {
      const body = method === "POST" ? { body: bodies[name] ?? {} } : {};
      const answer = await ours.live.send(method, path.replace(/:\w+/, id ?? ""), body);
      const { requestId: _own, ...rest } = answer.body;
      return { status: answer.status, rest };
    };
    const answer = await ask(foreign[kind]);
    expect(answer.status).toBe(404);
    expect(answer).toEqual(await ask(nobodys[kind]));
    expect(await stored()).toEqual(before);
  });

  test.each(lists)("are in no answer of %s", async (_name, { path, query, exampleQuery }) => {
    const needed = Object.values(query.shape).some((field) => !field.isOptional());
    const filters = needed ? new URLSearchParams(exampleQuery).toString() : "";
    const { status, text } = await ours.live.send("GET", path, { query: filters });
    expect(status).toBe(200);
    for (const word of [theirOrderNo, theirs.merchantId, foreign.events, foreign["webhook-endpoints"]])
      expect(text).not.toContain(word);
  });

  test("are not found by a number that both merchants use", async () => {
    const { body } = await ours.live.send("GET", "/v1/orders", { query: "merchantOrderNo=SAME-1" });
    expect(body.data).toHaveLength(1);
    expect(body.data[0].orderNo).not.toBe(theirOrderNo);
  });

  test("cannot be asked for by naming the merchant, the tenant or the app", async () => {
    for (const filter of [
      `merchantId=${theirs.merchantId}`,
      `tenantId=${theirs.tenantId}`,
      `appId=${theirs.appId}`,
      "mode=test",
    ]) {
      expect((await ours.test.send("GET", "/v1/orders", { query: filter })).status).toBe(400);
      const { text } = await ours.live.send("GET", "/v1/orders", { query: filter });
      expect(text).not.toContain(theirOrderNo);
    }
  });

  test("stay apart in hundreds of requests at once over the same connections", async () => {
    const ask = (shop: Shop) => shop.live.send("GET", "/v1/orders", { query: "merchantOrderNo=SAME-1" });
    const answers = await Promise.all(Array.from({ length: 200 }, (_, i) => ask(i % 2 === 0 ? ours : theirs)));
    const limited = answers.filter(({ status }) => status === 429).length;
    const seen = answers.map(({ body }, i) => [i % 2, body.data?.[0]?.orderNo === theirOrderNo] as const);
    for (const [index, [side, isTheirs]] of seen.entries())
      if (answers[index]?.status === 200) expect(isTheirs).toBe(side === 1);
    expect(answers.length - limited).toBeGreaterThan(30);
  });

  test("are not shown by a test key of their own merchant, nor the other way round", async () => {
    expect((await theirs.test.send("GET", `/v1/orders/${theirOrderNo}`)).status).toBe(404);
    expect((await theirs.live.send("GET", `/v1/orders/${theirOrderNo}T`)).status).toBe(404);
    expect((await theirs.live.send("GET", `/v1/orders/${theirOrderNo}`)).status).toBe(200);
  });
});
