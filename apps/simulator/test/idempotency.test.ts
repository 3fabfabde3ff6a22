import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readOptions } from "../src/options.ts";
import { type Bench, buildBench, buildReceiver } from "./bench.ts";

async function withBench(work: (bench: Bench) => Promise<void>): Promise<void> {
  const bench = await buildBench();
  await work(bench).finally(() => bench.stop());
}

describe("idempotency", () => {
  test("the same key and body twice is one payment, shown as it is by then", () =>
    withBench(async (bench) => {
      const request = bench.request("003");
      const first = await bench.post("/v1/payments", request, "key-1");
      await bench.advance(60);
      const second = await bench.post("/v1/payments", request, "key-1");
      expect(second.body).toMatchObject({ id: first.body.id, status: "captured" });
      expect(second.headers.get("idempotent-replay")).toBe("true");
      expect(await bench.byReference(request.reference)).toHaveLength(1);
    }));

  test("another body, and a call before the first is answered, are refused", () =>
    withBench(async (bench) => {
      const request = bench.request("002");
      const first = bench.post("/v1/payments", request, "key-1");
      await expect.poll(() => bench.byReference(request.reference)).toHaveLength(1);
      expect((await bench.post("/v1/payments", request, "key-1")).body.error.code).toBe("idempotency_in_progress");
      expect((await bench.post("/v1/payments", { ...request, amount: 1 }, "key-1")).body.error.code).toBe(
        "idempotency_conflict",
      );
      await bench.advance(8);
      expect((await first).status).toBe(200);
    }));

  test("a refusal is repeated, a failure of the provider is not", () =>
    withBench(async (bench) => {
      const payment = await bench.pay("405");
      const refund = { paymentId: payment.body.id, reference: "R-1" };
      const codes = [await bench.post("/v1/refunds", refund, "k"), await bench.post("/v1/refunds", refund, "k")];
      expect(codes.map(({ body }) => body.error.code)).toEqual([
        "provider_balance_insufficient",
        "provider_balance_insufficient",
      ]);
      await bench.configure("sim_main", { profiles: [{ name: "outage" }] });
      const request = bench.request("001");
      expect((await bench.post("/v1/payments", request, "k2")).status).toBe(503);
      await bench.configure("sim_main", { profiles: [] });
      expect((await bench.post("/v1/payments", request, "k2")).body.status).toBe("captured");
    }));
});

describe("determinism", () => {
  const story = async (seed: number): Promise<string> => {
    const bench = await buildBench({ seed });
    const receiver = await buildReceiver();
    const profiles = [{ name: "flaky", value: 0.3 }, { name: "reorder_webhooks" }, { name: "duplicate_webhooks" }];
    await bench.configure("sim_main", { webhookUrl: receiver.url, profiles });
    const answers = [];
    for (const scenario of ["001", "003", "101", "303", "503", "504", "506", "507"]) {
      const { status, body } = await bench.pay(scenario);
      answers.push([status, body]);
    }
    await bench.advance(3 * 86_400);
    const log = (await bench.control("GET", "/notifications")).body;
    const book = JSON.stringify([answers, log]);
    await bench.stop();
    await receiver.stop();
    return book;
  };

  test("one seed tells one story, another seed another", async () => {
    const [first, second, other] = [await story(11), await story(11), await story(12)];
    expect(second).toBe(first);
    expect(other).not.toBe(first);
  });
});

describe("snapshot", () => {
  test("a new process goes on where the former stopped, and no card number is kept", async () => {
    const folder = mkdtempSync(join(tmpdir(), "simulator-"));
    const snapshot = join(folder, "book.json");
    const former = await buildBench({ snapshot });
    const request = former.request("003");
    const { body } = await former.post("/v1/payments", request, "key-1");
    await former.stop();
    expect(readFileSync(snapshot, "utf8")).not.toContain("4008400030000000");
    const next = await buildBench({ snapshot });
    expect((await next.post("/v1/payments", request, "key-1")).body.id).toBe(body.id);
    await next.advance(60);
    expect((await next.get(`/v1/payments/${body.id}`)).body.status).toBe("captured");
    await next.stop();
    rmSync(folder, { recursive: true });
  });
});

describe("start", () => {
  test("is refused in production", () => {
    expect(() => readOptions({ NODE_ENV: "production" }, [])).toThrow("does not run in production");
    expect(() => readOptions({ COUNTINGHOUSE_PROFILE: "production" }, [])).toThrow("does not run in production");
    expect(() => readOptions({}, ["--port=x"])).toThrow("--port");
    expect(readOptions({}, ["--port=0"])).toMatchObject({ host: "127.0.0.1", port: 0, manualFrom: undefined });
  });

  test("needs a key for every call, and the control key where one is set", async () => {
    const bench = await buildBench({ controlKey: "secret" });
    expect((await bench.call("GET", "/v1/payments")).status).toBe(401);
    expect((await bench.control("GET", "/clock")).status).toBe(401);
    const shown = await bench.call("GET", "/v1/test/simulator/clock", undefined, { "x-control-key": "secret" });
    expect(shown.body.isManual).toBe(true);
    await bench.stop();
  });

  test("a running clock does what is due by itself", async () => {
    const bench = await buildBench({ manualFrom: undefined });
    const { body } = await bench.pay("507");
    await expect
      .poll(async () => (await bench.get(`/v1/payments/${body.id}`)).body.status, { timeout: 6_000 })
      .toBe("captured");
    await bench.stop();
  });
});
