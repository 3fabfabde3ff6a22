import { settlements } from "@countinghouse/contract/funds/settlements/settlements.ts";
import { Refusal } from "@countinghouse/contract/kit/refusal.ts";
import { orderRefund } from "@countinghouse/contract/payments/order-refund/order-refund.ts";
import { paymentDue } from "@countinghouse/contract/payments/payment-due/payment-due.ts";
import { money } from "@countinghouse/money/money.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { voidOrder } from "../../src/modules/payments/order-processing/index.ts";
import { refundDue } from "../../src/modules/payments/refund-processing/index.ts";
import { actor, buildTestApp, type TestApp, type TestClient } from "../app.ts";
import { setSetting } from "../attack/visitor.ts";
import { duesOn } from "../dues.ts";
import { buildOrderStage, type OrderStage } from "../order-stage.ts";
import { violationsOf } from "../refunds.ts";

let stage: OrderStage;
/** Another node on the same database. */
let second: TestApp;
/** Somebody of the operator, by way of either node. */
let doors: readonly TestClient[];
const { wrong, dueOf } = duesOn(() => stage);

beforeAll(async () => {
  stage = await buildOrderStage();
  second = await buildTestApp({ database: stage.app.database, clock: stage.app.clock });
  // What refunds take beyond the net of their own payment.
  await stage.pay("001", { amount: money(50_000n, "USD") });
});
// The factor of whoever decides stays fresh.
const openDoors = () => {
  const person = actor({ ...stage.place, userId: 101, provenAt: stage.app.clock.now() });
  doors = [stage.app.as(person), second.as(person)];
};
beforeEach(openDoors);
afterAll(async () => {
  await second?.close();
  await stage?.close();
});

type Order = Awaited<ReturnType<OrderStage["pay"]>>;

/** Asks for a refund by one node or the other; who found no connection in time asks again, as a client does. */
async function refund({ id: orderId }: Order, minor: number, at: number) {
  for (;;) {
    const asked = { orderId, amount: String(minor), reason: "duplicate" } as const;
    const answer = await (doors[at % 2] as TestClient).send(orderRefund, "add", asked);
    if (answer.status !== 503) return answer;
  }
}
const capturesOf = ({ id }: Order) =>
  stage.app.platform.db.selectFrom("captures").selectAll().where("orderId", "=", id).execute();
const sumOf = (rows: readonly object[], field: string): number =>
  rows.reduce((sum, row) => sum + Number((row as Readonly<Record<string, unknown>>)[field]), 0);
/** What the gateway took and gave back of an order. */
const atGateway = async ({ orderNo }: Order) => {
  const { payments } = await stage.simulator.book(orderNo);
  return { captured: sumOf(payments, "capturedAmount"), refunded: sumOf(payments, "refundedAmount") };
};
/** Refusals only: nothing broke. */
const heldBack = (error: unknown): void => {
  if (!(error instanceof Refusal)) throw error;
};

test("of sixty-four refunds at the same moment over two nodes exactly as many go through as fit", async () => {
  const order = await stage.pay("001");
  const answers = await Promise.all(Array.from({ length: 64 }, (_, at) => refund(order, 700, at)));
  const refused = answers.filter(({ status }) => status !== 200);
  expect(answers.length - refused.length).toBe(Math.floor(10_000 / 700));
  expect(new Set(refused.map(({ bizCode, body }) => `${bizCode} ${body.extras?.refundable}`))).toEqual(
    new Set(["orderRefund.exceedsRefundable 200"]),
  );
  expect(await capturesOf(order)).toMatchObject([{ refundClaimed: "9800" }]);
  expect(await violationsOf(stage)).toEqual([]);
}, 120_000);

test("refunds that race captures and a release never give back more than was captured, here or at the gateway", async () => {
  const order = await stage.pay("001", { captureMethod: "manual" });
  await stage.take(order, { amount: money(4_000n, "USD"), final: false });
  const ref = { merchantId: stage.merchantId, orderId: order.id };
  await Promise.all([
    ...Array.from({ length: 12 }, (_, at) => refund(order, 1_000, at)),
    ...[1, 2].map(() => stage.take(order, { amount: money(2_000n, "USD"), final: false }).catch(heldBack)),
    voidOrder(stage.node, stage.caller, ref, "race").catch(heldBack),
  ]);
  await stage.pass(600);
  // The gateway gives nothing back while a rest is reserved: what it refused then may be asked for now.
  await voidOrder(stage.node, stage.caller, ref, "rest").catch(heldBack);
  await stage.pass(600);
  for (let at = 0; at < 12; at += 1) await refund(order, 1_000, at);
  // Sent in the one, done in the other.
  for (let turn = 0; turn < 2; turn += 1) await stage.pass(600);
  const captures = (await capturesOf(order)).filter(({ status }) => status === "succeeded");
  const captured = sumOf(captures, "amount");
  expect(captured).toBeGreaterThanOrEqual(4_000);
  expect(sumOf(captures, "refundClaimed")).toBe(captured);
  expect(await atGateway(order)).toEqual({ captured, refunded: sumOf(captures, "refundedAmount") });
  expect(await violationsOf(stage)).toEqual([]);
}, 120_000);

test("refunds that race the close of their batch are each netted once, in it or behind it, and none is paid twice", async () => {
  const order = await stage.pay("001");
  // What is sold on the next day is in the next batch, and bears what the closed one no longer does.
  await stage.pass(86_400);
  await stage.pay("001", { amount: money(50_000n, "USD") });
  openDoors();
  const place = { merchantId: stage.merchantId, mode: "test", currency: "USD" } as const;
  const close = async (at: number) => {
    for (;;) {
      const answer = await (doors[at % 2] as TestClient).send(settlements, "close", place);
      if (answer.status !== 503) return answer;
    }
  };
  const [closed, ...refunds] = await Promise.all([
    close(0),
    ...Array.from({ length: 30 }, (_, at) => refund(order, 700, at)),
  ]);
  expect(closed.status).toBe(200);
  expect(refunds.filter(({ status }) => status === 200)).toHaveLength(Math.floor(10_000 / 700));
  await stage.pass(600);
  expect(await atGateway(order)).toEqual({ captured: 10_000, refunded: 9_800 });
  const { db } = stage.app.platform;
  const lines = await db
    .selectFrom("settlementLines")
    .selectAll()
    .where("merchantId", "=", stage.merchantId)
    .where("lineType", "=", "refund")
    .where("journalId", "in", (is) =>
      is.selectFrom("ledgerJournals").select("id").where("orderId", "=", order.id).where("event", "in", ["J10", "J11"]),
    )
    .execute();
  expect(sumOf(lines, "amount")).toBe(-9_800);
  expect(await violationsOf(stage)).toEqual([]);
}, 120_000);

test("an unapplied payment goes back once, whoever and whatever sends it at the same moment", async () => {
  await setSetting(stage.app, "payment_due_auto_return", "false");
  const { order, due } = await wrong(9_000);
  await (doors[0] as TestClient).call(paymentDue, "markReturn", { id: due.id, version: due.version, reason: "Ask" });
  const { id: dueId, version } = await dueOf(order);
  const answers = await Promise.all([
    ...Array.from({ length: 12 }, (_, at) =>
      (doors[at % 2] as TestClient).send(orderRefund, "returnDue", { dueId, version }).then(({ bizCode }) => bizCode),
    ),
    ...[1, 2].map(() => refundDue(stage.node, { merchantId: stage.merchantId, dueId }).catch(heldBack)),
  ]);
  expect(new Set(answers)).toEqual(new Set([undefined, "orderRefund.dueNotReturnable"]));
  await stage.pass(600);
  const { items } = await (doors[0] as TestClient).call(orderRefund, "page", { mode: "test", orderNo: order.orderNo });
  expect(items.map(({ amount, status }) => [amount, status])).toEqual([["9000", expect.any(String)]]);
  expect(await violationsOf(stage)).toEqual([]);
}, 120_000);
