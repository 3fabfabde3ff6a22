import { paymentDue } from "@countinghouse/contract/payments/payment-due/payment-due.ts";
import { money } from "@countinghouse/money/money.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { capturedReport } from "../../../../test/captured-report.ts";
import { duesOn } from "../../../../test/dues.ts";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { violationsOf } from "../../../../test/refunds.ts";
import { applyNotification } from "../order-follow-up/index.ts";
import { recordOutcome } from "../order-processing/index.ts";

let stage: OrderStage;
const people = duesOn(() => stage);

beforeAll(async () => {
  stage = await buildOrderStage();
});
afterAll(() => stage?.close());

type Order = Awaited<ReturnType<OrderStage["pay"]>>;

const duesOf = ({ id }: Order) =>
  stage.app.platform.db
    .selectFrom("paymentDues")
    .select(["kind", "status", "upstreamPaymentId", "amount", "heldAmount"])
    .where("merchantId", "=", stage.merchantId)
    .where("orderId", "=", id)
    .orderBy("upstreamPaymentId")
    .execute();

const heldOf = async (order: Order) =>
  (await stage.booked(order)).filter((line) => line.startsWith("J05 ")).map((line) => line.split(" ")[3]);

const exceptionsOf = async ({ id }: Order) =>
  (
    await stage.app.platform.db
      .selectFrom("eventExceptionItems")
      .select(["eventType", "level"])
      .where("objectId", "=", id)
      .orderBy("id")
      .execute()
  ).map(({ eventType, level }) => `${eventType} ${level}`);

/** The gateway's number of the payment of an order's only attempt. */
const paymentOf = async (order: Order) => (await stage.attempts(order))[0]?.upstreamAttemptId ?? null;

/** What the gateway answers when it is asked about the order's latest attempt. */
async function ask(order: Order, upstreamAttemptId: string | null, minor: number, code = "USD") {
  const attempt = (await stage.attempts(order)).at(-1);
  const outcome = { ...capturedReport(money(BigInt(minor), code), stage.node.clock.now()), upstreamAttemptId };
  const ref = { merchantId: stage.merchantId, orderId: order.id, attemptId: attempt?.id ?? "" };
  await recordOutcome(stage.node, stage.caller, ref, { outcome, source: "query" });
}

/** Tells that a payment of the gateway was taken for the order's latest attempt. */
async function say(
  order: Order,
  upstreamAttemptId: string | null,
  minor = 10_000,
  code = "USD",
  kind: "captured" | "authorized" = "captured",
) {
  const attempt = (await stage.attempts(order)).at(-1) as never as { readonly attemptNo: string };
  const outcome = {
    ...capturedReport(money(BigInt(minor), code), stage.node.clock.now()),
    kind,
    upstreamAttemptId,
    transactionNo: upstreamAttemptId,
  };
  return applyNotification(stage.node, {
    gatewayAccountId: stage.accounts.main,
    eventId: "evt",
    eventType: "payment.captured",
    occurredAt: stage.node.clock.now().toISOString(),
    facts: [
      {
        subject: "payment",
        orderNo: order.orderNo,
        attemptNo: attempt.attemptNo,
        merchantId: stage.merchantId,
        upstreamSeq: 1,
        outcome,
      },
    ],
  });
}

describe("money in another amount than was asked for", () => {
  test("is held for the payer at once, alarms once, and nothing more is asked of the gateway", async () => {
    const order = await stage.pay("507");
    await stage.pass(3 * 86_400);
    const [attempt] = await stage.attempts(order);
    expect(attempt).toMatchObject({ status: "captured", nextQueryTime: null, upstreamCode: null });
    expect(await stage.read(order)).toMatchObject({ status: "pending", capturedAmount: "0", surplusAmount: "0" });
    expect(await duesOf(order)).toMatchObject([
      { kind: "amount_mismatch", status: "open", amount: "9999", heldAmount: "9999" },
    ]);
    expect(await heldOf(order)).toEqual(["9999"]);
    expect(await exceptionsOf(order)).toEqual(["order.amount_mismatch critical"]);
  }, 60_000);

  test("that grows is held with what came on top, and is open again", async () => {
    const order = await stage.pay("507");
    await stage.pass(60);
    const [due] = await duesOf(order);
    const payment = due?.upstreamPaymentId ?? "";
    await stage.app.platform.db
      .updateTable("paymentDues")
      .set({ status: "to_return" })
      .where("orderId", "=", order.id)
      .execute();
    for (const minor of [10_050, 10_050, 9_999]) await say(order, payment, minor);
    expect(await duesOf(order)).toMatchObject([{ status: "open", amount: "10050", heldAmount: "10050" }]);
    expect(await heldOf(order)).toEqual(["9999", "51"]);
    // Less again shrinks nothing, and people hear of it beside what they heard before.
    expect(await exceptionsOf(order)).toContain("order.contradiction critical");
  });

  test("in another currency is held in that one, once", async () => {
    const other = await stage.pay("506");
    const payment = await paymentOf(other);
    for (let times = 0; times < 3; times += 1) await say(other, payment, 9_000, "EUR");
    expect(await duesOf(other)).toMatchObject([{ kind: "amount_mismatch", amount: "9000", heldAmount: "9000" }]);
    expect(await heldOf(other)).toEqual(["9000"]);
  });
});

describe("a payment of which the gateway says something else than before", () => {
  /** Every due of an order: what is held of what, by its state. */
  const standing = async ({ id }: Order) =>
    (
      await stage.app.platform.db
        .selectFrom("paymentDues")
        .select(["currency", "amount", "heldAmount", "status"])
        .where("orderId", "=", id)
        .orderBy("currency")
        .execute()
    ).map(({ currency, amount, heldAmount, status }) => `${status} ${amount} ${heldAmount} ${currency}`);

  // Tests before this one put states where no seal says so.
  const seen = new Set<string>();
  beforeAll(() => violationsOf(stage, seen));

  const twice = async () => {
    const order = await stage.pay("506");
    const payment = await paymentOf(order);
    await say(order, payment, 9_000, "EUR");
    await say(order, payment, 10_000, "USD");
    return { order, payment };
  };

  test("is one due in the currency told first; people hear of both, and the gateway is asked", async () => {
    const { order, payment } = await twice();
    await say(order, payment, 10_000, "USD");
    expect(await standing(order)).toEqual(["open 9000 9000 EUR"]);
    expect(await heldOf(order)).toEqual(["9000"]);
    expect((await exceptionsOf(order)).toSorted()).toEqual([
      "order.amount_mismatch critical",
      "order.contradiction critical",
    ]);
    const told = await stage.app.platform.db
      .selectFrom("eventExceptionItems")
      .select(["payload"])
      .where("objectId", "=", order.id)
      .where("eventType", "=", "order.contradiction")
      .executeTakeFirstOrThrow();
    expect(told.payload).toMatchObject({ known: ["9000 EUR"], reported: "10000 USD" });
    expect(await stage.attempts(order)).toMatchObject([{ capturedAmount: "0", nextQueryTime: expect.any(String) }]);
    expect(await violationsOf(stage, seen)).toEqual([]);
  });

  test("is corrected by the gateway's answer when it is asked: journals are reversed, and a person decides of what came", async () => {
    const { order, payment } = await twice();
    await ask(order, payment, 10_000, "USD");
    expect(await standing(order)).toEqual(["withdrawn 0 0 EUR", "open 10000 10000 USD"]);
    expect((await stage.booked(order)).map((line) => line.split(" ")[0]).toSorted()).toEqual(["J05", "J05", "J80"]);
    await ask(order, payment, 9_500, "EUR");
    expect(await standing(order)).toEqual(["open 9500 9500 EUR", "withdrawn 0 0 USD"]);
    await ask(order, payment, 10_000, "USD");
    expect(await standing(order)).toEqual(["withdrawn 0 0 EUR", "open 10000 10000 USD"]);
    expect(await stage.attempts(order)).toMatchObject([{ capturedAmount: "10000" }]);
    expect(await violationsOf(stage, seen)).toEqual([]);
    const { items } = await people.person(101).call(paymentDue, "page", { mode: "test", orderNo: order.orderNo });
    await people.limit(1_000_000);
    for (const { id, version } of items.filter(({ currency }) => currency === "USD"))
      await people.person(101).call(paymentDue, "book", { id, version, reason: "They took it in dollars" });
    expect(await stage.read(order)).toMatchObject({ status: "paid", capturedAmount: "10000", surplusAmount: "0" });
    expect(await violationsOf(stage, seen)).toEqual([]);
  }, 60_000);

  test("is lowered where the gateway, asked, says less, and gone where it says nothing", async () => {
    const order = await stage.pay("506");
    const payment = await paymentOf(order);
    await say(order, payment, 10_001);
    await say(order, payment, 10_000);
    expect(await standing(order)).toEqual(["open 10001 10001 USD"]);
    await ask(order, payment, 10_000);
    await ask(order, payment, 10_000);
    expect(await standing(order)).toEqual(["open 10000 10000 USD"]);
    await say(order, payment, 10_001);
    expect(await standing(order)).toEqual(["open 10001 10001 USD"]);
    await ask(order, payment, 0);
    expect(await standing(order)).toEqual(["withdrawn 0 0 USD"]);
    expect(await stage.read(order)).toMatchObject({ status: "failed", failureCode: "amount_mismatch" });
    expect(await violationsOf(stage, seen)).toEqual([]);
  }, 60_000);

  test("stays as it is where somebody decided on it, or the merchant has the money", async () => {
    const order = await stage.pay("506");
    const payment = await paymentOf(order);
    await say(order, payment, 9_000, "EUR");
    await stage.app.platform.db
      .updateTable("paymentDues")
      .set({ status: "returned", heldAmount: "0", returnedAmount: "9000" })
      .where("orderId", "=", order.id)
      .execute();
    await ask(order, payment, 10_000, "USD");
    expect(await standing(order)).toEqual(["returned 9000 0 EUR"]);
    const paid = await stage.pay("001");
    await ask(paid, await paymentOf(paid), 9_000, "EUR");
    await ask(paid, await paymentOf(paid), 9_000, "USD");
    expect(await standing(paid)).toEqual([]);
    expect(await exceptionsOf(paid)).toEqual(["order.contradiction critical"]);
    expect(await stage.read(paid)).toMatchObject({ status: "paid", capturedAmount: "10000" });
  }, 60_000);
});

describe("payments beyond the one that was asked for", () => {
  test("are each a due of their own, however often and in whatever order they are told", async () => {
    const order = await stage.pay("001");
    for (const id of ["pay_b", "pay_c", "pay_b", "pay_c", "pay_c", "pay_d"]) await say(order, id);
    const due = { kind: "duplicate_payment", status: "to_return", amount: "10000", heldAmount: "10000" };
    expect(await duesOf(order)).toEqual(
      ["pay_b", "pay_c", "pay_d"].map((upstreamPaymentId) => ({ ...due, upstreamPaymentId })),
    );
    expect(await stage.read(order)).toMatchObject({ status: "paid", capturedAmount: "10000", surplusAmount: "30000" });
    expect(await heldOf(order)).toEqual(["10000", "10000", "10000"]);
    expect(await exceptionsOf(order)).toEqual(Array.from({ length: 3 }, () => "order.duplicate_payment error"));
  });

  test("that are told in another currency, or of less, stay the one due they are", async () => {
    const order = await stage.pay("001");
    await say(order, "pay_otherwise");
    await say(order, "pay_otherwise", 10_000, "EUR");
    await say(order, "pay_otherwise", 9_000);
    expect(await duesOf(order)).toMatchObject([{ kind: "duplicate_payment", amount: "10000", heldAmount: "10000" }]);
    expect(await exceptionsOf(order)).toContain("order.contradiction critical");
    await ask(order, "pay_otherwise", 9_000);
    expect(await duesOf(order)).toMatchObject([{ status: "to_return", amount: "9000", heldAmount: "9000" }]);
    expect(await stage.read(order)).toMatchObject({ status: "paid", capturedAmount: "10000", surplusAmount: "9000" });
  });

  test("that were told twice at the same moment are one", async () => {
    const order = await stage.pay("001");
    await Promise.all(Array.from({ length: 6 }, () => say(order, "pay_twin")));
    expect(await duesOf(order)).toHaveLength(1);
    expect(await heldOf(order)).toEqual(["10000"]);
  });

  test("never take the place of a reservation, which is captured under its own number", async () => {
    const order = await stage.pay("001", { captureMethod: "manual" });
    const [before] = await stage.attempts(order);
    await say(order, "pay_reserved_twin", 0, "USD", "authorized");
    expect(await exceptionsOf(order)).toEqual(["order.duplicate_payment error"]);
    await say(order, "pay_part_twin", 3_000, "USD", "authorized");
    await say(order, "pay_whole_twin");
    expect(await stage.attempts(order)).toMatchObject([
      { status: "authorized", capturedAmount: "0", upstreamAttemptId: before?.upstreamAttemptId },
    ]);
    await stage.take(order, {});
    expect(await stage.read(order)).toMatchObject({ status: "paid", capturedAmount: "10000" });
    expect(await duesOf(order)).toMatchObject([
      { kind: "duplicate_payment", upstreamPaymentId: "pay_part_twin", amount: "3000", heldAmount: "3000" },
      { kind: "duplicate_payment", upstreamPaymentId: "pay_whole_twin", amount: "10000", heldAmount: "10000" },
    ]);
    expect((await stage.simulator.book(order.orderNo)).payments).toMatchObject([{ capturedAmount: 10_000 }]);
  }, 60_000);
});
