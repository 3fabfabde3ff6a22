import { merPaymentMethodCfg } from "@countinghouse/contract/merchants/mer-payment-method-cfg/mer-payment-method-cfg.ts";
import { money } from "@countinghouse/money/money.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestApp, type TestApp } from "../../../../test/app.ts";
import { buildMerchant } from "../../../../test/merchants.ts";
import { buildMerchantUser, buildOffice } from "../../../../test/offices.ts";
import { buildFeeRule } from "../../../../test/terms.ts";
import { chargeByVolume } from "./capture-fee.service.ts";
import { addCapturedVolume, findFeeRule, hasRuleInForce } from "./index.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const gbp = (minor: number) => money(BigInt(minor), "GBP");

async function buildParties() {
  const office = await buildOffice(app, [merPaymentMethodCfg]);
  const merchantId = await buildMerchant(app, office.place);
  return { ...office, merchantId, owner: { tenantId: office.tenantId, merchantId } };
}

const visa = (merchantId: string) => ({
  merchantId,
  method: "card_visa",
  methodCategory: "card",
  currency: "GBP",
  gatewayAccountId: "ga_1",
  cardRegion: "domestic",
  at: app.clock.now(),
});

describe("findFeeRule", () => {
  test("takes the most specific rule in force, the merchant's own before its tenant's", async () => {
    const { owner, merchantId, tenantId } = await buildParties();
    const list = { tenantId, merchantId: null };
    const chosen = async (parts: object = {}) =>
      (await findFeeRule(app.context(), { ...visa(merchantId), ...parts })).percent;
    await buildFeeRule(app, list, { percent: 1 });
    expect(await chosen()).toBe(1);
    await buildFeeRule(app, list, { percent: 2, method: "card_visa" });
    expect(await chosen()).toBe(2);
    await buildFeeRule(app, owner, { percent: 3, currency: null, fixed: "0" });
    expect(await chosen()).toBe(3);
    await buildFeeRule(app, owner, { percent: 4, methodCategory: "card" });
    expect(await chosen()).toBe(4);
    await buildFeeRule(app, owner, { percent: 5, method: "card_visa" });
    expect(await chosen()).toBe(5);
    await buildFeeRule(app, owner, { percent: 6, method: "card_visa", gatewayAccountId: "ga_1" });
    expect(await chosen()).toBe(6);
    await buildFeeRule(app, owner, {
      percent: 7,
      method: "card_visa",
      gatewayAccountId: "ga_1",
      cardRegion: "domestic",
    });
    expect(await chosen()).toBe(7);
    expect(await chosen({ cardRegion: "inter" })).toBe(6);
    expect(await chosen({ cardRegion: "inter", gatewayAccountId: "ga_2" })).toBe(5);
    expect(await chosen({ method: "card_jcb" })).toBe(4);
    expect(await chosen({ method: "alipay", methodCategory: "wallet", cardRegion: null })).toBe(3);
    expect(await chosen({ method: "alipay", methodCategory: "wallet", currency: "EUR" })).toBe(3);
  });

  test("refuses a payment without a rule: another merchant's, another tenant's and one not in force are none", async () => {
    const { merchantId, tenantId, place } = await buildParties();
    const elsewhere = await buildParties();
    await buildFeeRule(app, { tenantId, merchantId: await buildMerchant(app, place) });
    await buildFeeRule(app, { tenantId: elsewhere.tenantId, merchantId: null });
    const owner = { tenantId, merchantId };
    const tomorrow = new Date(app.clock.now().getTime() + 86_400_000).toISOString();
    await buildFeeRule(app, owner, { decision: "pending" });
    await buildFeeRule(app, owner, { validFrom: tomorrow });
    await buildFeeRule(app, owner, { validTo: app.clock.now().toISOString() });
    await buildFeeRule(app, owner, { currency: "USD" });
    await expect(findFeeRule(app.context(), visa(merchantId))).rejects.toMatchObject({
      code: "merPaymentMethodCfg.feeRuleMissing",
      values: { method: "card_visa", currency: "GBP" },
    });
  });
});

describe("chargeByVolume and addCapturedVolume", () => {
  const timezone = "Europe/London";
  const tiers = JSON.stringify([
    { from: "0", percent: 29_000 },
    { from: "10000000", percent: 25_000 },
  ]);

  test("price by the volume of the merchant's month, which counts every capture", async () => {
    const { owner, merchantId } = await buildParties();
    await buildFeeRule(app, owner, { fixed: "25", tierMode: "graduated", tiers });
    const rule = await findFeeRule(app.context(), visa(merchantId));
    const at = app.clock.now();
    const fee = async () =>
      (await chargeByVolume(app.context(), { rule, amount: gbp(200_00), merchantId, at, timezone })).fee;
    expect((await fee()).amountMinor).toBe(605n);
    const captures = Array.from({ length: 10 }, () =>
      addCapturedVolume(app.context(), { merchantId, mode: "live", amount: gbp(9_990_00), at, timezone }),
    );
    await Promise.all(captures);
    expect((await fee()).amountMinor).toBe(565n);
    await addCapturedVolume(app.context(), { merchantId, mode: "test", amount: gbp(100_00), at, timezone });
    expect((await fee()).amountMinor).toBe(565n);
  });

  test("look at last month where the whole month has one price", async () => {
    const { owner, merchantId } = await buildParties();
    await buildFeeRule(app, owner, { fixed: "25", tierMode: "whole", tiers });
    const rule = await findFeeRule(app.context(), visa(merchantId));
    const at = app.clock.now();
    const october = new Date("2026-10-31T12:00:00Z");
    await addCapturedVolume(app.context(), {
      merchantId,
      mode: "live",
      amount: gbp(100_000_00),
      at: october,
      timezone,
    });
    const { fee } = await chargeByVolume(app.context(), { rule, amount: gbp(200_00), merchantId, at, timezone });
    expect(fee.amountMinor).toBe(525n);
  });
});

describe("merPaymentMethodCfg.add, approve and reject", () => {
  const draft = (merchantId: string | null) => ({ merchantId, method: "card_visa", currency: "GBP", percent: 29_000 });

  test("price payments once somebody else approved, and replace the rule of the same scope alone", async () => {
    const { maker, checker, merchantId } = await buildParties();
    const agree = async (input: object) => {
      const id = await maker.call(merPaymentMethodCfg, "add", { ...draft(merchantId), ...input });
      await checker.call(merPaymentMethodCfg, "approve", { id });
      return id;
    };
    const first = await agree({});
    const other = await agree({ method: "card_jcb" });
    const second = await agree({ percent: 19_000 });
    const statusOf = async (id: string) => (await maker.call(merPaymentMethodCfg, "detail", { id })).status;
    expect(await Promise.all([first, other, second].map(statusOf))).toEqual(["ended", "active", "active"]);
    const { rule, fee, net } = await maker.call(merPaymentMethodCfg, "effective", {
      merchantId,
      method: "card_visa",
      currency: "GBP",
      amount: "10000",
    });
    expect([rule.id, fee, net]).toEqual([second, "190", "9810"]);
  });

  test("refuse one's own change, a decision twice, and a second waiting change", async () => {
    const { maker, checker, merchantId } = await buildParties();
    const id = await maker.call(merPaymentMethodCfg, "add", draft(merchantId));
    expect(await checker.send(merPaymentMethodCfg, "add", draft(merchantId))).toMatchObject({
      status: 409,
      bizCode: "merPaymentMethodCfg.pendingExists",
    });
    expect(await maker.send(merPaymentMethodCfg, "approve", { id })).toMatchObject({
      status: 403,
      bizCode: "merPaymentMethodCfg.ownChange",
    });
    await checker.call(merPaymentMethodCfg, "reject", { id, reason: "Below cost" });
    expect(await checker.send(merPaymentMethodCfg, "approve", { id })).toMatchObject({
      bizCode: "merPaymentMethodCfg.notPending",
    });
    await maker.call(merPaymentMethodCfg, "add", draft(merchantId));
  });

  test("put no rule in force that somebody altered while it waited: the one before goes on pricing", async () => {
    const { maker, checker, owner, merchantId } = await buildParties();
    await buildFeeRule(app, owner, { percent: 10_000, method: "card_visa" });
    const id = await maker.call(merPaymentMethodCfg, "add", draft(merchantId));
    const write = (percent: number) =>
      app.platform.db.updateTable("feeRules").set({ percent }).where("id", "=", id).execute();
    await write(1);
    expect(await checker.send(merPaymentMethodCfg, "approve", { id })).toMatchObject({
      status: 409,
      bizCode: "merPaymentMethodCfg.altered",
    });
    expect((await findFeeRule(app.context(), visa(merchantId))).percent).toBe(10_000);
    await checker.call(merPaymentMethodCfg, "reject", { id, reason: "Altered outside" });
    const again = await maker.call(merPaymentMethodCfg, "add", draft(merchantId));
    await checker.call(merPaymentMethodCfg, "approve", { id: again });
    expect((await findFeeRule(app.context(), visa(merchantId))).id).toBe(again);
    expect(await hasRuleInForce(app.context(), merchantId, app.clock.now())).toBe(true);
    await app.platform.db.updateTable("feeRules").set({ percent: 1 }).where("id", "=", again).execute();
    expect(await hasRuleInForce(app.context(), merchantId, app.clock.now())).toBe(false);
  });

  test("keep a tenant's price list beside its merchants', for operators alone", async () => {
    const { maker, checker, merchantId, place } = await buildParties();
    const id = await maker.call(merPaymentMethodCfg, "add", draft(null));
    await checker.call(merPaymentMethodCfg, "approve", { id });
    const member = await buildMerchantUser(app, place, { merchantId, resources: [merPaymentMethodCfg] });
    expect((await member.call(merPaymentMethodCfg, "page", {})).total).toBe(0);
    expect(await member.send(merPaymentMethodCfg, "detail", { id })).toMatchObject({ status: 404 });
    const asked = { merchantId, method: "card_visa", currency: "GBP", amount: "10000" } as const;
    expect(await member.call(merPaymentMethodCfg, "effective", asked)).toMatchObject({ fee: "290" });
    expect(await member.send(merPaymentMethodCfg, "add", draft(merchantId))).toMatchObject({
      status: 403,
      bizCode: "platform.operatorOnly",
    });
    expect(await member.send(merPaymentMethodCfg, "effective", { ...asked, currency: "USD" })).toMatchObject({
      status: 409,
      bizCode: "merPaymentMethodCfg.feeRuleMissing",
    });
  });

  test("say at which field a rule contradicts itself", async () => {
    const { maker, merchantId } = await buildParties();
    const answer = await maker.send(merPaymentMethodCfg, "add", { ...draft(merchantId), currency: null, fixed: "30" });
    expect(answer).toMatchObject({ status: 400, bizCode: "merPaymentMethodCfg.currencyNeeded" });
    expect(answer.body.extras?.fields).toMatchObject([{ field: "currency" }]);
  });

  test.each([{ percent: -1 }, { percent: 1_000_001 }, { fixed: "-30" }, { fixed: "0.3" }, { currency: "XXX" }])(
    "refuse %o as no input at all",
    async (wrong) => {
      const { maker, merchantId } = await buildParties();
      expect(await maker.send(merPaymentMethodCfg, "add", { ...draft(merchantId), ...wrong })).toMatchObject({
        bizCode: "platform.invalidInput",
      });
    },
  );
});

describe("merPaymentMethodCfg.copyPlan", () => {
  test("asks for each rule in force, passing over those that wait already", async () => {
    const { maker, owner, merchantId: fromMerchantId, place } = await buildParties();
    const toMerchantId = await buildMerchant(app, place);
    expect(await maker.send(merPaymentMethodCfg, "copyPlan", { fromMerchantId, toMerchantId })).toMatchObject({
      status: 409,
      bizCode: "merPaymentMethodCfg.nothingToCopy",
    });
    const tiers = JSON.stringify([{ from: "0", percent: 10_000 }]);
    await buildFeeRule(app, owner, { method: "card_visa", tierMode: "whole", tiers });
    await buildFeeRule(app, owner, { method: "alipay" });
    await buildFeeRule(app, owner, { method: "wechat", decision: "rejected" });
    const copy = () => maker.call(merPaymentMethodCfg, "copyPlan", { fromMerchantId, toMerchantId });
    expect(await copy()).toEqual({ added: 2, skipped: 0 });
    expect(await copy()).toEqual({ added: 0, skipped: 2 });
    const { items } = await maker.call(merPaymentMethodCfg, "page", { merchantId: toMerchantId, status: ["pending"] });
    expect(items.map(({ method }) => method).sort()).toEqual(["alipay", "card_visa"]);
    expect(items.find(({ method }) => method === "card_visa")?.tiers).toEqual([{ from: "0", percent: 10_000 }]);
    expect(
      await maker.send(merPaymentMethodCfg, "copyPlan", { fromMerchantId, toMerchantId: fromMerchantId }),
    ).toMatchObject({ bizCode: "merPaymentMethodCfg.samePlan" });
  });

  test("copies no plan with a rule that somebody altered: its copy would be sealed as genuine", async () => {
    const { maker, owner, merchantId: fromMerchantId, place } = await buildParties();
    const toMerchantId = await buildMerchant(app, place);
    for (const method of ["alipay", "card_visa"]) await buildFeeRule(app, owner, { method });
    const altered = app.platform.db.updateTable("feeRules").set({ percent: 1 });
    await altered.where("merchantId", "=", fromMerchantId).where("method", "=", "card_visa").execute();
    expect(await maker.send(merPaymentMethodCfg, "copyPlan", { fromMerchantId, toMerchantId })).toMatchObject({
      status: 409,
      bizCode: "merPaymentMethodCfg.sourceAltered",
    });
    expect((await maker.call(merPaymentMethodCfg, "page", { merchantId: toMerchantId })).items).toEqual([]);
  });
});
