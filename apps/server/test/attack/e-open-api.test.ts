import { openOperationList } from "@countinghouse/contract/integration/open-api/open-operations.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildTestApp, type TestApp } from "../app.ts";
import { deliver } from "../open-caller.ts";
import { buildShop, type Shop } from "../open-shop.ts";

let node: TestApp;
let shop: Shop;

beforeAll(async () => {
  node = await buildTestApp({ environment: { COUNTINGHOUSE_API_RATE: "100000" } });
  shop = await buildShop(node);
});
afterAll(() => node.close());
/** So that no allowance is used up, and what is refused is refused for what it is. */
const rest = () => node.clock.forward(1_000);
beforeEach(rest);

const payloads = [
  "' OR '1'='1",
  "';SELECT pg_sleep(600)--",
  "\\'",
  "$$",
  "\u0000",
  "\ud800",
  "\u202egnp.exe",
  "%",
  "_",
  "{{7*7}}",
  "x".repeat(10_000),
];
/** Nothing of how we are made may stand in an answer. */
const inner = /syntax error|pg_|SELECT |node_modules|\/src\/|stack|Kysely|relation "/i;

const calls = openOperationList.map(([name, operation]) => ({ name, ...operation }));

/** What was sent is shown to its sender, as a value of JSON and as one quoted in a sentence. */
const withoutSent = (text: string, sent: string): string =>
  text
    .replaceAll(JSON.stringify(sent).slice(1, -1), "")
    .replaceAll(JSON.stringify(JSON.stringify(sent)).slice(3, -3), "");

function assertHarmless(status: number, text: string, name: string, sent: string): void {
  const what = `${name}=${sent.slice(0, 20)}`;
  expect([200, 400, 404, 409, 413, 414, 422], `${what}: ${text}`).toContain(status);
  expect(withoutSent(text, sent), what).not.toMatch(inner);
}

describe("text that means something elsewhere", () => {
  test.each(calls)("is text or nothing in every parameter of $name", async ({ method, path, params, query }) => {
    // Percent-encoding cannot carry half a surrogate pair.
    for (const payload of payloads.filter((text) => text.isWellFormed())) {
      for (const name of Object.keys(query.shape)) {
        rest();
        const before = process.cpuUsage();
        const sent = `${name}=${encodeURIComponent(payload)}`;
        const { status, text } = await shop.live.send(method, path.replace(/:\w+/, "x"), { query: sent });
        assertHarmless(status, text, name, payload);
        // By the processor, which a busy machine does not change; a sleeping database meets the test's own limit.
        const { user, system } = process.cpuUsage(before);
        expect((user + system) / 1_000).toBeLessThan(2_000);
      }
      if (Object.keys(params.shape).length === 0) continue;
      rest();
      const url = path.replace(/:\w+/, encodeURIComponent(payload));
      const { status, text } = await shop.live.send(method, url, method === "POST" ? { body: {} } : {});
      assertHarmless(status, text, "path", payload);
      expect(status).toBeGreaterThanOrEqual(400);
    }
  });

  const writing = calls.filter(({ method, example }) => method === "POST" && example !== undefined);
  test.each(writing.length > 0 ? writing : calls.slice(0, 0))(
    "is text or nothing in every field of the body of $name",
    async ({ path, example }) => {
      const url = path.replace(/:\w+/, "OR20261121N0B0DY0000");
      for (const payload of payloads) {
        for (const name of Object.keys(example ?? {})) {
          rest();
          const raw = JSON.stringify({ ...example, [name]: payload });
          const { status, text } = await shop.live.send("POST", url, { raw });
          assertHarmless(status, text, name, payload);
        }
      }
    },
  );

  test("in a language falls back, and adds no header", async () => {
    for (const language of ["../../etc/passwd", "x".repeat(5_000), "en; Set-Cookie: a=b", "zh-TW'--"]) {
      const { status, headers } = await shop.live.send("GET", "/v1/orders", {
        headers: { "accept-language": language },
      });
      expect(status).toBe(200);
      expect(headers["set-cookie"]).toBeUndefined();
    }
  });

  test("in the name of a caller or a request opens nothing and is not given back", async () => {
    const { status, headers } = await shop.live.send("GET", "/v1/orders", {
      headers: {
        "x-request-id": "<script>alert(1)</script>",
        "x-forwarded-host": "evil.example",
        "x-original-url": "/v1/balances",
      },
    });
    expect(status).toBe(200);
    expect(headers["x-request-id"]).not.toContain("<");
  });
});

describe("a request that two readers could read differently", () => {
  test.each([
    "merchantOrderNo=1&merchantOrderNo=2",
    "merchantOrderNo[]=1",
    "merchantOrderNo[a]=1",
    "__proto__=1",
    "__proto__[x]=1",
  ])("with the query %s is refused", async (query) => {
    const { status, body } = await shop.test.send("GET", "/v1/orders", { query });
    expect([status, body.bizCode]).toEqual([400, "validation_failed"]);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  test("with a body on a read is refused", async () => {
    const message = shop.live.signed("GET", "/v1/orders", { raw: '{"a":1}' });
    expect((await deliver(node.server, message)).status).toBe(400);
  });

  test.each([
    "application/json\ta",
    "application/json ;x",
    "application/json, text/plain",
    "text/json",
    "multipart/form-data; boundary=x",
  ])("as %s is judged like any other or refused", async (type) => {
    const { status } = await shop.test.send("POST", "/v1/events/evt_00000000000000000000000000/resend", {
      raw: '{"unknown":1}',
      headers: { "content-type": type },
    });
    expect([400, 404, 415]).toContain(status);
  });

  test.each([
    "%2e%2e%2fapi%2fsysUser%2fpage",
    "..%2f..%2f.env",
    "orders/..%2f..%2fapi",
    "%",
    "%E0%A4%A",
    "orders//",
    "orders/%00",
    "ORDERS",
  ])("at /v1/%s is answered as an error of the open API", async (path) => {
    const answer = await node.server.inject({ url: `/v1/${path}` });
    expect([400, 401, 404]).toContain(answer.statusCode);
    expect(answer.body).not.toMatch(inner);
    expect(answer.headers["content-type"]).toContain("json");
  });
});

describe("a page of payment", () => {
  test.each(["..%2f..%2f.env", "%00", "<script>alert(1)</script>", "x".repeat(5_000), "%E0%A4%A", "__proto__"])(
    "at %j shows a page of ours and nothing of the address",
    async (token) => {
      const answer = await node.server.inject({ url: `/pay/${encodeURI(token)}` });
      expect([400, 404, 414]).toContain(answer.statusCode);
      expect(answer.body).not.toContain("<script>alert");
      expect(answer.body).not.toMatch(inner);
    },
  );
});
