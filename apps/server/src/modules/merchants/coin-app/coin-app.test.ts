import { coinApp } from "@countinghouse/contract/merchants/coin-app/coin-app.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestApp, type TestApp, type TestClient } from "../../../../test/app.ts";
import { buildMerchant } from "../../../../test/merchants.ts";
import { buildMerchantUser, buildOffice } from "../../../../test/offices.ts";
import { allowsAddress, findAppByKey, findAppByPublishableKey, recordKeyUse } from "./index.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const hour = 3_600_000;

async function buildShop() {
  const office = await buildOffice(app, [coinApp]);
  const merchantId = await buildMerchant(app, office.place);
  return { ...office, merchantId, client: office.maker };
}

const fresh = (merchantId: string) => ({ merchantId, name: "Web shop", defaultCurrency: "GBP" });

const keyOf = async (client: TestClient, id: string, mode: "live" | "test") => {
  const found = (await client.call(coinApp, "keys", { id })).find((key) => key.mode === mode);
  if (!found) throw new Error(`no ${mode} key`);
  return found;
};

const open = { isEnabled: true, scopes: [], allowedIps: [] };

describe("coinApp.add and update", () => {
  test("make an app with a key per mode, without a secret, the live one switched off", async () => {
    const { client, merchantId } = await buildShop();
    const id = await client.call(coinApp, "add", fresh(merchantId));
    const row = await client.call(coinApp, "detail", { id });
    expect(row).toMatchObject({ merchantId, status: "enabled", maxAttempts: 3, orderExpireMinutes: 30, keysInUse: 0 });
    expect(row.appNo).toMatch(/^AP20261121[0-9A-Z]{10}$/);
    const keys = await client.call(coinApp, "keys", { id });
    expect(keys).toMatchObject([
      { mode: "live", isEnabled: false, secretTime: null },
      { mode: "test", isEnabled: true, secretTime: null },
    ]);
    expect(keys[0]?.appKey).toMatch(/^ak_live_[0-9a-z]{24}$/);
    expect(JSON.stringify(keys)).not.toMatch(/sealed|v1\./i);
  });

  test("refuse a second app of the merchant by that name, also at the same moment and in capitals", async () => {
    const { client, merchantId, place } = await buildShop();
    const answers = await Promise.all(
      ["Web shop", "WEB SHOP"].map((name) => client.send(coinApp, "add", { ...fresh(merchantId), name })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    await client.call(coinApp, "add", fresh(await buildMerchant(app, place)));
  });

  test.each([
    ["returnUrl", "javascript:alert(1)"],
    ["descriptorSuffix", "café*"],
    ["maxAttempts", 11],
    ["orderExpireMinutes", 4],
    ["defaultCurrency", "XYZ"],
  ])("refuse %s as %s", async (field, value) => {
    const { client, merchantId } = await buildShop();
    expect(await client.send(coinApp, "add", { ...fresh(merchantId), [field]: value })).toMatchObject({
      status: 400,
      bizCode: "platform.invalidInput",
    });
  });

  test("let an app try things out with addresses that a live key refuses", async () => {
    const { client, merchantId } = await buildShop();
    const local = { ...fresh(merchantId), returnUrl: "http://localhost:3000/back" };
    const id = await client.call(coinApp, "add", local);
    await client.call(coinApp, "rotateSecret", { id, mode: "live" });
    const answer = await client.send(coinApp, "updateKey", { id, mode: "live", ...open });
    expect(answer).toMatchObject({ bizCode: "coinApp.urlNotPublic" });
    expect(answer.body.extras?.fields).toMatchObject([{ field: "returnUrl" }]);
    const { merchantId: _owner, ...changed } = { ...local, returnUrl: "https://shop.example/back" };
    await client.call(coinApp, "update", { ...changed, id, version: 1 });
    await client.call(coinApp, "updateKey", { id, mode: "live", ...open });
    for (const notifyUrl of ["http://shop.example/n", "https://127.0.0.1/n", "https://intranet/n"])
      expect(await client.send(coinApp, "update", { ...changed, id, notifyUrl })).toMatchObject({
        bizCode: "coinApp.urlNotPublic",
      });
  });
});

describe("coinApp.rotateSecret", () => {
  test("tells a secret once, which then signs, and is nowhere to be read", async () => {
    const { client, merchantId } = await buildShop();
    const id = await client.call(coinApp, "add", fresh(merchantId));
    const { secret, previousUntil } = await client.call(coinApp, "rotateSecret", { id, mode: "test" });
    expect(secret).toMatch(/^sk_test_[\w-]{43}$/);
    expect(previousUntil).toBeNull();
    const { appKey } = await keyOf(client, id, "test");
    expect(await findAppByKey(app.platform, appKey)).toMatchObject({
      appId: id,
      merchantId,
      mode: "test",
      isEnabled: true,
      secrets: [secret],
      scopes: [],
    });
    const audit = await app.platform.db.selectFrom("auditEntries").selectAll().execute();
    expect(JSON.stringify(audit).includes(secret)).toBe(false);
    expect(/secretSealed|previousSealed/.test(JSON.stringify(audit))).toBe(false);
    const stored = await app.platform.db
      .selectFrom("appKeys")
      .selectAll()
      .where("appKey", "=", appKey)
      .executeTakeFirstOrThrow();
    expect(stored.secretSealed).not.toContain(secret);
  });

  test("keeps the secret before it for a day, or until it is ended", async () => {
    const { client, merchantId } = await buildShop();
    const id = await client.call(coinApp, "add", fresh(merchantId));
    const rotate = () => client.call(coinApp, "rotateSecret", { id, mode: "test" });
    const { secret: first } = await rotate();
    const { secret: second, previousUntil } = await rotate();
    const { appKey } = await keyOf(client, id, "test");
    const accepted = async () => (await findAppByKey(app.platform, appKey))?.secrets;
    expect(await accepted()).toEqual([second, first]);
    expect(Date.parse(previousUntil ?? "") - app.clock.now().getTime()).toBe(24 * hour);
    await client.call(coinApp, "endPreviousSecret", { id, mode: "test" });
    expect(await accepted()).toEqual([second]);
    expect(await client.send(coinApp, "endPreviousSecret", { id, mode: "test" })).toMatchObject({
      status: 409,
      bizCode: "coinApp.noPrevious",
    });
    const { secret: third } = await rotate();
    const mine = await buildTestApp({ database: app.database, clock: app.clock });
    mine.clock.forward(24 * hour);
    expect((await findAppByKey(mine.platform, appKey))?.secrets).toEqual([third]);
    mine.clock.forward(-24 * hour);
    await mine.close();
  });

  test("gives a repeated request no second look", async () => {
    const { client, merchantId } = await buildShop();
    const id = await client.call(coinApp, "add", fresh(merchantId));
    const headers = { "idempotency-key": `again-${id}` };
    const first = await client.send(coinApp, "rotateSecret", { id, mode: "test" }, { headers });
    const again = await client.send(coinApp, "rotateSecret", { id, mode: "test" }, { headers });
    expect(first.status).toBe(200);
    expect(again).toMatchObject({ status: 409, bizCode: "platform.secretShownOnce" });
  });

  test("asks for a fresh proof of who it is", async () => {
    const { client, merchantId } = await buildShop();
    const id = await client.call(coinApp, "add", fresh(merchantId));
    app.clock.forward(6 * 60_000);
    const answer = await client.send(coinApp, "rotateSecret", { id, mode: "test" });
    app.clock.forward(-6 * 60_000);
    expect(answer).toMatchObject({ status: 403, bizCode: "platform.stepUpRequired" });
  });

  test("does not let a sealed secret be moved to another key", async () => {
    const { client, merchantId } = await buildShop();
    const id = await client.call(coinApp, "add", fresh(merchantId));
    for (const mode of ["live", "test"] as const) await client.call(coinApp, "rotateSecret", { id, mode });
    const [live, trial] = [await keyOf(client, id, "live"), await keyOf(client, id, "test")];
    const { db } = app.platform;
    const { secretSealed } = await db
      .selectFrom("appKeys")
      .select("secretSealed")
      .where("appKey", "=", trial.appKey)
      .executeTakeFirstOrThrow();
    await db.updateTable("appKeys").set({ secretSealed }).where("appKey", "=", live.appKey).execute();
    await expect(findAppByKey(app.platform, live.appKey)).rejects.toThrow();
  });
});

describe("how an app shows itself to payers", () => {
  const png = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(64)]);
  const uri = (type: string, content: Buffer | string) =>
    `data:${type};base64,${Buffer.from(content).toString("base64")}`;

  test("is a name for each language and a colour, kept as they were sent", async () => {
    const { client, merchantId } = await buildShop();
    const payerNames = { en: "Web shop", "zh-cn": "网店" };
    const id = await client.call(coinApp, "add", { ...fresh(merchantId), payerNames, brandColor: " #1F5B4A " });
    expect(await client.call(coinApp, "detail", { id })).toMatchObject({ payerNames, brandColor: "#1f5b4a" });
    const { merchantId: _owner, ...rest } = fresh(merchantId);
    await client.call(coinApp, "update", { ...rest, id, version: 1, payerNames: null, brandColor: null });
    expect(await client.call(coinApp, "detail", { id })).toMatchObject({ payerNames: null, brandColor: null });
  });

  test.each([["red"], ["#fff"], ["#12345g"], ["url(//evil.example)"]])("has no colour %j", async (brandColor) => {
    const { client, merchantId } = await buildShop();
    const answer = await client.send(coinApp, "add", { ...fresh(merchantId), brandColor });
    expect(answer).toMatchObject({ status: 400, bizCode: "platform.invalidInput" });
  });

  test("has a logo that is set, replaced and taken away", async () => {
    const { client, merchantId } = await buildShop();
    const id = await client.call(coinApp, "add", fresh(merchantId));
    expect(await client.call(coinApp, "logo", { id })).toBeNull();
    for (const logo of [uri("image/png", png), uri("image/jpeg", Buffer.from("ffd8ffe0", "hex"))]) {
      await client.call(coinApp, "setLogo", { id, logo });
      expect(await client.call(coinApp, "logo", { id })).toBe(logo);
    }
    await client.call(coinApp, "setLogo", { id, logo: null });
    expect(await client.call(coinApp, "logo", { id })).toBeNull();
  });

  test.each([
    ["no image", "hello", "logoMalformed"],
    ["another type than it says", uri("image/png", "GIF89a"), "logoType"],
    ["an SVG, which can run", uri("image/svg+xml", "<svg/>"), "logoType"],
    ["too large", uri("image/png", Buffer.concat([png, Buffer.alloc(12_288)])), "logoTooLarge"],
  ])("refuses a logo that is %s", async (_what, logo, code) => {
    const { client, merchantId } = await buildShop();
    const id = await client.call(coinApp, "add", fresh(merchantId));
    const answer = await client.send(coinApp, "setLogo", { id, logo });
    expect(answer).toMatchObject({ bizCode: `coinApp.${code}` });
    expect(answer.body.extras?.fields).toMatchObject([{ field: "logo" }]);
  });

  test("is out of reach for people of another tenant", async () => {
    const [mine, other] = [await buildShop(), await buildShop()];
    const id = await mine.client.call(coinApp, "add", fresh(mine.merchantId));
    for (const answer of [
      await other.client.send(coinApp, "logo", { id }),
      await other.client.send(coinApp, "setLogo", { id, logo: null }),
    ])
      expect(answer.status).toBe(404);
  });
});

describe("coinApp.updateKey and setStatus", () => {
  test("switch a key on only with a secret, and off at once", async () => {
    const { client, merchantId } = await buildShop();
    const id = await client.call(coinApp, "add", fresh(merchantId));
    expect(await client.send(coinApp, "updateKey", { id, mode: "live", ...open })).toMatchObject({
      status: 409,
      bizCode: "coinApp.noSecret",
    });
    await client.call(coinApp, "rotateSecret", { id, mode: "live" });
    await client.call(coinApp, "updateKey", { id, mode: "live", ...open });
    const { appKey, publishableKey } = await keyOf(client, id, "live");
    const isEnabled = async () => (await findAppByKey(app.platform, appKey))?.isEnabled;
    expect(await isEnabled()).toBe(true);
    expect(await findAppByPublishableKey(app.platform, publishableKey)).toMatchObject({ keyId: appKey, mode: "live" });
    await client.call(coinApp, "updateKey", { id, mode: "live", ...open, isEnabled: false });
    expect(await isEnabled()).toBe(false);
    await client.call(coinApp, "updateKey", { id, mode: "live", ...open });
    await client.call(coinApp, "setStatus", { id, version: 1, status: "disabled" });
    expect(await isEnabled()).toBe(false);
  });

  test("keep scopes, addresses and an end, and refuse an end that has passed", async () => {
    const { client, merchantId } = await buildShop();
    const id = await client.call(coinApp, "add", fresh(merchantId));
    await client.call(coinApp, "rotateSecret", { id, mode: "test" });
    const expireTime = new Date(app.clock.now().getTime() + hour).toISOString();
    const limits = { scopes: ["orders:read" as const], allowedIps: ["198.51.100.0/24", "2001:db8::/32"], expireTime };
    await client.call(coinApp, "updateKey", { id, mode: "test", ...open, ...limits });
    expect(await keyOf(client, id, "test")).toMatchObject(limits);
    // An omitted expiry stays.
    await client.call(coinApp, "updateKey", { id, mode: "test", ...open, allowedIps: limits.allowedIps });
    expect(await keyOf(client, id, "test")).toMatchObject({ scopes: [], expireTime });
    await client.call(coinApp, "updateKey", { id, mode: "test", ...open, expireTime: null });
    expect(await keyOf(client, id, "test")).toMatchObject({ expireTime: null });
    await client.call(coinApp, "updateKey", { id, mode: "test", ...open, ...limits });
    const past = app.clock.now().toISOString();
    expect(await client.send(coinApp, "updateKey", { id, mode: "test", ...open, expireTime: past })).toMatchObject({
      bizCode: "coinApp.expiryPast",
    });
    for (const wrong of ["198.51.100.0/33", "shop.example", "::1/129"])
      expect(await client.send(coinApp, "updateKey", { id, mode: "test", ...open, allowedIps: [wrong] })).toMatchObject(
        { bizCode: "platform.invalidInput" },
      );
    const { appKey } = await keyOf(client, id, "test");
    app.clock.forward(hour);
    const after = await findAppByKey(app.platform, appKey);
    app.clock.forward(-hour);
    expect(after?.isEnabled).toBe(false);
  });
});

describe("the last use of a key", () => {
  test("is written down at most once a minute", async () => {
    const { client, merchantId } = await buildShop();
    const id = await client.call(coinApp, "add", fresh(merchantId));
    const { appKey } = await keyOf(client, id, "test");
    const use = async () => {
      const caller = await findAppByKey(app.platform, appKey);
      if (caller) await recordKeyUse(app.platform, caller);
      return (await keyOf(client, id, "test")).lastUsedTime;
    };
    const first = await use();
    expect(first).toBe(app.clock.now().toISOString());
    app.clock.forward(59_000);
    expect(await use()).toBe(first);
    app.clock.forward(1_000);
    expect(await use()).toBe(app.clock.now().toISOString());
    app.clock.forward(-60_000);
  });
});

describe("allowed addresses", () => {
  test.each([
    [[], "203.0.113.9", true],
    [["203.0.113.9"], "203.0.113.9", true],
    [["203.0.113.9"], "203.0.113.8", false],
    [["203.0.113.0/24"], "203.0.113.200", true],
    [["203.0.113.0/24"], "::ffff:203.0.113.200", true],
    [["2001:db8::/32"], "2001:db8:1::5", true],
    [["2001:db8::/32"], "203.0.113.200", false],
    [["203.0.113.0/24"], "not an address", false],
  ])("%j let %s through: %s", (allowed, address, expected) => {
    expect(allowsAddress(allowed as string[], address)).toBe(expected);
  });
});

describe("coinApp.page", () => {
  test("finds an app by a part of one of its keys, and by its merchant", async () => {
    const { client, merchantId, place } = await buildShop();
    const id = await client.call(coinApp, "add", fresh(merchantId));
    await client.call(coinApp, "add", fresh(await buildMerchant(app, place)));
    const { publishableKey } = await keyOf(client, id, "live");
    const found = async (filter: object) => (await client.call(coinApp, "page", filter)).items.map((row) => row.id);
    expect(await found({ appKey: publishableKey.slice(0, 20) })).toEqual([id]);
    expect(await found({ merchantId })).toEqual([id]);
    expect((await found({ field: "merchantName", order: "asc" })).length).toBe(2);
  });
});

describe("somebody who signs in for a merchant", () => {
  test("runs its own apps and finds no other's", async () => {
    const { client, merchantId, place } = await buildShop();
    const theirs = await client.call(coinApp, "add", fresh(merchantId));
    const own = await buildMerchant(app, place);
    const member = await buildMerchantUser(app, place, { merchantId: own, resources: [coinApp] });
    const id = await member.call(coinApp, "add", fresh(own));
    await member.call(coinApp, "rotateSecret", { id, mode: "test" });
    expect((await member.call(coinApp, "page", {})).items.map((row) => row.id)).toEqual([id]);
    expect((await member.call(coinApp, "list", {})).map((row) => row.id)).toEqual([id]);
    expect(await member.send(coinApp, "add", { ...fresh(merchantId), name: "Mine now" })).toMatchObject({
      status: 404,
    });
    for (const [name, input] of [
      ["detail", {}],
      ["keys", {}],
      ["rotateSecret", { mode: "live" }],
      ["setStatus", { status: "disabled" }],
      ["updateKey", { mode: "live", ...open }],
    ] as const)
      expect(await member.send(coinApp, name, { id: theirs, ...input }), name).toMatchObject({ status: 404 });
  });
});
