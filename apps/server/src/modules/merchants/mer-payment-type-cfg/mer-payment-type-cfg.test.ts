import { merPaymentTypeCfg } from "@countinghouse/contract/merchants/mer-payment-type-cfg/mer-payment-type-cfg.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestApp, type TestApp } from "../../../../test/app.ts";
import { buildMerchant } from "../../../../test/merchants.ts";
import { buildMerchantUser, buildOffice } from "../../../../test/offices.ts";
import { buildCoinApp } from "../../../../test/terms.ts";
import { paymentTypeOf } from "./index.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

async function buildParties() {
  const office = await buildOffice(app, [merPaymentTypeCfg]);
  const merchantId = await buildMerchant(app, office.place);
  return { ...office, merchantId, owner: { tenantId: office.tenantId, merchantId }, client: office.maker };
}

describe("merPaymentTypeCfg.add, update and setStatus", () => {
  test("allow a way to pay for every app, or for one of them", async () => {
    const { client, merchantId, owner } = await buildParties();
    const { id: appId } = await buildCoinApp(app, owner);
    const asked = { merchantId, appId, type: "hosted_page" } as const;
    expect(await paymentTypeOf(app.context(), asked)).toBeUndefined();
    const id = await client.call(merPaymentTypeCfg, "add", {
      merchantId,
      paymentType: "hosted_page",
      limits: [{ currency: "GBP", perTransactionMax: "50000" }],
    });
    const terms = await paymentTypeOf(app.context(), asked);
    expect(terms).toMatchObject({ id, requireCvc: true, maxAttempts: null });
    expect(terms?.limits).toEqual([
      { currency: "GBP", perTransactionMax: { amountMinor: 50_000n, currency: "GBP" }, dailyMax: null },
    ]);
    const own = await client.call(merPaymentTypeCfg, "add", {
      merchantId,
      coinAppId: appId,
      paymentType: "hosted_page",
      requireThreeDs: true,
    });
    expect(await paymentTypeOf(app.context(), asked)).toMatchObject({ id: own, requireThreeDs: true });
    expect(await paymentTypeOf(app.context(), { ...asked, appId: "app_other" })).toMatchObject({ id });
    await client.call(merPaymentTypeCfg, "setStatus", { id: own, status: "disabled", version: 1 });
    expect(await paymentTypeOf(app.context(), asked)).toBeUndefined();
  });

  test("refuse a type twice, and an app of another merchant", async () => {
    const { client, merchantId, place, tenantId } = await buildParties();
    const add = () => client.send(merPaymentTypeCfg, "add", { merchantId, paymentType: "moto" });
    const answers = await Promise.all([add(), add()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)).toMatchObject({ bizCode: "merPaymentTypeCfg.duplicate" });
    const other = await buildMerchant(app, place);
    const { id: coinAppId } = await buildCoinApp(app, { tenantId, merchantId: other });
    expect(
      await client.send(merPaymentTypeCfg, "add", { merchantId, coinAppId, paymentType: "hosted_page" }),
    ).toMatchObject({ status: 409, bizCode: "merPaymentTypeCfg.appUnknown" });
  });

  test("need evidence of SAQ D before card numbers pass a merchant's own servers", async () => {
    const { client, merchantId } = await buildParties();
    const draft = { merchantId, paymentType: "server_to_server" } as const;
    const refusal = { status: 409, bizCode: "merPaymentTypeCfg.saqNeeded" };
    expect(await client.send(merPaymentTypeCfg, "add", { ...draft, pciLevel: "saq_a" })).toMatchObject(refusal);
    const id = await client.call(merPaymentTypeCfg, "add", { ...draft, status: "disabled" });
    expect(await client.send(merPaymentTypeCfg, "setStatus", { id, status: "enabled" })).toMatchObject(refusal);
    await client.call(merPaymentTypeCfg, "update", { id, pciLevel: "saq_d" });
    await client.call(merPaymentTypeCfg, "setStatus", { id, status: "enabled" });
    expect(await client.send(merPaymentTypeCfg, "update", { id, pciLevel: "saq_a" })).toMatchObject(refusal);
  });

  test("refuse a stale version and limits that name a currency twice", async () => {
    const { client, merchantId } = await buildParties();
    const id = await client.call(merPaymentTypeCfg, "add", { merchantId, paymentType: "moto" });
    await client.call(merPaymentTypeCfg, "update", { id, version: 1, requireCvc: false });
    expect(await client.send(merPaymentTypeCfg, "update", { id, version: 1 })).toMatchObject({
      status: 409,
      bizCode: "platform.stale",
    });
    const limits = [{ currency: "GBP" }, { currency: "gbp" }];
    expect(await client.send(merPaymentTypeCfg, "update", { id, limits })).toMatchObject({
      bizCode: "platform.invalidInput",
    });
  });

  test("are the operator's alone; a merchant reads its own", async () => {
    const { client, merchantId, place } = await buildParties();
    const id = await client.call(merPaymentTypeCfg, "add", { merchantId, paymentType: "moto" });
    await client.call(merPaymentTypeCfg, "add", { merchantId: await buildMerchant(app, place), paymentType: "moto" });
    const member = await buildMerchantUser(app, place, { merchantId, resources: [merPaymentTypeCfg] });
    expect((await member.call(merPaymentTypeCfg, "page", {})).items.map((row) => row.id)).toEqual([id]);
    for (const [name, input] of [
      ["add", { merchantId, paymentType: "payout" }],
      ["update", { id }],
      ["setStatus", { id, status: "disabled" }],
    ] as const)
      expect(await member.send(merPaymentTypeCfg, name, input)).toMatchObject({
        status: 403,
        bizCode: "platform.operatorOnly",
      });
  });
});
