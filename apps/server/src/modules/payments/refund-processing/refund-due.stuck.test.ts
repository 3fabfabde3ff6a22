import { orderRefund } from "@countinghouse/contract/payments/order-refund/order-refund.ts";
import { money } from "@countinghouse/money/money.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { setSetting } from "../../../../test/attack/visitor.ts";
import { capturedReport, refusedCall } from "../../../../test/captured-report.ts";
import { duesOn } from "../../../../test/dues.ts";
import { jobContext } from "../../../../test/jobs.ts";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { violationsOf } from "../../../../test/refunds.ts";
import { transact } from "../../../platform/db/transact.ts";
import { connectorOf } from "../../gateways/connector/index.ts";
import { applyNotification } from "../order-follow-up/index.ts";
import { applyOutcome } from "../order-outcome/index.ts";
import { refOf } from "../refund-record/index.ts";
import { sendRefund } from "./index.ts";
import { sweepDues } from "./refund.worker.ts";

let stage: OrderStage;
const { person, dueOf } = duesOn(() => stage);
const operator = () => person(101);
type Order = Awaited<ReturnType<OrderStage["pay"]>>;

beforeAll(async () => {
  stage = await buildOrderStage();
  for (let more = 0; more < 2; more += 1) await stage.pay("001", { amount: money(50_000n, "USD") });
});
afterAll(() => stage?.close());

const auto = (value: boolean) => setSetting(stage.app, "payment_due_auto_return", String(value));

const attemptOf = async (order: Order) => {
  const [attempt] = (await stage.attempts(order)) as never as {
    id: string;
    attemptNo: string;
    upstreamAttemptId: string;
  }[];
  if (!attempt) throw new Error("the order has no attempt");
  return attempt;
};

/** The gateway says that it took some money of the payment. */
async function comes(order: Order, minor: bigint): Promise<void> {
  const ref = { merchantId: stage.merchantId, orderId: order.id, attemptId: (await attemptOf(order)).id };
  await transact(stage.node, stage.caller, (ctx) =>
    applyOutcome(ctx, ref, capturedReport(money(minor, "USD"), ctx.now), "query"),
  );
}

/** A payment that came after its order was called off. */
async function late(): Promise<Order> {
  const order = await stage.pay("201");
  await stage.shop.send("POST", `/v1/orders/${order.orderNo}/cancel`, { body: {} });
  await comes(order, 10_000n);
  return order;
}

/** The merchant gives back some of an order by itself. */
async function refund(order: Order, minor: bigint): Promise<void> {
  const { id } = await operator().call(orderRefund, "add", {
    orderId: order.id,
    amount: String(minor),
    reason: "requested_by_customer",
  });
  const row = await stage.app.platform.db
    .selectFrom("orderRefunds")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  await say(row.id, "succeeded", minor);
}

/** Sends a refund to a gateway that answers so. */
async function say(id: string, kind: "succeeded" | "failed", minor: bigint, currency = "USD"): Promise<void> {
  const row = await stage.app.platform.db
    .selectFrom("orderRefunds")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const connect: OrderStage["node"]["connectorOf"] = (code) => ({
    ...connectorOf(code),
    refund: async () =>
      kind === "failed"
        ? ({ kind: "refused", upstreamCode: "declined", upstreamMessage: null, exchanges: [] } as never)
        : ({
            kind,
            upstreamRefundId: `up_${id}`,
            arn: null,
            failureCode: null,
            amount: money(minor, currency),
            exchanges: [],
          } as never),
  });
  await sendRefund({ ...stage.node, connectorOf: connect }, stage.caller, refOf(row));
}

const asRead = async (order: Order) => {
  const { id: dueId, version } = await dueOf(order);
  return { dueId, version };
};
const sendBack = async (order: Order) => operator().send(orderRefund, "returnDue", await asRead(order));

describe("a payment that came too late", () => {
  test("goes back with what is left of it where its merchant gave back a part before", async () => {
    await auto(false);
    const order = await late();
    await refund(order, 4_000n);
    expect(await sendBack(order)).toMatchObject({ status: 200 });
    expect(await violationsOf(stage)).toEqual([]);
  }, 60_000);

  test("that could not be sent back when it was told is sent by the sweep of the hour", async () => {
    await auto(false);
    const order = await late();
    await stage.work();
    expect(await dueOf(order)).toMatchObject({ status: "to_return" });
    await auto(true);
    await sweepDues(stage.node, jobContext(stage.app));
    const { items } = await operator().call(orderRefund, "page", { mode: "test", orderNo: order.orderNo });
    expect(items.map(({ amount }) => amount)).toEqual(["10000"]);
    // Looked at again, it is on its way.
    await sweepDues(stage.node, jobContext(stage.app));
    expect((await operator().call(orderRefund, "page", { mode: "test", orderNo: order.orderNo })).items.length).toBe(1);
  }, 60_000);

  test("waits for nobody any more once its merchant gave all of it back", async () => {
    await auto(false);
    const order = await late();
    await refund(order, 10_000n);
    expect(await dueOf(order)).toMatchObject({ status: "returned" });
    expect(await stage.read(order)).toMatchObject({ surplusAmount: "0", refundedAmount: "10000" });
    expect(await violationsOf(stage)).toEqual([]);
  }, 60_000);

  test("goes back whole once a refund that its merchant had under way fails, and by nobody's hand", async () => {
    await auto(false);
    const order = await late();
    const { id } = await operator().call(orderRefund, "add", {
      orderId: order.id,
      amount: "4000",
      reason: "requested_by_customer",
    });
    const { id: rest } = await operator().call(orderRefund, "returnDue", await asRead(order));
    await say(rest, "succeeded", 6_000n);
    expect(await dueOf(order)).toMatchObject({ status: "to_return" });
    await auto(true);
    // The simulator never had this money: it would refuse for good to give it back.
    await stage.simulator.control("PUT", "/accounts/sim_main", { profiles: [{ name: "outage" }] });
    await say(id, "failed", 4_000n);
    await stage.work();
    await stage.simulator.control("PUT", "/accounts/sim_main", { profiles: [] });
    const { items } = await operator().call(orderRefund, "page", { mode: "test", orderNo: order.orderNo });
    const made = items.find(({ id: one }) => one !== id && one !== rest);
    expect(made).toMatchObject({ amount: "4000", reason: "late_success", applicantType: "system" });
    await say(made?.id ?? "", "succeeded", 4_000n);
    expect(await dueOf(order)).toMatchObject({ status: "returned" });
    expect(await violationsOf(stage)).toEqual([]);
  }, 60_000);
});

test("a payment that came twice and grows while a part of it goes back is given back whole", async () => {
  await auto(true);
  const order = await stage.pay("001");
  const { attemptNo } = await attemptOf(order);
  const twin = `twin_${order.orderNo}`;
  const tell = async (minor: bigint) => {
    const now = stage.node.clock.now();
    const outcome = { ...capturedReport(money(minor, "USD"), now), upstreamAttemptId: twin, transactionNo: twin };
    const { merchantId } = stage;
    await applyNotification(stage.node, {
      gatewayAccountId: stage.accounts.main,
      eventId: `evt_${minor}`,
      eventType: "payment.captured",
      occurredAt: now.toISOString(),
      facts: [{ subject: "payment", orderNo: order.orderNo, attemptNo, merchantId, upstreamSeq: 1, outcome }],
    });
  };
  const refunds = () =>
    stage.app.platform.db
      .selectFrom("orderRefunds")
      .selectAll()
      .where("orderId", "=", order.id)
      .orderBy("refundTime")
      .execute();
  await tell(4_000n);
  // Its return was written down and is not sent yet, or waits for its gateway.
  const { id, version } = await dueOf(order);
  const { id: first } = await operator().call(orderRefund, "returnDue", { dueId: id, version });
  await tell(10_000n);
  expect(await dueOf(order)).toMatchObject({ status: "to_return", amount: "10000", heldAmount: "10000" });
  // What the growth asked to be looked at is looked at while the first return is under way.
  await stage.work();
  expect(await refunds()).toHaveLength(1);
  await say(first, "succeeded", 4_000n);
  await stage.pass(60);
  await stage.pass(86_400);
  // The clock stands still in between: both bear the same time.
  expect((await refunds()).map(({ amount }) => amount).toSorted()).toEqual(["4000", "6000"]);
  expect(await violationsOf(stage)).toEqual([]);
}, 60_000);

describe("a gateway that gave back another amount than it was asked for", () => {
  const add = async (order: Order) =>
    (
      await operator().call(orderRefund, "add", {
        orderId: order.id,
        amount: "4000",
        reason: "requested_by_customer",
      })
    ).id;

  test("gave back what it gave: of less the rest is the merchant's again, and can be refunded", async () => {
    await auto(false);
    const order = await stage.pay("001");
    const id = await add(order);
    await say(id, "succeeded", 3_500n);
    expect(await operator().call(orderRefund, "detail", { id })).toMatchObject({
      status: "succeeded",
      amount: "3500",
      askedAmount: "4000",
      settleAmount: "3500",
      excessAmount: "0",
      parts: [{ amount: "3500" }],
    });
    expect(await stage.read(order)).toMatchObject({ refundedAmount: "3500", refundStatus: "partial" });
    expect(await violationsOf(stage)).toEqual([]);
    const told = await stage.app.platform.db
      .selectFrom("eventExceptions")
      .select("eventType")
      .where("objectId", "=", order.id)
      .execute();
    expect(told).toEqual([{ eventType: "refund.amountMismatch" }]);
    await refund(order, 6_500n);
    expect(await stage.read(order)).toMatchObject({ refundedAmount: "10000", refundStatus: "full" });
    expect(await violationsOf(stage)).toEqual([]);
  }, 60_000);

  test("gave back more: the difference stands in suspense until somebody says who bears it", async () => {
    const order = await stage.pay("001");
    const id = await add(order);
    await say(id, "succeeded", 4_700n);
    const made = await operator().call(orderRefund, "detail", { id });
    expect(made).toMatchObject({
      status: "succeeded",
      amount: "4700",
      askedAmount: "4000",
      settleAmount: "4000",
      excessAmount: "700",
      abilities: { resolveExcess: true },
    });
    expect(await stage.read(order)).toMatchObject({ refundedAmount: "4000" });
    expect(await violationsOf(stage)).toEqual(["order_conserved order_refunds.amount: 4000 4700"]);
    const { version } = made;
    await operator().call(orderRefund, "resolveExcess", { id, version, cause: "gateway", note: "It takes it back" });
    expect(await violationsOf(stage)).toEqual([]);
  }, 60_000);

  test("gave back a part of what came too late: the rest goes back by somebody's hand", async () => {
    await auto(true);
    const order = await late();
    const { id } = await operator().call(orderRefund, "returnDue", await asRead(order));
    await say(id, "succeeded", 9_000n);
    await stage.work();
    expect(await dueOf(order)).toMatchObject({ status: "to_return" });
    const { id: rest } = await operator().call(orderRefund, "returnDue", await asRead(order));
    await say(rest, "succeeded", 1_000n);
    expect(await dueOf(order)).toMatchObject({ status: "returned" });
    expect(await violationsOf(stage)).toEqual([]);
  }, 60_000);
});

// The last one: what it asks for is rolled back with its transaction.
test("late money of two captures that were refused is booked and goes back whole", async () => {
  await auto(true);
  const order = await stage.pay("001", { captureMethod: "manual" });
  const refusing = {
    ...stage.node,
    connectorOf: (code: string) => ({ ...connectorOf(code), capture: async () => refusedCall }),
  };
  for (const minor of [3_000n, 2_500n])
    await stage.take(order, { amount: money(minor, "USD"), final: false }, refusing);
  const ref = { merchantId: stage.merchantId, orderId: order.id, attemptId: (await attemptOf(order)).id };
  await transact(stage.node, stage.caller, (ctx) =>
    applyOutcome(ctx, ref, { ...capturedReport(money(0n, "USD"), ctx.now), kind: "voided" } as never, "query"),
  );
  expect(await stage.read(order)).toMatchObject({ status: "canceled" });
  await comes(order, 5_500n);
  expect(await stage.read(order)).toMatchObject({ status: "paid", capturedAmount: "5500" });
  expect(await dueOf(order)).toMatchObject({ kind: "late_success", amount: "5500", status: "to_return" });
  await stage.work();
  const { items } = await operator().call(orderRefund, "page", { mode: "test", orderNo: order.orderNo });
  expect(items.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(5_500);
  expect(await violationsOf(stage)).toEqual([]);
}, 60_000);
