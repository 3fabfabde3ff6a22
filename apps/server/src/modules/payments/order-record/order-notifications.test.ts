import { createHmac } from "node:crypto";
import { coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { actor, type TestClient } from "../../../../test/app.ts";
import { type OpenClient, openClient } from "../../../../test/open-caller.ts";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { unique } from "../../../../test/people.ts";
import { type Receiver, startReceiver } from "../../../../test/receiver.ts";
import { buildCoinApp } from "../../../../test/terms.ts";
import { buildEndpoint } from "../../../../test/webhooks.ts";
import { installationKeys } from "../../../platform/crypto/installation-keys.ts";
import { sendDue } from "../../integration/webhook/sender.service.ts";
import { findAppOf } from "../../merchants/coin-app/index.ts";

let stage: OrderStage;
let receiver: Receiver;
let shop: OpenClient;
let live: OpenClient;
let operator: TestClient;
let runs = 0;

beforeAll(async () => {
  stage = await buildOrderStage();
  receiver = await startReceiver();
  const { merchantId, place, app } = stage;
  const made = await buildCoinApp(app, { merchantId, tenantId: place.tenantId });
  shop = openClient(app.server, app.clock, made.test);
  live = openClient(app.server, app.clock, made.live);
  operator = app.as(actor());
});
afterAll(async () => {
  await receiver.close();
  await stage.close();
});
beforeEach(() => {
  receiver.reset();
  stage.app.clock.forward(2_000);
});

const create = async (notifyUrl: string | undefined, by = shop) =>
  by.send("POST", "/v1/orders", {
    body: {
      merchantOrderNo: unique("A-"),
      amount: 10_000,
      currency: "USD",
      payer: { email: "ada@example.com" },
      ip: "203.0.113.7",
      ...(notifyUrl === undefined ? {} : { notifyUrl }),
    },
  });

const deliveriesOf = (orderNo: string) =>
  stage.app.platform.db
    .selectFrom("webhookDeliveries")
    .selectAll()
    .where("merchantId", "=", stage.merchantId)
    .where("objectNo", "=", orderNo)
    .orderBy("id")
    .execute();

const idOf = async (orderNo: string) =>
  (
    await stage.app.platform.db
      .selectFrom("coinOrders")
      .select("id")
      .where("merchantId", "=", stage.merchantId)
      .where("orderNo", "=", orderNo)
      .executeTakeFirstOrThrow()
  ).id;

/** Sends what is due to an endpoint, as its worker does. */
async function send(endpointId: string): Promise<void> {
  const { platform, clock } = stage.app;
  runs += 1;
  await sendDue(
    {
      spine: { db: platform.db, clock, seals: stage.node.seals, enqueue: async () => {} },
      ring: installationKeys(platform.secret).ring,
      testHosts: ["127.0.0.1"],
      locale: "en",
      jitter: () => 0,
      appSecrets: async (app) => (await findAppOf(platform, app))?.secrets ?? [],
    },
    {
      merchantId: stage.merchantId,
      endpointId,
      owner: `notify-${runs}`,
      signal: new AbortController().signal,
      turnMs: 60_000,
    },
  );
}

describe("an order's own address", () => {
  test("is told of the order's events, signed with the secret of its app", async () => {
    const { body: order } = await create(`${receiver.url}?cart=17`);
    const [delivery] = await deliveriesOf(order.orderNo);
    expect(delivery).toMatchObject({ eventType: "order.created", url: `${receiver.url}?cart=17`, status: "queued" });
    await send(delivery?.endpointId ?? "");
    const got = receiver.received.find(({ json }) => json.objectNo === order.orderNo);
    const [, seconds, mac] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(got?.headers["x-webhook-signature"])) ?? [];
    expect(mac).toBe(createHmac("sha256", shop.secret).update(`${seconds}.${got?.body}`).digest("hex"));
    expect(await deliveriesOf(order.orderNo)).toMatchObject([{ status: "delivered", attemptCount: 1 }]);
  });

  test("is told of nothing else, and of nothing where an order names none", async () => {
    const { body: quiet } = await create(undefined);
    expect(await deliveriesOf(quiet.orderNo)).toEqual([]);
    const { body: first } = await create(`${receiver.url}/one`);
    const { body: second } = await create(`${receiver.url}/two`);
    const urls = async (orderNo: string) => (await deliveriesOf(orderNo)).map(({ url }) => url);
    expect([await urls(first.orderNo), await urls(second.orderNo)]).toEqual([
      [`${receiver.url}/one`],
      [`${receiver.url}/two`],
    ]);
    const [a, b] = [...(await deliveriesOf(first.orderNo)), ...(await deliveriesOf(second.orderNo))];
    expect(a?.endpointId).toBe(b?.endpointId);
  });

  test("that is gone ends its delivery and is not held against other orders", async () => {
    const { body: gone } = await create(receiver.url);
    receiver.answer = (response) => void response.writeHead(410).end();
    const [delivery] = await deliveriesOf(gone.orderNo);
    await send(delivery?.endpointId ?? "");
    expect(await deliveriesOf(gone.orderNo)).toMatchObject([{ status: "dead", lastHttpStatus: 410 }]);
    receiver.reset();
    const { body: next } = await create(receiver.url);
    await send(delivery?.endpointId ?? "");
    expect(await deliveriesOf(next.orderNo)).toMatchObject([{ status: "delivered" }]);
  });

  test("is on no list of webhooks and cannot be changed there", async () => {
    await create(receiver.url);
    expect((await shop.send("GET", "/v1/webhook-endpoints")).body.data).toEqual([]);
    const [own] = await stage.app.platform.db
      .selectFrom("webhookEndpoints")
      .select("id")
      .where("merchantId", "=", stage.merchantId)
      .where("kind", "=", "per_order")
      .execute();
    expect((await shop.send("DELETE", `/v1/webhook-endpoints/${own?.id}`)).status).toBe(404);
  });

  test.each([
    "http://127.0.0.1:80/x",
    "https://localhost/x",
    "https://169.254.169.254/latest",
    "https://[::1]/x",
    "https://10.0.0.8/x",
    "https://2130706433/x",
    "https://shop.example:22/x",
  ])("is refused at once where live payments name %s", async (url) => {
    await stage.app.platform.db
      .updateTable("appKeys")
      .set({ isEnabled: true })
      .where("appKey", "=", live.appKey)
      .execute();
    const { status, body } = await create(url, live);
    expect([status, body.bizCode, body.param]).toEqual([400, "url_refused", "notifyUrl"]);
  });

  test("that leads inside is not called even where it was stored", async () => {
    const { body: order } = await create(receiver.url);
    const [delivery] = await deliveriesOf(order.orderNo);
    await stage.app.platform.db
      .updateTable("webhookDeliveries")
      .set({ url: "https://10.0.0.8/x" })
      .where("merchantId", "=", stage.merchantId)
      .where("id", "=", delivery?.id ?? "")
      .execute();
    await send(delivery?.endpointId ?? "");
    expect(await deliveriesOf(order.orderNo)).toMatchObject([{ status: "retry_wait", lastError: "addressNotAllowed" }]);
  });
});

describe("coinOrder.resendWebhook", () => {
  test("tells the order's own address and whoever listens now once more, under the same id", async () => {
    const { body: order } = await create(receiver.url);
    const [own] = await deliveriesOf(order.orderNo);
    await send(own?.endpointId ?? "");
    const { merchantId, place } = stage;
    const later = await buildEndpoint(stage.app, { merchantId, tenantId: place.tenantId, url: receiver.url });
    const id = await idOf(order.orderNo);
    expect(await operator.call(coinOrder, "resendWebhook", { id, merchantId })).toEqual({ count: 2 });
    const queued = await deliveriesOf(order.orderNo);
    expect(new Set(queued.map(({ eventId }) => eventId)).size).toBe(1);
    expect(queued.map(({ status }) => status)).toEqual(["queued", "queued"]);
    expect(queued.map(({ endpointId }) => endpointId).sort()).toEqual([own?.endpointId, later].sort());
    const story = await operator.call(coinOrder, "timeline", { id });
    expect(story.at(-1)).toMatchObject({ title: "eventNotifiedAgain", detail: { event: "order.created", count: 2 } });
  });

  test("is refused where nobody listens, nothing of the type happened, or it is on its way", async () => {
    const { body: order } = await create(receiver.url);
    const id = await idOf(order.orderNo);
    const again = async (input: object) => (await operator.send(coinOrder, "resendWebhook", { id, ...input })).bizCode;
    expect(await again({ eventType: "order.paid" })).toBe("coinOrder.nobodyToTell");
    expect(await again({ eventType: "refund.created" })).toBe("platform.invalidInput");
    expect(await again({ merchantId: "mer_00000000000000000000000000" })).toBe("platform.notFound");
  });
});
