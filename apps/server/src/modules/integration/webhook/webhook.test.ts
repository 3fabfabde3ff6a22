import { sampleData } from "@countinghouse/contract/integration/open-api/event-samples.ts";
import { webhook } from "@countinghouse/contract/integration/webhook/webhook.ts";
import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp, type TestClient } from "../../../../test/app.ts";
import { buildMerchant } from "../../../../test/merchants.ts";
import { buildOrg, buildTenant, unique } from "../../../../test/people.ts";
import { buildDelivery, buildEndpoint } from "../../../../test/webhooks.ts";
import type { Actor } from "../../../platform/access/actor.ts";

let app: TestApp;
let place: { tenantId: number; orgId: number };
let operator: TestClient;
let merchantId: string;
let endpointId: string;

beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const someone = (scope: Partial<Actor["scope"]> = {}): TestClient =>
  app.as(
    actor({
      ...place,
      holdsAll: false,
      accountType: AccountType.NormalUser,
      permissions: new Set(Object.keys(webhook.operations).map((name) => `webhook:${name}`)),
      scope: { tenantId: place.tenantId, orgIds: "all", selfOnly: false, merchantIds: "all", ...scope },
    }),
  );

beforeEach(async () => {
  place = await buildTenant(app);
  merchantId = await buildMerchant(app, place);
  endpointId = await buildEndpoint(app, { merchantId, tenantId: place.tenantId });
  operator = someone();
  app.jobs.length = 0;
});

const delivery = (parts: object = {}) =>
  buildDelivery(app, { merchantId, tenantId: place.tenantId, endpointId, ...parts });
const open = () => ({ nextAttemptTime: app.clock.now().toISOString(), doneTime: null });
const stored = (id: string) =>
  app.platform.db.selectFrom("webhookDeliveries").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

describe("webhook.detail", () => {
  test("shows the signed request byte for byte and every try, and no secret", async () => {
    const id = await delivery();
    await app.platform.db
      .insertInto("webhookAttempts")
      .values({
        merchantId,
        id: "wha_1",
        deliveryId: id,
        endpointId,
        number: 1,
        at: app.clock.now().toISOString(),
        url: "http://127.0.0.1:9/hooks",
        signature: "t=1780000000,v1=00ff",
        httpStatus: 500,
        latencyMs: 12,
        responseHead: "down",
        isManual: false,
        isSuccess: false,
      })
      .execute();
    const detail = await operator.call(webhook, "detail", { id });
    expect(JSON.parse(detail.body)).toMatchObject({ type: "order.paid", data: sampleData("order.paid", "") });
    expect(detail.headers).toMatchObject({ "x-webhook-signature": "t=1780000000,v1=00ff", "x-delivery-try": "1" });
    expect(detail.attempts).toMatchObject([{ number: 1, httpStatus: 500, responseHead: "down" }]);
    expect(JSON.stringify(detail)).not.toContain("whsec_");
  });
});

describe("webhook.resend", () => {
  test.each(["dead", "skipped", "delivered"] as const)("queues one that is %s once more, by hand", async (status) => {
    const id = await delivery({ status });
    expect(await operator.call(webhook, "resend", { ids: [id] })).toEqual({ count: 1 });
    expect(await stored(id)).toMatchObject({ status: "queued", isManual: true, doneTime: null });
    expect(app.jobs).toEqual([{ queue: "webhook-send", data: { merchantId, endpointId } }]);
  });

  test("sends none where one of them is on its way", async () => {
    const dead = await delivery();
    const moving = await delivery({ status: "sending", ...open() });
    expect(await operator.send(webhook, "resend", { ids: [dead, moving] })).toMatchObject({
      status: 409,
      bizCode: "webhook.notOver",
    });
    expect(await stored(dead)).toMatchObject({ status: "dead" });
    expect(app.jobs).toEqual([]);
  });

  test("refuses an endpoint that is off", async () => {
    const id = await delivery();
    await app.platform.db
      .updateTable("webhookEndpoints")
      .set({ status: "auto_disabled" })
      .where("id", "=", endpointId)
      .execute();
    expect(await operator.send(webhook, "resend", { ids: [id] })).toMatchObject({ bizCode: "webhook.endpointOff" });
  });
});

describe("webhook.bulkResend", () => {
  test("sends again what the filters find and was given up, and nothing else", async () => {
    const wanted = await delivery({ objectNo: "OR-A" });
    const other = await delivery({ objectNo: "OR-B" });
    const arrived = await delivery({ objectNo: "OR-A", status: "delivered" });
    expect(await operator.call(webhook, "bulkResend", { objectNo: "OR-A" })).toEqual({ count: 1 });
    const statuses = await Promise.all([wanted, other, arrived].map(async (id) => (await stored(id)).status));
    expect(statuses).toEqual(["queued", "dead", "delivered"]);
  });
});

describe("webhook.skip", () => {
  test("ends what is open, with the reason", async () => {
    const id = await delivery({ status: "retry_wait", ...open() });
    await operator.call(webhook, "skip", { ids: [id], reason: "Told by phone" });
    expect(await stored(id)).toMatchObject({ status: "skipped", reason: "Told by phone", nextAttemptTime: null });
  });

  test("refuses what arrived", async () => {
    const id = await delivery({ status: "delivered" });
    expect(await operator.send(webhook, "skip", { ids: [id], reason: "x" })).toMatchObject({
      bizCode: "webhook.notOpen",
    });
  });
});

describe("webhook.stat", () => {
  test("counts what is open and what ended in the last day", async () => {
    await delivery({ status: "queued", ...open() });
    await delivery({ status: "retry_wait", ...open() });
    await delivery({ status: "delivered" });
    await delivery();
    expect(await operator.call(webhook, "stat", { mode: "test" })).toMatchObject({
      queued: 1,
      retrying: 1,
      delivered: 1,
      dead: 1,
    });
  });
});

describe("a delivery of another merchant", () => {
  test("does not exist for a merchant's people", async () => {
    const id = await delivery();
    const own = await buildMerchant(app, place);
    const stranger = someone({ merchantIds: [own], orgIds: [] });
    expect((await stranger.call(webhook, "page", {})).items).toEqual([]);
    expect(await stranger.call(webhook, "stat", { mode: "test" })).toMatchObject({ dead: 0 });
    expect(await stranger.call(webhook, "bulkResend", {})).toEqual({ count: 0 });
    expect(await stranger.send(webhook, "detail", { id })).toMatchObject({ status: 404 });
    expect(await stranger.send(webhook, "resend", { ids: [id] })).toMatchObject({ status: 404 });
    expect(await stranger.send(webhook, "skip", { ids: [id], reason: "x" })).toMatchObject({ status: 404 });
    expect(await stored(id)).toMatchObject({ status: "dead" });
  });

  test("is not seen by an operator of another organisation", async () => {
    await delivery();
    const orgId = await buildOrg(app, { tenantId: place.tenantId, pid: place.orgId, name: unique("Branch ") });
    expect((await someone({ orgIds: [orgId] }).call(webhook, "page", {})).items).toEqual([]);
    expect((await someone({ orgIds: [place.orgId] }).call(webhook, "page", {})).items).toHaveLength(1);
  });
});
