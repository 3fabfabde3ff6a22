import { merchantWebhookConfig } from "@countinghouse/contract/integration/merchant-webhook-config/merchant-webhook-config.ts";
import type { CallInput } from "@countinghouse/contract/kit/resource.ts";
import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildTestApp, type TestApp, type TestClient } from "../../../../test/app.ts";
import { buildMerchant } from "../../../../test/merchants.ts";
import { actorOf, buildRole, buildTenant, buildUser } from "../../../../test/people.ts";
import { buildCoinApp } from "../../../../test/terms.ts";
import { buildDelivery, buildEndpoint } from "../../../../test/webhooks.ts";
import type { Actor } from "../../../platform/access/actor.ts";
import { installationKeys } from "../../../platform/crypto/installation-keys.ts";
import { open } from "../../../platform/crypto/sealing.ts";

type Add = CallInput<(typeof merchantWebhookConfig)["operations"]["add"]>;

let app: TestApp;
let place: { tenantId: number; orgId: number };
let operator: TestClient;
let merchantId: string;

beforeAll(async () => {
  app = await buildTestApp();
  place = await buildTenant(app);
});
afterAll(() => app.close());

/** All operations on endpoints, as role holders have them. */
const permissions = Object.keys(merchantWebhookConfig.operations)
  .filter((name) => name !== "eventTypes")
  .map((name) => `merchantWebhookConfig:${name}`);

const signedIn = async (parts: { accountType: AccountType; merchantId?: string }): Promise<Actor> => {
  const roleId = await buildRole(app, { tenantId: place.tenantId, permissions, dataScope: 1 });
  const userId = await buildUser(app, { ...place, roleIds: [roleId], accountType: parts.accountType });
  if (parts.merchantId)
    await app.platform.db.updateTable("users").set({ merchantId: parts.merchantId }).where("id", "=", userId).execute();
  return actorOf(app, userId);
};

beforeEach(async () => {
  merchantId = await buildMerchant(app, place);
  operator = app.as(await signedIn({ accountType: AccountType.SysAdmin }));
  app.jobs.length = 0;
});

const given = (parts: Partial<Add> = {}): Add => ({
  merchantId,
  mode: "live",
  name: "Shop server",
  url: "https://hooks.shop.example/in",
  events: ["order.paid"],
  ...parts,
});

const add = (parts: Partial<Add> = {}) => operator.call(merchantWebhookConfig, "add", given(parts));
const stored = (id: string) =>
  app.platform.db.selectFrom("webhookEndpoints").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const ringOf = () => installationKeys(app.platform.secret).ring;

describe("merchantWebhookConfig.add", () => {
  test("makes an endpoint with a secret that is shown once and kept sealed", async () => {
    const { id, secret } = await add();
    expect(secret).toMatch(/^whsec_[\w-]{43}$/);
    const row = await stored(id);
    expect(row.secret).not.toContain(secret);
    expect(open(ringOf(), row.secret, `webhook:${id}`)).toBe(secret);
    const shown = JSON.stringify([
      await operator.call(merchantWebhookConfig, "detail", { id }),
      await operator.call(merchantWebhookConfig, "page", {}),
      await app.platform.db.selectFrom("auditEntries").selectAll().execute(),
      await app.platform.db.selectFrom("idempotencyKeys").selectAll().execute(),
    ]);
    expect(shown).toContain("https://hooks.shop.example/in");
    expect(shown).not.toContain(secret);
    expect(shown).not.toContain(row.secret);
  });

  test("never shows the secret to a repeated request", async () => {
    const headers = { "idempotency-key": "add-1" };
    const first = await operator.send(merchantWebhookConfig, "add", given(), { headers });
    const again = await operator.send(merchantWebhookConfig, "add", given(), { headers });
    expect([first.status, again.status, again.bizCode]).toEqual([200, 409, "platform.secretShownOnce"]);
  });

  test("asks for a fresh proof of who asks", async () => {
    const stale = { ...(await signedIn({ accountType: AccountType.SysAdmin })), provenAt: null };
    expect(await app.as(stale).send(merchantWebhookConfig, "add", given())).toMatchObject({
      bizCode: "platform.stepUpRequired",
    });
  });

  test.each([
    "http://hooks.shop.example/in",
    "https://127.0.0.1/in",
    "https://2130706433/in",
    "https://[::ffff:10.0.0.1]/in",
    "https://localhost/in",
    "https://user:pass@hooks.shop.example/in",
    "https://hooks.shop.example:8443/in",
    "ftp://hooks.shop.example/in",
  ])("refuses %s", async (url) => {
    expect(await operator.send(merchantWebhookConfig, "add", given({ url }))).toMatchObject({
      status: 400,
      bizCode: "merchantWebhookConfig.urlRefused",
    });
  });

  test("lets a test endpoint name this machine", async () => {
    const { id } = await add({ mode: "test", url: "http://127.0.0.1:9000/in" });
    expect((await stored(id)).url).toBe("http://127.0.0.1:9000/in");
  });

  test.each([
    [{ Authorization: "Bearer abc" }],
    [{ "X-Api-Key": "abc" }],
    [{ "X-Event-Id": "1" }],
    [{ Host: "elsewhere.example" }],
    [{ "X-Bad": "a\r\nInjected: b" }],
    [{ a: "1", b: "2", c: "3", d: "4", e: "5", f: "6" }],
  ])("refuses the headers %j", async (customHeaders) => {
    expect(await operator.send(merchantWebhookConfig, "add", given({ customHeaders }))).toMatchObject({
      status: 400,
      bizCode: "platform.invalidInput",
    });
  });

  test("makes an endpoint of the own merchant for a merchant's people, and of no other", async () => {
    const own = app.as(await signedIn({ accountType: AccountType.Member, merchantId }));
    const { merchantId: _left, ...rest } = given();
    const { id } = await own.call(merchantWebhookConfig, "add", rest);
    expect(await stored(id)).toMatchObject({ merchantId, tenantId: place.tenantId });
    const other = await buildMerchant(app, place);
    expect(await own.send(merchantWebhookConfig, "add", given({ merchantId: other }))).toMatchObject({ status: 404 });
  });

  test("asks an operator for the merchant", async () => {
    const { merchantId: _left, ...rest } = given();
    expect(await operator.send(merchantWebhookConfig, "add", rest)).toMatchObject({
      bizCode: "merchantWebhookConfig.merchantMissing",
    });
  });

  test("takes the same events at the same address once, whatever their order, and names what is there", async () => {
    const events: Add["events"] = ["order.paid", "order.failed"];
    const { id } = await add({ events });
    const again = await operator.send(
      merchantWebhookConfig,
      "add",
      given({ name: "Once more", events: [...events].reverse() }),
      { locale: "zh-cn" },
    );
    expect(again).toMatchObject({ status: 409, bizCode: "merchantWebhookConfig.alreadyThere" });
    expect(again.body.extras).toMatchObject({ endpointId: id, fields: [{ field: "url" }] });
    expect(again.body.message).toContain(`“Shop server”（${id}）`);
    const others: Partial<Add>[] = [
      { mode: "test" },
      { events: ["order.paid"] },
      { url: "https://hooks.shop.example/in2", events },
      { merchantId: await buildMerchant(app, place), events },
      { appId: (await buildCoinApp(app, { merchantId, tenantId: place.tenantId })).id, events },
    ];
    for (const parts of others) await expect(add(parts)).resolves.toMatchObject({ id: expect.any(String) });
    await operator.call(merchantWebhookConfig, "delete", { id });
    await add({ events });
  });

  test("takes it once when it is asked for twice at the same moment", async () => {
    const answers = await Promise.all([1, 2, 3].map(() => operator.send(merchantWebhookConfig, "add", given())));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  test("lets a merchant have sixteen endpoints in each mode", async () => {
    for (let index = 0; index < 16; index += 1)
      await buildEndpoint(app, { merchantId, tenantId: place.tenantId, mode: "live" });
    expect(await operator.send(merchantWebhookConfig, "add", given())).toMatchObject({
      status: 409,
      bizCode: "merchantWebhookConfig.tooMany",
    });
    await add({ mode: "test" });
  });
});

describe("merchantWebhookConfig.update", () => {
  test("changes the settings and leaves mode and secret", async () => {
    const { id } = await add();
    const { secret } = await stored(id);
    const next = {
      id,
      version: 1,
      name: "New",
      url: "https://new.shop.example/",
      events: ["*", "order.paid"] as const,
    };
    await operator.call(merchantWebhookConfig, "update", { ...next, events: [...next.events], maxInFlight: 9 });
    expect(await stored(id)).toMatchObject({
      name: "New",
      events: ["*"],
      maxInFlight: 9,
      mode: "live",
      secret,
      version: 2,
    });
  });

  test("refuses to make it the same as another, and leaves what it is told of already alone", async () => {
    const { id: other } = await add();
    const { id } = await add({ events: ["*"] });
    const next = { ...given(), id, name: "Moved" };
    expect(await operator.send(merchantWebhookConfig, "update", next)).toMatchObject({
      bizCode: "merchantWebhookConfig.alreadyThere",
      body: { extras: { endpointId: other } },
    });
    await operator.call(merchantWebhookConfig, "update", { ...next, events: ["*"] });
    expect(await stored(id)).toMatchObject({ name: "Moved", events: ["*"] });
  });

  test("refuses an older version", async () => {
    const { id } = await add();
    const next = { id, name: "New", url: "https://new.shop.example/", events: ["*"] as ["*"] };
    await operator.call(merchantWebhookConfig, "update", { ...next, version: 1 });
    expect(await operator.send(merchantWebhookConfig, "update", { ...next, version: 1 })).toMatchObject({
      status: 409,
    });
  });
});

describe("merchantWebhookConfig.rotateSecret", () => {
  test("makes a new secret and lets the old one count for another day", async () => {
    const { id, secret } = await add();
    const rotated = await operator.call(merchantWebhookConfig, "rotateSecret", { id });
    const row = await stored(id);
    expect(rotated.secret).not.toBe(secret);
    expect(open(ringOf(), row.secret, `webhook:${id}`)).toBe(rotated.secret);
    expect(open(ringOf(), row.previousSecret ?? "", `webhook:${id}`)).toBe(secret);
    const left = Date.parse(row.previousSecretExpireTime ?? "") - app.clock.now().getTime();
    expect(left).toBe(86_400_000);
  });
});

describe("merchantWebhookConfig.pause and resume", () => {
  test("switch off and on, and wake the sender for what waited", async () => {
    const { id } = await add();
    await operator.call(merchantWebhookConfig, "pause", { id });
    expect(await operator.send(merchantWebhookConfig, "pause", { id })).toMatchObject({
      bizCode: "platform.wrongState",
    });
    app.jobs.length = 0;
    await operator.call(merchantWebhookConfig, "resume", { id });
    expect(app.jobs).toMatchObject([{ queue: "webhook-send", data: { merchantId, endpointId: id } }]);
    expect(await stored(id)).toMatchObject({ status: "enabled" });
  });
});

describe("merchantWebhookConfig.delete", () => {
  test("takes the endpoint away, keeps its history and ends what was open", async () => {
    const { id } = await add({ mode: "test" });
    const at = app.clock.now().toISOString();
    const parts = { merchantId, tenantId: place.tenantId, endpointId: id };
    const deliveryId = await buildDelivery(app, { ...parts, status: "queued", nextAttemptTime: at, doneTime: null });
    await operator.call(merchantWebhookConfig, "delete", { id });
    expect(await operator.send(merchantWebhookConfig, "detail", { id })).toMatchObject({ status: 404 });
    const row = await app.platform.db
      .selectFrom("webhookDeliveries")
      .selectAll()
      .where("id", "=", deliveryId)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ status: "skipped", reason: "endpointDeleted", nextAttemptTime: null });
  });
});

describe("merchantWebhookConfig.test", () => {
  test("sends a sample to this endpoint alone, whatever it listens to", async () => {
    const { id } = await add({ mode: "test" });
    await add({ mode: "test", events: ["*"] });
    await operator.call(merchantWebhookConfig, "test", { id, eventType: "order.failed" });
    const rows = await app.platform.db
      .selectFrom("webhookDeliveries")
      .selectAll()
      .where("merchantId", "=", merchantId)
      .execute();
    expect(rows).toMatchObject([{ endpointId: id, eventType: "order.failed", objectNo: "SAMPLE", status: "queued" }]);
  });

  test("sends a live endpoint nothing that looks real", async () => {
    const { id } = await add();
    expect(await operator.send(merchantWebhookConfig, "test", { id, eventType: "order.paid" })).toMatchObject({
      bizCode: "merchantWebhookConfig.pingOnly",
    });
    await operator.call(merchantWebhookConfig, "test", { id });
  });
});

describe("merchantWebhookConfig.replay", () => {
  const day = { from: "2026-11-21T00:00:00.000Z", to: "2026-11-22T00:00:00.000Z" };
  const statuses = async () =>
    (
      await app.platform.db
        .selectFrom("webhookDeliveries")
        .select(["status", "isManual"])
        .where("merchantId", "=", merchantId)
        .orderBy("status")
        .execute()
    ).map(({ status, isManual }) => `${status}${isManual ? " by hand" : ""}`);

  test("sends again what was given up or skipped, and wakes the sender once", async () => {
    const { id } = await add({ mode: "test", events: ["*"] });
    const parts = { merchantId, tenantId: place.tenantId, endpointId: id };
    for (const status of ["dead", "skipped", "delivered"] as const) await buildDelivery(app, { ...parts, status });
    app.jobs.length = 0;
    expect(await operator.call(merchantWebhookConfig, "replay", { id, ...day })).toEqual({ count: 2 });
    expect(await statuses()).toEqual(["delivered", "queued by hand", "queued by hand"]);
    expect(app.jobs).toHaveLength(1);
  });

  test("sends everything of the span, with what the endpoint was never told of", async () => {
    const { id: silent } = await add({ mode: "test", events: ["*"] });
    const { id } = await add({ mode: "test", events: ["*"], url: "https://hooks.shop.example/other" });
    const parts = { merchantId, tenantId: place.tenantId };
    await buildDelivery(app, { ...parts, endpointId: silent });
    await buildDelivery(app, { ...parts, endpointId: id, status: "delivered" });
    const sent = await operator.call(merchantWebhookConfig, "replay", { id, ...day, onlyFailed: false });
    expect(sent).toEqual({ count: 2 });
    const again = await operator.call(merchantWebhookConfig, "replay", { id, ...day, onlyFailed: false });
    expect(again).toEqual({ count: 0 });
  });

  test("sends only the types that are asked for, and none the endpoint does not listen to", async () => {
    const { id } = await add({ mode: "test", events: ["order.failed"] });
    await buildDelivery(app, { merchantId, tenantId: place.tenantId, endpointId: id });
    expect(await operator.call(merchantWebhookConfig, "replay", { id, ...day, eventTypes: ["order.paid"] })).toEqual({
      count: 0,
    });
  });

  test("refuses a span that ends before it begins, and an endpoint that is off", async () => {
    const { id } = await add({ mode: "test" });
    const reversed = { id, from: day.to, to: day.from };
    expect(await operator.send(merchantWebhookConfig, "replay", reversed)).toMatchObject({
      bizCode: "merchantWebhookConfig.rangeReversed",
    });
    await operator.call(merchantWebhookConfig, "pause", { id });
    expect(await operator.send(merchantWebhookConfig, "replay", { id, ...day })).toMatchObject({
      bizCode: "merchantWebhookConfig.endpointOff",
    });
  });
});

describe("merchantWebhookConfig.health", () => {
  test("says how the last day went and what waits", async () => {
    const { id } = await add({ mode: "test" });
    const parts = { merchantId, tenantId: place.tenantId, endpointId: id };
    const deliveryId = await buildDelivery(app, parts);
    const at = app.clock.now().toISOString();
    await app.platform.db
      .insertInto("webhookAttempts")
      .values(
        [100, 200, 300, 4_000].map((latencyMs, index) => ({
          merchantId,
          id: `wha_${id}_${index}`,
          deliveryId,
          endpointId: id,
          number: index + 1,
          at,
          url: "https://hooks.shop.example/in",
          signature: "t=1,v1=0",
          latencyMs,
          isManual: false,
          isSuccess: index > 0,
        })),
      )
      .execute();
    expect(await operator.call(merchantWebhookConfig, "health", { id })).toMatchObject({
      tries: 4,
      failures: 1,
      failureRate: 250_000,
      medianLatencyMs: 200,
      p95LatencyMs: 4_000,
      open: 0,
      dead: 1,
    });
  });
});

describe("an endpoint of another merchant", () => {
  test("does not exist for a merchant's people, in lists and by id", async () => {
    const { id } = await add();
    const other = await buildMerchant(app, place);
    const stranger = app.as(await signedIn({ accountType: AccountType.Member, merchantId: other }));
    expect((await stranger.call(merchantWebhookConfig, "page", {})).items).toEqual([]);
    for (const operation of ["detail", "health", "pause", "delete", "rotateSecret", "test"] as const)
      expect(await stranger.send(merchantWebhookConfig, operation, { id }), operation).toMatchObject({ status: 404 });
    expect(await stored(id)).toMatchObject({ status: "enabled", version: 1 });
  });
});
