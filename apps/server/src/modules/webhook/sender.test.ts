import { createHmac } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { elapsedSeconds, webhookWaitsSeconds } from "@countinghouse/money/retry-schedule.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildTestApp, type TestApp } from "../../../test/app.ts";
import { buildMerchant } from "../../../test/merchants.ts";
import { buildTenant, buildUser, unique } from "../../../test/people.ts";
import { type Receiver, startReceiver } from "../../../test/receiver.ts";
import { buildEndpoint } from "../../../test/webhooks.ts";
import { installationKeys } from "../../platform/crypto/installation-keys.ts";
import { seal } from "../../platform/crypto/sealing.ts";
import type { JobRequest } from "../../platform/http/context.ts";
import { recordMerchantEvent } from "./merchant-event.store.ts";
import { type SenderMeans, sendDue } from "./sender.service.ts";
import { overdueEndpoints } from "./sender.store.ts";

let app: TestApp;
let receiver: Receiver;
let place: { tenantId: number; orgId: number };
let merchantId: string;
let endpointId: string;
let jobs: JobRequest[] = [];
let runs = 0;

beforeAll(async () => {
  app = await buildTestApp();
  receiver = await startReceiver();
  place = await buildTenant(app);
});
afterAll(async () => {
  await receiver.close();
  await app.close();
});
beforeEach(async () => {
  receiver.reset();
  jobs = [];
  merchantId = await buildMerchant(app, place);
  endpointId = await newEndpoint();
});

const newEndpoint = (parts: object = {}) =>
  buildEndpoint(app, { merchantId, tenantId: place.tenantId, url: receiver.url, ...parts });

const means = (parts: Partial<SenderMeans> = {}): SenderMeans => ({
  spine: { db: app.platform.db, clock: app.clock, enqueue: async (_db, job) => void jobs.push(job) },
  ring: installationKeys(app.platform.secret).ring,
  isProduction: false,
  locale: "en",
  jitter: () => 0,
  ...parts,
});

const runFor = (endpoint: string, owner: string) => ({
  merchantId,
  endpointId: endpoint,
  owner,
  signal: new AbortController().signal,
  turnMs: 60_000,
});

/** A run of the sender; a new one unless it is named. */
function send(parts: Partial<SenderMeans> = {}, owner?: string): Promise<void> {
  runs += 1;
  return sendDue(means(parts), runFor(endpointId, owner ?? `run-${runs}`));
}

/** Something happens to an object of the merchant. */
const happen = (parts: { objectId?: string; objectSeq?: number; mode?: "live" | "test" } = {}) =>
  recordMerchantEvent(app.context(), {
    merchantId,
    appId: null,
    mode: "test",
    type: "order.paid",
    objectType: "order",
    objectId: unique("ord_"),
    objectNo: unique("OR"),
    objectSeq: 1,
    object: { amount: 1250, currency: "EUR" },
    ...parts,
  });

const deliveries = (endpoint = endpointId) =>
  app.platform.db
    .selectFrom("webhookDeliveries")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("endpointId", "=", endpoint)
    .orderBy("id")
    .execute();
const attempts = () =>
  app.platform.db
    .selectFrom("webhookAttempts")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .orderBy("at")
    .orderBy("id")
    .execute();
const endpointRow = () =>
  app.platform.db
    .selectFrom("webhookEndpoints")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("id", "=", endpointId)
    .executeTakeFirstOrThrow();

/** The next try of the only delivery, with the clock moved to it; false when there is none. */
async function tryNext(): Promise<boolean> {
  const [delivery] = await deliveries();
  if (!delivery?.nextAttemptTime) return false;
  app.clock.forward(Math.max(0, Date.parse(delivery.nextAttemptTime) - app.clock.now().getTime()));
  await send();
  return true;
}

describe("a notification", () => {
  test("says what happened, signed over time and raw body, under names of its own", async () => {
    await happen();
    await send();
    const [got] = receiver.received;
    const { id, type, ...rest } = got?.json ?? { id: "", type: "" };
    expect(rest).toMatchObject({
      apiVersion: "2026-06-01",
      mode: "test",
      createdAt: app.clock.now().toISOString(),
      objectType: "order",
      objectSeq: 1,
      data: { object: { amount: 1250, currency: "EUR" } },
    });
    expect(got?.headers).toMatchObject({ "x-event-id": id, "x-event-type": type, "x-delivery-try": "1" });
    const [, seconds, mac] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(got?.headers["x-webhook-signature"])) ?? [];
    expect(seconds).toBe(String(app.clock.now().getTime() / 1000));
    expect(mac).toBe(createHmac("sha256", "whsec_test_0001").update(`${seconds}.${got?.body}`).digest("hex"));
    expect(await deliveries()).toMatchObject([{ status: "delivered", attemptCount: 1, nextAttemptTime: null }]);
  });

  test("is signed with the old secret as well for as long as that counts", async () => {
    const { ring } = installationKeys(app.platform.secret);
    const expires = new Date(app.clock.now().getTime() + 1_000).toISOString();
    await app.platform.db
      .updateTable("webhookEndpoints")
      .set({
        previousSecret: seal(ring, "whsec_old", `webhook:${endpointId}`),
        previousSecretExpireTime: expires,
      })
      .where("merchantId", "=", merchantId)
      .execute();
    await happen();
    await send();
    app.clock.forward(1_000);
    await happen();
    await send();
    const signatures = receiver.received.map(({ headers }) => String(headers["x-webhook-signature"]));
    expect(signatures.map((signature) => signature.split("v1=").length - 1)).toEqual([2, 1]);
    const old = createHmac("sha256", "whsec_old").update(
      `${/t=(\d+)/.exec(signatures[0] ?? "")?.[1]}.${receiver.received[0]?.body}`,
    );
    expect(signatures[0]).toContain(old.digest("hex"));
  });

  test("carries the merchant's own headers, which never take the place of ours", async () => {
    await app.platform.db
      .updateTable("webhookEndpoints")
      .set({ customHeaders: JSON.stringify({ "X-Shop": "7", "X-Event-Id": "mine" }) })
      .where("merchantId", "=", merchantId)
      .execute();
    await happen();
    await send();
    const [got] = receiver.received;
    expect(got?.headers).toMatchObject({ "x-shop": "7", "x-event-id": got?.json.id });
  });
});

describe("the schedule", () => {
  test("tries nine times at the waits it promises, then gives up and lets people send it again", async () => {
    receiver.answer = (response) => void response.writeHead(500).end("down");
    await happen();
    const began = app.clock.now().getTime();
    while (await tryNext());
    const elapsed = (await attempts()).map(({ at }) => (Date.parse(at) - began) / 1000);
    expect(elapsed).toEqual([0, 30, 150, 750, 2_550, 9_750, 31_350, 74_550, 160_950]);
    expect(elapsed).toEqual(elapsedSeconds(webhookWaitsSeconds));
    expect(new Set(receiver.received.map(({ json }) => json.id)).size).toBe(1);
    expect(receiver.received.map(({ headers }) => headers["x-delivery-try"])).toEqual([..."123456789"]);
    const [delivery] = await deliveries();
    expect(delivery).toMatchObject({ status: "dead", attemptCount: 9, lastHttpStatus: 500 });
    const failures = await app.platform.db
      .selectFrom("eventExceptionItems")
      .selectAll()
      .where("objectId", "=", delivery?.id ?? "")
      .execute();
    expect(failures).toMatchObject([
      { source: "outbound_webhook", merchantId, retry: { queue: "webhook-resend", data: { ids: [delivery?.id] } } },
    ]);
  });

  test("asks to be woken when the next try falls due, once for many deliveries", async () => {
    receiver.answer = (response) => void response.writeHead(503).end();
    await happen();
    await happen();
    jobs = [];
    await send();
    await send();
    const data = { merchantId, endpointId };
    expect(jobs).toEqual([{ queue: "webhook-send", data, startAfterSeconds: 30 }]);
  });

  test("spreads retries by at most a tenth of the wait", async () => {
    receiver.answer = (response) => void response.writeHead(500).end();
    await happen();
    await send({ jitter: () => -1 });
    const [delivery] = await deliveries();
    expect(Date.parse(delivery?.nextAttemptTime ?? "") - app.clock.now().getTime()).toBe(27_000);
  });

  test("counts an answer of the family 200 alone as arrival, and follows no redirect", async () => {
    receiver.answer = (response) => void response.writeHead(302, { location: receiver.url }).end();
    await happen();
    await send();
    expect(receiver.received).toHaveLength(1);
    expect(await deliveries()).toMatchObject([{ status: "retry_wait", lastHttpStatus: 302 }]);
  });
});

describe("the order of an object", () => {
  test("has each event wait until the earlier ones were tried once", async () => {
    receiver.answer = async (response, { json }) => {
      if (json.objectSeq === 1) await sleep(50);
      response.writeHead(json.objectSeq === 1 ? 500 : 200).end();
    };
    for (const objectSeq of [1, 2, 3]) await happen({ objectId: "ord_same", objectSeq });
    await send();
    expect(receiver.received.map(({ json }) => json.objectSeq)).toEqual([1, 2, 3]);
    expect(receiver.mostAtOnce).toBe(1);
    expect((await deliveries()).map(({ status }) => status).sort()).toEqual(["delivered", "delivered", "retry_wait"]);
  });

  test("holds nobody else's object up", async () => {
    receiver.answer = async (response) => {
      await sleep(30);
      response.writeHead(200).end();
    };
    for (let index = 0; index < 10; index += 1) await happen();
    await send();
    expect(receiver.received).toHaveLength(10);
    expect(receiver.mostAtOnce).toBe(5);
  });
});

describe("several senders", () => {
  test("send every delivery once between them", async () => {
    receiver.answer = async (response) => {
      await sleep(5);
      response.writeHead(200).end();
    };
    for (let index = 0; index < 40; index += 1) await happen();
    await Promise.all(Array.from({ length: 6 }, () => send()));
    expect(receiver.received).toHaveLength(40);
    expect(new Set(receiver.received.map(({ json }) => json.id)).size).toBe(40);
    expect(receiver.mostAtOnce).toBeLessThanOrEqual(5);
    expect((await attempts()).map(({ number }) => number)).toEqual(Array.from({ length: 40 }, () => 1));
  });

  test("leave an endpoint to the one that holds it, and take it over when that one is gone", async () => {
    await happen();
    const { db } = app.platform;
    // A node dies after its message went out and before it wrote that down.
    await send({ spine: { ...means().spine, clock: app.clock }, ring: means().ring }, "first");
    await db
      .updateTable("webhookDeliveries")
      .set({
        status: "sending",
        sender: "first",
        nextAttemptTime: app.clock.now().toISOString(),
        doneTime: null,
        attemptCount: 0,
        scheduleStep: 0,
      })
      .where("merchantId", "=", merchantId)
      .execute();
    await db.deleteFrom("webhookAttempts").where("merchantId", "=", merchantId).execute();
    await db
      .updateTable("webhookEndpointStates")
      .set({ leaseOwner: "first", leaseUntil: new Date(app.clock.now().getTime() + 120_000).toISOString() })
      .where("merchantId", "=", merchantId)
      .execute();
    await send({}, "second");
    expect(receiver.received).toHaveLength(1);
    app.clock.forward(120_000);
    expect(await overdueEndpoints(db, app.clock.now(), 100)).toContainEqual({ merchantId, endpointId });
    await send({}, "second");
    await send({}, "third");
    expect(receiver.received.map(({ json }) => json.id)).toEqual(Array(2).fill(receiver.received[0]?.json.id));
    expect(await deliveries()).toMatchObject([{ status: "delivered", attemptCount: 1 }]);
  });

  test("take up at once what their own run was doing when it was interrupted", async () => {
    const stop = new AbortController();
    receiver.answer = async () => {
      stop.abort();
    };
    await happen();
    await sendDue(means(), { ...runFor(endpointId, "same"), signal: stop.signal });
    expect(await deliveries()).toMatchObject([{ status: "sending", attemptCount: 0 }]);
    receiver.answer = (response) => void response.writeHead(200).end();
    await send({}, "same");
    expect(await deliveries()).toMatchObject([{ status: "delivered", attemptCount: 1 }]);
  });
});

describe("an endpoint", () => {
  test("is switched off by an answer that it is gone, and its people and other endpoints are told", async () => {
    const userId = await buildUser(app, { ...place, accountType: 666 });
    await app.platform.db.updateTable("users").set({ merchantId }).where("id", "=", userId).execute();
    const other = await newEndpoint({ name: "Other" });
    receiver.answer = (response) => void response.writeHead(410).end();
    await happen();
    await send();
    expect(await endpointRow()).toMatchObject({ status: "auto_disabled", statusReason: "gone", version: 2 });
    expect(await deliveries()).toMatchObject([{ status: "dead", lastHttpStatus: 410 }]);
    expect((await deliveries(other)).map(({ eventType }) => eventType).sort()).toEqual([
      "order.paid",
      "webhook_endpoint.disabled",
    ]);
    const notices = await app.platform.db
      .selectFrom("noticeUsers")
      .select("userId")
      .where("userId", "=", userId)
      .execute();
    expect(notices).toEqual([{ userId }]);
  });

  test("is switched off after five days without one success and fifty failures, not before", async () => {
    receiver.answer = (response) => void response.writeHead(500).end();
    for (let index = 0; index < 50; index += 1) await happen();
    await send();
    expect(await endpointRow()).toMatchObject({ status: "enabled" });
    app.clock.forward(5 * 86_400_000);
    await happen();
    await send();
    expect(await endpointRow()).toMatchObject({ status: "auto_disabled", statusReason: "failing" });
    const sent = receiver.received.length;
    app.clock.forward(86_400_000);
    await send();
    expect(receiver.received).toHaveLength(sent);
  });

  test("that answers once begins its five days anew", async () => {
    receiver.answer = (response) => void response.writeHead(500).end();
    for (let index = 0; index < 50; index += 1) await happen();
    await send();
    app.clock.forward(86_400_000);
    receiver.answer = (response) => void response.writeHead(204).end();
    await happen();
    await send();
    app.clock.forward(5 * 86_400_000);
    receiver.answer = (response) => void response.writeHead(500).end();
    await happen();
    await send();
    expect(await endpointRow()).toMatchObject({ status: "enabled" });
  });

  test("that is paused is sent nothing", async () => {
    await happen();
    await app.platform.db
      .updateTable("webhookEndpoints")
      .set({ status: "disabled" })
      .where("merchantId", "=", merchantId)
      .execute();
    await send();
    expect(receiver.received).toEqual([]);
    expect(await deliveries()).toMatchObject([{ status: "queued" }]);
  });

  test("that never answers costs its own time-out and no more", async () => {
    await app.platform.db
      .updateTable("webhookEndpoints")
      .set({ timeoutSeconds: 3 })
      .where("merchantId", "=", merchantId)
      .execute();
    receiver.answer = () => {};
    await happen();
    const began = performance.now();
    await send();
    expect(performance.now() - began).toBeLessThan(4_500);
    expect(await attempts()).toMatchObject([{ httpStatus: null, error: "timeout", isSuccess: false }]);
  });

  test("keeps no more of an answer than its beginning, without control characters", async () => {
    receiver.answer = (response) => {
      response.writeHead(200);
      const pour = setInterval(() => response.write("x".repeat(1_024)), 1);
      response.on("close", () => clearInterval(pour));
      response.write("\u0000\u001b[31mred\n");
    };
    await happen();
    await send();
    const [attempt] = await attempts();
    expect(attempt?.responseHead?.length).toBeLessThanOrEqual(2_048);
    expect(attempt?.responseHead).toMatch(/^\[31mred\nx+$/);
    expect(await deliveries()).toMatchObject([{ status: "delivered" }]);
  });
});

describe("an address that policy forbids", () => {
  const loopback = () => receiver.url;
  const forbidden: [name: string, parts: () => { mode: "live" | "test"; url: string }, isProduction: boolean][] = [
    ["this machine, in live mode", () => ({ mode: "live", url: loopback() }), false],
    ["this machine, where real payments are taken", () => ({ mode: "test", url: loopback() }), true],
    [
      "an IPv4 address inside an IPv6 one",
      () => ({ mode: "test", url: loopback().replace("127.0.0.1", "[::ffff:127.0.0.1]") }),
      false,
    ],
    ["credentials in the address", () => ({ mode: "test", url: loopback().replace("//", "//good:pass@") }), false],
    ["a private network", () => ({ mode: "test", url: "http://10.0.0.1/hooks" }), false],
    ["the metadata service", () => ({ mode: "test", url: "http://169.254.169.254/latest/meta-data" }), false],
    ["a port of another service", () => ({ mode: "live", url: "https://hooks.example.com:6379/" }), false],
  ];

  test.each(forbidden)("is not called: %s", async (_name, parts, isProduction) => {
    const { mode, url } = parts();
    endpointId = await newEndpoint({ mode, url });
    await happen({ mode });
    await send({ isProduction });
    expect(receiver.received).toEqual([]);
    expect((await attempts()).filter((one) => one.endpointId === endpointId)).toMatchObject([
      { httpStatus: null, error: "addressNotAllowed", responseHead: null },
    ]);
  });
});
