import { settlements } from "@countinghouse/contract/funds/settlements/settlements.ts";
import { orderRefund } from "@countinghouse/contract/payments/order-refund/order-refund.ts";
import { money } from "@countinghouse/money/money.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { lockOrder } from "../../src/modules/payments/order-record/index.ts";
import { transact } from "../../src/platform/db/transact.ts";
import { actor, buildTestApp, type TestApp, type TestClient } from "../app.ts";
import { buildOrderStage, type OrderStage } from "../order-stage.ts";
import { violationsOf } from "../refunds.ts";

let stage: OrderStage;
/** Another node on the same database. */
let second: TestApp;
beforeAll(async () => {
  stage = await buildOrderStage();
  second = await buildTestApp({ database: stage.app.database, clock: stage.app.clock });
});
afterAll(async () => {
  await second?.close();
  await stage?.close();
});

type Order = Awaited<ReturnType<OrderStage["pay"]>>;

const part = 700;
const capturesOf = ({ id }: Order) =>
  stage.app.platform.db.selectFrom("captures").selectAll().where("orderId", "=", id).execute();
const sumOf = (rows: readonly object[], field: string): number =>
  rows.reduce((sum, row) => sum + Number((row as Readonly<Record<string, unknown>>)[field]), 0);
const claimedOf = async (order: Order) => sumOf(await capturesOf(order), "refundClaimed");

/** Calls at one node or the other until it has time for an answer, as a client does. */
async function patient<A extends { readonly status: number }>(call: () => Promise<A>): Promise<A> {
  for (;;) {
    const answer = await call();
    if (answer.status !== 503) return answer;
  }
}

/** Notes that an amount is in dispute, behind the order's lock; answers what refunds had claimed by then. */
const dispute = (order: Order, minor: number) =>
  transact(stage.node, stage.caller, async (ctx) => {
    await lockOrder(ctx, { merchantId: stage.merchantId, orderId: order.id });
    const rows = await ctx.db.selectFrom("captures").select("refundClaimed").where("orderId", "=", order.id).execute();
    await ctx.db
      .updateTable("coinOrders")
      .set({ disputedAmount: String(minor) })
      .where("merchantId", "=", stage.merchantId)
      .where("id", "=", order.id)
      .execute();
    return sumOf(rows, "refundClaimed");
  });

test.each([1, 2, 3])(
  "refunds over two nodes that race a capture, a dispute and the close of a batch: as many as fit, none paid twice (%i)",
  async () => {
    const order = await stage.pay("001", { captureMethod: "manual" });
    await stage.take(order, { amount: money(4_000n, "USD"), final: false });
    // What is sold on the next day is in the next batch, and bears what the closed one no longer does.
    await stage.pass(86_400);
    await stage.pay("001", { amount: money(50_000n, "USD") });
    const person = actor({ ...stage.place, userId: 101, provenAt: stage.app.clock.now() });
    const doors = [stage.app.as(person), second.as(person)] as const;
    const refund = (at: number) =>
      patient(() =>
        (doors[at % 2] as TestClient).send(orderRefund, "add", {
          orderId: order.id,
          amount: String(part),
          reason: "duplicate",
        }),
      );
    const place = { merchantId: stage.merchantId, mode: "test", currency: "USD" } as const;
    const close = () => patient(() => doors[1].send(settlements, "close", place));
    const [before, , closed, ...raced] = await Promise.all([
      dispute(order, 2_000),
      // The last one: a gateway gives nothing back of a payment that it may still take more of.
      stage.take(order, { amount: money(3_000n, "USD") }),
      close(),
      ...Array.from({ length: 40 }, (_, at) => refund(at)),
    ]);
    expect(closed.status).toBe(200);
    // Who came before the money was there asks once more.
    const rest = [];
    for (let at = 0; at < 12; at += 1) rest.push(await refund(at));
    const refused = [...raced, ...rest].filter(({ status }) => status !== 200);
    expect(new Set(refused.map(({ bizCode }) => bizCode))).toEqual(new Set(["orderRefund.exceedsRefundable"]));
    // 7,000 are captured and 2,000 of them in dispute; what was claimed before that stands.
    const winners = Math.max(before / part, Math.floor((7_000 - 2_000) / part));
    expect(raced.length + rest.length - refused.length).toBe(winners);
    expect(await claimedOf(order)).toBe(winners * part);
    // Sent, and decided by the gateway.
    await stage.pass(600);
    await stage.pass(86_400);
    const refunds = await stage.app.platform.db
      .selectFrom("orderRefunds")
      .select("status")
      .where("orderId", "=", order.id)
      .execute();
    expect(refunds.map(({ status }) => status)).toEqual(Array(winners).fill("succeeded"));
    const captures = await capturesOf(order);
    expect(captures.map(({ status, amount }) => `${status} ${amount}`).sort()).toEqual([
      "succeeded 3000",
      "succeeded 4000",
    ]);
    expect(sumOf(captures, "refundedAmount")).toBe(winners * part);
    const { payments } = await stage.simulator.book(order.orderNo);
    expect(sumOf(payments, "refundedAmount")).toBe(winners * part);
    const lines = await stage.app.platform.db
      .selectFrom("settlementLines")
      .selectAll()
      .where("merchantId", "=", stage.merchantId)
      .where("lineType", "=", "refund")
      .where("journalId", "in", (of) =>
        of
          .selectFrom("ledgerJournals")
          .select("id")
          .where("orderId", "=", order.id)
          .where("event", "in", ["J10", "J11"]),
      )
      .execute();
    expect(sumOf(lines, "amount")).toBe(-winners * part);
    // No journal stands behind what was noted here.
    await dispute(order, 0);
    expect(await violationsOf(stage)).toEqual([]);
  },
  60_000,
);
