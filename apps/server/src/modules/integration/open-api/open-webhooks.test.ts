import { sampleData } from "@countinghouse/contract/integration/open-api/event-samples.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestApp, type TestApp } from "../../../../test/app.ts";
import { inTransaction } from "../../../../test/ledger.ts";
import { buildShop, type Shop } from "../../../../test/open-shop.ts";
import { recordMerchantEvent } from "../webhook/index.ts";

let node: TestApp;
let shop: Shop;

beforeAll(async () => {
  node = await buildTestApp();
  shop = await buildShop(node);
});
afterAll(() => node.close());

const add = (body: object, key?: string) =>
  shop.live.send("POST", "/v1/webhook-endpoints", { body, ...(key === undefined ? {} : { key }) });
const url = "https://shop.example/hooks";

const happens = (objectSeq: number) =>
  inTransaction(node, (ctx) =>
    recordMerchantEvent(ctx, {
      merchantId: shop.merchantId,
      appId: shop.appId,
      mode: "live",
      type: "order.paid",
      objectType: "order",
      objectId: "ord_1",
      objectNo: "OR1",
      objectSeq,
      object: sampleData("order.paid", "").object,
    }),
  );

describe("openApi.createWebhookEndpoint", () => {
  test("answers a secret once, keeps it sealed, and writes down who did it", async () => {
    const first = await add({ url, eventTypes: ["order.paid"] }, "k-once");
    expect(first.status).toBe(200);
    expect(first.body.secret).toMatch(/^whsec_/);
    const again = await add({ url, eventTypes: ["order.paid"] }, "k-once");
    expect([again.status, again.body.bizCode]).toEqual([409, "secret_shown_once"]);
    expect(again.text).not.toContain(first.body.secret);
    const list = await shop.live.send("GET", "/v1/webhook-endpoints");
    expect(list.body.data.map(({ id }: { id: string }) => id)).toEqual([first.body.id]);
    expect(list.text).not.toContain("whsec_");
    const audit = await node.platform.db
      .selectFrom("auditEntries")
      .selectAll()
      .where("operation", "=", "openApi.createWebhookEndpoint")
      .execute();
    expect(audit).toHaveLength(1);
    expect(JSON.stringify(audit)).not.toContain(first.body.secret);
    expect(JSON.stringify(audit)).toContain("shop.example");
  });

  test.each([
    "http://shop.example",
    "https://127.0.0.1",
    "https://localhost/x",
    "https://a:b@shop.example",
    "ftp://shop.example",
    "https://[::1]/",
    "https://10.0.0.1",
    "https://shop.example:8443",
  ])("refuses %s", async (bad) => {
    const answer = await add({ url: bad });
    expect(answer.status).toBe(400);
  });

  test.each([{ eventTypes: [] }, { eventTypes: ["order.nothing"] }, { eventTypes: "order.paid" }])(
    "refuses %j",
    async (parts) => {
      expect((await add({ url, ...parts })).status).toBe(400);
    },
  );

  test("does not add a second endpoint when the answer to the first try was lost together with its key", async () => {
    const lost = await add({ url, eventTypes: ["order.failed", "order.paid"] });
    const again = await add({ url, eventTypes: ["order.paid", "order.failed", "order.paid"] });
    expect(again).toMatchObject({ status: 409, body: { bizCode: "already_there", endpointId: lost.body.id } });
    expect(again.text).not.toContain("whsec_");
    await shop.live.send("DELETE", `/v1/webhook-endpoints/${again.body.endpointId}`);
    expect((await add({ url, eventTypes: ["order.paid", "order.failed"] })).status).toBe(200);
  });

  test("ends at the number of endpoints a merchant may have", async () => {
    let last = await add({ url });
    for (let i = 0; i < 30 && last.status === 200; i += 1) last = await add({ url: `${url}/${i}` });
    expect([last.status, last.body.bizCode]).toEqual([409, "too_many"]);
  });
});

describe("openApi.deleteWebhookEndpoint", () => {
  test("takes an endpoint away", async () => {
    const { body } = await shop.live.send("GET", "/v1/webhook-endpoints");
    for (const { id } of body.data) {
      expect((await shop.live.send("DELETE", `/v1/webhook-endpoints/${id}`)).body).toEqual({ id, deleted: true });
      expect((await shop.live.send("DELETE", `/v1/webhook-endpoints/${id}`)).status).toBe(404);
    }
    expect((await shop.live.send("GET", "/v1/webhook-endpoints")).body.data).toEqual([]);
  });
});

describe("openApi.resendEvent", () => {
  test("sends an event once more to where it went", async () => {
    await happens(1);
    const [silent] = (await shop.live.send("GET", "/v1/events")).body.data;
    expect((await shop.live.send("POST", `/v1/events/${silent.id}/resend`)).body).toEqual({
      id: silent.id,
      deliveries: 0,
    });
    await add({ url });
    node.clock.forward(1_000);
    await happens(2);
    const [event] = (await shop.live.send("GET", "/v1/events")).body.data;
    await node.platform.db
      .updateTable("webhookDeliveries")
      .set({ status: "dead", doneTime: node.clock.now().toISOString(), nextAttemptTime: null })
      .where("eventId", "=", event.id)
      .execute();
    const answer = await shop.live.send("POST", `/v1/events/${event.id}/resend`);
    expect(answer.body).toEqual({ id: event.id, deliveries: 1 });
    expect(node.jobs.filter(({ queue }) => queue === "webhook-send").length).toBeGreaterThan(0);
    expect((await shop.test.send("POST", `/v1/events/${event.id}/resend`)).status).toBe(404);
  });
});
