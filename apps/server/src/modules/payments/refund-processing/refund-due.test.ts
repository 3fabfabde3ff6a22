import { orderRefund } from "@countinghouse/contract/payments/order-refund/order-refund.ts";
import { paymentDue } from "@countinghouse/contract/payments/payment-due/payment-due.ts";
import { money } from "@countinghouse/money/money.ts";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { restInvariants } from "../../../../../../tools/faults/invariants.ts";
import { actor } from "../../../../test/app.ts";
import { setSetting } from "../../../../test/attack/visitor.ts";
import { capturedReport } from "../../../../test/captured-report.ts";
import { duesOn } from "../../../../test/dues.ts";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { violationsOf } from "../../../../test/refunds.ts";
import { transact } from "../../../platform/db/transact.ts";
import { applyNotification } from "../order-follow-up/index.ts";
import { applyOutcome } from "../order-outcome/index.ts";
import { beginSending } from "./refund-call.service.ts";
import { applyRefund, type ReportedRefund } from "./refund-outcome.service.ts";

let stage: OrderStage;
const { person, wrong, dueOf } = duesOn(() => stage);
const maker = () => person(101);

beforeAll(async () => {
  stage = await buildOrderStage();
  await setSetting(stage.app, "payment_due_approval_above", "10000");
});
afterAll(() => stage?.close());

/** What the laws of the fault runs find: they hold with payments that came twice or wrong, and went back. */
async function lawsBroken(): Promise<string[]> {
  const found = await Promise.all(
    restInvariants.map(async ({ id, sql: text }) => {
      const { rows } = await sql.raw<{ broken: string }>(text).execute(stage.app.platform.db);
      return rows.map(({ broken }) => `${id} ${broken}`);
    }),
  );
  return found.flat();
}
afterEach(async () => expect(await lawsBroken()).toEqual([]));

const refundsOf = async (orderNo: string) => (await maker().call(orderRefund, "page", { mode: "test", orderNo })).items;

test("a payment that came twice goes back by itself, from the very payment that was one too many", async () => {
  await stage.simulator.control("PUT", "/accounts/sim_main", { profiles: [{ name: "duplicate_success" }] });
  const order = await stage.pay("001");
  await stage.simulator.control("PUT", "/accounts/sim_main", { profiles: [] });
  const { payments } = await stage.simulator.book(order.orderNo);
  const [attempt] = await stage.attempts(order);
  const twin = payments.find(({ id }) => id !== attempt?.upstreamAttemptId)?.id ?? "";
  const now = stage.node.clock.now();
  const { attemptNo } = attempt as never as { readonly attemptNo: string };
  await applyNotification(stage.node, {
    gatewayAccountId: stage.accounts.main,
    eventId: "evt",
    eventType: "payment.captured",
    occurredAt: now.toISOString(),
    facts: [
      {
        subject: "payment",
        orderNo: order.orderNo,
        attemptNo,
        merchantId: stage.merchantId,
        upstreamSeq: 1,
        outcome: { ...capturedReport(money(10_000n, "USD"), now), upstreamAttemptId: twin, transactionNo: twin },
      },
    ],
  });
  expect(await stage.read(order)).toMatchObject({ surplusAmount: "10000" });
  expect(await violationsOf(stage)).toEqual([]);
  await stage.work();
  expect(await refundsOf(order.orderNo)).toMatchObject([
    { status: "processing", reason: "duplicate", applicantType: "system", sourceBucket: "payer_funds", tradeNo: twin },
  ]);
  await stage.pass(60);
  expect(await refundsOf(order.orderNo)).toMatchObject([{ status: "succeeded", handlingFee: "0", amount: "10000" }]);
  expect(await dueOf(order)).toMatchObject({ kind: "duplicate_payment", status: "returned", heldAmount: "0" });
  expect(await stage.read(order)).toMatchObject({ surplusAmount: "0", refundedAmount: "0", refundStatus: "none" });
  const there = (await stage.simulator.book(order.orderNo)).payments as unknown as readonly {
    readonly id: string;
    readonly refundedAmount: number | string;
  }[];
  expect(there.map(({ id, refundedAmount }) => [id === twin, String(refundedAmount)])).toContainEqual([true, "10000"]);
  expect(await violationsOf(stage)).toEqual([]);
}, 60_000);

test("a late payment goes back out of its capture, though the merchant's balance does not cover it", async () => {
  const order = await stage.pay("201");
  await stage.shop.send("POST", `/v1/orders/${order.orderNo}/cancel`, { body: {} });
  const [attempt] = await stage.attempts(order);
  const ref = { merchantId: stage.merchantId, orderId: order.id, attemptId: attempt?.id ?? "" };
  await transact(stage.node, stage.caller, (ctx) =>
    applyOutcome(ctx, ref, capturedReport(money(10_000n, "USD"), ctx.now), "notification"),
  );
  // The simulator never had this money: it would refuse for good to give it back.
  await stage.simulator.control("PUT", "/accounts/sim_main", { profiles: [{ name: "outage" }] });
  await stage.work();
  await stage.simulator.control("PUT", "/accounts/sim_main", { profiles: [] });
  expect(await refundsOf(order.orderNo)).toMatchObject([
    { reason: "late_success", applicantType: "system", sourceBucket: "pending", amount: "10000" },
  ]);
  expect(await stage.read(order)).toMatchObject({ lateSuccess: true, refundStatus: "processing" });
  expect(await violationsOf(stage)).toEqual([]);
}, 60_000);

test("money that somebody marked for return goes back by one click where the settings leave it to people", async () => {
  await setSetting(stage.app, "payment_due_auto_return", "false");
  const { order, due } = await wrong(9_000);
  await maker().call(paymentDue, "markReturn", { id: due.id, version: due.version, reason: "Ask the payer" });
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
  // It fails, is made again, and both went through in the end: the payers' account held it once.
  const say = (refundId: string, kind: "failed" | "succeeded") => {
    const reported = { upstreamRefundId: refundId, arn: null, failureCode: null, amount: money(9_000n, "USD") };
    const ref = { merchantId: stage.merchantId, orderId: order.id, refundId };
    return transact(stage.node, stage.caller, async (ctx) => {
      await beginSending(ctx, ref, 60);
      return applyRefund(ctx, ref, { ...reported, kind, exchanges: [] } as unknown as ReportedRefund, "query");
    });
  };
  await say(begun.id, "failed");
  // What goes back of an unapplied payment is the operator's to make again: nobody else is offered it, in the list or alone.
  const shop = stage.app.as(
    actor({
      ...stage.place,
      userId: 103,
      scope: { tenantId: stage.place.tenantId, orgIds: [], selfOnly: false, merchantIds: [stage.merchantId] },
    }),
  );
  for (const [reader, retry] of [
    [maker(), true],
    [shop, false],
  ] as const) {
    const { items } = await reader.call(orderRefund, "page", { mode: "test", refundNo: begun.refundNo });
    expect(items).toMatchObject([{ abilities: { retry } }]);
    const { version, abilities } = await reader.call(orderRefund, "detail", { id: begun.id });
    const none = { approve: false, reject: false, cancel: false, sync: false, resolveExcess: false, settleTold: false };
    expect(abilities).toEqual({ ...none, retry });
    if (!retry)
      expect((await reader.send(orderRefund, "retry", { id: begun.id, version })).bizCode).toBe(
        "orderRefund.merchantMayNotRefund",
      );
  }
  const again = await maker().call(orderRefund, "returnDue", { dueId: id, version: (await dueOf(order)).version });
  await say(again.id, "succeeded");
  await say(begun.id, "succeeded");
  expect(await dueOf(order)).toMatchObject({ status: "returned", heldAmount: "0" });
  expect(await maker().call(orderRefund, "detail", { id: begun.id })).toMatchObject({
    status: "succeeded",
    settleAmount: "0",
  });
  expect(await violationsOf(stage)).toEqual(["order_conserved order_refunds.amount: 0 9000"]);
}, 60_000);

test("money that was told in another currency than its payment has is not sent: the gateway would return the true money", async () => {
  const { order, due } = await wrong(9_000, "EUR");
  const { id } = due;
  await maker().call(paymentDue, "markReturn", { id, version: due.version, reason: "They say euros" });
  await person(102).call(paymentDue, "approve", { id, version: (await dueOf(order)).version });
  await maker().call(orderRefund, "returnDue", { dueId: id, version: (await dueOf(order)).version });
  await stage.work();
  await stage.pass(60);
  expect(await refundsOf(order.orderNo)).toMatchObject([{ status: "failed", currency: "EUR", amount: "9000" }]);
  const { payments } = await stage.simulator.book(order.orderNo);
  expect(payments.map((one) => String((one as { refundedAmount?: unknown }).refundedAmount ?? 0))).toEqual(["0"]);
  expect(await dueOf(order)).toMatchObject({ status: "to_return", heldAmount: "9000" });
}, 60_000);
