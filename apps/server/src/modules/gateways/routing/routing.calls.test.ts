import { money } from "@countinghouse/money/money.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { jobContext } from "../../../../test/jobs.ts";
import { buildRouteStage, type RouteStage } from "../../../../test/route-stage.ts";
import { buildBinding } from "../../../../test/routes.ts";
import { type DecidedPayment, flushCalls, type GatewayCall, recordCall, recordPayment } from "./index.ts";
import { checkAccountHealth } from "./routing.health.service.ts";
import { sumApprovals } from "./routing.health.store.ts";

let stage: RouteStage;

beforeAll(async () => {
  stage = await buildRouteStage();
});
afterAll(() => stage.app.close());

const call = (parts: Partial<GatewayCall> = {}): GatewayCall => ({
  outcome: "ok",
  latencyMs: 120,
  ...parts,
});

describe("recordPayment", () => {
  const paid = (merchantId: string, minor: bigint, isApproved = true): DecidedPayment => ({
    merchantId,
    amount: money(minor, "USD"),
    method: stage.method.code,
    binCountry: "US",
    isApproved,
    startedAt: stage.app.clock.now(),
  });
  const caps = { currency: "USD", dailyAmount: "30000", dailyCount: 3, monthlyAmount: "50000" };

  test("uses the caps of the account and of the merchant on it up, by the day and by the month", async () => {
    const [one, two] = [await stage.merchant(), await stage.merchant()];
    const { id: accountId } = await stage.bound(
      one,
      { limits: JSON.stringify([caps]) },
      { account: { limits: JSON.stringify([{ ...caps, dailyCount: null, min: null, max: null }]) } },
    );
    await buildBinding(stage.app, { tenantId: stage.place.tenantId, merchantId: two, gatewayAccountId: accountId });
    recordPayment(stage.app.platform, accountId, paid(one, 15_000n));
    recordPayment(stage.app.platform, accountId, paid(one, 9_000n, false));
    await flushCalls(stage.app.platform);
    expect(await stage.reasons(one, { amount: money(15_000n, "USD") })).toEqual([]);
    expect(await stage.reasons(one, { amount: money(15_001n, "USD") })).toEqual([
      "account_daily_amount",
      "binding_daily_amount",
    ]);
    recordPayment(stage.app.platform, accountId, paid(two, 10_000n));
    recordPayment(stage.app.platform, accountId, paid(one, 1n));
    recordPayment(stage.app.platform, accountId, paid(one, 1n));
    await flushCalls(stage.app.platform);
    expect(await stage.reasons(one)).toEqual(["account_daily_amount", "binding_daily_count"]);
    const tomorrow = new Date("2026-11-22T10:00:00.000Z");
    expect(await stage.reasons(one, { at: tomorrow, amount: money(24_000n, "USD") })).toEqual([]);
    expect(await stage.reasons(one, { at: tomorrow, amount: money(25_000n, "USD") })).toEqual([
      "account_monthly_amount",
    ]);
    expect(
      await stage.reasons(one, { at: new Date("2026-12-01T00:00:00.000Z"), amount: money(25_000n, "USD") }),
    ).toEqual([]);
  });

  test("counts a payment that was taken after it was declined against the caps, and its decline once", async () => {
    const id = await stage.merchant();
    const { id: accountId } = await stage.bound(id);
    recordPayment(stage.app.platform, accountId, paid(id, 100n, false));
    recordPayment(stage.app.platform, accountId, { ...paid(id, 100n), wasDeclined: true });
    await flushCalls(stage.app.platform);
    const { db } = stage.app.platform;
    const of = (table: "routeUsages" | "routeApprovals") =>
      db.selectFrom(table).where("gatewayAccountId", "=", accountId);
    expect(await of("routeApprovals").select(["attempts", "approved"]).execute()).toEqual([
      { attempts: 1, approved: 0 },
    ]);
    expect(await of("routeUsages").select("payments").execute()).toEqual(Array(4).fill({ payments: 1 }));
  });

  test("writes once for many calls, and keeps amounts that could not be written", async () => {
    const id = await stage.merchant();
    const { id: accountId } = await stage.bound(id);
    const broken = {
      ...stage.app.platform,
      db: stage.app.platform.db.withPlugin({
        transformQuery: () => {
          throw new Error("away");
        },
        transformResult: async ({ result }) => result,
      }),
    };
    for (let at = 0; at < 50; at += 1) recordPayment(broken, accountId, paid(id, 100n));
    await flushCalls(broken);
    await flushCalls(broken);
    const rows = () =>
      stage.app.platform.db
        .selectFrom("routeUsages")
        .select(["merchantId", "amount", "payments"])
        .where("gatewayAccountId", "=", accountId)
        .execute();
    expect(await rows()).toEqual([]);
    for (let at = 0; at < 50; at += 1) {
      recordCall(stage.app.platform, accountId, call());
      recordPayment(stage.app.platform, accountId, paid(id, 100n));
    }
    await flushCalls(stage.app.platform);
    expect(await rows()).toHaveLength(4);
    for (const row of await rows()) expect(row).toMatchObject({ amount: "5000", payments: 50 });
    const calls = await stage.app.platform.db
      .selectFrom("gatewayCalls")
      .selectAll()
      .where("gatewayAccountId", "=", accountId)
      .execute();
    expect(calls).toMatchObject([{ calls: 50, failures: 0, trailingFailures: 0, latencyMs: 6000 }]);
  });

  test("measures approvals, which the best rate then goes by", async () => {
    const id = await stage.merchant();
    const [poor, good] = [await stage.bound(id, { priority: 1 }), await stage.bound(id, { priority: 2 })];
    for (let at = 0; at < 250; at += 1) {
      recordPayment(stage.app.platform, poor.id, paid(id, 1n, at % 2 === 0));
      recordPayment(stage.app.platform, good.id, paid(id, 1n, at % 10 !== 0));
    }
    await flushCalls(stage.app.platform);
    await sumApprovals(stage.app.platform.db, stage.app.clock.now().getTime());
    await stage.app.platform.db
      .insertInto("merchantRoutings")
      .values({ merchantId: id, tenantId: stage.place.tenantId, mode: "test", strategy: "success_rate" })
      .execute();
    const { candidates } = await stage.choose(id, { orderNo: "OR7" });
    expect(candidates.map(({ gatewayAccountId, approvalRate }) => [gatewayAccountId, approvalRate > 8_000])).toEqual([
      [good.id, true],
      [poor.id, false],
    ]);
  });
});

describe("the health of an account", () => {
  const look = (isBack = true) => checkAccountHealth(jobContext(stage.app), async () => isBack, stage.app.clock.now());
  const healthOf = async (id: string) =>
    (
      await stage.app.platform.db
        .selectFrom("gatewayAccounts")
        .select("health")
        .where("id", "=", id)
        .executeTakeFirstOrThrow()
    ).health;

  test("falls by technical errors within a look, takes no orders, and comes back by probes and clean calls", async () => {
    const id = await stage.merchant();
    const { id: accountId } = await stage.bound(id);
    for (let at = 0; at < 20; at += 1)
      recordCall(stage.app.platform, accountId, call({ outcome: at < 10 ? "ok" : "timeout" }));
    await flushCalls(stage.app.platform);
    stage.app.clock.forward(1_000);
    await look();
    expect(await healthOf(accountId)).toBe("down");
    expect(await stage.reasons(id)).toEqual(["account_down"]);
    const told = await stage.app.platform.db
      .selectFrom("eventExceptionItems")
      .select("message")
      .where("objectId", "=", accountId)
      .execute();
    expect(told).toHaveLength(1);
    const steps: string[] = [];
    for (const [seconds, isBack] of [
      [30, true],
      [30, true],
      [30, false],
      [30, true],
      [30, true],
      [30, true],
    ] as const) {
      stage.app.clock.forward(seconds * 1000);
      await look(isBack);
      steps.push(await healthOf(accountId));
    }
    expect(steps).toEqual(["down", "down", "down", "down", "down", "degraded"]);
    stage.app.clock.forward(599_000);
    await look();
    expect(await healthOf(accountId)).toBe("degraded");
    stage.app.clock.forward(1_000);
    await look();
    expect(await healthOf(accountId)).toBe("healthy");
  });

  test("is left alone by declines and by few errors", async () => {
    const id = await stage.merchant();
    const { id: accountId } = await stage.bound(id);
    for (let at = 0; at < 9; at += 1) recordCall(stage.app.platform, accountId, call({ outcome: "technical_error" }));
    recordCall(stage.app.platform, accountId, call());
    await flushCalls(stage.app.platform);
    stage.app.clock.forward(1_000);
    await look();
    expect(await healthOf(accountId)).toBe("healthy");
  });

  test("falls at once when the provider refuses the configuration", async () => {
    const id = await stage.merchant();
    const { id: accountId } = await stage.bound(id);
    recordCall(stage.app.platform, accountId, call({ outcome: "technical_error", isMisconfigured: true }));
    await flushCalls(stage.app.platform);
    stage.app.clock.forward(1_000);
    await look(false);
    expect(await healthOf(accountId)).toBe("down");
  });
});
