import { goLive } from "@countinghouse/contract/merchants/go-live/go-live.ts";
import { merchant } from "@countinghouse/contract/merchants/merchant/merchant.ts";
import { coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { agreeTerms, approveNew, sellAtCheckout } from "../../../../test/activation.ts";
import type { TestApp, TestClient } from "../../../../test/app.ts";
import { jobContext } from "../../../../test/jobs.ts";
import { merchantProfile } from "../../../../test/merchants.ts";
import { buildOffice } from "../../../../test/offices.ts";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { buildOperator } from "../../../../test/people.ts";
import { buildAccountTerms, buildCoinApp, buildPaymentType } from "../../../../test/terms.ts";
import { testPaymentWorker } from "./go-live.worker.ts";

let stage: OrderStage;
let app: TestApp;
beforeAll(async () => {
  stage = await buildOrderStage();
  app = stage.app;
});
afterAll(() => stage.close());

const resources = [merchant, goLive, coinOrder];

const itemsOf = async (client: TestClient, merchantId: string) => {
  const { items } = await client.call(goLive, "checklist", { merchantId });
  return Object.fromEntries(items.map((one) => [one.item, one]));
};

const stateOf = async (client: TestClient, merchantId: string) =>
  Object.values(await itemsOf(client, merchantId)).map(({ item, state }) => `${item} ${state}`);

describe("goLive.checklist", () => {
  test("says of a new merchant what is there and what is not", async () => {
    const { maker } = await buildOffice(app, resources);
    const id = await maker.call(merchant, "add", merchantProfile());
    expect(await stateOf(maker, id)).toEqual([
      "particulars missing",
      "owners missing",
      "terms missing",
      "fees missing",
      "binding missing",
      "checkout missing",
      "key missing",
      "approval missing",
      "testPayment missing",
    ]);
    const { particulars } = await itemsOf(maker, id);
    expect(particulars?.values.fields).toBe("Registered address · Website · Expected monthly volume");
    await maker.call(merchant, "update", {
      ...merchantProfile(),
      id,
      registeredAddress: "1 Quay",
      website: "https://shop.example",
      expectedMonthlyVolume: "4200000",
    });
    expect((await itemsOf(maker, id)).particulars).toMatchObject({ state: "done", note: "particularsWhole" });
  });

  test("follows the records, and takes back what is no longer true", async () => {
    const office = await buildOffice(app, resources);
    const { maker, tenantId } = office;
    const merchantId = await approveNew(office);
    const owner = { tenantId, merchantId };
    await agreeTerms(app, owner);
    await buildPaymentType(app, owner);
    await sellAtCheckout(app, owner);
    await buildCoinApp(app, owner);
    expect((await stateOf(maker, merchantId)).slice(2, 8)).toEqual([
      "terms done",
      "fees done",
      // A test account alone takes no payments: shown, but no obstacle.
      "binding missing",
      "checkout done",
      "key done",
      "approval done",
    ]);
    expect((await itemsOf(maker, merchantId)).binding).toMatchObject({ note: "bindingTest", isNeeded: false });
    const { db } = app.platform;
    await db.updateTable("appKeys").set({ isEnabled: false }).where("merchantId", "=", merchantId).execute();
    await db.updateTable("paymentTypeTerms").set({ status: "disabled" }).where("merchantId", "=", merchantId).execute();
    const items = await itemsOf(maker, merchantId);
    expect(items.key).toMatchObject({ state: "missing", note: "keyNone" });
    expect(items.checkout).toMatchObject({ state: "missing", note: "checkoutTypeNone" });
  });

  test("names what waits, and who may not decide it", async () => {
    const office = await buildOffice(app, resources);
    const { maker, checker, tenantId } = office;
    const id = await maker.call(merchant, "add", merchantProfile());
    const recordId = await buildAccountTerms(app, { tenantId, merchantId: id }, { decision: "pending" });
    await maker.call(merchant, "submit", { id });
    expect((await itemsOf(maker, id)).terms).toMatchObject({ state: "waiting", recordId });
    expect((await itemsOf(maker, id)).approval).toMatchObject({ state: "waiting", isOwn: true });
    expect((await itemsOf(checker, id)).approval).toMatchObject({ state: "waiting", isOwn: false });
  });

  test("is not there for a merchant out of reach", async () => {
    const [office, elsewhere] = [await buildOffice(app, resources), await buildOffice(app, resources)];
    const merchantId = await office.maker.call(merchant, "add", merchantProfile());
    for (const operation of ["checklist", "testPayment"] as const)
      expect(await elsewhere.maker.send(goLive, operation, { merchantId })).toMatchObject({ status: 404 });
  });
});

/** An operator with every permission in the merchant's organisation; the merchant is reset to a state. */
async function operatorAt(status: "approved" | "suspended") {
  const permissions = resources.flatMap(({ name, operations }) =>
    Object.keys(operations).map((one) => `${name}:${one}`),
  );
  await app.platform.db
    .updateTable("merchants")
    .set({ status, canPay: false, currency: "USD" })
    .where("id", "=", stage.merchantId)
    .execute();
  return app.as(await buildOperator(app, { ...stage.place, permissions, dataScope: 1 }));
}

/** Runs the job queued by a test payment. */
async function sendPayment(): Promise<void> {
  const job = app.jobs.findLast(({ queue }) => queue === "go-live.test-payment");
  const worker = testPaymentWorker(app.platform, stage.node.connectorOf);
  await worker.run(jobContext(app), job?.data);
}

describe("goLive.testPayment", () => {
  test("takes 1.00 in test mode of a merchant that is not let in yet, and books it", async () => {
    const operator = await operatorAt("approved");
    const { merchantId } = stage;
    const { orderId } = await operator.call(goLive, "testPayment", { merchantId });
    expect((await itemsOf(operator, merchantId)).testPayment).toMatchObject({ state: "waiting" });
    expect(await operator.send(goLive, "testPayment", { merchantId })).toMatchObject({
      status: 409,
      bizCode: "goLive.testRunning",
    });
    await sendPayment();
    await sendPayment();
    const order = await operator.call(coinOrder, "detail", { id: orderId });
    expect(order).toMatchObject({ mode: "test", status: "paid", amount: "100", currency: "USD" });
    expect(order.attempts).toHaveLength(1);
    const { journals } = await operator.call(coinOrder, "explain", { id: orderId });
    expect(journals.length).toBeGreaterThan(0);
    const checklist = await operator.call(goLive, "checklist", { merchantId });
    expect(checklist.testOrderId).toBe(orderId);
    expect(checklist.items.at(-1)).toMatchObject({ state: "done", note: "testPassed", values: { amount: "1.00 USD" } });
  });

  test("leaves nothing behind where no account takes it", async () => {
    const office = await buildOffice(app, resources);
    const merchantId = await approveNew(office);
    const owner = { tenantId: office.tenantId, merchantId };
    const refused = async () => (await office.maker.send(goLive, "testPayment", { merchantId })).bizCode;
    expect(await refused()).toBe("goLive.noApp");
    await buildCoinApp(app, owner);
    expect(await refused()).toBe("goLive.noType");
    await buildPaymentType(app, owner);
    expect(await refused()).toBe("coinOrder.noRoute");
    expect((await itemsOf(office.maker, merchantId)).testPayment).toMatchObject({ note: "testNone" });
  });

  test("is refused to a merchant that is suspended", async () => {
    const operator = await operatorAt("suspended");
    const answer = await operator.send(goLive, "testPayment", { merchantId: stage.merchantId });
    expect(answer.bizCode).toBe("coinOrder.merchantMayNotPay");
  });
});
