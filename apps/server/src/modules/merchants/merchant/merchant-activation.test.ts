import { merchant } from "@countinghouse/contract/merchants/merchant/merchant.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { agreeTerms, approveNew, sellAtCheckout } from "../../../../test/activation.ts";
import { buildTestApp, type TestApp, type TestClient } from "../../../../test/app.ts";
import { buildOffice } from "../../../../test/offices.ts";
import { buildAccountTerms, buildCoinApp, buildFeeRule, buildPaymentType } from "../../../../test/terms.ts";
import { callAsRead, sendAsRead } from "../../../../test/two-people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const statusOf = async (client: TestClient, id: string) => (await client.call(merchant, "detail", { id })).status;

describe("merchant.activate", () => {
  test("says all that a merchant lacks before it may take payments", async () => {
    const office = await buildOffice(app, [merchant]);
    const id = await approveNew(office);
    const answer = await sendAsRead(office.maker, merchant, "activate", { id });
    expect(answer).toMatchObject({ status: 409, bizCode: "merchant.notReady" });
    expect(answer.body.message).toContain("Account terms · Fee rules · Payment types · Gateway bindings");
    expect(answer.body.extras?.missing).toEqual([
      "merchantAccountCfg",
      "merPaymentMethodCfg",
      "merPaymentTypeCfg",
      "merGatewayAccountCfg",
    ]);
    await buildAccountTerms(app, { tenantId: office.tenantId, merchantId: id }, { decision: "pending" });
    await buildFeeRule(app, { tenantId: office.tenantId, merchantId: null });
    await buildPaymentType(app, { tenantId: office.tenantId, merchantId: id }, { status: "disabled" });
    const then = await sendAsRead(office.maker, merchant, "activate", { id });
    expect(then.body.extras?.missing).toEqual(["merchantAccountCfg", "merPaymentTypeCfg", "merGatewayAccountCfg"]);
    expect(await statusOf(office.maker, id)).toBe("approved");
  });

  test.each(["hosted_page", "payment_link"] as const)(
    "needs something to choose from at checkout where payers come by %s",
    async (paymentType) => {
      const office = await buildOffice(app, [merchant]);
      const { tenantId, maker } = office;
      const id = await approveNew(office);
      const owner = { tenantId, merchantId: id };
      await agreeTerms(app, owner);
      await buildPaymentType(app, owner, { paymentType });
      await sellAtCheckout(app, owner, { line: { status: "disabled" } });
      await sellAtCheckout(app, owner, { line: { isOffered: false } });
      await sellAtCheckout(app, owner, { channel: { status: "disabled" } });
      const answer = await sendAsRead(maker, merchant, "activate", { id }, { locale: "zh-tw" });
      expect(answer).toMatchObject({ status: 409, bizCode: "merchant.notReady" });
      expect(answer.body.message).toContain("結帳頁通道");
      expect(answer.body.extras?.missing).toEqual(["merPayChannelCfg"]);
      const { id: coinAppId } = await buildCoinApp(app, owner);
      await sellAtCheckout(app, owner, { line: { coinAppId } });
      await callAsRead(maker, merchant, "activate", { id });
      expect(await statusOf(maker, id)).toBe("active");
    },
  );

  test("needs nothing at checkout of a merchant whose servers name the payment method", async () => {
    const office = await buildOffice(app, [merchant]);
    const id = await approveNew(office);
    const owner = { tenantId: office.tenantId, merchantId: id };
    await agreeTerms(app, owner);
    await buildPaymentType(app, owner, { paymentType: "server_to_server", pciLevel: "saq_d" });
    await buildPaymentType(app, owner, { status: "disabled" });
    await callAsRead(office.maker, merchant, "activate", { id });
    expect(await statusOf(office.maker, id)).toBe("active");
  });
});
