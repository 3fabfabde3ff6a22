import { merchant } from "@countinghouse/contract/merchants/merchant/merchant.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildTestApp, type TestApp } from "../../../../test/app.ts";
import { buildMerchant } from "../../../../test/merchants.ts";
import { buildOffice } from "../../../../test/offices.ts";
import { buildAttempt, buildDue, buildOrder } from "../../../../test/orders.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

test("a merchant whose payers have all their money back can be closed", async () => {
  const office = await buildOffice(app, [merchant]);
  const id = await buildMerchant(app, { ...office.place, status: "closing" });
  const owner = { tenantId: office.tenantId, merchantId: id };
  const orderId = await buildOrder(app, { ...owner, status: "failed" });
  const attemptId = await buildAttempt(app, { ...owner, orderId });
  await buildDue(app, { ...owner, orderId, attemptId, status: "returned", returnedAmount: "9999" });
  const answer = await office.maker.send(merchant, "finishClosing", { id });
  expect(answer).toMatchObject({ status: 200 });
});
