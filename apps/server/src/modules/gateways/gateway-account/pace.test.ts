import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { flushCalls } from "../routing/index.ts";
import { awaitPace } from "./pace.service.ts";
import { takePace } from "./pace.store.ts";

let stage: OrderStage;
beforeAll(async () => {
  stage = await buildOrderStage();
});
afterAll(() => stage?.close());

const db = () => stage.app.platform.db;
const asked = { spanSeconds: 0.5, savedSeconds: 0.1, waitSeconds: 60 };

/** Gives the pace of an account away for some seconds from now on. */
const giveAway = (id: string, seconds: number) =>
  sql`INSERT INTO gateway_paces (gateway_account_id, free_at)
      VALUES (${id}, clock_timestamp() + make_interval(secs => ${seconds}::float8))
      ON CONFLICT (gateway_account_id) DO UPDATE SET free_at = excluded.free_at`.execute(db());

/** When an account's pace is nobody's yet, in microseconds. */
async function freeAt(id: string): Promise<bigint> {
  const { rows } = await sql<{ at: string }>`
    SELECT (extract(epoch FROM free_at) * 1000000)::bigint::text AS at FROM gateway_paces
     WHERE gateway_account_id = ${id}`.execute(db());
  return BigInt(rows[0]?.at ?? "0");
}

const paced = (id: string, perSecond: number, queueSeconds: number) => ({
  id,
  flights: { inFlightMax: 50, merchantInFlightMax: 50, queueSeconds, perSecond },
});

describe("the pace of an account", () => {
  test("is given away once, span after span, whoever asks at once", async () => {
    await giveAway("ga_shared", 20);
    const before = await freeAt("ga_shared");
    const waits = await Promise.all(Array.from({ length: 16 }, () => takePace(db(), "ga_shared", asked)));
    expect((await freeAt("ga_shared")) - before).toBe(16n * 500_000n);
    const inOrder = waits.map(Number).sort((a, b) => a - b);
    expect(inOrder.every((wait, place) => wait <= 20_000 + 500 * place)).toBe(true);
  });

  test("saves up a moment and no more", async () => {
    await giveAway("ga_idle", -3_600);
    expect(Number(await takePace(db(), "ga_idle", asked))).toBeLessThanOrEqual(-100);
    expect(await takePace(db(), "ga_idle", { ...asked, waitSeconds: -1 })).toBeUndefined();
  });

  test("that is given away for longer than a call waits is not taken", async () => {
    await giveAway("ga_late", 60);
    const before = await freeAt("ga_late");
    expect(await takePace(db(), "ga_late", { ...asked, waitSeconds: 30 })).toBeUndefined();
    expect(await awaitPace(stage.app.platform, paced("ga_late", 50, 30))).toBe("late");
    expect(await freeAt("ga_late")).toBe(before);
  });

  test("is taken by a node in lots that all its calls share", async () => {
    await giveAway("ga_lots", 1);
    const before = await freeAt("ga_lots");
    const turns = await Promise.all(
      Array.from({ length: 40 }, () => awaitPace(stage.app.platform, paced("ga_lots", 1_000, 30))),
    );
    expect(turns).not.toContain("late");
    // Fifty calls at a thousand a second, asked for once.
    expect((await freeAt("ga_lots")) - before).toBe(50_000n);
  });
});

describe("a payment whose account has no pace left in time", () => {
  test("is not sent, and counts against no gateway's health", async () => {
    const { main, backup } = stage.accounts;
    for (const id of [main, backup]) await giveAway(id, 3_600);
    const order = await stage.pay("001");
    expect(order.status).not.toBe("paid");
    expect(await stage.attempts(order)).toMatchObject([{ status: "error" }, { status: "error" }]);
    expect((await stage.simulator.book(order.orderNo)).payments).toEqual([]);
    await flushCalls(stage.app.platform);
    expect(await db().selectFrom("gatewayCalls").selectAll().execute()).toEqual([]);
    for (const id of [main, backup]) await giveAway(id, -1);
    expect((await stage.pay("001")).status).toBe("paid");
  });

  test("goes by the provider's own number of calls a second", async () => {
    const provider = db().updateTable("upstreamGateways");
    await provider.set({ rateLimitPerSecond: 1 }).execute();
    // What this node took for the payment before is too old by then.
    await sleep(150);
    // Over whichever of the two it goes.
    const { main, backup } = stage.accounts;
    const freeAtEither = async () => (await freeAt(main)) + (await freeAt(backup));
    for (const id of [main, backup]) await giveAway(id, 0);
    const before = await freeAtEither();
    await stage.pay("001").finally(() => provider.set({ rateLimitPerSecond: 10_000 }).execute());
    expect((await freeAtEither()) - before).toBeGreaterThanOrEqual(900_000n);
  });
});
