import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deliver } from "../../../../test/open-caller.ts";
import { buildThings, type Things } from "../../../../test/open-things.ts";
import { makeClientToken } from "./client-token.service.ts";

let things: Things;

beforeAll(async () => {
  things = await buildThings();
});
afterAll(() => things.close());
beforeEach(() => things.node.clock.forward(10_000));

const shop = "https://shop.example";
const url = "/v1/things/OR1";

const preflight = (origin: string, { path = url, asks = "GET" }: { path?: string; asks?: string } = {}) =>
  deliver(things.server, {
    method: "OPTIONS",
    url: path,
    payload: "",
    remoteAddress: "203.0.113.9",
    headers: {
      origin,
      "access-control-request-method": asks,
      "access-control-request-headers": "authorization,x-app-key",
    },
  });

const ask = (origin: string | undefined, mode: "test" | "live" = "test") =>
  deliver(things.server, {
    method: "GET",
    url,
    payload: "",
    remoteAddress: "203.0.113.9",
    headers: {
      authorization: `Bearer ${makeClientToken(things.node.platform, {
        merchantId: "mer_A",
        orderNo: "OR1",
        orderTime: things.node.clock.now().toISOString(),
      })}`,
      "x-app-key": `pk_${mode}_paged`,
      ...(origin === undefined ? {} : { origin }),
    },
  });

/** Origins similar to the app's, but not equal. */
const foreign = [
  "https://evil.example",
  "https://shop.example.evil.example",
  "https://shop.example:8443",
  "http://shop.example",
  "https://SHOP.example",
  "https://shop.example/",
  "https://shop.example, https://evil.example",
  "null",
  "*",
  "",
];

describe("a browser that asks first", () => {
  test("is told what a page of the app may send, and that no credentials go along", async () => {
    const { status, headers } = await preflight(shop);
    expect(status).toBe(204);
    expect(headers["access-control-allow-origin"]).toBe(shop);
    expect(headers["access-control-allow-methods"]).toBe("GET");
    expect(headers["access-control-allow-headers"]).toContain("X-App-Key");
    expect(headers["access-control-allow-headers"]).not.toContain("X-Signature");
    expect(headers["access-control-allow-credentials"]).toBeUndefined();
    expect(headers.vary).toContain("Origin");
  });

  test.each(foreign)("is refused for a page of %j", async (origin) => {
    const { status, headers } = await preflight(origin);
    expect(status).toBe(403);
    expect(headers["access-control-allow-origin"]).toBeUndefined();
  });

  test("is refused for another method and for every call that is a server's alone", async () => {
    for (const [path, asks] of [
      [url, "POST"],
      [url, "DELETE"],
      ["/v1/things", "GET"],
      ["/v1/things", "POST"],
      ["/v1/secrets", "POST"],
      ["/v1/openapi.json", "GET"],
    ] as const) {
      const { status, headers } = await preflight(shop, { path, asks });
      expect(status, `${asks} ${path}`).toBeGreaterThanOrEqual(400);
      expect(headers["access-control-allow-origin"]).toBeUndefined();
    }
  });
});

describe("a payer's call from a page", () => {
  test("is answered to pages of the app by name, and to callers without a page", async () => {
    const { status, headers, body } = await ask(shop);
    expect([status, body.orderNo, headers["access-control-allow-origin"]]).toEqual([200, "OR1", shop]);
    expect(headers["access-control-expose-headers"]).toContain("Retry-After");
    expect(headers["access-control-allow-credentials"]).toBeUndefined();
    const without = await ask(undefined);
    expect([without.status, without.headers["access-control-allow-origin"]]).toEqual([200, undefined]);
    expect(without.headers.vary).toContain("Origin");
  });

  test.each(foreign)("is refused to a page of %j, whatever token it holds", async (origin) => {
    const { status, headers, body } = await ask(origin);
    expect([status, body.bizCode]).toEqual([403, "origin_not_allowed"]);
    expect(headers["access-control-allow-origin"]).toBeUndefined();
  });

  test("is taken from a plain http page in test mode alone", async () => {
    expect((await ask("http://localhost:3000")).status).toBe(200);
    expect((await ask("http://localhost:3000", "live")).status).toBe(403);
    expect((await ask(shop, "live")).status).toBe(200);
  });

  test("says why it was refused in words that the page can read", async () => {
    const { status, headers } = await deliver(things.server, {
      method: "GET",
      url,
      payload: "",
      remoteAddress: "203.0.113.9",
      headers: { authorization: "Bearer nothing", "x-app-key": "pk_test_paged", origin: shop },
    });
    expect([status, headers["access-control-allow-origin"]]).toEqual([401, shop]);
  });
});

describe("a server's call", () => {
  test("is never readable by a page, whatever origin it names", async () => {
    const answer = await things.client().send("GET", "/v1/things", { headers: { origin: shop } });
    expect([answer.status, answer.headers["access-control-allow-origin"]]).toEqual([200, undefined]);
  });
});
