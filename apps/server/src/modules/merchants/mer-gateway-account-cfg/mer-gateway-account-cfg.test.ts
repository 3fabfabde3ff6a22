import { merGatewayAccountCfg } from "@countinghouse/contract/merchants/mer-gateway-account-cfg/mer-gateway-account-cfg.ts";
import { money } from "@countinghouse/money/money.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildRouteStage, type RouteStage } from "../../../../test/route-stage.ts";
import { buildGatewayAccount } from "../../../../test/routes.ts";
import { callAsRead, sendAsRead } from "../../../../test/two-people.ts";
import { newId } from "../../../platform/db/new-id.ts";
import { flushCalls, recordPayment } from "../../gateways/routing/index.ts";

let stage: RouteStage;

beforeAll(async () => {
  stage = await buildRouteStage();
});
afterAll(() => stage.app.close());

const resource = merGatewayAccountCfg;
const maker = () => stage.app.as(stage.operator());
const checker = () => stage.app.as({ ...stage.operator(), userId: 900_001, realName: "Somebody Else" });
const account = (mode: "live" | "test") =>
  buildGatewayAccount(stage.app, {
    tenantId: stage.place.tenantId,
    methodIds: [stage.method.id],
    account: { mode },
    gateway: { mode },
  });
const routing = { priority: 10, weight: 40, currencies: ["USD"], limits: [] };

/** A live binding that was approved. */
async function live(merchantId: string, weight = 40) {
  const { id: gatewayAccountId } = await account("live");
  const { id } = await maker().call(resource, "add", { ...routing, weight, merchantId, gatewayAccountId });
  await callAsRead(checker(), resource, "approve", { id });
  return { id, gatewayAccountId };
}

describe("merGatewayAccountCfg.add", () => {
  test("puts a test binding in force at once", async () => {
    const merchantId = await stage.merchant();
    const { id: gatewayAccountId } = await account("test");
    const limits = [{ currency: "USD", dailyAmount: "100000", dailyCount: 5, monthlyAmount: null }];
    const answer = await maker().call(resource, "add", { ...routing, limits, merchantId, gatewayAccountId });
    expect(answer.isPending).toBe(false);
    expect(await maker().call(resource, "detail", { id: answer.id })).toMatchObject({
      ...routing,
      limits,
      status: "enabled",
      mode: "test",
      health: "healthy",
      proposal: null,
    });
    expect((await stage.choose(merchantId)).chosen?.gatewayAccountId).toBe(gatewayAccountId);
  });

  test("lets a live binding take orders only after somebody else approved it", async () => {
    const merchantId = await stage.merchant();
    const { id: gatewayAccountId } = await account("live");
    const { id, isPending } = await maker().call(resource, "add", { ...routing, merchantId, gatewayAccountId });
    expect(isPending).toBe(true);
    expect(await stage.reasons(merchantId, { mode: "live" })).toEqual(["binding_pending"]);
    expect(await sendAsRead(maker(), resource, "approve", { id })).toMatchObject({
      status: 403,
      bizCode: "merGatewayAccountCfg.ownChange",
    });
    await callAsRead(checker(), resource, "approve", { id });
    expect((await stage.choose(merchantId, { mode: "live" })).chosen?.gatewayAccountId).toBe(gatewayAccountId);
    expect(await sendAsRead(checker(), resource, "approve", { id })).toMatchObject({
      bizCode: "merGatewayAccountCfg.nothingWaits",
    });
  });

  test("refuses an account twice, one that is not there, and a window that ends before it begins", async () => {
    const merchantId = await stage.merchant();
    const { id: gatewayAccountId } = await account("test");
    const input = { ...routing, merchantId, gatewayAccountId };
    const window = { validFrom: "2027-01-01T00:00:00Z", validTo: "2026-12-01T00:00:00Z" };
    expect(await maker().send(resource, "add", { ...input, ...window })).toMatchObject({
      bizCode: "merGatewayAccountCfg.windowReversed",
    });
    await maker().call(resource, "add", input);
    expect(await maker().send(resource, "add", input)).toMatchObject({
      status: 409,
      bizCode: "merGatewayAccountCfg.duplicate",
    });
    const unknown = newId("ga", stage.app.clock.now());
    expect(await maker().send(resource, "add", { ...input, gatewayAccountId: unknown })).toMatchObject({
      bizCode: "merGatewayAccountCfg.accountUnknown",
    });
  });
});

describe("merGatewayAccountCfg.update", () => {
  test("keeps a change of a live binding apart until it is approved, and names only what differs", async () => {
    const merchantId = await stage.merchant();
    const { id } = await live(merchantId);
    const answer = await maker().call(resource, "update", { ...routing, id, weight: 90, countries: ["jp"] });
    expect(answer.isPending).toBe(true);
    expect(await maker().call(resource, "detail", { id })).toMatchObject({
      weight: 40,
      countries: [],
      proposal: { weight: 90, countries: ["JP"] },
      status: "enabled",
    });
    expect(await maker().send(resource, "update", { ...routing, id, weight: 1 })).toMatchObject({
      status: 409,
      bizCode: "merGatewayAccountCfg.changeWaiting",
    });
    await callAsRead(checker(), resource, "approve", { id });
    expect(await maker().call(resource, "detail", { id })).toMatchObject({
      weight: 90,
      countries: ["JP"],
      proposal: null,
      approveUserName: "Somebody Else",
    });
  });

  test("asks nobody to approve a change of nothing", async () => {
    const { id } = await live(await stage.merchant());
    expect(await maker().call(resource, "update", { ...routing, id })).toEqual({ isPending: false });
  });
});

describe("merGatewayAccountCfg.setStatus", () => {
  test("stops live traffic at once, and starts it again after an approval", async () => {
    const merchantId = await stage.merchant();
    const { id } = await live(merchantId);
    await maker().call(resource, "update", { ...routing, id, weight: 1 });
    expect(await maker().call(resource, "setStatus", { id, status: "disabled" })).toEqual({ isPending: false });
    expect(await stage.reasons(merchantId, { mode: "live" })).toEqual(["binding_disabled"]);
    expect(await maker().call(resource, "setStatus", { id, status: "enabled" })).toEqual({ isPending: true });
    await callAsRead(checker(), resource, "approve", { id });
    expect((await stage.choose(merchantId, { mode: "live" })).chosen).not.toBeNull();
  });
});

describe("merGatewayAccountCfg.reject", () => {
  test("drops the change and leaves what was in force", async () => {
    const { id } = await live(await stage.merchant());
    await maker().call(resource, "update", { ...routing, id, weight: 90 });
    await callAsRead(checker(), resource, "reject", { id, reason: "too much" });
    expect(await maker().call(resource, "detail", { id })).toMatchObject({
      weight: 40,
      proposal: null,
      status: "enabled",
    });
  });

  test("leaves a binding that was never approved switched off", async () => {
    const { id: gatewayAccountId } = await account("live");
    const merchantId = await stage.merchant();
    const { id } = await maker().call(resource, "add", { ...routing, merchantId, gatewayAccountId });
    await callAsRead(checker(), resource, "reject", { id, reason: "no contract" });
    expect(await maker().call(resource, "detail", { id })).toMatchObject({ status: "disabled", proposal: null });
    expect(await sendAsRead(checker(), resource, "reject", { id, reason: "again" })).toMatchObject({
      bizCode: "merGatewayAccountCfg.nothingWaits",
    });
  });
});

describe("merGatewayAccountCfg.shift", () => {
  test("moves a share of the traffic in test at once, and live after approvals", async () => {
    const merchantId = await stage.merchant();
    const one = await stage.bound(merchantId, { weight: 80 });
    const two = await stage.bound(merchantId, { weight: 20 });
    const answer = await maker().call(resource, "shift", {
      merchantId,
      fromAccountId: one.id,
      toAccountId: two.id,
      percent: 50,
    });
    expect(answer).toMatchObject({ isPending: false });
    expect(answer.weights.map(({ before, after }) => [before, after])).toEqual([
      [80, 40],
      [20, 60],
    ]);
    const [a, b] = [await live(merchantId, 50), await live(merchantId, 10)];
    const shifted = await maker().call(resource, "shift", {
      merchantId,
      fromAccountId: a.gatewayAccountId,
      toAccountId: b.gatewayAccountId,
      percent: 100,
    });
    expect(shifted.isPending).toBe(true);
    expect((await maker().call(resource, "detail", { id: a.id })).proposal).toEqual({ weight: 0 });
  });

  test("refuses accounts that share no traffic", async () => {
    const merchantId = await stage.merchant();
    const one = await stage.bound(merchantId, { priority: 1 });
    const two = await stage.bound(merchantId, { priority: 2 });
    const input = { merchantId, fromAccountId: one.id, toAccountId: two.id, percent: 50 };
    expect(await maker().send(resource, "shift", input)).toMatchObject({
      bizCode: "merGatewayAccountCfg.notShiftable",
    });
  });
});

describe("merGatewayAccountCfg.usage", () => {
  test("tells what the merchant has paid over the account", async () => {
    const merchantId = await stage.merchant();
    const { id: gatewayAccountId } = await stage.bound(merchantId);
    const payment = {
      merchantId,
      amount: money(2_500n, "USD"),
      method: stage.method.code,
      binCountry: null,
      isApproved: true,
      startedAt: stage.app.clock.now(),
    };
    recordPayment(stage.app.platform, gatewayAccountId, payment);
    await flushCalls(stage.app.platform);
    const { items } = await maker().call(resource, "page", { merchantId });
    expect(await maker().call(resource, "usage", { id: items[0]?.id ?? "" })).toEqual([
      { currency: "USD", dailyAmount: "2500", dailyCount: 1, monthlyAmount: "2500" },
    ]);
  });
});

test("nobody who signs in for a merchant sees over whom its payments go", async () => {
  const merchantId = await stage.merchant();
  await stage.bound(merchantId);
  const operator = stage.operator();
  const member = stage.app.as({ ...operator, scope: { ...operator.scope, merchantIds: [merchantId] } });
  expect(await member.send(resource, "page", {})).toMatchObject({ status: 403, bizCode: "platform.operatorOnly" });
});
