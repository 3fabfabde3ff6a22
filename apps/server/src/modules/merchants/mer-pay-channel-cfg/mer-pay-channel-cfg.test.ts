import { merPayChannelCfg } from "@countinghouse/contract/merchants/mer-pay-channel-cfg/mer-pay-channel-cfg.ts";
import { money } from "@countinghouse/money/money.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildRouteStage, type RouteStage } from "../../../../test/route-stage.ts";
import { buildChannel } from "../../../../test/routes.ts";
import { newId } from "../../../platform/db/new-id.ts";
import { paymentMethodsFor } from "../../gateways/routing/index.ts";

let stage: RouteStage;

beforeAll(async () => {
  stage = await buildRouteStage();
});
afterAll(() => stage.app.close());

const resource = merPayChannelCfg;
const client = () => stage.app.as(stage.operator());
const memberOf = (merchantId: string) => {
  const operator = stage.operator();
  return stage.app.as({ ...operator, scope: { ...operator.scope, merchantIds: [merchantId] } });
};
type ChannelParts = Partial<Parameters<typeof buildChannel>[1]>;
const channel = (parts: ChannelParts = {}) =>
  buildChannel(stage.app, { tenantId: stage.place.tenantId, paymentMethodId: stage.method.id, ...parts });

/** A merchant with an account and one channel in its checkout. */
async function shop(parts: object = {}, channelParts: ChannelParts = {}) {
  const merchantId = await stage.merchant();
  const { id: gatewayAccountId } = await stage.bound(merchantId);
  const channelId = await channel(channelParts);
  const id = await client().call(resource, "add", { merchantId, channelId, ...parts });
  return { merchantId, gatewayAccountId, channelId, id };
}

const asked = { currency: "USD", amount: "10000" } as const;
const preview = (merchantId: string, parts: object = {}) =>
  client().call(resource, "preview", { merchantId, ...asked, ...parts });
const reasonIn = async (merchantId: string, parts: object = {}) => (await preview(merchantId, parts))[0]?.reason;

describe("merPayChannelCfg.preview", () => {
  test("shows what a payer would be offered, over which accounts", async () => {
    const { merchantId } = await shop({}, { checkoutLabel: JSON.stringify({ en: "Pay by card" }) });
    const [line] = await preview(merchantId);
    expect(line).toMatchObject({ isShown: true, reason: null, label: "Pay by card", flow: "direct" });
    expect(line?.accounts).toHaveLength(1);
  });

  test("says why a channel is not offered", async () => {
    const { merchantId, id } = await shop({
      countries: ["GB"],
      devices: ["mobile"],
      limits: [{ currency: "USD", min: "10001", max: null }],
    });
    expect(await reasonIn(merchantId, { country: "US" })).toBe("country");
    expect(await reasonIn(merchantId, { country: "GB" })).toBe("amount");
    expect(await reasonIn(merchantId, { amount: "10001", device: "desktop" })).toBe("device");
    expect(await reasonIn(merchantId, { amount: "10001", device: "mobile" })).toBeNull();
    await client().call(resource, "arrange", { id, isOffered: false, sort: 1 });
    expect(await reasonIn(merchantId)).toBe("hidden");
    await client().call(resource, "setStatus", { id, status: "disabled" });
    expect(await reasonIn(merchantId)).toBe("switchedOff");
  });

  test("tells of the channel's own state and of accounts that would not take it", async () => {
    const message = JSON.stringify({ en: "Back at noon" });
    const maintenance = { maintenanceFrom: "2026-11-21T09:00:00Z", maintenanceTo: "2026-11-21T12:00:00Z" };
    const closed = await shop({}, { ...maintenance, maintenanceMessage: message });
    expect((await preview(closed.merchantId))[0]).toMatchObject({ reason: "maintenance", message: "Back at noon" });
    expect(await reasonIn((await shop({}, { status: "disabled" })).merchantId)).toBe("channelOff");
    expect(await reasonIn((await shop({}, { currencies: ["EUR"] })).merchantId)).toBe("currency");
    const lonely = await shop();
    await stage.app.platform.db
      .updateTable("gatewayAccounts")
      .set({ status: "disabled" })
      .where("id", "=", lonely.gatewayAccountId)
      .execute();
    const [line] = await preview(lonely.merchantId);
    expect(line).toMatchObject({ isShown: false, reason: "noRoute" });
    expect(line?.excluded).toMatchObject([{ reasons: ["account_disabled"] }]);
  });
});

describe("paymentMethodsFor", () => {
  const question = (merchantId: string) => ({
    merchantId,
    appId: null,
    mode: "test" as const,
    amount: money(10_000n, "USD"),
    country: null,
    at: stage.app.clock.now(),
  });

  test("offers what some account would take, in the merchant's order", async () => {
    const { merchantId, channelId } = await shop({ sort: 20 });
    const first = await channel();
    await client().call(resource, "add", { merchantId, channelId: first, sort: 10 });
    const dead = await channel({ gatewayId: null, countries: ["JP"], currencies: ["JPY"] });
    await client().call(resource, "add", { merchantId, channelId: dead });
    const offered = await paymentMethodsFor(stage.as(merchantId), question(merchantId));
    expect(offered.map((one) => one.channelId)).toEqual([first, channelId]);
    expect(offered[0]).toMatchObject({ method: stage.method.code, category: "card", flow: "direct" });
  });

  test("binds a payer to the gateway of the channel that was chosen", async () => {
    const merchantId = await stage.merchant();
    const [one, two] = [await stage.bound(merchantId, { priority: 1 }), await stage.bound(merchantId, { priority: 2 })];
    const channelId = await channel({ gatewayId: two.gatewayId });
    expect((await stage.choose(merchantId)).chosen?.gatewayAccountId).toBe(one.id);
    expect(await stage.choose(merchantId, { channelId })).toMatchObject({
      chosen: { gatewayAccountId: two.id, channelId },
      excluded: [{ accountId: one.id, reason: "not_in_channel" }],
    });
  });

  test("offers nothing to a caller of another merchant", async () => {
    const { merchantId } = await shop();
    expect(await paymentMethodsFor(stage.as(await stage.merchant()), question(merchantId))).toEqual([]);
  });
});

describe("merPayChannelCfg.add", () => {
  test("refuses a channel twice, one that is not there, and another merchant's app", async () => {
    const { merchantId, channelId } = await shop();
    expect(await client().send(resource, "add", { merchantId, channelId })).toMatchObject({
      status: 409,
      bizCode: "merPayChannelCfg.duplicate",
    });
    const unknown = newId("chn", stage.app.clock.now());
    expect(await client().send(resource, "add", { merchantId, channelId: unknown })).toMatchObject({
      bizCode: "merPayChannelCfg.channelUnknown",
    });
    const now = stage.app.clock.now();
    const coinAppId = newId("app", now);
    await stage.app.platform.db
      .insertInto("coinApps")
      .values({
        id: coinAppId,
        tenantId: stage.place.tenantId,
        merchantId: await stage.merchant(),
        appNo: coinAppId,
        name: "Elsewhere",
        defaultCurrency: "USD",
      })
      .execute();
    expect(await client().send(resource, "add", { merchantId, channelId, coinAppId })).toMatchObject({
      bizCode: "merPayChannelCfg.appUnknown",
    });
  });
});

describe("merPayChannelCfg.applyTemplate", () => {
  test("adds what is missing and leaves what is there", async () => {
    const { merchantId: source } = await shop({ countries: ["JP"], sort: 7 });
    const target = await stage.merchant();
    expect(await client().call(resource, "applyTemplate", { merchantId: target, fromMerchantId: source })).toEqual({
      added: 1,
    });
    const { items } = await client().call(resource, "page", { merchantId: target });
    expect(items).toMatchObject([{ countries: ["JP"], sort: 7 }]);
    expect(await client().call(resource, "applyTemplate", { merchantId: target, fromMerchantId: source })).toEqual({
      added: 0,
    });
    const { added } = await client().call(resource, "applyTemplate", { merchantId: target });
    expect(added).toBeGreaterThan(0);
    expect(
      await client().send(resource, "applyTemplate", { merchantId: target, fromMerchantId: target }),
    ).toMatchObject({ bizCode: "merPayChannelCfg.ownTemplate" });
  });
});

describe("merPayChannelCfg.update", () => {
  test("changes the conditions, and refuses a stale version", async () => {
    const { id } = await shop();
    await client().call(resource, "update", { id, version: 1, currencies: ["eur"], limits: [] });
    expect(await client().call(resource, "detail", { id })).toMatchObject({ currencies: ["EUR"], version: 2 });
    expect(await client().send(resource, "update", { id, version: 1 })).toMatchObject({ bizCode: "platform.stale" });
    await client().call(resource, "delete", { id });
    expect(await client().send(resource, "detail", { id })).toMatchObject({ status: 404 });
  });
});

describe("a merchant's own people", () => {
  test("hide and sort their channels and preview their checkout, without seeing over whom payments go", async () => {
    const { merchantId, id } = await shop();
    const member = memberOf(merchantId);
    await member.call(resource, "arrange", { id, isOffered: false, sort: 3 });
    expect((await member.call(resource, "page", {})).items).toMatchObject([
      { id, isOffered: false, sort: 3, gatewayName: null },
    ]);
    await member.call(resource, "arrange", { id, isOffered: true, sort: 3 });
    expect((await member.call(resource, "preview", { merchantId, ...asked }))[0]).toMatchObject({
      isShown: true,
      accounts: [],
    });
  });

  test("change nothing else, and find no other merchant's", async () => {
    const { merchantId, id, channelId } = await shop();
    for (const [name, input] of [
      ["add", { merchantId, channelId }],
      ["update", { id }],
      ["setStatus", { id, status: "disabled" }],
      ["delete", { id }],
      ["applyTemplate", { merchantId }],
    ] as const)
      expect(await memberOf(merchantId).send(resource, name, input)).toMatchObject({ status: 403 });
    const other = memberOf(await stage.merchant());
    expect(await other.send(resource, "arrange", { id, isOffered: false, sort: 1 })).toMatchObject({ status: 404 });
    expect(await other.send(resource, "preview", { merchantId, ...asked })).toMatchObject({ status: 404 });
  });
});
