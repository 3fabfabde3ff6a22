import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Bench, buildBench, buildReceiver } from "./bench.ts";

let bench: Bench;
let receiver: Awaited<ReturnType<typeof buildReceiver>>;

beforeEach(async () => {
  bench = await buildBench();
  receiver = await buildReceiver();
  await bench.configure("sim_main", { webhookUrl: receiver.url });
});
afterEach(async () => {
  await bench.stop();
  await receiver.stop();
});

describe("unknown outcomes", () => {
  test("501 breaks the connection; the payment is there, and notified after 90 s", async () => {
    const request = bench.request("501");
    await expect(bench.post("/v1/payments", request, "key-1")).rejects.toThrow();
    expect(await bench.byReference(request.reference)).toMatchObject([{ status: "captured" }]);
    await bench.advance(89);
    expect(receiver.types()).toEqual([]);
    await bench.advance(1);
    expect(receiver.types()).toEqual(["payment.captured"]);
    const replay = await bench.post("/v1/payments", request, "key-1");
    expect([replay.body.status, replay.headers.get("idempotent-replay")]).toEqual(["captured", "true"]);
    expect(await bench.byReference(request.reference)).toHaveLength(1);
  });

  test("501 hangs as long as the account says before it breaks", async () => {
    await bench.configure("sim_main", { hangMs: 30_000 });
    const request = bench.request("501");
    let isOver = false;
    const call = bench.post("/v1/payments", request).catch(() => {
      isOver = true;
    });
    await expect.poll(() => bench.byReference(request.reference)).toHaveLength(1);
    expect(isOver).toBe(false);
    await bench.advance(30);
    await call;
    expect(isOver).toBe(true);
  });

  test("502 breaks the connection; there is no payment", async () => {
    const request = bench.request("502");
    await expect(bench.post("/v1/payments", request, "key-1")).rejects.toThrow();
    await bench.advance(86_400);
    expect(await bench.byReference(request.reference)).toEqual([]);
    expect(receiver.types()).toEqual([]);
  });

  test("404 executes the refund whose answer is lost", async () => {
    const payment = await bench.pay("404");
    const refund = { paymentId: payment.body.id, reference: "REFUND-1", amount: 500 };
    await expect(bench.post("/v1/refunds", refund, "key-1")).rejects.toThrow();
    expect((await bench.post("/v1/refunds", refund, "key-1")).body.amount).toBe(500);
    expect((await bench.control("GET", "/book?reference=REFUND-1")).body.refunds).toHaveLength(1);
  });
});

describe("notifications of a success", () => {
  const run = async (scenario: string, seconds: number) => {
    const answer = await bench.pay(scenario);
    expect(answer.body.status).toBe("pending");
    await bench.advance(seconds);
    return (await bench.get(`/v1/payments/${answer.body.id}`)).body;
  };

  test("503 come three times, with one id", async () => {
    await run("503", 60);
    const successes = receiver.received.filter(({ type }) => type === "payment.captured");
    expect(successes).toHaveLength(3);
    expect(new Set(successes.map(({ headers }) => headers["x-event-id"])).size).toBe(1);
  });

  test("504 come before the one of pending", async () => {
    await run("504", 60);
    expect(receiver.types()).toEqual(["payment.captured", "payment.pending"]);
    expect(receiver.received.map(({ object }) => object.sequence)).toEqual([2, 1]);
  });

  test("505 never come; a query shows it", async () => {
    expect((await run("505", 86_400)).status).toBe("captured");
    expect(receiver.types()).toEqual(["payment.pending"]);
  });

  test("506 come 40 min later", async () => {
    expect((await run("506", 2_399)).status).toBe("pending");
    await bench.advance(1);
    expect(receiver.types()).toEqual(["payment.pending", "payment.captured"]);
  });

  test("507 name an amount one unit too small", async () => {
    expect((await run("507", 60)).capturedAmount).toBe(9_999);
    expect(receiver.received.at(-1)?.object).toMatchObject({ amount: 10_000, capturedAmount: 9_999 });
  });
});

describe("profiles", () => {
  const suffer = (...profiles: object[]) => bench.configure("sim_main", { profiles });

  test("outage, rate limit and flakiness book nothing", async () => {
    for (const [profile, status] of [
      [{ name: "outage" }, 503],
      [{ name: "rate_limit" }, 429],
      [{ name: "flaky", value: 1 }, 500],
    ] as const) {
      await suffer(profile);
      expect((await bench.pay("001", { reference: "BROKEN" })).status).toBe(status);
    }
    await suffer();
    expect(await bench.byReference("BROKEN")).toEqual([]);
  });

  test("drop and garbage execute the call", async () => {
    await suffer({ name: "drop" });
    await expect(bench.pay("001", { reference: "DROPPED" })).rejects.toThrow();
    await suffer({ name: "garbage" });
    expect((await bench.pay("001", { reference: "GARBAGE" })).body).toBe("<html>busy");
    await suffer();
    expect(await bench.byReference("DROPPED")).toMatchObject([{ status: "captured" }]);
    expect(await bench.byReference("GARBAGE")).toMatchObject([{ status: "captured" }]);
  });

  test.each([{ name: "slow" }, { name: "delay", value: 20 }])("$name answers wait for the clock", async (profile) => {
    await suffer(profile);
    let isAnswered = false;
    const call = bench.pay("001").then((answer) => {
      isAnswered = true;
      return answer;
    });
    await expect.poll(async () => (await bench.control("GET", "/book?reference=ORDER-1")).body.payments.length).toBe(1);
    expect(isAnswered).toBe(false);
    await bench.advance(20);
    expect((await call).body.status).toBe("captured");
  });

  test("pending payments stay pending, and a success may be contradicted or doubled", async () => {
    await suffer({ name: "pending_forever" });
    const stuck = await bench.pay("001");
    await bench.advance(86_400);
    expect((await bench.get(`/v1/payments/${stuck.body.id}`)).body.status).toBe("pending");
    await suffer({ name: "duplicate_success" }, { name: "contradict_webhooks" });
    const twice = await bench.pay("001");
    await bench.advance(60);
    expect(await bench.byReference(twice.body.reference)).toHaveLength(2);
    expect(receiver.types().slice(1).sort()).toEqual(["payment.captured", "payment.captured", "payment.declined"]);
  });

  test("a capture that was made is refused, and numbered like every other one", async () => {
    const { body: payment } = await bench.post("/v1/payments", { ...bench.request("001"), captureMethod: "manual" });
    const capture = (reference: string) =>
      bench.post(`/v1/payments/${payment.id}/capture`, { amount: 3_000, isFinal: false, reference }, reference);
    await suffer({ name: "deny_captures" });
    for (const _again of [1, 2]) expect((await capture("A")).body.error.code).toBe("validation_error");
    await suffer();
    const { body } = await capture("B");
    expect(body).toMatchObject({ status: "authorized", capturedAmount: 6_000 });
    expect(body.captures).toMatchObject([
      { reference: "A", amount: 3_000 },
      { reference: "B", amount: 3_000 },
    ]);
    expect(new Set(body.captures.map(({ id }: { id: string }) => id)).size).toBe(2);
  });

  test("notifications are doubled, delayed, shuffled and lost", async () => {
    await suffer({ name: "delay_webhooks", value: 600 });
    await bench.pay("001");
    await bench.advance(599);
    expect(receiver.types()).toEqual([]);
    await bench.advance(1);
    expect(receiver.types()).toHaveLength(1);
    await suffer({ name: "lose_webhooks", value: 1 });
    await bench.pay("001");
    await bench.advance(60);
    expect(receiver.types()).toHaveLength(1);
    await suffer({ name: "duplicate_webhooks" }, { name: "reorder_webhooks" });
    for (let round = 0; round < 6; round += 1) await bench.pay("001");
    await bench.advance(60);
    const references = receiver.received.slice(1).map(({ object }) => String(object.reference));
    expect(references.length).toBeGreaterThan(6);
    expect(new Set(references).size).toBe(6);
    expect(references).not.toEqual([...references].sort());
  });
});
