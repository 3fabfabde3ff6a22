import { routing } from "@countinghouse/contract/gateways/routing/routing.ts";
import { money } from "@countinghouse/money/money.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTenant } from "../../../../test/people.ts";
import { buildRouteStage, type RouteStage } from "../../../../test/route-stage.ts";
import { buildGatewayAccount } from "../../../../test/routes.ts";

let stage: RouteStage;

beforeAll(async () => {
  stage = await buildRouteStage();
});
afterAll(() => stage.app.close());

describe("routing.tryRoute", () => {
  const asked = { mode: "test", currency: "USD", amount: "10000" } as const;

  test("decides about a made-up payment as about a real one, and stores nothing", async () => {
    const id = await stage.merchant();
    const { id: accountId } = await stage.bound(id);
    await stage.bound(id, {}, { account: { status: "draining" } });
    const decision = await stage.app
      .as(stage.operator())
      .call(routing, "tryRoute", { ...asked, merchantId: id, method: stage.method.code });
    expect(decision.chosen?.gatewayAccountId).toBe(accountId);
    expect(decision.excluded).toMatchObject([{ reason: "account_draining" }]);
    expect((await stage.choose(id, { appId: null, orderNo: "TRY", country: null, binCountry: null })).version).toBe(
      decision.version,
    );
  });

  test("is refused to a merchant's own people, and finds no merchant of another tenant", async () => {
    const id = await stage.merchant();
    const input = { ...asked, merchantId: id, method: stage.method.code };
    const member = { ...stage.operator(), scope: { ...stage.operator().scope, merchantIds: [id] } };
    expect(await stage.app.as(member).send(routing, "tryRoute", input)).toMatchObject({
      status: 403,
      bizCode: "platform.operatorOnly",
    });
    const elsewhere = await buildTenant(stage.app);
    const stranger = {
      ...stage.operator(),
      ...elsewhere,
      scope: { ...stage.operator().scope, tenantId: elsewhere.tenantId },
    };
    for (const operation of ["tryRoute", "detail"] as const)
      expect(await stage.app.as(stranger).send(routing, operation, input)).toMatchObject({ status: 404 });
  });
});

describe("routing.update", () => {
  const whole = { currencies: [], countries: [], methods: [], types: [], minAmount: null, maxAmount: null };

  test("holds for the next order, and answers what is stored", async () => {
    const id = await stage.merchant();
    const [one, two] = [await stage.bound(id, { priority: 1 }), await stage.bound(id, { priority: 2 })];
    const terms = {
      merchantId: id,
      mode: "test" as const,
      strategy: "rule" as const,
      rules: [{ ...whole, currencies: ["USD"], minAmount: "5000", shares: [{ accountId: two.id, percent: 100 }] }],
      fallbackAccountIds: [one.id],
    };
    expect(
      (await stage.app.as(stage.operator()).call(routing, "detail", { merchantId: id, mode: "test" })).version,
    ).toBe(0);
    await stage.app.as(stage.operator()).call(routing, "update", { ...terms, version: 0 });
    expect(await stage.app.as(stage.operator()).call(routing, "detail", { merchantId: id, mode: "test" })).toEqual({
      ...terms,
      version: 1,
    });
    expect((await stage.choose(id)).chosen?.gatewayAccountId).toBe(two.id);
    expect((await stage.choose(id, { amount: money(4_999n, "USD") })).chosen?.gatewayAccountId).toBe(one.id);
    expect(await stage.app.as(stage.operator()).send(routing, "update", { ...terms, version: 0 })).toMatchObject({
      status: 409,
      bizCode: "platform.stale",
    });
  });

  test("refuses accounts that are not bound, rules without accounts, shares that are no whole and amounts without a currency", async () => {
    const id = await stage.merchant();
    const { id: accountId } = await stage.bound(id);
    const stranger = await buildGatewayAccount(stage.app, { tenantId: stage.place.tenantId, methodIds: [] });
    const send = (parts: object) =>
      stage.app.as(stage.operator()).send(routing, "update", {
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
    const id = await stage.merchant();
    const unproven = { ...stage.operator(), provenAt: null };
    const input = { merchantId: id, mode: "test", strategy: "least_cost", rules: [], fallbackAccountIds: [] };
    expect(await stage.app.as(unproven).send(routing, "update", input)).toMatchObject({
      status: 403,
      bizCode: "platform.stepUpRequired",
    });
  });
});
