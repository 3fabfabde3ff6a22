import { createHmac, randomUUID } from "node:crypto";
import { merchantWebhookConfig } from "@countinghouse/contract/integration/merchant-webhook-config/merchant-webhook-config.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp } from "../../../../test/app.ts";
import { type OpenClient, openClient } from "../../../../test/open-caller.ts";
import { buildShop, type Shop } from "../../../../test/open-shop.ts";
import { type Receiver, startReceiver } from "../../../../test/receiver.ts";
import { buildCoinApp } from "../../../../test/terms.ts";
import { buildEndpoint } from "../../../../test/webhooks.ts";
import { installationKeys } from "../../../platform/crypto/installation-keys.ts";
import { sendDue } from "../webhook/sender.service.ts";

let node: TestApp;
let shop: Shop;
let other: Shop;
let sibling: OpenClient;
let receiver: Receiver;

beforeAll(async () => {
  node = await buildTestApp();
  [shop, other] = [await buildShop(node), await buildShop(node)];
  const { merchantId, tenantId } = shop;
  sibling = openClient(node.server, node.clock, (await buildCoinApp(node, { merchantId, tenantId })).test);
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.close();
  await node.close();
});
beforeEach(() => {
  receiver.reset();
  node.clock.forward(10_000);
});

const root = "/v1/webhook-endpoints";
let count = 0;
const add = async (parts: object = {}) => {
  count += 1;
  const { status, body } = await shop.test.send("POST", root, { body: { url: `${receiver.url}/${count}`, ...parts } });
  expect(status).toBe(200);
  return body;
};
const change = (id: string, body: object, client = shop.test) => client.send("POST", `${root}/${id}`, { body });
const rotate = (id: string, key: string = randomUUID(), client = shop.test) =>
  client.send("POST", `${root}/${id}/rotate-secret`, { key });
const sample = (id: string, body: object = {}, client = shop.test) =>
  client.send("POST", `${root}/${id}/test`, { body });
const read = (id: string, client = shop.test) => client.send("GET", `${root}/${id}`);
const remove = (id: string, client = shop.test) => client.send("DELETE", `${root}/${id}`);

const rowOf = (id: string) =>
  node.platform.db.selectFrom("webhookEndpoints").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

const deliverDue = (endpointId: string) =>
  sendDue(
    {
      spine: { db: node.platform.db, clock: node.clock, seals: node.context().seals, enqueue: async () => {} },
      ring: installationKeys(node.platform.secret).ring,
      testHosts: ["127.0.0.1"],
      locale: "en",
      jitter: () => 0,
      appSecrets: async () => [],
    },
    {
      merchantId: shop.merchantId,
      endpointId,
      owner: randomUUID(),
      signal: new AbortController().signal,
      turnMs: 60_000,
    },
  );

/** The secrets that signed the last notification, in the order of the header. */
function signers(secrets: Readonly<Record<string, string>>): string[] {
  const got = receiver.received.at(-1);
  const [time = "", ...sums] = String(got?.headers["x-webhook-signature"]).split(",");
  const sumOf = (secret: string) =>
    `v1=${createHmac("sha256", secret)
      .update(`${time.slice(2)}.${got?.body}`)
      .digest("hex")}`;
  return sums.map((sum) => Object.keys(secrets).find((name) => sumOf(secrets[name] ?? "") === sum) ?? "nobody");
}

describe("openApi.getWebhookEndpoint", () => {
  test("answers the console's record of it, without a secret", async () => {
    const { id, secret, ...rest } = await add({ eventTypes: ["order.paid"], name: "Till" });
    const answer = await read(id);
    expect([answer.status, answer.body]).toEqual([200, { id, ...rest }]);
    expect(rest).toMatchObject({ status: "enabled", name: "Till", allApps: false, previousSecretExpireTime: null });
    expect(answer.text).not.toContain(secret);
    const operator = node.as(actor({ tenantId: shop.tenantId }));
    const shown = await operator.call(merchantWebhookConfig, "detail", { id });
    expect(shown).toMatchObject({ name: "Till", events: ["order.paid"], appId: shop.appId, mode: "test" });
  });
});

describe("openApi.updateWebhookEndpoint", () => {
  test("changes what is named and leaves the rest, in the records that the console shows", async () => {
    const made = await add({ eventTypes: ["order.paid"], name: "Till" });
    const url = `${receiver.url}/moved`;
    const eventTypes = ["order.updated", "order.paid", "order.paid"];
    expect((await change(made.id, { url })).body).toMatchObject({ url, eventTypes: ["order.paid"], name: "Till" });
    const answer = await change(made.id, { eventTypes, name: "Shop", status: "disabled" });
    expect(answer.body).toMatchObject({
      url,
      eventTypes: ["order.paid", "order.updated"],
      name: "Shop",
      status: "disabled",
    });
    expect((await change(made.id, { status: "disabled" })).body.status).toBe("disabled");
    expect((await change(made.id, { status: "enabled" })).body.status).toBe("enabled");
    expect(await rowOf(made.id)).toMatchObject({ timeoutSeconds: 10, maxInFlight: 5, customHeaders: {} });
    const audit = await node.platform.db
      .selectFrom("auditEntries")
      .select(["changes", "actorName"])
      .where("operation", "=", "openApi.updateWebhookEndpoint")
      .execute();
    expect(audit.length).toBeGreaterThanOrEqual(3);
    expect(JSON.stringify(audit)).toContain("/moved");
    expect(JSON.stringify(audit)).not.toMatch(/secret":/i);
  });

  test("keeps to what people set beside it in the console", async () => {
    const { id } = await add();
    const db = node.platform.db.updateTable("webhookEndpoints").where("id", "=", id);
    await db.set({ timeoutSeconds: 25, maxInFlight: 2, customHeaders: JSON.stringify({ "x-shop": "1" }) }).execute();
    await change(id, { name: "Named" });
    expect(await rowOf(id)).toMatchObject({ timeoutSeconds: 25, maxInFlight: 2, customHeaders: { "x-shop": "1" } });
  });

  test("loses nothing of several changes at once", async () => {
    const { id } = await add();
    const changes = [{ name: "Both" }, { eventTypes: ["order.paid"] }, { url: `${receiver.url}/both` }];
    const answers = await Promise.all(changes.map((body) => change(id, body)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await read(id)).body).toMatchObject({
      name: "Both",
      eventTypes: ["order.paid"],
      url: `${receiver.url}/both`,
    });
  });

  test.each([
    [{}, 400, "validation_failed"],
    [{ url: "http://10.0.0.1/hooks" }, 400, "url_refused"],
    [{ url: "https://shop.example:8443/" }, 400, "url_refused"],
    [{ url: "https://a:b@shop.example/" }, 400, "validation_failed"],
    [{ eventTypes: [] }, 400, "validation_failed"],
    [{ eventTypes: ["order.nothing"] }, 400, "validation_failed"],
    [{ status: "auto_disabled" }, 400, "validation_failed"],
    [{ secret: "whsec_mine" }, 400, "validation_failed"],
    [{ name: "4242424242424242" }, 400, "card_number_refused"],
  ])("refuses %j and changes nothing", async (body, status, bizCode) => {
    const made = await add({ eventTypes: ["order.paid"] });
    const answer = await change(made.id, { ...body });
    expect([answer.status, answer.body.bizCode]).toEqual([status, bizCode]);
    expect(await rowOf(made.id)).toMatchObject({ version: 1, url: made.url });
    await remove(made.id);
  });

  test("refuses the place of another endpoint, and changes neither", async () => {
    const [one, two] = [await add({ eventTypes: ["order.paid"] }), await add({ eventTypes: ["order.failed"] })];
    const answer = await change(two.id, { url: one.url, eventTypes: ["order.paid"], status: "disabled" });
    expect(answer).toMatchObject({ status: 409, body: { bizCode: "already_there", endpointId: one.id } });
    expect(await rowOf(two.id)).toMatchObject({ status: "enabled", url: two.url });
  });
});

describe("openApi.rotateWebhookSecret", () => {
  test("signs with both secrets for a day, and shows the new one once", async () => {
    const { id, secret: first } = await add();
    const key = randomUUID();
    const answer = await rotate(id, key);
    const second = answer.body.secret;
    expect([answer.status, second === first]).toEqual([200, false]);
    const overlap = Date.parse(answer.body.previousSecretExpireTime) - node.clock.now().getTime();
    expect(overlap).toBe(86_400_000);
    const again = await rotate(id, key);
    expect([again.body.bizCode, again.text.includes(second)]).toEqual(["secret_shown_once", false]);
    await sample(id);
    await deliverDue(id);
    expect(signers({ first, second })).toEqual(["second", "first"]);
    node.clock.forward(86_400_000);
    await sample(id);
    await deliverDue(id);
    expect(signers({ first, second })).toEqual(["second"]);
    const audit = await node.platform.db
      .selectFrom("auditEntries")
      .selectAll()
      .where("operation", "=", "openApi.rotateWebhookSecret")
      .execute();
    expect(audit).toHaveLength(1);
    expect(JSON.stringify(audit)).not.toMatch(/whsec_|"(previous|older)?secret":/i);
  });

  test("that is made again because its answer was lost cuts nobody off who knows the first secret alone", async () => {
    const { id, secret: first } = await add();
    const second = (await rotate(id)).body.secret;
    node.clock.forward(3_600_000);
    const third = (await rotate(id)).body.secret;
    await sample(id);
    await deliverDue(id);
    expect(signers({ first, second, third })).toEqual(["third", "second", "first"]);
    node.clock.forward(23 * 3_600_000);
    await sample(id);
    await deliverDue(id);
    expect(signers({ first, second, third })).toEqual(["third", "second"]);
  });

  test("needs a key, so that a repetition does not replace the secret again", async () => {
    const { id } = await add();
    const answer = await shop.test.send("POST", `${root}/${id}/rotate-secret`, { key: null });
    expect(answer.body.bizCode).toBe("idempotency_key_missing");
    expect(await rowOf(id)).toMatchObject({ version: 1, previousSecret: null });
  });
});

describe("openApi.testWebhookEndpoint", () => {
  test("sends a sample, signed, whatever the endpoint listens to, and names it", async () => {
    const { id, secret } = await add({ eventTypes: ["order.failed"] });
    const { body } = await sample(id, { eventType: "order.paid" });
    await deliverDue(id);
    const got = receiver.received.at(-1);
    expect(got?.headers).toMatchObject({ "x-event-id": body.eventId, "x-event-type": "order.paid" });
    expect(signers({ secret })).toEqual(["secret"]);
    const events = await shop.test.send("GET", "/v1/events", { query: "objectNo=SAMPLE&limit=1" });
    expect(events.body.data[0].id).toBe(body.eventId);
  });

  test("sends a live endpoint nothing that looks real, and one that is off nothing at all", async () => {
    const { body: live } = await shop.live.send("POST", root, { body: { url: "https://shop.example/hooks" } });
    const refused = await sample(live.id, { eventType: "order.paid" }, shop.live);
    expect([refused.status, refused.body.bizCode]).toEqual([400, "ping_only"]);
    expect((await sample(live.id, {}, shop.live)).status).toBe(200);
    const { id } = await add();
    await change(id, { status: "disabled" });
    const off = await sample(id);
    expect([off.status, off.body.bizCode]).toEqual([409, "endpoint_off"]);
  });
});

describe("an endpoint", () => {
  const calls = (client: OpenClient, id: string) => [
    change(id, { name: "Mine" }, client),
    rotate(id, randomUUID(), client),
    sample(id, {}, client),
    remove(id, client),
  ];

  test("of another app, merchant or mode does not exist", async () => {
    const { id } = await add();
    for (const client of [sibling, other.test, other.live, shop.live]) {
      const answers = await Promise.all([read(id, client), ...calls(client, id)]);
      expect(answers.map(({ body }) => body.bizCode)).toEqual(Array(5).fill("not_found"));
    }
    expect(await rowOf(id)).toMatchObject({ version: 1, deleteTime: null });
  });

  test("that is told of every app is read by each and changed by none", async () => {
    const id = await buildEndpoint(node, { merchantId: shop.merchantId, tenantId: shop.tenantId });
    expect((await read(id)).body).toMatchObject({ id, allApps: true });
    for (const answer of await Promise.all(calls(shop.test, id)))
      expect([answer.status, answer.body.bizCode]).toEqual([403, "endpoint_of_all_apps"]);
    expect(await rowOf(id)).toMatchObject({ version: 1, deleteTime: null });
  });

  test("is changed by no key without the scope for it", async () => {
    const { id } = await add();
    const keys = node.platform.db.updateTable("appKeys").where("appKey", "=", shop.test.appKey);
    await keys.set({ scopes: ["webhooks:read"] }).execute();
    const [shown, ...answers] = await Promise.all([read(id), ...calls(shop.test, id)]);
    await keys.set({ scopes: [] }).execute();
    expect(shown.status).toBe(200);
    expect(answers.map(({ body }) => body.bizCode)).toEqual(Array(4).fill("forbidden"));
  });
});
