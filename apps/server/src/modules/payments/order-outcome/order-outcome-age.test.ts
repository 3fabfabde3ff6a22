import { money } from "@countinghouse/money/money.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { capturedReport } from "../../../../test/captured-report.ts";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { unique } from "../../../../test/people.ts";
import { testCard } from "../../../../test/simulator.ts";
import { applyNotification } from "../order-follow-up/index.ts";
import type { AttemptRow } from "../payment-attempt/index.ts";

let stage: OrderStage;

beforeAll(async () => {
  stage = await buildOrderStage();
});
afterAll(() => stage?.close());
beforeEach(() =>
  stage.simulator.control("PUT", "/accounts/sim_main", { profiles: [{ name: "lose_webhooks", value: 1 }] }),
);

type Order = Awaited<ReturnType<OrderStage["read"]>>;

const usd = (minor: number) => money(BigInt(minor), "USD");
const attemptOf = async (order: Order): Promise<AttemptRow> => {
  const [attempt] = (await stage.attempts(order)) as unknown as AttemptRow[];
  if (!attempt) throw new Error("the order has no attempt");
  return attempt;
};
const sales = async (order: Order) => (await stage.booked(order)).filter((line) => line.startsWith("J01"));
const declined = {
  kind: "declined",
  decline: {
    code: "do_not_honor",
    category: "soft",
    upstreamCode: "05",
    upstreamMessage: null,
    adviceCode: null,
    retryAfter: null,
  },
} as const;
const reserved = { kind: "authorized", capturedAmount: usd(0) } as const;

/** What the gateway says unasked of the order's payment, `seconds` from now by its clock. */
async function say(order: Order, seconds: number, what: object = {}) {
  const { attemptNo, upstreamAttemptId } = await attemptOf(order);
  const at = new Date(stage.app.clock.now().getTime() + seconds * 1000);
  return applyNotification(stage.node, {
    gatewayAccountId: stage.accounts.main,
    eventId: unique("e"),
    eventType: "payment",
    occurredAt: at.toISOString(),
    facts: [
      {
        subject: "payment",
        orderNo: order.orderNo,
        attemptNo,
        merchantId: stage.merchantId,
        upstreamSeq: null,
        outcome: { ...capturedReport(usd(10_000), at), upstreamAttemptId, ...what } as never,
      },
    ],
  });
}

describe("a word that bears a later time than what comes after it", () => {
  test("hides no money from a question of ours", async () => {
    const order = await stage.pay("505");
    await say(order, 10, { kind: "pending" });
    await stage.pass(3_600);
    expect(await stage.read(order)).toMatchObject({ status: "paid", capturedAmount: "10000" });
    expect(await sales(order)).toHaveLength(1);
  }, 60_000);

  test("hides no money that a notification tells of", async () => {
    const order = await stage.create();
    await stage.confirm(order, { card: testCard("003") });
    await say(order, 4, declined);
    expect(await attemptOf(order)).toMatchObject({ status: "declined" });
    expect(await say(order, 3)).toBe("processed");
    expect(await stage.read(order)).toMatchObject({ status: "paid", capturedAmount: "10000" });
    expect(await sales(order)).toHaveLength(1);
    expect(await say(order, 3)).toBe("ignored");
  }, 60_000);

  test("hides no reservation that a notification tells of", async () => {
    const order = await stage.create({ captureMethod: "manual" });
    await stage.confirm(order, { card: testCard("003") });
    await say(order, 4, { kind: "pending" });
    expect(await say(order, 3, reserved)).toBe("processed");
    expect(await stage.read(order)).toMatchObject({ status: "awaiting", awaitingReason: "capture" });
    const { upstreamTime } = await attemptOf(order);
    expect(Date.parse(upstreamTime ?? "")).toBe(stage.app.clock.now().getTime() + 4_000);
  }, 60_000);

  test("stands against a notification that would take progress back", async () => {
    const order = await stage.create({ captureMethod: "manual" });
    await stage.confirm(order, { card: testCard("003") });
    await say(order, 4, reserved);
    expect(await say(order, 3, declined)).toBe("ignored");
    expect(await attemptOf(order)).toMatchObject({ status: "authorized", reported: null });
  }, 60_000);

  test("keeps nobody from hearing of a payment that is open after a day of asking", async () => {
    const order = await stage.pay("506");
    await say(order, 86_400 * 30, { kind: "pending" });
    await stage.app.platform.db
      .updateTable("paymentAttempts")
      .set({ queryCount: 10, nextQueryTime: stage.app.clock.now().toISOString() })
      .where("orderId", "=", order.id)
      .execute();
    stage.app.clock.forward(15_000);
    await stage.sweep();
    expect(await attemptOf(order)).toMatchObject({ status: "submitting", reported: ["unresolved"] });
  }, 60_000);
});
