import { orderRefund } from "@countinghouse/contract/payments/order-refund/order-refund.ts";
import { paymentDue } from "@countinghouse/contract/payments/payment-due/payment-due.ts";
import { money } from "@countinghouse/money/money.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { setSetting } from "../../../../test/attack/visitor.ts";
import { duesOn } from "../../../../test/dues.ts";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { violationsOf } from "../../../../test/refunds.ts";
import { transact } from "../../../platform/db/transact.ts";
import { beginSending } from "./refund-call.service.ts";
import { applyRefund, type ReportedRefund } from "./refund-outcome.service.ts";

let stage: OrderStage;
const { person, wrong, dueOf } = duesOn(() => stage);
const operator = () => person(101);
type Order = Awaited<ReturnType<OrderStage["pay"]>>;

beforeAll(async () => {
  stage = await buildOrderStage();
  await setSetting(stage.app, "payment_due_auto_return", "false");
  for (let more = 0; more < 2; more += 1) await stage.pay("001", { amount: money(50_000n, "USD") });
});
afterAll(() => stage?.close());

const rowOf = (id: string) =>
  stage.app.platform.db.selectFrom("orderRefunds").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

/** What the gateway says of a refund that it was sent. */
async function say(id: string, kind: "succeeded" | "failed" | "reversed"): Promise<void> {
  const { merchantId, orderId, amount, currency } = await rowOf(id);
  const told = { upstreamRefundId: `re_${id}`, arn: null, failureCode: null, amount: money(BigInt(amount), currency) };
  const ref = { merchantId, orderId, refundId: id };
  await transact(stage.node, stage.caller, async (ctx) => {
    await beginSending(ctx, ref, 60);
    return applyRefund(ctx, ref, { ...told, kind, exchanges: [] } as unknown as ReportedRefund, "query");
  });
}

const ask = async (order: Order, amount: string): Promise<string> =>
  (await operator().call(orderRefund, "add", { orderId: order.id, amount, reason: "duplicate" })).id;

/** A refund of 60.00 that was refused and made all the same, while another one holds 70.00 of the 100.00. */
async function madeBeyond() {
  const order = await stage.pay("001");
  const made = await ask(order, "6000");
  await say(made, "failed");
  const other = await ask(order, "7000");
  await say(made, "succeeded");
  expect(await rowOf(made)).toMatchObject({ settleAmount: "3000", excessAmount: "3000" });
  expect(await violationsOf(stage)).toEqual(["order_conserved order_refunds.amount: 3000 6000"]);
  return { order, made, other };
}

/** All of the refund counts as given back of its order by now, and nothing stands in suspense. */
async function countsWhole(order: Order, id: string): Promise<void> {
  expect(await rowOf(id)).toMatchObject({
    status: "succeeded",
    amount: "6000",
    settleAmount: "6000",
    excessAmount: "0",
    parts: [{ amount: "6000", settleAmount: "6000" }],
  });
  expect(await stage.read(order)).toMatchObject({ refundedAmount: "6000", refundStatus: "partial" });
  expect(await violationsOf(stage)).toEqual([]);
}

describe("what a gateway gave back beyond what was left counts as soon as it fits", () => {
  test("when the refund that held its place is cancelled", async () => {
    const { order, made, other } = await madeBeyond();
    await operator().call(orderRefund, "cancel", { id: other, version: (await rowOf(other)).version });
    await countsWhole(order, made);
    expect((await stage.booked(order)).filter((line) => /^J(12|62)/.test(line))).toMatchObject([
      expect.stringMatching(/recon_suspense.*gateway_receivable.* 3000 USD$/),
      expect.stringMatching(/gateway_receivable.*recon_suspense.* 3000 USD$/),
    ]);
    const { items } = await operator().call(orderRefund, "page", { mode: "test", inSuspense: true });
    expect(items).toEqual([]);
    // Its merchant hears of what it bears by now.
    const events = await stage.app.platform.db
      .selectFrom("merchantEvents")
      .select("type")
      .where("objectId", "=", made)
      .orderBy("objectSeq")
      .execute();
    expect(events.map(({ type }) => type)).toEqual([
      "refund.created",
      "refund.failed",
      "refund.succeeded",
      "refund.succeeded",
    ]);
    // It stays the payer's; should their bank send it back, all of it is the merchant's again.
    await say(made, "reversed");
    expect(await stage.read(order)).toMatchObject({ refundedAmount: "0", refundStatus: "none" });
    expect(await violationsOf(stage)).toEqual([]);
  }, 60_000);

  test("when the gateway refuses the refund that held its place", async () => {
    const { order, made, other } = await madeBeyond();
    await say(other, "failed");
    await countsWhole(order, made);
  }, 60_000);

  test("when the refund that took its place bounces, as far as that goes", async () => {
    const { order, made, other } = await madeBeyond();
    await say(other, "succeeded");
    expect(await stage.read(order)).toMatchObject({ refundedAmount: "10000" });
    await say(other, "reversed");
    await countsWhole(order, made);
  }, 60_000);

  test("but not what somebody bears by then", async () => {
    const { order, made, other } = await madeBeyond();
    const { version } = await rowOf(made);
    await operator().call(orderRefund, "resolveExcess", { id: made, version, cause: "goodwill", note: "Kept" });
    await operator().call(orderRefund, "cancel", { id: other, version: (await rowOf(other)).version });
    expect(await rowOf(made)).toMatchObject({ settleAmount: "3000", excessAmount: "3000", excessCause: "goodwill" });
    expect(await stage.read(order)).toMatchObject({ refundedAmount: "3000" });
    expect(await violationsOf(stage)).toEqual([]);
  }, 60_000);

  test("out of the payers' account too", async () => {
    const { order, due } = await wrong(9_000);
    await operator().call(paymentDue, "markReturn", { id: due.id, version: due.version, reason: "Ask the payer" });
    const back = async () =>
      (await operator().call(orderRefund, "returnDue", { dueId: due.id, version: (await dueOf(order)).version })).id;
    const made = await back();
    await say(made, "failed");
    const other = await back();
    await say(other, "succeeded");
    await say(made, "succeeded");
    expect(await rowOf(made)).toMatchObject({ settleAmount: "0", excessAmount: "9000" });
    await say(other, "reversed");
    expect(await rowOf(made)).toMatchObject({ settleAmount: "9000", excessAmount: "0" });
    expect(await dueOf(order)).toMatchObject({ status: "returned", heldAmount: "0" });
    expect(await violationsOf(stage)).toEqual([]);
  }, 60_000);
});
