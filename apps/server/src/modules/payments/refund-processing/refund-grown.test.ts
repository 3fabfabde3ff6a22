import { orderRefund } from "@countinghouse/contract/payments/order-refund/order-refund.ts";
import { paymentDue } from "@countinghouse/contract/payments/payment-due/payment-due.ts";
import { money } from "@countinghouse/money/money.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { setSetting } from "../../../../test/attack/visitor.ts";
import { duesOn } from "../../../../test/dues.ts";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { violationsOf } from "../../../../test/refunds.ts";
import { transact } from "../../../platform/db/transact.ts";
import { beginSending } from "./refund-call.service.ts";
import { applyRefund, type ReportedRefund } from "./refund-outcome.service.ts";

let stage: OrderStage;
const { person, wrong, dueOf, tell } = duesOn(() => stage);

beforeAll(async () => {
  stage = await buildOrderStage();
  await setSetting(stage.app, "payment_due_auto_return", "false");
  await setSetting(stage.app, "payment_due_approval_above", "10000");
});
afterAll(() => stage?.close());

/** Money in another amount whose return is at the gateway already, and of which more comes meanwhile. */
async function grownWhileReturning() {
  const { order, due } = await wrong(9_000);
  await person(101).call(paymentDue, "markReturn", { id: due.id, version: due.version, reason: "Ask the payer" });
  const { id, version } = await dueOf(order);
  const refund = await person(101).call(orderRefund, "returnDue", { dueId: id, version });
  const ref = { merchantId: stage.merchantId, orderId: order.id, refundId: refund.id };
  await transact(stage.node, stage.caller, (ctx) => beginSending(ctx, ref, 60));
  await tell(order, 10_000);
  expect(await dueOf(order)).toMatchObject({ status: "open", amount: "10000", heldAmount: "10000" });
  const succeed = () =>
    transact(stage.node, stage.caller, (ctx) =>
      applyRefund(
        ctx,
        ref,
        {
          kind: "succeeded",
          upstreamRefundId: `up_${refund.id}`,
          arn: null,
          failureCode: null,
          amount: money(9_000n, "USD"),
          exchanges: [],
        } as unknown as ReportedRefund,
        "query",
      ),
    );
  return { order, succeed };
}

test("money whose return is under way is not applied to its order beside it", async () => {
  const { order, succeed } = await grownWhileReturning();
  const due = await dueOf(order);
  await person(101).send(paymentDue, "book", { id: due.id, version: due.version, reason: "It is all there" });
  await succeed();
  // What went back to the payer is not the merchant's.
  const { capturedAmount } = await stage.read(order);
  expect(Number(capturedAmount)).toBeLessThanOrEqual(1_000);
  expect(await violationsOf(stage)).toEqual([]);
}, 60_000);

test("money that bounces after the rest of its payment was booked is to go back again", async () => {
  const { order, due } = await wrong(9_000);
  await person(101).call(paymentDue, "markReturn", { id: due.id, version: due.version, reason: "Ask the payer" });
  const { id, version } = await dueOf(order);
  const refund = await person(101).call(orderRefund, "returnDue", { dueId: id, version });
  const ref = { merchantId: stage.merchantId, orderId: order.id, refundId: refund.id };
  const say = (kind: "succeeded" | "reversed") => {
    const said = { upstreamRefundId: `up_${refund.id}`, arn: null, failureCode: null, amount: money(9_000n, "USD") };
    return transact(stage.node, stage.caller, async (ctx) => {
      await beginSending(ctx, ref, 60);
      return applyRefund(ctx, ref, { ...said, kind, exchanges: [] } as unknown as ReportedRefund, "query");
    });
  };
  await say("succeeded");
  expect(await dueOf(order)).toMatchObject({ status: "returned", heldAmount: "0" });
  await tell(order, 10_000);
  const grown = await dueOf(order);
  expect(grown).toMatchObject({ status: "open", heldAmount: "1000" });
  await person(101).call(paymentDue, "book", { id: grown.id, version: grown.version, reason: "Keep what came" });
  expect(await stage.read(order)).toMatchObject({ status: "paid", capturedAmount: "1000" });
  await say("reversed");
  expect(await dueOf(order)).toMatchObject({ heldAmount: "9000", status: "to_return" });
  expect(await violationsOf(stage)).toEqual([]);
}, 60_000);
