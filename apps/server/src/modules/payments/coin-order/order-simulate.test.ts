import { coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actor, type TestClient } from "../../../../test/app.ts";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { buildFeeRule } from "../../../../test/terms.ts";

let stage: OrderStage;
let operator: TestClient;

beforeAll(async () => {
  stage = await buildOrderStage();
  operator = stage.app.as(actor({ tenantId: stage.place.tenantId, orgId: stage.place.orgId }));
});
afterAll(() => stage.close());

const simulate = (order: { readonly id: string }, more: object = {}) =>
  operator.send(coinOrder, "simulate", { id: order.id, ...more });

const tables = ["coinOrders", "paymentAttempts", "ledgerJournals", "merchantEvents", "orderTimeline"] as const;

describe("coinOrder.simulate", () => {
  test("comes to what was booked while nothing that is agreed has changed", async () => {
    const order = await stage.pay("001");
    const { result } = await simulate(order);
    expect(result.booked).not.toBeNull();
    expect(result.price).toEqual(result.booked);
    expect(result.agreed).toEqual(result.booked);
    expect(result).toMatchObject({
      method: "card_visa",
      amount: "10000",
      bookedAccountId: stage.accounts.main,
      route: { chosen: { gatewayAccountId: stage.accounts.main } },
      problem: null,
    });
    expect(result.route.candidates.map(({ gatewayAccountId }) => gatewayAccountId)).toEqual([
      stage.accounts.main,
      stage.accounts.backup,
    ]);
  });

  test("tells what an order that nobody paid yet would cost with a method, and asks for one", async () => {
    const order = await stage.create();
    expect(await simulate(order)).toMatchObject({ status: 409, bizCode: "coinOrder.methodNeeded" });
    expect(await simulate(order, { method: "no_such_method" })).toMatchObject({ bizCode: "coinOrder.methodUnknown" });
    const { result } = await simulate(order, { method: "sim_wallet" });
    expect(result).toMatchObject({ method: "sim_wallet", booked: null, price: { currency: "USD", value: "10000" } });
    expect(BigInt(result.price?.net ?? 0) + BigInt(result.price?.fee ?? 0) + BigInt(result.price?.tax ?? 0)).toBe(
      10_000n,
    );
  });

  test("says why a payment would be refused", async () => {
    const order = await stage.pay("001");
    const { db } = stage.app.platform;
    const bindings = db.updateTable("merGatewayAccountCfgs").where("merchantId", "=", stage.merchantId);
    await bindings.set({ status: "disabled" }).execute();
    const { result } = await simulate(order);
    await bindings.set({ status: "enabled" }).execute();
    expect(result).toMatchObject({ price: null, problem: "coinOrder.noRoute", route: { chosen: null } });
    expect(result.route.excluded.map(({ reason }) => reason)).toContain("binding_disabled");
  });

  test("counts a rule that was agreed since, and leaves what was booked", async () => {
    const order = await stage.pay("001");
    const owner = { tenantId: stage.place.tenantId, merchantId: stage.merchantId };
    await buildFeeRule(stage.app, owner, { currency: "USD", method: "card_visa", percent: 0, fixed: "1" });
    const { result } = await simulate(order);
    expect(result.price).toMatchObject({ fee: "1", net: "9999" });
    expect(result.booked).toMatchObject({ fee: "320" });
    expect(result.agreed).toMatchObject({ fee: "320" });
  });

  test("stores nothing", async () => {
    const order = await stage.pay("001");
    const count = async () =>
      Promise.all(
        tables.map((table) =>
          stage.app.platform.db
            .selectFrom(table)
            .select(({ fn }) => fn.countAll().as("count"))
            .executeTakeFirst(),
        ),
      );
    const before = await count();
    await simulate(order);
    expect(await count()).toEqual(before);
    const { version } = await stage.read(order);
    expect(version).toBe(order.version);
  });

  test("is for operators: it tells costs and other merchants' accounts", async () => {
    const order = await stage.pay("001");
    const member = actor({
      tenantId: stage.place.tenantId,
      accountType: AccountType.Member,
      scope: { tenantId: stage.place.tenantId, orgIds: "all", selfOnly: false, merchantIds: [stage.merchantId] },
    });
    expect(await stage.app.as(member).send(coinOrder, "simulate", { id: order.id })).toMatchObject({ status: 403 });
  });
});
