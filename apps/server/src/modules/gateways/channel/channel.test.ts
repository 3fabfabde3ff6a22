import { channel } from "@countinghouse/contract/gateways/channel/channel.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { unique } from "../../../../test/people.ts";
import { buildRouteStage, type RouteStage } from "../../../../test/route-stage.ts";
import { buildChannel, buildGatewayAccount } from "../../../../test/routes.ts";
import { newId } from "../../../platform/db/new-id.ts";

let stage: RouteStage;

beforeAll(async () => {
  stage = await buildRouteStage();
});
afterAll(() => stage.app.close());

const client = () => stage.app.as(stage.operator());
const fields = () => ({ channelCode: unique("chan_"), name: unique("Channel "), paymentMethodId: stage.method.id });
const made = () => buildChannel(stage.app, { tenantId: stage.place.tenantId, paymentMethodId: stage.method.id });

describe("channel.add", () => {
  test("sells a method, over a gateway or routed, and reads back whole", async () => {
    const { gatewayId } = await buildGatewayAccount(stage.app, { tenantId: stage.place.tenantId, methodIds: [] });
    const input = {
      ...fields(),
      gatewayId,
      currencies: ["usd", "EUR", "USD"],
      limits: [{ currency: "USD", min: "100", max: null }],
      checkoutLabel: { en: "Card", "zh-cn": "银行卡" },
      recommendedPercent: 29_000,
      recommendedFixed: [{ currency: "USD", amount: "30" }],
    };
    const id = await client().call(channel, "add", input);
    expect(await client().call(channel, "detail", { id })).toMatchObject({
      ...input,
      currencies: ["USD", "EUR"],
      methodCode: stage.method.code,
      status: "enabled",
      merchants: 0,
      version: 1,
    });
  });

  test("refuses a code twice, and methods and gateways that are not there", async () => {
    const input = fields();
    await client().call(channel, "add", input);
    expect(await client().send(channel, "add", input)).toMatchObject({ status: 409, bizCode: "channel.duplicate" });
    const now = stage.app.clock.now();
    expect(await client().send(channel, "add", { ...fields(), paymentMethodId: newId("pm", now) })).toMatchObject({
      bizCode: "channel.methodUnknown",
    });
    expect(await client().send(channel, "add", { ...fields(), gatewayId: newId("gw", now) })).toMatchObject({
      bizCode: "channel.gatewayUnknown",
    });
  });
});

describe("channel.maintenance", () => {
  test("shows the state by the clock, filters by it, and ends with its window or by hand", async () => {
    const id = await made();
    const now = stage.app.clock.now().getTime();
    const window = { from: new Date(now - 1000).toISOString(), to: new Date(now + 60_000).toISOString() };
    await client().call(channel, "maintenance", { id, ...window, message: { en: "Back soon" } });
    expect(await client().call(channel, "detail", { id })).toMatchObject({
      status: "maintenance",
      maintenanceMessage: { en: "Back soon" },
    });
    const { items } = await client().call(channel, "page", { status: ["maintenance"] });
    expect(items.map((one) => one.id)).toEqual([id]);
    await client().call(channel, "maintenance", { id });
    expect(await client().call(channel, "detail", { id })).toMatchObject({ status: "enabled", maintenanceTo: null });
  });

  test("refuses a window that ends before it begins, is half told, or is over", async () => {
    const id = await made();
    const [early, late] = ["2026-11-21T11:00:00.000Z", "2026-11-21T12:00:00.000Z"];
    for (const window of [{ from: late, to: early }, { from: early }, { to: late }])
      expect(await client().send(channel, "maintenance", { id, ...window })).toMatchObject({
        bizCode: "channel.windowReversed",
      });
    const past = { from: "2026-11-21T08:00:00.000Z", to: "2026-11-21T09:00:00.000Z" };
    expect(await client().send(channel, "maintenance", { id, ...past })).toMatchObject({
      bizCode: "channel.windowPast",
    });
  });
});

describe("channel.setStatus", () => {
  test("disables a channel, whatever its window, and it is no choice any more", async () => {
    const id = await made();
    await client().call(channel, "setStatus", { id, status: "disabled", version: 1 });
    expect(await client().call(channel, "detail", { id })).toMatchObject({ status: "disabled", version: 2 });
    expect((await client().call(channel, "list", {})).map((one) => one.id)).not.toContain(id);
    expect(await client().send(channel, "setStatus", { id, status: "enabled", version: 1 })).toMatchObject({
      status: 409,
      bizCode: "platform.stale",
    });
  });
});

describe("channel.update", () => {
  test("changes what it may, and neither the code nor the method", async () => {
    const id = await made();
    const before = await client().call(channel, "detail", { id });
    await client().call(channel, "update", { id, name: "Cards of Asia", countries: ["jp", "TW"], limits: [] });
    const { channelCode, paymentMethodId } = before;
    expect(await client().call(channel, "detail", { id })).toMatchObject({
      name: "Cards of Asia",
      countries: ["JP", "TW"],
      channelCode,
      paymentMethodId,
    });
  });
});

describe("channel.delete", () => {
  test("takes a channel away that nobody offers, and keeps one that somebody does", async () => {
    const [free, used] = [await made(), await made()];
    const merchantId = await stage.merchant();
    await stage.app.platform.db
      .insertInto("merPayChannelCfgs")
      .values({
        id: newId("mpc", stage.app.clock.now()),
        tenantId: stage.place.tenantId,
        merchantId,
        channelId: used,
      })
      .execute();
    await client().call(channel, "delete", { id: free });
    expect(await client().send(channel, "detail", { id: free })).toMatchObject({ status: 404 });
    expect(await client().send(channel, "delete", { id: used })).toMatchObject({
      status: 409,
      bizCode: "channel.inUse",
    });
    expect(await client().call(channel, "merchants", { id: used })).toMatchObject([{ merchantId }]);
  });
});

test("nobody who signs in for a merchant reaches a channel", async () => {
  const id = await made();
  const merchantId = await stage.merchant();
  const operator = stage.operator();
  const member = stage.app.as({ ...operator, scope: { ...operator.scope, merchantIds: [merchantId] } });
  for (const [name, input] of [
    ["page", {}],
    ["detail", { id }],
    ["add", fields()],
    ["list", {}],
  ] as const)
    expect(await member.send(channel, name, input)).toMatchObject({ status: 403, bizCode: "platform.operatorOnly" });
});
