import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { agreeOtherwise } from "../../../../test/orders.ts";
import { unique } from "../../../../test/people.ts";
import { publishRate } from "../../../../test/rates.ts";
import { testCard } from "../../../../test/simulator.ts";

let stage: OrderStage;
beforeAll(async () => {
  stage = await buildOrderStage();
});
afterAll(() => stage?.close());

const order = async (parts: object = {}) => {
  const card = { number: testCard("004").number, expiryMonth: 12, expiryYear: 2030, cvc: "321" };
  const asked = { merchantOrderNo: unique("A-"), amount: 10_000, currency: "USD", payer: { email: "ada@example.com" } };
  const body = { ...asked, ip: "203.0.113.7", paymentMethod: { code: "card", card }, ...parts };
  const answer = await stage.shop.send("POST", "/v1/orders", { body });
  expect(answer.status).toBe(200);
  return answer.body;
};
const reserve = (parts: object = {}) => order({ captureMethod: "manual", ...parts });
const read = async (orderNo: string) => (await stage.shop.send("GET", `/v1/orders/${orderNo}`)).body;
const capture = (orderNo: string, body: object) => stage.shop.send("POST", `/v1/orders/${orderNo}/capture`, { body });

const publish = (rate: string) => publishRate(stage.app, rate);

const figures = ["settleAmount", "feeAmount", "feeTaxAmount", "netAmount"] as const;

/** Checks an order's figures against its captures and the movements of the merchant's balance. */
async function expectBooked(orderNo: string): Promise<void> {
  const shown = await read(orderNo);
  const taken = shown.captures.filter(({ status }: { status: string }) => status === "succeeded");
  for (const name of figures)
    expect(shown[name], name).toBe(
      taken.reduce((sum: number, one: Record<string, number>) => sum + Number(one[name]), 0),
    );
  const { body } = await stage.shop.send("GET", "/v1/balance-transactions", { query: "limit=100" });
  const moved = body.data
    .filter((one: { orderNo: string; currency: string }) => one.orderNo === orderNo)
    .filter((one: { currency: string }) => one.currency === shown.settleCurrency)
    .reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0);
  expect(shown.netAmount).toBe(moved);
  expect(shown.netAmount).toBe(shown.settleAmount - shown.feeAmount - shown.feeTaxAmount);
}

const unknown = {
  pricedAmount: 0,
  settleCurrency: null,
  settleAmount: null,
  feeAmount: null,
  feeTaxAmount: null,
  netAmount: null,
  fxRate: null,
  dueDate: null,
};

describe("what an order comes to", () => {
  test("is not told while nothing is captured", async () => {
    expect(await reserve()).toMatchObject({ status: "awaiting", capturedAmount: 0, ...unknown });
  });

  test("is what its captures come to and what the balance moved by", async () => {
    const sale = await order();
    expect(sale).toMatchObject({
      status: "paid",
      pricedAmount: 10_000,
      settleCurrency: "USD",
      settleAmount: 10_000,
      feeAmount: 320,
      netAmount: 9_680,
      fxRate: null,
    });
    expect(sale.dueDate).toMatch(/^\d{4}-\d\d-\d\d$/);
    await expectBooked(sale.orderNo);
    const { orderNo } = await reserve();
    for (const body of [{ amount: 3_333, final: false }, { amount: 6_667 }]) await capture(orderNo, body);
    expect(await read(orderNo)).toMatchObject({ pricedAmount: 10_000, feeAmount: 320, netAmount: 9_680 });
    await expectBooked(orderNo);
  });

  test("is told in the currency of settlement, with the rate where there is one for all of it", async () => {
    await publish("1.2");
    const sale = await order({ currency: "EUR" });
    expect(sale).toMatchObject({ pricedAmount: 10_000, settleCurrency: "USD", settleAmount: 12_000, fxRate: "1.2" });
    await expectBooked(sale.orderNo);
    const { orderNo } = await reserve({ currency: "EUR" });
    await capture(orderNo, { amount: 4_000, final: false });
    await stage.pass(25 * 3_600);
    await publish("1.4");
    await capture(orderNo, { amount: 6_000 });
    const shown = await read(orderNo);
    expect(shown).toMatchObject({ settleAmount: 4_800 + 8_400, fxRate: null });
    expect(shown.captures.map(({ fxRate }: { fxRate: string }) => fxRate)).toEqual(["1.2", "1.4"]);
    expect(shown.dueDate).toBe(shown.captures.at(-1).dueDate);
    await expectBooked(orderNo);
  });

  test("leaves out what is booked whole and has no price yet, and holds it when it has", async () => {
    const { orderNo } = await reserve();
    await capture(orderNo, { amount: 4_000, final: false });
    const orders = stage.app.platform.db.selectFrom("coinOrders").select("id").where("orderNo", "=", orderNo);
    await agreeOtherwise(stage.app, (await orders.executeTakeFirstOrThrow()).id, null);
    await capture(orderNo, { amount: 6_000 });
    const before = await read(orderNo);
    expect(before).toMatchObject({ capturedAmount: 10_000, pricedAmount: 4_000, settleAmount: 4_000 });
    const { captureNo } = before.captures[1];
    const unpriced = { status: "succeeded", settleCurrency: null, settleAmount: null, netAmount: null, dueDate: null };
    expect((await stage.shop.send("GET", `/v1/captures/${captureNo}`)).body).toMatchObject(unpriced);
    await stage.sweep();
    expect(await read(orderNo)).toMatchObject({ pricedAmount: 10_000, settleAmount: 10_000, feeAmount: 320 });
    await expectBooked(orderNo);
  });
});
