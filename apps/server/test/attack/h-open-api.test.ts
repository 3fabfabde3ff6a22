import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { installationKeys } from "../../src/platform/crypto/installation-keys.ts";
import { seal } from "../../src/platform/crypto/sealing.ts";
import { buildTestApp, type TestApp } from "../app.ts";
import { deliver, openClient } from "../open-caller.ts";
import { buildShop, type Shop } from "../open-shop.ts";

let node: TestApp;
let second: TestApp;
let shop: Shop;
let other: Shop;

beforeAll(async () => {
  node = await buildTestApp();
  second = await buildTestApp({ database: node.database, clock: node.clock });
  shop = await buildShop(node);
  other = await buildShop(node);
});
afterAll(async () => {
  await second.close();
  await node.close();
});
beforeEach(() => node.clock.forward(2_000));

const path = "/v1/balances";
const keyRow = (appKey: string) =>
  node.platform.db.selectFrom("appKeys").selectAll().where("appKey", "=", appKey).executeTakeFirstOrThrow();
const setKey = (appKey: string, values: object) =>
  node.platform.db.updateTable("appKeys").set(values).where("appKey", "=", appKey).execute();

describe("a key that opens nothing", () => {
  test("answers alike whether it is unknown or somebody else's", async () => {
    const stranger = openClient(node.server, node.clock, { appKey: "ak_live_000000000000000000000000", secret: "sk" });
    const mixed = openClient(node.server, node.clock, { appKey: shop.live.appKey, secret: other.live.secret });
    const answers = [await stranger.send("GET", path), await mixed.send("GET", path)];
    const [first, next] = answers.map(({ status, body: { requestId: _own, ...body } }) => ({ status, body }));
    expect(first).toEqual(next);
    expect(first?.status).toBe(401);
  });

  test("is one that was switched off, has expired, or whose app is off, on every node at once", async () => {
    const seller = await buildShop(node);
    const { appKey } = seller.live;
    const onSecond = openClient(second.server, node.clock, seller.live);
    expect((await onSecond.send("GET", path)).status).toBe(200);
    await setKey(appKey, { expireTime: new Date(node.clock.now().getTime() + 1_000).toISOString() });
    expect((await onSecond.send("GET", path)).status).toBe(200);
    node.clock.forward(1_001);
    for (const client of [seller.live, onSecond])
      expect((await client.send("GET", path)).body.bizCode).toBe("api_key_disabled");
    await setKey(appKey, { expireTime: null });
    await node.platform.db.updateTable("coinApps").set({ status: "disabled" }).where("id", "=", seller.appId).execute();
    for (const client of [seller.live, onSecond])
      expect((await client.send("GET", path)).body.bizCode).toBe("api_key_disabled");
  });

  test("is one of the console, and the console opens to no key", async () => {
    const bearer = await node.server.inject({
      url: path,
      headers: { authorization: "Bearer eyJhbGciOiJub25lIn0.e30." },
    });
    expect(bearer.statusCode).toBe(401);
    for (const url of ["/api/coinOrder/page", "/api/coinApp/page", "/api/sysUser/page"]) {
      const message = shop.live.signed("POST", url, { body: {} });
      expect((await deliver(node.server, message)).status, url).toBe(401);
    }
  });
});

describe("scopes and addresses of a key", () => {
  test("limit it, and tell only its owner so", async () => {
    const seller = await buildShop(node);
    await setKey(seller.live.appKey, { scopes: ["orders:read"], allowedIps: ["203.0.113.0/28"] });
    expect((await seller.live.send("GET", "/v1/orders")).status).toBe(200);
    expect((await seller.live.send("GET", path)).status).toBe(403);
    expect((await seller.live.send("GET", "/v1/orders", { ip: "203.0.113.99" })).body.bizCode).toBe("ip_not_allowed");
    const stranger = openClient(node.server, node.clock, { appKey: seller.live.appKey, secret: "sk_wrong" });
    expect((await stranger.send("GET", "/v1/orders", { ip: "203.0.113.99" })).body.bizCode).toBe("signature_invalid");
  });

  test("count the address that the connection has, not the one a caller claims", async () => {
    const seller = await buildShop(node);
    await setKey(seller.live.appKey, { allowedIps: ["203.0.113.7"] });
    const forged = { "x-forwarded-for": "203.0.113.7", "x-real-ip": "203.0.113.7", forwarded: "for=203.0.113.7" };
    expect((await seller.live.send("GET", path, { ip: "198.51.100.1", headers: forged })).status).toBe(401);
  });
});

describe("a secret that is changed", () => {
  test("is good beside the new one for its time, then no more", async () => {
    const seller = await buildShop(node);
    const { appKey, secret: old } = seller.live;
    const { ring } = installationKeys(node.platform.secret);
    const before = await keyRow(appKey);
    const until = new Date(node.clock.now().getTime() + 86_400_000).toISOString();
    await setKey(appKey, {
      secretSealed: seal(ring, "sk_live_the_new_one", `app-key:${appKey}`),
      previousSealed: before.secretSealed,
      previousUntil: until,
    });
    const withOld = openClient(node.server, node.clock, { appKey, secret: old });
    const withNew = openClient(node.server, node.clock, { appKey, secret: "sk_live_the_new_one" });
    expect([(await withOld.send("GET", path)).status, (await withNew.send("GET", path)).status]).toEqual([200, 200]);
    node.clock.forward(86_400_001);
    expect([(await withOld.send("GET", path)).status, (await withNew.send("GET", path)).status]).toEqual([401, 200]);
  });
});

describe("a request that is sent again", () => {
  test("is refused on the same node, on another, and on one that was started since", async () => {
    const message = shop.live.signed("GET", path);
    expect((await deliver(node.server, message)).status).toBe(200);
    const third = await buildTestApp({ database: node.database, clock: node.clock });
    for (const at of [node, second, third])
      expect((await deliver(at.server, message)).body.bizCode).toBe("nonce_replayed");
    await third.close();
  });

  test("passes once in fifty parallel copies over two nodes", async () => {
    const message = shop.live.signed("GET", path);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => deliver(i % 2 === 0 ? node.server : second.server, message)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("is still refused when its time is nearly over, and then for its age", async () => {
    const message = shop.live.signed("GET", path);
    expect((await deliver(node.server, message)).status).toBe(200);
    node.clock.forward(299_000);
    expect((await deliver(node.server, message)).body.bizCode).toBe("nonce_replayed");
    node.clock.forward(2_000);
    expect((await deliver(node.server, message)).body.bizCode).toBe("timestamp_out_of_window");
  });
});
