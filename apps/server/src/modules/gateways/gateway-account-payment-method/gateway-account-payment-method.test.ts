import { gatewayAccountPaymentMethod } from "@countinghouse/contract/gateways/gateway-account-payment-method/gateway-account-payment-method.ts";
import { paymentMethod } from "@countinghouse/contract/gateways/payment-method/payment-method.ts";
import { upstreamGatewayPaymentMethod } from "@countinghouse/contract/gateways/upstream-gateway-payment-method/upstream-gateway-payment-method.ts";
import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp } from "../../../../test/app.ts";
import { buildGateway } from "../../../../test/gateways.ts";
import { buildTenant } from "../../../../test/people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

async function buildDesk() {
  const { tenantId, orgId } = await buildTenant(app);
  const scope = { tenantId, orgIds: "all", selfOnly: false, merchantIds: "all" } as const;
  return { tenantId, operator: app.as(actor({ tenantId, orgId, scope })), ...(await buildGateway(app, { tenantId })) };
}

const names = { nameEn: "Alipay", nameZhCn: "支付宝", nameZhTw: "支付寶", category: "wallet" } as const;
const offer = { flow: "redirect", defaultCostPercent: 12_000 } as const;

describe("paymentMethod", () => {
  test("keeps one method for a code, and tells everybody signed in what it is called", async () => {
    const { operator, tenantId } = await buildDesk();
    await operator.call(paymentMethod, "add", { code: "alipay", ...names });
    expect(await operator.send(paymentMethod, "add", { code: "alipay", ...names })).toMatchObject({
      status: 409,
      bizCode: "paymentMethod.duplicate",
    });
    expect(await operator.send(paymentMethod, "add", { code: "Ali pay", ...names })).toMatchObject({ status: 400 });
    const scope = {
      tenantId,
      orgIds: "all",
      selfOnly: false,
      merchantIds: ["mer_01JD000000000000000000000A"],
    } as const;
    const member = app.as(actor({ tenantId, accountType: AccountType.Member, holdsAll: false, scope }));
    expect((await member.call(paymentMethod, "list", {})).map(({ code }) => code)).toContain("alipay");
    expect(await member.send(paymentMethod, "page", {})).toMatchObject({ status: 403 });
  });
});

describe("upstreamGatewayPaymentMethod", () => {
  test("is offered once by a provider and supports no more than the provider can", async () => {
    const { operator, upstreamGatewayId } = await buildDesk();
    const paymentMethodId = await operator.call(paymentMethod, "add", { code: "alipay", ...names });
    const wanted = { upstreamGatewayId, paymentMethodId, ...offer };
    expect(await operator.send(upstreamGatewayPaymentMethod, "add", { ...wanted, supports: ["payout"] })).toMatchObject(
      { status: 400, bizCode: "upstreamGatewayPaymentMethod.beyondProvider" },
    );
    const id = await operator.call(upstreamGatewayPaymentMethod, "add", { ...wanted, supports: ["refund", "refund"] });
    expect(await operator.call(upstreamGatewayPaymentMethod, "detail", { id })).toMatchObject({
      paymentMethodCode: "alipay",
      supports: ["refund"],
      refundWindowDays: 180,
    });
    expect(await operator.send(upstreamGatewayPaymentMethod, "add", wanted)).toMatchObject({
      status: 409,
      bizCode: "upstreamGatewayPaymentMethod.duplicate",
    });
    const { upstreamGatewayId: _u, paymentMethodId: _p, ...fields } = wanted;
    expect(
      await operator.send(upstreamGatewayPaymentMethod, "update", { ...fields, id, supports: ["payout"] }),
    ).toMatchObject({ bizCode: "upstreamGatewayPaymentMethod.beyondProvider" });
  });

  test("is found by a currency and a country that its lists name, or that no list forbids", async () => {
    const { operator, upstreamMethodId } = await buildDesk();
    const found = async (filter: object) =>
      (await operator.call(upstreamGatewayPaymentMethod, "page", filter)).items.map(({ id }) => id);
    expect(await found({ countries: "DE", currencies: "JPY" })).toEqual([upstreamMethodId]);
    const narrow = { defaultCostPercent: 0, currencies: ["USD"], countries: ["us"] };
    await operator.call(upstreamGatewayPaymentMethod, "update", { id: upstreamMethodId, flow: "direct", ...narrow });
    expect(await found({ countries: "DE" })).toEqual([]);
    expect(await found({ currencies: "JPY" })).toEqual([]);
    expect(await found({ countries: "US", currencies: "usd" })).toEqual([upstreamMethodId]);
  });

  test("copies what the other provider lacks, within what it can do, and refuses itself and another tenant's", async () => {
    const one = await buildDesk();
    const two = await buildGateway(app, {
      tenantId: one.tenantId,
      method: "sim_qr",
      upstream: { capabilities: ["refund"] },
    });
    const copy = (fromUpstreamGatewayId: string, upstreamGatewayId: string) =>
      one.operator.send(upstreamGatewayPaymentMethod, "copy", { fromUpstreamGatewayId, upstreamGatewayId });
    expect((await copy(one.upstreamGatewayId, two.upstreamGatewayId)).result).toBe(1);
    expect((await copy(one.upstreamGatewayId, two.upstreamGatewayId)).result).toBe(0);
    expect(await copy(two.upstreamGatewayId, two.upstreamGatewayId)).toMatchObject({
      bizCode: "upstreamGatewayPaymentMethod.sameProvider",
    });
    const elsewhere = await buildDesk();
    expect(await copy(elsewhere.upstreamGatewayId, two.upstreamGatewayId)).toMatchObject({ status: 404 });
    const across = await app.as(actor()).send(upstreamGatewayPaymentMethod, "copy", {
      fromUpstreamGatewayId: elsewhere.upstreamGatewayId,
      upstreamGatewayId: two.upstreamGatewayId,
    });
    expect(across).toMatchObject({ bizCode: "upstreamGatewayPaymentMethod.otherTenant" });
  });
});

describe("gatewayAccountPaymentMethod.add", () => {
  test("takes only what the provider offers, within account and provider, once", async () => {
    const { operator, gatewayAccountId, paymentMethodId, upstreamGatewayId } = await buildDesk();
    const alipay = await operator.call(paymentMethod, "add", { code: "alipay", ...names });
    const wanted = { gatewayAccountId, paymentMethodId: alipay };
    const send = (more: object = {}) => operator.send(gatewayAccountPaymentMethod, "add", { ...wanted, ...more });
    expect(await send()).toMatchObject({ status: 400, bizCode: "gatewayAccountPaymentMethod.notOffered" });
    await operator.call(upstreamGatewayPaymentMethod, "add", {
      upstreamGatewayId,
      paymentMethodId: alipay,
      ...offer,
      countries: ["CN"],
    });
    expect(await send({ currencies: ["JPY"] })).toMatchObject({
      bizCode: "gatewayAccountPaymentMethod.beyondAccount",
      body: { message: expect.stringContaining("JPY") },
    });
    expect(await send({ countries: ["US"] })).toMatchObject({ bizCode: "gatewayAccountPaymentMethod.beyondAccount" });
    expect(await send({ currencies: ["USD"], countries: ["CN"] })).toMatchObject({ status: 200 });
    expect(await send()).toMatchObject({ status: 409, bizCode: "gatewayAccountPaymentMethod.duplicate" });
    expect(
      await operator.send(gatewayAccountPaymentMethod, "add", { gatewayAccountId, paymentMethodId }),
    ).toMatchObject({
      bizCode: "gatewayAccountPaymentMethod.duplicate",
    });
  });
});

describe("gatewayAccountPaymentMethod.costAdd and costDelete", () => {
  const price = { currency: "USD", percent: 29_000, fixed: "30", validFrom: "2026-11-21" } as const;

  test("start a price today or later, once a day, and mark the one that holds", async () => {
    const { operator, gatewayMethodId: id } = await buildDesk();
    const send = (more: object = {}) =>
      operator.send(gatewayAccountPaymentMethod, "costAdd", { id, ...price, ...more });
    expect(await send()).toMatchObject({ status: 200 });
    expect(await send({ percent: 1 })).toMatchObject({
      status: 409,
      bizCode: "gatewayAccountPaymentMethod.costDuplicate",
    });
    expect(await send({ validFrom: "2026-11-20" })).toMatchObject({ bizCode: "gatewayAccountPaymentMethod.costPast" });
    expect(await send({ currency: "JPY" })).toMatchObject({ bizCode: "gatewayAccountPaymentMethod.beyondAccount" });
    expect(await send({ cardRegion: "inter", minimum: "10", maximum: "9" })).toMatchObject({
      bizCode: "gatewayAccountPaymentMethod.costLimitsReversed",
    });
    await send({ percent: 25_000, validFrom: "2027-01-01" });
    const { cost } = await operator.call(gatewayAccountPaymentMethod, "detail", { id });
    expect(cost.map(({ percent, fixed, isCurrent }) => [percent, fixed, isCurrent])).toEqual([
      [25_000, "30", false],
      [29_000, "30", true],
    ]);
  });

  test("show a price that none precedes before it begins", async () => {
    const { operator, gatewayMethodId: id } = await buildDesk();
    await operator.call(gatewayAccountPaymentMethod, "costAdd", { id, ...price, validFrom: "2027-01-01" });
    const { cost } = await operator.call(gatewayAccountPaymentMethod, "detail", { id });
    expect(cost).toMatchObject([{ validFrom: "2027-01-01", isCurrent: false }]);
  });

  test("remove a price that has not begun, and keep one that has", async () => {
    const { operator, gatewayMethodId: id } = await buildDesk();
    for (const validFrom of ["2026-11-21", "2027-01-01"])
      await operator.call(gatewayAccountPaymentMethod, "costAdd", { id, ...price, validFrom });
    const { cost } = await operator.call(gatewayAccountPaymentMethod, "detail", { id });
    const [later, begun] = cost.map((one) => one.id);
    const drop = (costId: string | undefined) =>
      operator.send(gatewayAccountPaymentMethod, "costDelete", { id, costId });
    expect(await drop(begun)).toMatchObject({ status: 409, bizCode: "gatewayAccountPaymentMethod.costBegun" });
    expect(await drop(later)).toMatchObject({ status: 200 });
    expect(await drop(later)).toMatchObject({ status: 404, bizCode: "gatewayAccountPaymentMethod.costUnknown" });
  });
});
