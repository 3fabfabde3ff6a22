import { createHash } from "node:crypto";
import { textToSign } from "@countinghouse/contract/integration/open-api/signing.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  deliver,
  type OpenAnswered,
  type OpenClient,
  type OpenQuestion,
  type SignedMessage,
} from "../../../../test/open-caller.ts";
import { buildThings, secret, type Things } from "../../../../test/open-things.ts";
import { signatureOf } from "./signature.service.ts";

let things: Things;

beforeAll(async () => {
  things = await buildThings();
});
afterAll(() => things.close());
beforeEach(() => {
  Object.assign(things.happened, { runs: 0, repeats: [], gate: undefined });
});

describe("the signature", () => {
  test("is the one that was published with the format", () => {
    const body = '{"amount":10000,"currency":"USD","merchantOrderNo":"A-1001"}';
    const bodyHash = createHash("sha256").update(body).digest("hex");
    expect(bodyHash).toBe("d8160baaeacebf36d66dd2b11c1620a40c54c40f8af717fe7b76f9c5877a89b9");
    const parts = { method: "POST", path: "/v1/orders", query: "", timestamp: "1780000000", nonce: "n-0001", bodyHash };
    expect(signatureOf(secret, parts)).toBe("4e4fd6441e0db62e8ba6ddfbc7ef239fb99e180352a11b897b4c0928af5cb8e5");
  });

  test("covers the query sorted by name and value and percent-encoded", () => {
    const lines = textToSign({
      method: "GET",
      path: "/v1/orders",
      query: "b=2&a=z%20y&a=%7Eb&c=(x)",
      timestamp: "1",
      nonce: "n",
      bodyHash: "h",
    }).split("\n");
    expect(lines).toEqual(["GET", "/v1/orders", "a=z%20y&a=~b&b=2&c=%28x%29", "1", "n", "h"]);
  });

  test("lets a request in, whatever the order of its query", async () => {
    const message = things.client().signed("GET", "/v1/things", { query: "name=a" });
    expect((await deliver(things.server, message)).body).toEqual({ ok: true });
  });

  test.each([
    ["the method", (m: ReturnType<OpenClient["signed"]>) => ({ ...m, method: "GET", payload: "" })],
    ["the path's case", (m: ReturnType<OpenClient["signed"]>) => ({ ...m, url: m.url.replace("/v1/t", "/v1/T") })],
    ["the query", (m: ReturnType<OpenClient["signed"]>) => ({ ...m, url: `${m.url}?name=x` })],
    ["one byte of the body", (m: ReturnType<OpenClient["signed"]>) => ({ ...m, payload: '{"amount":2}' })],
    [
      "the nonce",
      (m: ReturnType<OpenClient["signed"]>) => ({ ...m, headers: { ...m.headers, "x-nonce": "n".repeat(20) } }),
    ],
    [
      "the key",
      (m: ReturnType<OpenClient["signed"]>) => ({ ...m, headers: { ...m.headers, "x-app-key": "ak_test_other" } }),
    ],
  ])("fits no request with another %s", async (what, change) => {
    const answer = await deliver(
      things.server,
      change(things.client().signed("POST", "/v1/things", { body: { amount: 1 } })),
    );
    expect([answer.status, answer.body.bizCode], what).toEqual([401, "signature_invalid"]);
    expect(things.happened.runs).toBe(0);
  });

  test.each(["x-app-key", "x-timestamp", "x-nonce", "x-signature"])("is refused without %s", async (header) => {
    const message = things.client().signed("GET", "/v1/things");
    const { [header]: _left, ...headers } = message.headers;
    const answer = await deliver(things.server, { ...message, headers });
    expect([answer.status, answer.body.bizCode]).toEqual([401, "unauthorized"]);
  });

  test("gives the same answer for a key that does not exist and a signature that is wrong", async () => {
    const unknown = await things.client("ak_test_nobody").send("GET", "/v1/things");
    const wrong = await things.client("ak_test_ours", "sk_wrong").send("GET", "/v1/things");
    const { requestId: _a, ...first } = unknown.body;
    const { requestId: _b, ...second } = wrong.body;
    expect(first).toEqual(second);
    expect([unknown.status, first.bizCode]).toEqual([401, "signature_invalid"]);
  });

  test("opens nothing with an empty secret", async () => {
    expect((await things.client("ak_test_empty", "x").send("GET", "/v1/things")).status).toBe(401);
    const message = things.client("ak_test_empty").signed("GET", "/v1/things", { secret: " " });
    expect((await deliver(things.server, message)).status).toBe(401);
  });

  test("is good with either secret while they are being changed", async () => {
    expect((await things.client("ak_test_rotating", "sk_new").send("GET", "/v1/things")).status).toBe(200);
    expect((await things.client("ak_test_rotating", secret).send("GET", "/v1/things")).status).toBe(200);
    expect((await things.client("ak_test_rotating", "sk_older").send("GET", "/v1/things")).status).toBe(401);
  });

  test.each([
    ["-301 s", (s: number) => String(s - 301)],
    ["+301 s", (s: number) => String(s + 301)],
    ["milliseconds", (s: number) => String(s * 1000)],
    ["a fraction", (s: number) => `${s}.5`],
    ["a sign", (s: number) => `-${s}`],
    ["words", () => "yesterday"],
  ])("is refused with a timestamp of %s", async (_name, at) => {
    const seconds = Math.floor(things.node.clock.now().getTime() / 1000);
    const answer = await things.client().send("GET", "/v1/things", { timestamp: at(seconds) });
    expect(answer.status).toBe(401);
    expect(["timestamp_out_of_window", "unauthorized"]).toContain(answer.body.bizCode);
  });

  test("tells only who holds the secret that a key is off, bound to addresses, or lacks a scope", async () => {
    const disabled = things.client("ak_test_disabled");
    expect((await disabled.send("GET", "/v1/things")).body.bizCode).toBe("api_key_disabled");
    expect((await disabled.send("GET", "/v1/things", { secret: "sk_wrong" })).body.bizCode).toBe("signature_invalid");
    const bound = things.client("ak_test_bound");
    expect((await bound.send("GET", "/v1/things")).body.bizCode).toBe("ip_not_allowed");
    expect((await bound.send("GET", "/v1/things", { ip: "198.51.100.9" })).status).toBe(200);
    expect((await bound.send("GET", "/v1/things", { ip: "::ffff:198.51.100.9" })).status).toBe(200);
    expect((await bound.send("GET", "/v1/things", { ip: "2001:db8::1" })).status).toBe(200);
    expect((await bound.send("GET", "/v1/things", { ip: "2001:db8::2" })).status).toBe(401);
    const reader = things.client("ak_test_reader");
    expect((await reader.send("GET", "/v1/things")).status).toBe(200);
    const refused = await reader.send("POST", "/v1/things", { body: { amount: 1 } });
    expect([refused.status, refused.body.bizCode]).toEqual([403, "forbidden"]);
  });
});

describe("a nonce", () => {
  test("is good once, on any node", async () => {
    const second = await things.serve();
    const message = things.client().signed("GET", "/v1/things");
    expect((await deliver(things.server, message)).status).toBe(200);
    for (const other of [things.server, second]) {
      const again = await deliver(other, message);
      expect([again.status, again.body.bizCode]).toEqual([401, "nonce_replayed"]);
    }
    await second.close();
  });

  test("lets one of fifty parallel copies in", async () => {
    const message = things.client().signed("GET", "/v1/things");
    const answers = await Promise.all(Array.from({ length: 50 }, () => deliver(things.server, message)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("is not spent by a stranger without the secret", async () => {
    const nonce = "victims-nonce-0001";
    expect((await things.client("ak_test_ours", "sk_wrong").send("GET", "/v1/things", { nonce })).status).toBe(401);
    expect((await things.client().send("GET", "/v1/things", { nonce })).status).toBe(200);
  });

  test("of one app says nothing about another's", async () => {
    const nonce = "shared-nonce-00001";
    expect((await things.client().send("GET", "/v1/things", { nonce })).status).toBe(200);
    expect((await things.client("ak_test_rotating").send("GET", "/v1/things", { nonce })).status).toBe(200);
  });

  test.each(["short", "x".repeat(65), "sp ace sp ace sp ace"])("of the form %j is refused", async (nonce) => {
    expect((await things.client().send("GET", "/v1/things", { nonce })).status).toBe(401);
  });
});

describe("a signed request under an idempotency key", () => {
  const ask = (parts: OpenQuestion = {}) =>
    things.client().signed("POST", "/v1/things", { body: { amount: 7, fail: "bound" }, ...parts });
  const outcome = ({ status, body }: OpenAnswered) => [status, body.bizCode];
  const replayed = [401, "nonce_replayed"];

  test("may come again byte for byte, on any node, and is shown what it made", async () => {
    const second = await things.serve();
    const message = ask();
    const first = await deliver(things.server, message);
    expect([first.status, first.body.zeta, first.headers["idempotent-replay"]]).toEqual([200, 7, undefined]);
    for (const server of [things.server, second]) {
      things.node.clock.forward(10_000);
      const again = await deliver(server, message);
      expect([again.status, again.body.zeta, again.headers["idempotent-replay"]]).toEqual([200, 7, "true"]);
    }
    expect(things.happened.runs).toBe(1);
    await second.close();
  });

  test("runs once in fifty parallel copies, and none of them is taken for a stranger's", async () => {
    const message = ask();
    const answers = await Promise.all(Array.from({ length: 50 }, () => deliver(things.server, message)));
    expect(answers.filter(({ status }) => status === 401)).toEqual([]);
    expect(answers.filter(({ status, headers }) => status === 200 && !headers["idempotent-replay"])).toHaveLength(1);
    expect(things.happened.runs).toBe(1);
  });

  test("runs again after a failure of ours that made nothing, without being signed anew", async () => {
    const message = ask({ body: { amount: 1, fail: "busy" } });
    expect((await deliver(things.server, message)).status).toBe(429);
    expect((await deliver(things.server, message)).status).toBe(429);
    expect(things.happened.runs).toBe(2);
  });

  test("is refused once its time is over, whatever its key", async () => {
    const message = ask();
    expect((await deliver(things.server, message)).status).toBe(200);
    things.node.clock.forward(299_000);
    expect((await deliver(things.server, message)).status).toBe(200);
    things.node.clock.forward(2_000);
    expect(outcome(await deliver(things.server, message))).toEqual([401, "timestamp_out_of_window"]);
    expect(things.happened.runs).toBe(1);
  });

  test.each([
    ["another key", (m: SignedMessage) => ({ ...m.headers, "idempotency-key": "another-key" })],
    [
      "no key",
      ({ headers }: SignedMessage) => {
        const { "idempotency-key": _key, ...rest } = headers;
        return rest;
      },
    ],
    [
      "its key and more",
      (m: SignedMessage) => ({ ...m.headers, "idempotency-key": `${m.headers["idempotency-key"]}x` }),
    ],
  ])("is refused with %s, though the signature fits", async (_what, headers) => {
    const message = ask();
    expect((await deliver(things.server, message)).status).toBe(200);
    expect(outcome(await deliver(things.server, { ...message, headers: headers(message) }))).toEqual(replayed);
    expect(things.happened.runs).toBe(1);
  });

  test("is refused with other bytes: by the signature, or by the nonce where they are signed anew", async () => {
    const [nonce, key] = ["one-nonce-for-both-01", "one-key-for-both"];
    const message = ask({ nonce, key });
    expect((await deliver(things.server, message)).status).toBe(200);
    const payload = String(message.payload).replace("7", "8");
    expect(outcome(await deliver(things.server, { ...message, payload }))).toEqual([401, "signature_invalid"]);
    const other = await deliver(things.server, { ...message, url: "/v1/secrets" });
    expect(outcome(other)).toEqual([401, "signature_invalid"]);
    for (const parts of [{ body: { amount: 8, fail: "bound" } }, { timestamp: String(clockSeconds() - 1) }])
      expect(outcome(await deliver(things.server, ask({ nonce, key, ...parts })))).toEqual(replayed);
    expect(things.happened.runs).toBe(1);
  });

  test("opens nothing in the name of another app", async () => {
    const message = ask();
    expect((await deliver(things.server, message)).status).toBe(200);
    const headers = { ...message.headers, "x-app-key": "ak_test_other" };
    expect(outcome(await deliver(things.server, { ...message, headers }))).toEqual([401, "signature_invalid"]);
    // Two apps with the same secret by mistake have the same signature, but neither the same key nor the same objects.
    const sharing = { ...message.headers, "x-app-key": "ak_test_rotating" };
    const theirs = await deliver(things.server, { ...message, headers: sharing });
    expect(theirs.headers["idempotent-replay"]).toBeUndefined();
  });

  test("that was first sent without a key gains none by coming again with one", async () => {
    const message = ask({ key: null });
    expect((await deliver(things.server, message)).status).toBe(400);
    const headers = { ...message.headers, "idempotency-key": "added-by-a-stranger" };
    expect(outcome(await deliver(things.server, { ...message, headers }))).toEqual(replayed);
    expect(things.happened.runs).toBe(0);
  });

  test("is no way to read again: a GET with a key is let in once", async () => {
    const message = things.client().signed("GET", "/v1/things", { headers: { "idempotency-key": "k-read" } });
    expect((await deliver(things.server, message)).status).toBe(200);
    expect(outcome(await deliver(things.server, message))).toEqual(replayed);
  });

  const clockSeconds = () => Math.floor(things.node.clock.now().getTime() / 1000);
});
