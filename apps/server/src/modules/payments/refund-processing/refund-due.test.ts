import { orderRefund } from "@countinghouse/contract/payments/order-refund/order-refund.ts";
import { paymentDue } from "@countinghouse/contract/payments/payment-due/payment-due.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { setSetting } from "../../../../test/attack/visitor.ts";
import { duesOn } from "../../../../test/dues.ts";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { violationsOf } from "../../../../test/refunds.ts";

let stage: OrderStage;
const { maker, wrong, decide, dueOf } = duesOn(() => stage);

beforeAll(async () => {
  stage = await buildOrderStage();
  await setSetting(stage.app, "payment_due_approval_above", "10000");
});
afterAll(() => stage?.close());

const refundsOf = async (orderNo: string) => (await maker().call(orderRefund, "page", { mode: "test", orderNo })).items;

test("a late payment goes back by itself from its capture, without a fee for refunding", async () => {
  const order = await stage.pay("506");
  await stage.pass(3 * 3_600);
  expect(await stage.read(order)).toMatchObject({ status: "paid", lateSuccess: true, refundStatus: "full" });
  expect(await dueOf(order)).toMatchObject({ kind: "late_success", status: "returned" });
  expect(await refundsOf(order.orderNo)).toMatchObject([
    { status: "succeeded", reason: "late_success", applicantType: "system", handlingFee: "0", amount: "10000" },
  ]);
  expect(await stage.read(order)).toMatchObject({ surplusAmount: "0", refundedAmount: "10000" });
  expect(await violationsOf(stage)).toEqual([]);
}, 60_000);

test("held money that somebody marked for return goes back by one click where the settings leave it to people", async () => {
  await setSetting(stage.app, "payment_due_auto_return", "false");
  const { order, due } = await wrong(9_000);
  await decide(maker(), "markReturn", due);
  await stage.work();
  expect(await refundsOf(order.orderNo)).toEqual([]);
  const { id, version } = await dueOf(order);
  const begun = await maker().call(orderRefund, "returnDue", { dueId: id, version });
  expect((await maker().send(orderRefund, "returnDue", { dueId: id, version })).bizCode).toBe(
    "orderRefund.dueNotReturnable",
  );
  expect(await maker().call(orderRefund, "detail", { id: begun.id })).toMatchObject({
    sourceBucket: "payer_funds",
    reason: "amount_mismatch",
    amount: "9000",
    parts: [],
  });
  expect(await violationsOf(stage)).toEqual([]);
  expect((await maker().call(paymentDue, "detail", { id })).heldAmount).toBe("9000");
}, 60_000);
