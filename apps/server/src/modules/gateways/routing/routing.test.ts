import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildRouteStage, type RouteStage } from "../../../../test/route-stage.ts";
import { buildBinding, buildChannel, buildGatewayAccount, buildMethod } from "../../../../test/routes.ts";
import { pipelinedTransaction } from "../../../platform/db/pipelined.ts";
import { chooseRoute, countBindings } from "./index.ts";

let stage: RouteStage;

beforeAll(async () => {
  stage = await buildRouteStage();
});
afterAll(() => stage.app.close());

describe("chooseRoute", () => {
  test("chooses among the merchant's accounts in one statement, and names every one", async () => {
    const id = await stage.merchant();
    const first = await stage.bound(id, { priority: 1 });
    const second = await stage.bound(id, { priority: 2 });
    await stage.bound(id, { priority: 3 }, { account: { mode: "live" } });
    let statements = 0;
    const { db } = stage.app.platform;
    const counting = {
      ...stage.as(id),
      db: db.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          statements += 1;
          return result;
        },
      }),
    };
    const decision = await chooseRoute(counting, stage.choiceOf(id));
    expect(statements).toBe(1);
    expect(decision.chosen).toEqual({ gatewayAccountId: first.id, gatewayId: first.gatewayId, channelId: null });
    expect(decision.candidates.map(({ gatewayAccountId }) => gatewayAccountId)).toEqual([first.id, second.id]);
    expect(decision).toMatchObject({ excluded: [], strategy: "priority_weight" });
    expect((await stage.choose(id, { triedAccountIds: [first.id] })).chosen?.gatewayAccountId).toBe(second.id);
  });

  test("is planned once for a connection, and not for every payment", async () => {
    const id = await stage.merchant();
    await stage.bound(id);
    const { rows } = await pipelinedTransaction(stage.app.platform.db, async (db) => {
      for (let turn = 0; turn < 8; turn += 1) await chooseRoute({ ...stage.as(id), db }, stage.choiceOf(id));
      return sql<{ plans: number }>`
        SELECT generic_plans::int AS plans FROM pg_prepared_statements
         WHERE statement LIKE '%merchant_routings%' AND generic_plans + custom_plans >= 8`.execute(db);
    });
    // The first five are planned for their values, to know what that is worth.
    expect(rows).toEqual([{ plans: expect.any(Number) }]);
    expect(rows[0]?.plans).toBeGreaterThanOrEqual(3);
  });

  test("reads the state of the provider, the gateway, the account and the method", async () => {
    const id = await stage.merchant();
    await stage.bound(
      id,
      {},
      { provider: { status: "disabled" }, gateway: { status: "draining" }, account: { status: "disabled" } },
    );
    expect(await stage.reasons(id)).toEqual(["provider_disabled", "gateway_draining", "account_disabled"]);
    expect(await stage.reasons(id, { method: "unheard_of" })).toEqual(
      expect.arrayContaining(["method_not_on_account", "method_not_at_provider"]),
    );
  });

  test("leaves out accounts that are registered for other trades than the merchant's", async () => {
    const id = await stage.merchant();
    const mcc = "5732";
    await stage.app.platform.db.updateTable("merchants").set({ mcc }).where("id", "=", id).execute();
    await stage.bound(id, {}, { account: { mccs: ["5999"] } });
    expect(await stage.reasons(id)).toEqual(["trade_unsupported"]);
    await stage.bound(id, {}, { account: { mccs: ["5999", mcc] } });
    expect((await stage.choose(id)).candidates).toHaveLength(1);
  });

  test("reads what the binding, the account and the method narrow", async () => {
    const id = await stage.merchant();
    await stage.bound(
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
    expect(await stage.reasons(id)).toEqual([
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
    const id = await stage.merchant();
    await stage.bound(id, {}, { atProvider: { supports: ["authorize", "refund"] } });
    expect(await stage.reasons(id, { captureMethod: "manual", needsThreeDs: true })).toEqual([
      "no_manual_capture",
      "no_three_ds",
    ]);
  });

  test("takes the channel of the gateway, and no account whose channels are under maintenance", async () => {
    const id = await stage.merchant();
    const own = await buildMethod(stage.app, { tenantId: stage.place.tenantId });
    const one = await stage.bound(id, {}, {});
    const two = await buildGatewayAccount(stage.app, { tenantId: stage.place.tenantId, methodIds: [own.id] });
    await buildBinding(stage.app, { tenantId: stage.place.tenantId, merchantId: id, gatewayAccountId: two.id });
    const routed = await buildChannel(stage.app, { tenantId: stage.place.tenantId, paymentMethodId: own.id });
    expect((await stage.choose(id, { method: own.code })).chosen?.channelId).toBe(routed);
    const special = await buildChannel(stage.app, {
      tenantId: stage.place.tenantId,
      paymentMethodId: own.id,
      gatewayId: two.gatewayId,
    });
    expect((await stage.choose(id, { method: own.code })).chosen?.channelId).toBe(special);
    await stage.app.platform.db
      .updateTable("channels")
      .set({ maintenanceFrom: "2026-11-21T09:00:00.000Z", maintenanceTo: "2026-11-21T11:00:00.000Z" })
      .where("id", "in", [routed, special])
      .execute();
    const { excluded } = await stage.choose(id, { method: own.code });
    expect(excluded.find(({ accountId }) => accountId === two.id)?.reasons).toEqual(["channel_maintenance"]);
    expect(excluded.find(({ accountId }) => accountId === one.id)?.reason).toBe("method_not_on_account");
  });

  test("goes by an operator's word about health while it lasts", async () => {
    const id = await stage.merchant();
    await stage.bound(
      id,
      {},
      { account: { health: "down", forcedHealth: "healthy", forcedUntil: "2026-11-21T11:00:00.000Z" } },
    );
    expect((await stage.choose(id)).chosen).not.toBeNull();
    expect(await stage.reasons(id, { at: new Date("2026-11-21T11:00:00.000Z") })).toEqual(["account_down"]);
  });

  test("asks the cheapest account first where the merchant wants that, by region and by list price", async () => {
    const id = await stage.merchant();
    const dear = await stage.bound(id, { priority: 1 });
    const cheap = await stage.bound(id, { priority: 2 });
    const { db } = stage.app.platform;
    const { id: gatewayMethodId } = await db
      .selectFrom("gatewayMethods")
      .select("id")
      .where("gatewayAccountId", "=", cheap.id)
      .executeTakeFirstOrThrow();
    const price = {
      tenantId: stage.place.tenantId,
      gatewayMethodId,
      currency: "USD",
      fixed: "10",
      validFrom: "2026-01-01",
    };
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
      .values({ merchantId: id, tenantId: stage.place.tenantId, mode: "test", strategy: "least_cost" })
      .execute();
    const costs = async (binCountry: string) =>
      (await stage.choose(id, { binCountry })).candidates.map(({ gatewayAccountId, cost }) => [gatewayAccountId, cost]);
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
    const id = await stage.merchant();
    await stage.bound(id);
    const other = await stage.merchant();
    const decision = await chooseRoute(stage.as(other), stage.choiceOf(id));
    expect(decision).toMatchObject({ chosen: null, candidates: [], excluded: [] });
  });
});

describe("countBindings", () => {
  test("counts what is in force", async () => {
    const id = await stage.merchant();
    await stage.bound(id);
    await stage.bound(id, { status: "disabled" });
    expect(await countBindings(stage.as(id), id)).toBe(1);
    expect(await countBindings(stage.as(id), id, "live")).toBe(0);
  });
});
