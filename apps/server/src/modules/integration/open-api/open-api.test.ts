import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deliver, openClient } from "../../../../test/open-caller.ts";
import { buildThings, secret, secretOfOther, type Things } from "../../../../test/open-things.ts";
import { admitRequest } from "./admission.store.ts";
import { makeClientToken, readClientToken } from "./client-token.service.ts";
import { bodyHashOf } from "./signature.service.ts";

let things: Things;

beforeAll(async () => {
  things = await buildThings();
});
afterAll(() => things.close());
beforeEach(() => {
  Object.assign(things.happened, { runs: 0, repeats: [], gate: undefined });
});

describe("the allowance", () => {
  test("lets a burst in, then refuses with the time to wait, and refills", async () => {
    const limited = await things.serve(5);
    const ask = () =>
      openClient(limited, things.node.clock, { appKey: "ak_live_ours", secret }).send("GET", "/v1/things");
    const answers = [];
    for (let i = 0; i < 11; i += 1) answers.push(await ask());
    expect(answers.slice(0, 10).every(({ status }) => status === 200)).toBe(true);
    expect(answers[0]?.headers["x-ratelimit-remaining"]).toBe("9");
    const refused = answers[10];
    expect([refused?.status, refused?.body.bizCode, refused?.headers["retry-after"]]).toEqual([
      429,
      "rate_limited",
      "1",
    ]);
    things.node.clock.forward(400);
    expect((await ask()).status).toBe(200);
    expect((await ask()).status).toBe(200);
    expect((await ask()).status).toBe(429);
    await limited.close();
  });

  test("is shared by nodes and not overdrawn by parallel requests", async () => {
    things.node.clock.forward(60_000);
    const nodes = [await things.serve(5), await things.serve(5)];
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        openClient(nodes[i % 2] as FastifyInstance, things.node.clock, { appKey: "ak_live_ours", secret }).send(
          "GET",
          "/v1/things",
        ),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    for (const each of nodes) await each.close();
  });

  test("is waited for by what reaches a gateway, and used up neither for reads nor for writes", async () => {
    things.node.clock.forward(60_000);
    const limited = await things.serve(20);
    const client = openClient(limited, things.node.clock, { appKey: "ak_live_ours", secret });
    const began = performance.now();
    const names = Array.from({ length: 60 }, (_, at) => `paying ${at}`);
    const payings = names.map((name) => client.send("POST", "/v1/payings", { body: { name } }));
    const beside = await Promise.all([
      client.send("GET", "/v1/things"),
      client.send("POST", "/v1/things", { body: { amount: 1 } }),
    ]);
    const answers = await Promise.all(payings);
    expect(answers.map(({ status, body }) => [status, body.name])).toEqual(names.map((name) => [200, name]));
    // Forty at once, and the last of the others in its turn.
    expect(performance.now() - began).toBeGreaterThan(900);
    expect(beside.map(({ status, headers }) => [status, headers["x-ratelimit-remaining"]])).toEqual([
      [200, "39"],
      [200, "39"],
    ]);
    await limited.close();
  });

  test("is given in advance for as long as it may be waited for, and told when it is there", async () => {
    const { platform, clock } = things.node;
    const paying = { bucket: "app:waits", perSecond: 10, burst: 20, waitSeconds: 2 };
    const take = () => admitRequest(platform.db, clock.now(), { allowances: [paying] });
    for (let at = 0; at < 20; at += 1) expect(await take()).toMatchObject({ isGranted: true, waitMs: 0 });
    for (let at = 1; at <= 20; at += 1) {
      const { isGranted, waitMs, remaining } = await take();
      expect([isGranted, Math.round(waitMs), remaining]).toEqual([true, 100 * at, 0]);
    }
    expect(await take()).toMatchObject({ isGranted: false, retryAfterSeconds: 1 });
    clock.forward(100);
    expect(await take()).toMatchObject({ isGranted: true });
    expect((await take()).isGranted).toBe(false);
  });

  test("of a costly call is a bucket of its own, and a refused request may be sent again", async () => {
    const message = things.client().signed("GET", "/v1/scarce");
    expect((await things.client().send("GET", "/v1/scarce")).status).toBe(200);
    expect((await things.client().send("GET", "/v1/scarce")).status).toBe(200);
    expect((await deliver(things.server, message)).status).toBe(429);
    expect((await things.client().send("GET", "/v1/things")).status).toBe(200);
    things.node.clock.forward(1_000);
    expect((await deliver(things.server, message)).status).toBe(200);
  });
});

describe("what an app has done at the same moment", () => {
  test("is held to a number: more wait for their turn, and neither another class of call nor another app waits", async () => {
    const limited = await things.serve(100_000, 2);
    let open = () => {};
    things.happened.gate = new Promise((resolve) => {
      open = () => resolve();
    });
    const client = openClient(limited, things.node.clock, { appKey: "ak_test_ours", secret });
    const sent = [1, 2, 3].map((amount) => client.send("POST", "/v1/things", { body: { amount } }));
    await expect.poll(() => things.happened.runs).toBe(2);
    expect((await client.send("GET", "/v1/things")).status).toBe(200);
    expect(things.happened.runs).toBe(2);
    const other = openClient(limited, things.node.clock, { appKey: "ak_test_other", secret: secretOfOther });
    const others = other.send("POST", "/v1/things", { body: { amount: 4 } });
    await expect.poll(() => things.happened.runs).toBe(3);
    open();
    expect((await Promise.all([...sent, others])).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await limited.close();
  });

  test("is free again after an answer of any kind", async () => {
    const limited = await things.serve(100_000, 1);
    const client = openClient(limited, things.node.clock, { appKey: "ak_test_ours", secret });
    const bodies = [{ amount: 1 }, { amount: 0 }, { amount: 1, fail: "defect" }, { amount: 1, fail: "refuse" }];
    const statuses = [];
    for (const body of bodies) statuses.push((await client.send("POST", "/v1/things", { body })).status);
    const message = client.signed("GET", "/v1/things");
    for (let i = 0; i < 2; i += 1) statuses.push((await deliver(limited, message)).status);
    expect([...statuses, (await client.send("GET", "/v1/things")).status]).toEqual([200, 400, 500, 409, 200, 401, 200]);
    await limited.close();
  });
});

describe("an input", () => {
  const post = (raw: string, headers: Record<string, string> = {}) =>
    things.client().send("POST", "/v1/things", { raw, headers });

  test.each([
    '{"amount":1.5}',
    '{"amount":"1"}',
    '{"amount":0}',
    '{"amount":-1}',
    '{"amount":true}',
    '{"amount":[1]}',
    '{"amount":null}',
    '{"amount":9007199254740993}',
    '{"amount":1e400}',
    '{"amount":1,"amount":100}',
    '{"amount":1,"__proto__":{"x":1}}',
    "{}",
    "[]",
    '"x"',
    "{",
  ])("of %s is refused and runs nothing", async (raw) => {
    const answer = await post(raw);
    expect([answer.status, answer.body.bizCode]).toEqual([400, "validation_failed"]);
    expect(things.happened.runs).toBe(0);
  });

  test("that is not known is refused in test mode and left out in live mode, at any depth", async () => {
    const raw = '{"amount":7,"status":"paid","inner":{"a":"b","fee":0}}';
    const refused = await post(raw);
    expect([refused.status, refused.body.bizCode]).toEqual([400, "validation_failed"]);
    expect([refused.body.param, refused.body.params?.[1]?.param]).toEqual(["inner.fee", "status"]);
    const taken = await things.client("ak_live_ours").send("POST", "/v1/things", { raw });
    expect([taken.status, taken.body.zeta]).toEqual([200, 7]);
    const wrong = await things
      .client("ak_live_ours")
      .send("POST", "/v1/things", { raw: '{"amount":0,"status":"paid"}' });
    expect([wrong.status, wrong.body.param]).toEqual([400, "amount"]);
  });

  test("in a query that comes twice is refused", async () => {
    const answer = await things.client().send("GET", "/v1/things", { query: "name=a&name=b" });
    expect([answer.status, answer.body.bizCode]).toEqual([400, "validation_failed"]);
  });

  test("in another media type, compressed or too long is refused", async () => {
    for (const type of [
      "text/plain",
      "application/xml",
      "application/x-www-form-urlencoded",
      "application/json, text/plain",
    ])
      expect((await post('{"amount":1}', { "content-type": type })).status, type).toBe(415);
    expect((await post('{"amount":1}', { "content-encoding": "gzip" })).status).toBe(415);
    expect((await post(`{"amount":1,"note":"${"x".repeat(262_144)}"}`)).status).toBe(413);
    expect((await post('{"amount":1}', { "content-type": "application/json; charset=utf-8" })).status).toBe(200);
  });

  test("that is not UTF-8 is refused", async () => {
    const raw = Buffer.concat([Buffer.from('{"amount":1,"note":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]);
    expect((await things.client().send("POST", "/v1/things", { raw })).status).toBe(400);
  });

  test("of another API version is refused by name", async () => {
    const answer = await things.client().send("GET", "/v1/things", { headers: { "x-api-version": "2019-01-01" } });
    expect([answer.status, answer.body.bizCode]).toEqual([400, "version_unknown"]);
  });
});

describe("an error", () => {
  test("is told in English unless the request asks for another language", async () => {
    const told = async (language: string | undefined) => {
      const { headers, ...message } = things.client().signed("POST", "/v1/things", { body: { amount: 19.99 } });
      const { "accept-language": _en, ...rest } = headers;
      const asking = language === undefined ? rest : { ...rest, "accept-language": language };
      return (await deliver(things.server, { ...message, headers: asking })).body.message;
    };
    expect([await told(undefined), await told("*"), await told("fr")]).toEqual(
      Array(3).fill(
        "amount is 19.99. Send minor units: a whole number from 1 to 9007199254740991, such as 1999 for 19.99.",
      ),
    );
    expect(await told("zh-CN")).toContain("最小货币单位");
    expect(await told("zh-TW,en;q=0.5")).toContain("最小貨幣單位");
  });

  test("has one shape, in the caller's language, and tells no detail of a defect", async () => {
    const answer = await things.client().send("POST", "/v1/things", {
      body: { amount: 1, fail: "defect" },
      headers: { "accept-language": "zh-TW" },
    });
    expect(answer.status).toBe(500);
    expect(answer.body).toMatchObject({ code: 500, bizCode: "internal", docKey: "internal" });
    expect(answer.body.message).toContain("系統");
    expect(answer.text).not.toContain("SELECT");
  });

  test("answers whatever is not there under the API's address", async () => {
    const answer = await deliver(things.server, {
      method: "GET",
      url: "/v1/nothing",
      headers: {},
      payload: "",
      remoteAddress: "::1",
    });
    expect([answer.status, answer.body.bizCode]).toEqual([404, "not_found"]);
  });
});

describe("a payer's browser", () => {
  const tokenOf = (orderNo: string) =>
    makeClientToken(things.node.platform, {
      merchantId: "mer_A",
      orderNo,
      orderTime: things.node.clock.now().toISOString(),
    });
  const ask = (orderNo: string, token: string, appKey = "pk_test_ours", url = `/v1/things/${orderNo}`) =>
    deliver(things.server, {
      method: "GET",
      url,
      payload: "",
      remoteAddress: "203.0.113.9",
      headers: { authorization: `Bearer ${token}`, "x-app-key": appKey },
    });

  test("reads the order of its token, and neither another one nor another call", async () => {
    const token = tokenOf("OR1");
    expect((await ask("OR1", token)).body).toEqual({ orderNo: "OR1" });
    expect((await ask("OR2", token)).status).toBe(404);
    expect((await ask("", token, undefined, "/v1/things")).status).toBe(401);
    expect((await ask("OR1", token, "pk_test_other")).status).toBe(401);
    expect((await ask("OR1", token, "pk_test_nobody")).status).toBe(401);
  });

  test("opens nothing with a token that was changed", async () => {
    const token = tokenOf("OR1");
    const [body = "", mac = ""] = token.split(".");
    const bytes = Buffer.from(body, "base64url");
    bytes[8] = (bytes[8] ?? 0) ^ 3;
    const other = bytes.toString("base64url");
    for (const forged of [`${other}.${mac}`, `${body}.${"A".repeat(43)}`, `${body}.`, body, "", "x".repeat(5_000)])
      expect((await ask("OR2", forged)).status).toBe(401);
  });
});

describe("a client token", () => {
  test("opens its order for seven days from when the order was made, and is refused by name afterwards", async () => {
    const { platform, clock } = things.node;
    const orderTime = clock.now().toISOString();
    const token = makeClientToken(platform, { merchantId: "mer_A", orderNo: "OR1", orderTime });
    const ask = (sent: string, appKey = "pk_test_ours") =>
      deliver(things.server, {
        method: "GET",
        url: "/v1/things/OR1",
        payload: "",
        remoteAddress: "203.0.113.10",
        headers: { authorization: `Bearer ${sent}`, "x-app-key": appKey },
      });
    clock.forward(7 * 86_400_000 - 1_000);
    expect((await ask(token)).status).toBe(200);
    clock.forward(1_000);
    expect((await ask(token)).body).toMatchObject({ code: 401, bizCode: "client_token_expired" });
    // A caller without the app's key learns nothing of it.
    expect((await ask(token, "pk_test_other")).body.bizCode).toBe("client_token_invalid");
    const [body = "", mac] = token.split(".");
    const longer = Buffer.from(body, "base64url");
    longer[longer.length - 6] = (longer.at(-6) ?? 0) ^ 1;
    const forged = `${longer.toString("base64url")}.${mac}`;
    expect((await ask(forged)).body.bizCode).toBe("client_token_invalid");
  });

  test("names neither merchant nor order to whoever reads it, and is the same however often it is made", () => {
    const { platform, clock } = things.node;
    const order = { merchantId: "mer_A", orderNo: "OR1", orderTime: clock.now().toISOString() };
    const token = makeClientToken(platform, order);
    expect(Buffer.from(token.split(".")[0] ?? "", "base64url").toString("latin1")).not.toMatch(/mer_A|OR1|\d{10}/);
    expect(makeClientToken(platform, order)).toBe(token);
    expect(readClientToken(platform, token, clock.now())).toEqual({ ...order, orderTime: undefined, isExpired: false });
  });
});

describe("the documents", () => {
  test("list every call and show a page in each language", async () => {
    const get = (url: string) => things.server.inject({ url });
    const document = JSON.parse((await get("/v1/openapi.json?lang=en")).body);
    expect(Object.keys(document.paths)).toEqual([
      "/v1/things",
      "/v1/things/{orderNo}",
      "/v1/scarce",
      "/v1/payings",
      "/v1/secrets",
    ]);
    expect(document.components.schemas.WriteRequest.required).toEqual(["amount"]);
    for (const lang of ["en", "zh-cn", "zh-tw"]) {
      const page = await get(`/v1/docs?lang=${lang}`);
      expect(page.body).toContain(`<html lang="${lang}">`);
      expect(page.headers["content-security-policy"]).toContain("default-src 'none'");
    }
  });

  test("sign in the page exactly as the server verifies", async () => {
    const script = (await things.server.inject({ url: "/v1/docs/page.js" })).body;
    expect(() => new Function(script)).not.toThrow();
    expect(bodyHashOf(Buffer.alloc(0))).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  });
});
