import { merchant } from "@countinghouse/contract/merchants/merchant/merchant.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestApp, type TestApp } from "../../../../test/app.ts";
import { payOrder } from "../../../../test/booked-merchant.ts";
import { buildMerchant } from "../../../../test/merchants.ts";
import { buildOffice } from "../../../../test/offices.ts";
import { buildOrder } from "../../../../test/orders.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

async function closing() {
  const office = await buildOffice(app, [merchant]);
  const merchantId = await buildMerchant(app, { ...office.place, status: "closing", canRefund: true });
  return { ...office, merchantId, owner: { tenantId: office.tenantId, merchantId } };
}

describe("merchant.finishClosing", () => {
  test("ends a merchant of which nothing is left, and takes everything it could do", async () => {
    const { maker, merchantId: id } = await closing();
    await maker.call(merchant, "finishClosing", { id });
    expect(await maker.call(merchant, "detail", { id })).toMatchObject({ status: "closed", canRefund: false });
    const [last] = await maker.call(merchant, "history", { id });
    expect(last).toMatchObject({ action: "finishClosing", fromStatus: "closing", toStatus: "closed" });
  });

  test("names what is open: live orders and every balance, but no money of tests", async () => {
    const { maker, merchantId: id, owner } = await closing();
    await buildOrder(app, { ...owner, mode: "test" });
    await buildOrder(app, { ...owner, mode: "live" });
    await payOrder(app, owner);
    const answer = await maker.send(merchant, "finishClosing", { id });
    expect(answer).toMatchObject({ status: 409, bizCode: "merchant.notSettled" });
    expect(answer.body.message).toMatch(/Still open: open orders: 1 · a balance of 96\.90 USD/);
    expect((await maker.call(merchant, "detail", { id })).status).toBe("closing");
  });

  test("is refused to a merchant that is not being closed", async () => {
    const office = await buildOffice(app, [merchant]);
    const id = await buildMerchant(app, office.place);
    expect(await office.maker.send(merchant, "finishClosing", { id })).toMatchObject({
      bizCode: "platform.wrongState",
    });
  });
});
