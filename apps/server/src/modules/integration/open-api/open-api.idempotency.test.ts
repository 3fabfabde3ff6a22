import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildThings, type Things } from "../../../../test/open-things.ts";

let things: Things;

beforeAll(async () => {
  things = await buildThings();
});
afterAll(() => things.close());
beforeEach(() => {
  Object.assign(things.happened, { runs: 0, made: 0, gate: undefined });
});

describe("an idempotency key", () => {
  const ask = (key: string | null, body: object = { amount: 1 }, appKey?: string) =>
    things.client(appKey).send("POST", "/v1/things", { key, body });

  test("is asked for", async () => {
    expect((await ask(null)).body.bizCode).toBe("idempotency_key_missing");
    for (const key of ["", "x".repeat(256), "sp ace"]) expect((await ask(key)).status).toBe(400);
  });

  test("gets the same bytes again without a second run", async () => {
    const first = await ask("k-1");
    const again = await ask("k-1");
    expect(again.text).toBe(first.text);
    expect([first.headers["idempotent-replay"], again.headers["idempotent-replay"]]).toEqual([undefined, "true"]);
    expect(things.happened.runs).toBe(1);
  });

  test("has its answer kept for three days, and is free after them", async () => {
    const days = (count: number) => things.node.clock.forward(count * 86_400_000);
    await ask("k-72");
    days(2.99);
    expect((await ask("k-72")).headers["idempotent-replay"]).toBe("true");
    days(0.02);
    expect((await ask("k-72")).headers["idempotent-replay"]).toBeUndefined();
    expect(things.happened.runs).toBe(2);
  });

  test("lets one of many parallel requests run", async () => {
    let open = () => {};
    things.happened.gate = new Promise((resolve) => {
      open = resolve;
    });
    const sent = Array.from({ length: 20 }, () => ask("k-2"));
    const early = await Promise.race(sent);
    expect([early.status, early.body.bizCode, early.headers["retry-after"]]).toEqual([
      409,
      "idempotency_in_progress",
      "1",
    ]);
    open();
    const fresh = (await Promise.all(sent)).filter(
      ({ status, headers }) => status === 200 && headers["idempotent-replay"] === undefined,
    );
    expect(fresh).toHaveLength(1);
    expect(things.happened.runs).toBe(1);
    expect((await ask("k-2")).headers["idempotent-replay"]).toBe("true");
  });

  test("stands for one body only", async () => {
    await ask("k-3");
    const other = await ask("k-3", { amount: 2 });
    expect([other.status, other.body.bizCode]).toEqual([409, "idempotency_key_reused"]);
    expect(things.happened.runs).toBe(1);
  });

  test("of one app or mode is another key for the next", async () => {
    await ask("k-4");
    const other = await ask("k-4", { amount: 5 }, "ak_live_ours");
    expect([other.status, other.body.zeta, other.headers["idempotent-replay"]]).toEqual([200, 5, undefined]);
  });

  test("keeps a refusal, and is free again after a failure that made nothing", async () => {
    const refused = [await ask("k-5", { amount: 1, fail: "refuse" }), await ask("k-5", { amount: 1, fail: "refuse" })];
    expect(refused.map(({ status }) => status)).toEqual([409, 409]);
    expect(things.happened.runs).toBe(1);
    for (const [fail, status] of [
      ["defect", 500],
      ["busy", 429],
    ] as const) {
      things.happened.runs = 0;
      for (let i = 0; i < 3; i += 1) expect((await ask(`k-6-${fail}`, { amount: 1, fail })).status).toBe(status);
      expect(things.happened.runs).toBe(3);
    }
  });

  test.each([
    ["unrated", "no_rate"],
    ["stale", "rate_stale"],
    ["unpriced", "fee_rule_missing"],
    ["unrouted", "no_route"],
  ])("is free again after a refusal for what an operator has yet to set up: %s", async (fail, bizCode) => {
    const key = `k-8-${fail}`;
    const refused = await ask(key, { amount: 1, fail });
    expect([refused.status, refused.body.bizCode]).toEqual([409, bizCode]);
    await ask(key, { amount: 1, fail });
    expect(things.happened.runs).toBe(2);
    // Another request with the key is independent: nothing was created with it.
    expect((await ask(key, { amount: 1 })).status).toBe(200);
  });

  test("that is bound to an object shows it and runs nothing, however the first call ended and whenever it is asked", async () => {
    for (const fail of ["bound", "boundDefect"]) {
      Object.assign(things.happened, { runs: 0, made: 0 });
      const key = `k-9-${fail}`;
      const first = await ask(key, { amount: 7, fail });
      expect([first.status, first.body.zeta, first.headers["idempotent-replay"]]).toEqual([200, 7, undefined]);
      for (const seconds of [0, 61, 3_600, 70 * 3_600]) {
        things.node.clock.forward(seconds * 1_000);
        const again = await ask(key, { amount: 7, fail });
        expect([again.status, again.body, again.headers["idempotent-replay"]]).toEqual([
          200,
          { zeta: 7, alpha: -1 },
          "true",
        ]);
        // The object's current state is returned.
      }
      things.happened.made = 2;
      expect((await ask(key, { amount: 7, fail })).body.alpha).toBe(-2);
      expect(things.happened.runs).toBe(1);
      expect((await ask(key, { amount: 8, fail })).body.bizCode).toBe("idempotency_key_reused");
    }
  });

  test("is not bound by a run that stood still until another one took the key over", async () => {
    let open = () => {};
    things.happened.gate = new Promise((resolve) => {
      open = resolve;
    });
    const frozen = ask("k-10", { amount: 3, fail: "bound" });
    await expect.poll(() => things.happened.runs).toBe(1);
    things.happened.gate = undefined;
    things.node.clock.forward(61_000);
    expect((await ask("k-10", { amount: 3, fail: "bound" })).status).toBe(200);
    open();
    expect((await frozen).body.bizCode).toBe("idempotency_in_progress");
    expect(things.happened.made).toBe(1);
  });

  test("keeps the answer of the run that took it over, whatever the first one comes to later", async () => {
    let open = () => {};
    things.happened.gate = new Promise((resolve) => {
      open = resolve;
    });
    const frozen = ask("k-8", { amount: 1 });
    await expect.poll(() => things.happened.runs).toBe(1);
    things.happened.gate = undefined;
    things.node.clock.forward(61_000);
    const second = await ask("k-8", { amount: 1 });
    open();
    await frozen;
    expect((await ask("k-8", { amount: 1 })).text).toBe(second.text);
    expect(things.happened.runs).toBe(2);
  });

  test("does not repeat a secret", async () => {
    const send = () => things.client().send("POST", "/v1/secrets", { key: "k-7", body: {} });
    expect((await send()).body).toEqual({ secret: "whsec_once" });
    const again = await send();
    expect([again.text.includes("whsec_once"), again.body.bizCode]).toEqual([false, "secret_shown_once"]);
  });
});
