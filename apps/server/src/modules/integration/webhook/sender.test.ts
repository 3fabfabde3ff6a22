import { createHmac } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { sampleData } from "@countinghouse/contract/integration/open-api/event-samples.ts";
import { elapsedSeconds, webhookWaitsSeconds } from "@countinghouse/money/retry-schedule.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Sending } from "../../../../test/sending.ts";
import { seal } from "../../../platform/crypto/sealing.ts";
import { sendDue } from "./sender.service.ts";
import { overdueEndpoints } from "./sender.store.ts";

let sending: Sending;
beforeAll(async () => {
  sending = await Sending.start();
});
afterAll(() => sending.close());
beforeEach(() => sending.renew());

describe("a notification", () => {
  test("says what happened, signed over time and raw body, under names of its own", async () => {
    await sending.happen();
    await sending.send();
    const [got] = sending.receiver.received;
    const { id, type, ...rest } = got?.json ?? { id: "", type: "" };
    expect(rest).toMatchObject({
      apiVersion: "2026-06-01",
      mode: "test",
      createdAt: sending.app.clock.now().toISOString(),
      objectType: "order",
      objectSeq: 1,
      data: sampleData("order.paid", ""),
    });
    expect(got?.headers).toMatchObject({ "x-event-id": id, "x-event-type": type, "x-delivery-try": "1" });
    const [, seconds, mac] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(got?.headers["x-webhook-signature"])) ?? [];
    expect(seconds).toBe(String(sending.app.clock.now().getTime() / 1000));
    expect(mac).toBe(createHmac("sha256", "whsec_test_0001").update(`${seconds}.${got?.body}`).digest("hex"));
    expect(await sending.deliveries()).toMatchObject([{ status: "delivered", attemptCount: 1, nextAttemptTime: null }]);
  });

  test("is signed with the old secret as well for as long as that counts", async () => {
    const { ring } = sending.services();
    const expires = new Date(sending.app.clock.now().getTime() + 1_000).toISOString();
    await sending.app.platform.db
      .updateTable("webhookEndpoints")
      .set({
        previousSecret: seal(ring, "whsec_old", `webhook:${sending.endpointId}`),
        previousSecretExpireTime: expires,
      })
      .where("merchantId", "=", sending.merchantId)
      .execute();
    await sending.happen();
    await sending.send();
    sending.app.clock.forward(1_000);
    await sending.happen();
    await sending.send();
    const signatures = sending.receiver.received.map(({ headers }) => String(headers["x-webhook-signature"]));
    expect(signatures.map((signature) => signature.split("v1=").length - 1)).toEqual([2, 1]);
    const old = createHmac("sha256", "whsec_old").update(
      `${/t=(\d+)/.exec(signatures[0] ?? "")?.[1]}.${sending.receiver.received[0]?.body}`,
    );
    expect(signatures[0]).toContain(old.digest("hex"));
  });

  test("carries the merchant's own headers, which never take the sending.place of ours", async () => {
    await sending.app.platform.db
      .updateTable("webhookEndpoints")
      .set({ customHeaders: JSON.stringify({ "X-Shop": "7", "X-Event-Id": "mine" }) })
      .where("merchantId", "=", sending.merchantId)
      .execute();
    await sending.happen();
    await sending.send();
    const [got] = sending.receiver.received;
    expect(got?.headers).toMatchObject({ "x-shop": "7", "x-event-id": got?.json.id });
  });
});

describe("the schedule", () => {
  test("tries nine times at the waits it promises, then gives up and lets people send it again", async () => {
    sending.receiver.answer = (response) => void response.writeHead(500).end("down");
    await sending.happen();
    const began = sending.app.clock.now().getTime();
    while (await sending.tryNext());
    const elapsed = (await sending.attempts()).map(({ at }) => (Date.parse(at) - began) / 1000);
    expect(elapsed).toEqual([0, 30, 150, 750, 2_550, 9_750, 31_350, 74_550, 160_950]);
    expect(elapsed).toEqual(elapsedSeconds(webhookWaitsSeconds));
    expect(new Set(sending.receiver.received.map(({ json }) => json.id)).size).toBe(1);
    expect(sending.receiver.received.map(({ headers }) => headers["x-delivery-try"])).toEqual([..."123456789"]);
    const [delivery] = await sending.deliveries();
    expect(delivery).toMatchObject({ status: "dead", attemptCount: 9, lastHttpStatus: 500 });
    const failures = await sending.app.platform.db
      .selectFrom("eventExceptionItems")
      .selectAll()
      .where("objectId", "=", delivery?.id ?? "")
      .execute();
    expect(failures).toMatchObject([
      {
        source: "outbound_webhook",
        merchantId: sending.merchantId,
        retry: { queue: "webhook-resend", data: { ids: [delivery?.id] } },
      },
    ]);
  });

  test("asks to be woken when the next try falls due, once for many deliveries", async () => {
    sending.receiver.answer = (response) => void response.writeHead(503).end();
    await sending.happen();
    await sending.happen();
    sending.jobs = [];
    await sending.send();
    await sending.send();
    const data = { merchantId: sending.merchantId, endpointId: sending.endpointId };
    expect(sending.jobs).toEqual([{ queue: "webhook-send", data, startAfterSeconds: 30 }]);
  });

  test("spreads retries by at most a tenth of the wait", async () => {
    sending.receiver.answer = (response) => void response.writeHead(500).end();
    await sending.happen();
    await sending.send({ jitter: () => -1 });
    const [delivery] = await sending.deliveries();
    expect(Date.parse(delivery?.nextAttemptTime ?? "") - sending.app.clock.now().getTime()).toBe(27_000);
  });

  test("counts an answer of the family 200 alone as arrival, and follows no redirect", async () => {
    sending.receiver.answer = (response) => void response.writeHead(302, { location: sending.receiver.url }).end();
    await sending.happen();
    await sending.send();
    expect(sending.receiver.received).toHaveLength(1);
    expect(await sending.deliveries()).toMatchObject([{ status: "retry_wait", lastHttpStatus: 302 }]);
  });
});

describe("the order of an object", () => {
  test("has each event wait until the earlier ones were tried once", async () => {
    sending.receiver.answer = async (response, { json }) => {
      if (json.objectSeq === 1) await sleep(50);
      response.writeHead(json.objectSeq === 1 ? 500 : 200).end();
    };
    for (const objectSeq of [1, 2, 3]) await sending.happen({ objectId: "ord_same", objectSeq });
    await sending.send();
    expect(sending.receiver.received.map(({ json }) => json.objectSeq)).toEqual([1, 2, 3]);
    expect(sending.receiver.mostAtOnce).toBe(1);
    expect((await sending.deliveries()).map(({ status }) => status).sort()).toEqual([
      "delivered",
      "delivered",
      "retry_wait",
    ]);
  });

  test("holds nobody else's object up", async () => {
    sending.receiver.answer = async (response) => {
      await sleep(30);
      response.writeHead(200).end();
    };
    for (let index = 0; index < 10; index += 1) await sending.happen();
    await sending.send();
    expect(sending.receiver.received).toHaveLength(10);
    expect(sending.receiver.mostAtOnce).toBe(5);
  });
});

describe("several senders", () => {
  test("send every delivery once between them", async () => {
    sending.receiver.answer = async (response) => {
      await sleep(5);
      response.writeHead(200).end();
    };
    for (let index = 0; index < 40; index += 1) await sending.happen();
    await Promise.all(Array.from({ length: 6 }, () => sending.send()));
    expect(sending.receiver.received).toHaveLength(40);
    expect(new Set(sending.receiver.received.map(({ json }) => json.id)).size).toBe(40);
    expect(sending.receiver.mostAtOnce).toBeLessThanOrEqual(5);
    expect((await sending.attempts()).map(({ number }) => number)).toEqual(Array.from({ length: 40 }, () => 1));
  });

  test("leave an endpoint to the one that holds it, and take it over when that one is gone", async () => {
    await sending.happen();
    const { db } = sending.app.platform;
    // A node crashes after sending a message and before recording that.
    await sending.send({}, "first");
    await db
      .updateTable("webhookDeliveries")
      .set({
        status: "sending",
        sender: "first",
        nextAttemptTime: sending.app.clock.now().toISOString(),
        doneTime: null,
        attemptCount: 0,
        scheduleStep: 0,
      })
      .where("merchantId", "=", sending.merchantId)
      .execute();
    await db.deleteFrom("webhookAttempts").where("merchantId", "=", sending.merchantId).execute();
    await db
      .updateTable("webhookEndpointStates")
      .set({ leaseOwner: "first", leaseUntil: new Date(sending.app.clock.now().getTime() + 120_000).toISOString() })
      .where("merchantId", "=", sending.merchantId)
      .execute();
    await sending.send({}, "second");
    expect(sending.receiver.received).toHaveLength(1);
    sending.app.clock.forward(120_000);
    expect(await overdueEndpoints(db, sending.app.clock.now(), 100)).toContainEqual({
      merchantId: sending.merchantId,
      endpointId: sending.endpointId,
    });
    await sending.send({}, "second");
    await sending.send({}, "third");
    expect(sending.receiver.received.map(({ json }) => json.id)).toEqual(
      Array(2).fill(sending.receiver.received[0]?.json.id),
    );
    expect(await sending.deliveries()).toMatchObject([{ status: "delivered", attemptCount: 1 }]);
  });

  test("take up at once what their own run was doing when it was interrupted", async () => {
    const stop = new AbortController();
    sending.receiver.answer = async () => {
      stop.abort();
    };
    await sending.happen();
    await sendDue(sending.services(), { ...sending.run("same"), signal: stop.signal });
    expect(await sending.deliveries()).toMatchObject([{ status: "sending", attemptCount: 0 }]);
    sending.receiver.answer = (response) => void response.writeHead(200).end();
    await sending.send({}, "same");
    expect(await sending.deliveries()).toMatchObject([{ status: "delivered", attemptCount: 1 }]);
  });
});
