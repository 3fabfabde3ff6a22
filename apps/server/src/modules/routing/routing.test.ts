import { routing } from "@countinghouse/contract/routing/routing.ts";
import { money } from "@countinghouse/money/money.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestApp, type TestApp } from "../../../test/app.ts";
import { jobContext } from "../../../test/jobs.ts";
import { buildMerchant } from "../../../test/merchants.ts";
import { buildOperator, buildTenant } from "../../../test/people.ts";
import { buildBinding, buildChannel, buildGatewayAccount, buildMethod } from "../../../test/routes.ts";
import { type Actor, appActor } from "../../platform/access/actor.ts";
import { chooseRoute, countBindings, flushCalls, type GatewayCall, type RouteChoice, recordCall } from "./index.ts";
import { lookAtAccounts } from "./routing.health.service.ts";
import { sumApprovals } from "./routing.health.store.ts";

let app: TestApp;
let place: { tenantId: number; orgId: number };
let method: { id: string; code: string };
let operator: Actor;

beforeAll(async () => {
  app = await buildTestApp();
  place = await buildTenant(app);
  method = await buildMethod(app, { tenantId: place.tenantId });
  operator = await buildOperator(app, { ...place, dataScope: 1 });
});
afterAll(() => app.close());

type AccountParts = Omit<Parameters<typeof buildGatewayAccount>[1], "tenantId" | "methodIds">;
type BindingParts = Partial<Parameters<typeof buildBinding>[1]>;

const merchant = () =>
  buildMerchant(app, {
    ...place,
    status: "active",
    country: "US",
    canPay: true,
    canRefund: true,
    canWithdraw: true,
    canPayout: true,
  });

/** An account that a merchant is bound to. */
async function bound(merchantId: string, binding: BindingParts = {}, account: AccountParts = {}) {
  const made = await buildGatewayAccount(app, { tenantId: place.tenantId, methodIds: [method.id], ...account });
  const mode = account.account?.mode ?? "test";
  await buildBinding(app, { tenantId: place.tenantId, merchantId, gatewayAccountId: made.id, mode, ...binding });
  return made;
}

const as = (merchantId: string) => app.context(appActor({ merchantId, tenantId: place.tenantId, appNo: "AP1" }));

const choose = (merchantId: string, parts: Partial<RouteChoice> = {}) =>
  chooseRoute(as(merchantId), {
    merchantId,
    appId: "app_1",
    orderNo: "OR1",
    mode: "test",
    amount: money(10_000n, "USD"),
    method: method.code,
    country: "US",
    binCountry: "US",
    type: "hosted_page",
    captureMethod: "automatic",
    triedAccountIds: [],
    at: app.clock.now(),
    ...parts,
  });

const reasons = async (merchantId: string, parts: Partial<RouteChoice> = {}) =>
  (await choose(merchantId, parts)).excluded.flatMap((one) => one.reasons);

describe("chooseRoute", () => {
  test("chooses among the merchant's accounts in one statement, and names every one", async () => {
    const id = await merchant();
    const first = await bound(id, { priority: 1 });
    const second = await bound(id, { priority: 2 });
    await bound(id, { priority: 3 }, { account: { mode: "live" } });
    let statements = 0;
    const { db } = app.platform;
    const counting = {
      ...as(id),
      db: db.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          statements += 1;
          return result;
        },
      }),
    };
    const decision = await chooseRoute(counting, {
      merchantId: id,
      appId: null,
      orderNo: "OR1",
      mode: "test",
      amount: money(10_000n, "USD"),
      method: method.code,
      country: null,
      binCountry: null,
      type: "hosted_page",
      captureMethod: "automatic",
      triedAccountIds: [],
      at: app.clock.now(),
    });
    expect(statements).toBe(1);
    expect(decision.chosen).toEqual({ gatewayAccountId: first.id, gatewayId: first.gatewayId, channelId: null });
    expect(decision.candidates.map(({ gatewayAccountId }) => gatewayAccountId)).toEqual([first.id, second.id]);
    expect(decision).toMatchObject({ excluded: [], strategy: "priority_weight" });
    expect((await choose(id, { triedAccountIds: [first.id] })).chosen?.gatewayAccountId).toBe(second.id);
  });

  test("reads the state of the provider, the gateway, the account and the method", async () => {
    const id = await merchant();
    await bound(
      id,
      {},
      { provider: { status: "disabled" }, gateway: { status: "draining" }, account: { status: "disabled" } },
    );
    expect(await reasons(id)).toEqual(["provider_disabled", "gateway_draining", "account_disabled"]);
    expect(await reasons(id, { method: "unheard_of" })).toEqual(
      expect.arrayContaining(["method_not_on_account", "method_not_at_provider"]),
    );
  });

  test("reads what the binding, the account and the method narrow", async () => {
    const id = await merchant();
    await bound(
      id,
      {
        countries: ["GB"],
        binCountries: ["GB"],
        paymentMethods: ["other"],
        paymentTypes: ["moto"],
        coinAppIds: ["app_2"],
        validTo: "2026-11-21T10:00:00.000Z",
      },
      {
        account: {
          currencies: ["EUR"],
          limits: JSON.stringify([
            { currency: "USD", min: "20000", max: null, dailyAmount: null, dailyCount: null, monthlyAmount: null },
          ]),
        },
      },
    );
    expect(await reasons(id)).toEqual([
      "binding_ended",
      "app_not_bound",
      "method_not_bound",
      "currency_unsupported",
      "country_unsupported",
      "issuer_country_unsupported",
      "type_not_bound",
      "amount_too_small",
    ]);
  });

  test("limits what a method can do to what it names itself", async () => {
    const id = await merchant();
    await bound(id, {}, { atProvider: { supports: ["authorize", "refund"] } });
    expect(await reasons(id, { captureMethod: "manual", needsThreeDs: true })).toEqual([
      "no_manual_capture",
      "no_three_ds",
    ]);
  });

  test("takes the channel of the gateway, and no account whose channels are under maintenance", async () => {
    const id = await merchant();
    const own = await buildMethod(app, { tenantId: place.tenantId });
    const one = await bound(id, {}, {});
    const two = await buildGatewayAccount(app, { tenantId: place.tenantId, methodIds: [own.id] });
    await buildBinding(app, { tenantId: place.tenantId, merchantId: id, gatewayAccountId: two.id });
    const routed = await buildChannel(app, { tenantId: place.tenantId, paymentMethodId: own.id });
    expect((await choose(id, { method: own.code })).chosen?.channelId).toBe(routed);
    const special = await buildChannel(app, {
      tenantId: place.tenantId,
      paymentMethodId: own.id,
      gatewayId: two.gatewayId,
    });
    expect((await choose(id, { method: own.code })).chosen?.channelId).toBe(special);
    await app.platform.db
      .updateTable("channels")
      .set({ maintenanceFrom: "2026-11-21T09:00:00.000Z", maintenanceTo: "2026-11-21T11:00:00.000Z" })
      .where("id", "in", [routed, special])
      .execute();
    const { excluded } = await choose(id, { method: own.code });
    expect(excluded.find(({ accountId }) => accountId === two.id)?.reasons).toEqual(["channel_maintenance"]);
    expect(excluded.find(({ accountId }) => accountId === one.id)?.reason).toBe("method_not_on_account");
  });

  test("goes by an operator's word about health while it lasts", async () => {
    const id = await merchant();
    await bound(
      id,
      {},
      { account: { health: "down", forcedHealth: "healthy", forcedUntil: "2026-11-21T11:00:00.000Z" } },
    );
    expect((await choose(id)).chosen).not.toBeNull();
    expect(await reasons(id, { at: new Date("2026-11-21T11:00:00.000Z") })).toEqual(["account_down"]);
  });

  test("asks the cheapest account first where the merchant wants that, by region and by list price", async () => {
    const id = await merchant();
    const dear = await bound(id, { priority: 1 });
    const cheap = await bound(id, { priority: 2 });
    const { db } = app.platform;
    const { id: gatewayMethodId } = await db
      .selectFrom("gatewayMethods")
      .select("id")
      .where("gatewayAccountId", "=", cheap.id)
      .executeTakeFirstOrThrow();
    const price = { tenantId: place.tenantId, gatewayMethodId, currency: "USD", fixed: "10", validFrom: "2026-01-01" };
    await db
      .insertInto("gatewayMethodCosts")
      .values([
        { ...price, id: `gp_${cheap.id}a`, cardRegion: "any", percent: 30_000 },
        { ...price, id: `gp_${cheap.id}b`, cardRegion: "domestic", percent: 5_000 },
        { ...price, id: `gp_${cheap.id}c`, cardRegion: "domestic", percent: 1_000, validFrom: "2027-01-01" },
      ])
      .execute();
    await db
      .insertInto("merchantRoutings")
      .values({ merchantId: id, tenantId: place.tenantId, mode: "test", strategy: "least_cost" })
      .execute();
    const costs = async (binCountry: string) =>
      (await choose(id, { binCountry })).candidates.map(({ gatewayAccountId, cost }) => [gatewayAccountId, cost]);
    expect(await costs("US")).toEqual([
      [cheap.id, "60"],
      [dear.id, "150"],
    ]);
    expect(await costs("JP")).toEqual([
      [dear.id, "150"],
      [cheap.id, "310"],
    ]);
  });

  test("finds nothing for another merchant's caller", async () => {
    const id = await merchant();
    await bound(id);
    const other = await merchant();
    const decision = await chooseRoute(as(other), { ...(await choiceOf(id)) });
    expect(decision).toMatchObject({ chosen: null, candidates: [], excluded: [] });
  });
});

const choiceOf = async (merchantId: string): Promise<RouteChoice> => ({
  merchantId,
  appId: null,
  orderNo: "OR1",
  mode: "test",
  amount: money(1n, "USD"),
  method: method.code,
  country: null,
  binCountry: null,
  type: "hosted_page",
  captureMethod: "automatic",
  triedAccountIds: [],
  at: app.clock.now(),
});

describe("countBindings", () => {
  test("counts what is in force", async () => {
    const id = await merchant();
    await bound(id);
    await bound(id, { status: "disabled" });
    expect(await countBindings(as(id), id)).toBe(1);
    expect(await countBindings(as(id), id, "live")).toBe(0);
  });
});

const call = (parts: Partial<GatewayCall> = {}): GatewayCall => ({
  outcome: "ok",
  latencyMs: 120,
  at: app.clock.now(),
  ...parts,
});

describe("recordCall", () => {
  const paid = (merchantId: string, minor: bigint, isApproved = true) =>
    call({ payment: { merchantId, amount: money(minor, "USD"), method: method.code, binCountry: "US", isApproved } });
  const caps = { currency: "USD", dailyAmount: "30000", dailyCount: 3, monthlyAmount: "50000" };

  test("uses the caps of the account and of the merchant on it up, by the day and by the month", async () => {
    const [one, two] = [await merchant(), await merchant()];
    const { id: accountId } = await bound(
      one,
      { limits: JSON.stringify([caps]) },
      { account: { limits: JSON.stringify([{ ...caps, dailyCount: null, min: null, max: null }]) } },
    );
    await buildBinding(app, { tenantId: place.tenantId, merchantId: two, gatewayAccountId: accountId });
    recordCall(app.platform, accountId, paid(one, 15_000n));
    recordCall(app.platform, accountId, paid(one, 9_000n, false));
    await flushCalls(app.platform);
    expect(await reasons(one, { amount: money(15_000n, "USD") })).toEqual([]);
    expect(await reasons(one, { amount: money(15_001n, "USD") })).toEqual([
      "account_daily_amount",
      "binding_daily_amount",
    ]);
    recordCall(app.platform, accountId, paid(two, 10_000n));
    recordCall(app.platform, accountId, paid(one, 1n));
    recordCall(app.platform, accountId, paid(one, 1n));
    await flushCalls(app.platform);
    expect(await reasons(one)).toEqual(["account_daily_amount", "binding_daily_count"]);
    const tomorrow = new Date("2026-11-22T10:00:00.000Z");
    expect(await reasons(one, { at: tomorrow, amount: money(24_000n, "USD") })).toEqual([]);
    expect(await reasons(one, { at: tomorrow, amount: money(25_000n, "USD") })).toEqual(["account_monthly_amount"]);
    expect(await reasons(one, { at: new Date("2026-12-01T00:00:00.000Z"), amount: money(25_000n, "USD") })).toEqual([]);
  });

  test("writes once for many calls, and keeps amounts that could not be written", async () => {
    const id = await merchant();
    const { id: accountId } = await bound(id);
    const broken = {
      ...app.platform,
      db: app.platform.db.withPlugin({
        transformQuery: () => {
          throw new Error("away");
        },
        transformResult: async ({ result }) => result,
      }),
    };
    for (let at = 0; at < 50; at += 1) recordCall(broken, accountId, paid(id, 100n));
    await flushCalls(broken);
    await flushCalls(broken);
    const rows = () =>
      app.platform.db
        .selectFrom("routeUsages")
        .select(["merchantId", "amount", "payments"])
        .where("gatewayAccountId", "=", accountId)
        .execute();
    expect(await rows()).toEqual([]);
    for (let at = 0; at < 50; at += 1) recordCall(app.platform, accountId, paid(id, 100n));
    await flushCalls(app.platform);
    expect(await rows()).toHaveLength(4);
    for (const row of await rows()) expect(row).toMatchObject({ amount: "5000", payments: 50 });
    const calls = await app.platform.db
      .selectFrom("gatewayCalls")
      .selectAll()
      .where("gatewayAccountId", "=", accountId)
      .execute();
    expect(calls).toMatchObject([{ calls: 50, failures: 0, trailingFailures: 0, latencyMs: 6000 }]);
  });

  test("measures approvals, which the best rate then goes by", async () => {
    const id = await merchant();
    const [poor, good] = [await bound(id, { priority: 1 }), await bound(id, { priority: 2 })];
    for (let at = 0; at < 250; at += 1) {
      recordCall(app.platform, poor.id, paid(id, 1n, at % 2 === 0));
      recordCall(app.platform, good.id, paid(id, 1n, at % 10 !== 0));
    }
    await flushCalls(app.platform);
    await sumApprovals(app.platform.db, app.clock.now().getTime());
    await app.platform.db
      .insertInto("merchantRoutings")
      .values({ merchantId: id, tenantId: place.tenantId, mode: "test", strategy: "success_rate" })
      .execute();
    const { candidates } = await choose(id, { orderNo: "OR7" });
    expect(candidates.map(({ gatewayAccountId, approvalRate }) => [gatewayAccountId, approvalRate > 8_000])).toEqual([
      [good.id, true],
      [poor.id, false],
    ]);
  });
});

describe("the health of an account", () => {
  const look = (isBack = true) => lookAtAccounts(jobContext(app), async () => isBack, app.clock.now());
  const healthOf = async (id: string) =>
    (
      await app.platform.db
        .selectFrom("gatewayAccounts")
        .select("health")
        .where("id", "=", id)
        .executeTakeFirstOrThrow()
    ).health;

  test("falls by technical errors within a look, takes no orders, and comes back by probes and clean calls", async () => {
    const id = await merchant();
    const { id: accountId } = await bound(id);
    for (let at = 0; at < 20; at += 1)
      recordCall(app.platform, accountId, call({ outcome: at < 10 ? "ok" : "timeout" }));
    await flushCalls(app.platform);
    app.clock.forward(1_000);
    await look();
    expect(await healthOf(accountId)).toBe("down");
    expect(await reasons(id)).toEqual(["account_down"]);
    const told = await app.platform.db
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
      app.clock.forward(seconds * 1000);
      await look(isBack);
      steps.push(await healthOf(accountId));
    }
    expect(steps).toEqual(["down", "down", "down", "down", "down", "degraded"]);
    app.clock.forward(599_000);
    await look();
    expect(await healthOf(accountId)).toBe("degraded");
    app.clock.forward(1_000);
    await look();
    expect(await healthOf(accountId)).toBe("healthy");
  });

  test("is left alone by declines and by few errors", async () => {
    const id = await merchant();
    const { id: accountId } = await bound(id);
    for (let at = 0; at < 9; at += 1) recordCall(app.platform, accountId, call({ outcome: "technical_error" }));
    recordCall(app.platform, accountId, call());
    await flushCalls(app.platform);
    app.clock.forward(1_000);
    await look();
    expect(await healthOf(accountId)).toBe("healthy");
  });

  test("falls at once when the provider refuses the configuration", async () => {
    const id = await merchant();
    const { id: accountId } = await bound(id);
    recordCall(app.platform, accountId, call({ outcome: "technical_error", isMisconfigured: true }));
    await flushCalls(app.platform);
    app.clock.forward(1_000);
    await look(false);
    expect(await healthOf(accountId)).toBe("down");
  });
});

const anybody = () => ({ ...operator, holdsAll: true, provenAt: app.clock.now() });

describe("routing.tryRoute", () => {
  const asked = { mode: "test", currency: "USD", amount: "10000" } as const;

  test("decides about a made-up payment as about a real one, and stores nothing", async () => {
    const id = await merchant();
    const { id: accountId } = await bound(id);
    await bound(id, {}, { account: { status: "draining" } });
    const decision = await app
      .as(anybody())
      .call(routing, "tryRoute", { ...asked, merchantId: id, method: method.code });
    expect(decision.chosen?.gatewayAccountId).toBe(accountId);
    expect(decision.excluded).toMatchObject([{ reason: "account_draining" }]);
    expect((await choose(id, { appId: null, orderNo: "TRY", country: null, binCountry: null })).version).toBe(
      decision.version,
    );
  });

  test("is refused to a merchant's own people, and finds no merchant of another tenant", async () => {
    const id = await merchant();
    const input = { ...asked, merchantId: id, method: method.code };
    const member = { ...anybody(), scope: { ...operator.scope, merchantIds: [id] } };
    expect(await app.as(member).send(routing, "tryRoute", input)).toMatchObject({
      status: 403,
      bizCode: "merchant.operatorOnly",
    });
    const elsewhere = await buildTenant(app);
    const stranger = { ...anybody(), ...elsewhere, scope: { ...operator.scope, tenantId: elsewhere.tenantId } };
    for (const operation of ["tryRoute", "detail"] as const)
      expect(await app.as(stranger).send(routing, operation, input)).toMatchObject({ status: 404 });
  });
});

describe("routing.update", () => {
  const whole = { currencies: [], countries: [], methods: [], types: [], minAmount: null, maxAmount: null };

  test("holds for the next order, and answers what is stored", async () => {
    const id = await merchant();
    const [one, two] = [await bound(id, { priority: 1 }), await bound(id, { priority: 2 })];
    const terms = {
      merchantId: id,
      mode: "test" as const,
      strategy: "rule" as const,
      rules: [{ ...whole, currencies: ["USD"], minAmount: "5000", shares: [{ accountId: two.id, percent: 100 }] }],
      fallbackAccountIds: [one.id],
    };
    expect((await app.as(anybody()).call(routing, "detail", { merchantId: id, mode: "test" })).version).toBe(0);
    await app.as(anybody()).call(routing, "update", { ...terms, version: 0 });
    expect(await app.as(anybody()).call(routing, "detail", { merchantId: id, mode: "test" })).toEqual({
      ...terms,
      version: 1,
    });
    expect((await choose(id)).chosen?.gatewayAccountId).toBe(two.id);
    expect((await choose(id, { amount: money(4_999n, "USD") })).chosen?.gatewayAccountId).toBe(one.id);
    expect(await app.as(anybody()).send(routing, "update", { ...terms, version: 0 })).toMatchObject({
      status: 409,
      bizCode: "platform.stale",
    });
  });

  test("refuses accounts that are not bound, rules without accounts, shares that are no whole and amounts without a currency", async () => {
    const id = await merchant();
    const { id: accountId } = await bound(id);
    const stranger = await buildGatewayAccount(app, { tenantId: place.tenantId, methodIds: [] });
    const send = (parts: object) =>
      app.as(anybody()).send(routing, "update", {
        merchantId: id,
        mode: "test",
        strategy: "rule",
        rules: [],
        fallbackAccountIds: [],
        ...parts,
      });
    expect(await send({})).toMatchObject({ status: 400, bizCode: "routing.rulesMissing" });
    expect(await send({ fallbackAccountIds: [stranger.id] })).toMatchObject({
      status: 400,
      bizCode: "routing.accountNotBound",
    });
    expect(await send({ rules: [{ ...whole, shares: [{ accountId, percent: 99 }] }] })).toMatchObject({
      status: 400,
      bizCode: "platform.invalidInput",
    });
    expect(await send({ rules: [{ ...whole, minAmount: "1", shares: [{ accountId, percent: 100 }] }] })).toMatchObject({
      status: 400,
    });
  });

  test("asks for a proof that it is you", async () => {
    const id = await merchant();
    const unproven = { ...anybody(), provenAt: null };
    const input = { merchantId: id, mode: "test", strategy: "least_cost", rules: [], fallbackAccountIds: [] };
    expect(await app.as(unproven).send(routing, "update", input)).toMatchObject({
      status: 403,
      bizCode: "platform.stepUpRequired",
    });
  });
});
