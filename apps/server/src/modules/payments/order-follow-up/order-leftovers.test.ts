import { money } from "@countinghouse/money/money.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { capturedReport, refusedCall } from "../../../../test/captured-report.ts";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { testCard } from "../../../../test/simulator.ts";
import { transact } from "../../../platform/db/transact.ts";
import { connectorOf } from "../../gateways/connector/index.ts";
import { openGatewayAccount } from "../../gateways/gateway-account/index.ts";
import { dueOrders } from "../order-outcome/index.ts";
import { beginCapture, referenceOf, sendCapture } from "../order-processing/index.ts";
import type { AttemptRow } from "../payment-attempt/index.ts";
import { applyNotification } from "./order-notification.service.ts";
import { queryAttempt } from "./order-query.service.ts";
import { sendTwinRelease } from "./order-twin.service.ts";

let stage: OrderStage;

beforeAll(async () => {
  stage = await buildOrderStage();
});
afterAll(() => stage?.close());

type Order = Awaited<ReturnType<OrderStage["read"]>>;

const suffer = (...profiles: object[]) => stage.simulator.control("PUT", "/accounts/sim_main", { profiles });
beforeEach(() => suffer());

const attemptsOf = async (order: Order) => (await stage.attempts(order)) as unknown as AttemptRow[];
const statusesOf = async (order: Order) => (await stage.attempts(order)).map(({ status }) => status);
const atGateway = async ({ orderNo }: Order) => (await stage.simulator.book(orderNo)).payments;
const refOf = ({ id: orderId }: Order) => ({ merchantId: stage.merchantId, orderId });

const titlesOf = async ({ id }: Order) => {
  const rows = await stage.app.platform.db
    .selectFrom("orderTimeline")
    .select("title")
    .where("orderId", "=", id)
    .orderBy("seq")
    .execute();
  return rows.map(({ title }) => title);
};

/** What a gateway says of a payment, told of an attempt without being asked. */
async function say(
  order: Order,
  attempt: AttemptRow,
  minor: number,
  parts: { readonly kind?: "captured" | "authorized"; readonly payment?: string; readonly intent?: string } = {},
) {
  const { kind = "captured", payment = `pay_${attempt.attemptNo}`, intent = null } = parts;
  const outcome = {
    ...capturedReport(money(BigInt(minor), "USD"), stage.node.clock.now()),
    amount: money(10_000n, "USD"),
    kind,
    upstreamIntentId: intent,
    upstreamAttemptId: payment,
    transactionNo: payment,
  };
  await applyNotification(stage.node, {
    gatewayAccountId: stage.accounts.main,
    eventId: "evt",
    eventType: `payment.${kind}`,
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

/** An order whose first try the gateway did not know, and for which a second try reserved the money. */
async function reservedByTheSecond(): Promise<{ order: Order; older: AttemptRow; newer: AttemptRow }> {
  const order = await stage.pay("502", { captureMethod: "manual" });
  await stage.pass(200);
  await stage.confirm(order, { card: testCard("001") });
  const [older, newer] = await attemptsOf(order);
  if (older?.status !== "error" || newer?.status !== "authorized") throw new Error("the second try reserved nothing");
  return { order, older, newer };
}

/** Takes money at the gateway by hand, under a key that nobody of us gave. */
async function takeByHand(attempt: AttemptRow, minor: number, isFinal = false): Promise<void> {
  const account = await openGatewayAccount(stage.app.platform, attempt.gatewayAccountId);
  await connectorOf("simulator").capture(account, {
    ...referenceOf(attempt),
    amount: money(BigInt(minor), "USD"),
    isFinal,
    idempotencyKey: `by-hand-${attempt.attemptNo}-${minor}`,
  });
}

const dueOf = ({ id }: Order) =>
  stage.app.platform.db
    .selectFrom("paymentDues")
    .selectAll()
    .where("merchantId", "=", stage.merchantId)
    .where("orderId", "=", id)
    .executeTakeFirstOrThrow();

describe("an order that an older attempt paid", () => {
  test("gives the newer one's reservation back when a notification tells of the money", async () => {
    const { order, older } = await reservedByTheSecond();
    await say(order, older, 10_000);
    expect(await stage.read(order)).toMatchObject({ status: "paid", capturedAmount: "10000" });
    expect(await titlesOf(order)).toContain("eventReleaseRequested");
    await stage.work();
    expect(await atGateway(order)).toMatchObject([{ status: "voided" }]);
    expect(await statusesOf(order)).toEqual(["captured", "voided"]);
    expect((await titlesOf(order)).at(-1)).toBe("eventAttemptVoided");
    expect(await stage.read(order)).toMatchObject({ status: "paid", capturedAmount: "10000" });
  }, 60_000);

  test("asks for the release again until the gateway has answered", async () => {
    const { order, older } = await reservedByTheSecond();
    await suffer({ name: "outage" });
    await say(order, older, 10_000);
    await stage.pass(3_600);
    expect(await atGateway(order)).toMatchObject([{ status: "authorized" }]);
    await suffer();
    await stage.pass(86_400);
    expect(await atGateway(order)).toMatchObject([{ status: "voided" }]);
    expect(await attemptsOf(order)).toMatchObject([{}, { status: "voided", nextQueryTime: null }]);
  }, 60_000);

  test("sends no capture of the newer one that was only asked for, and gives its reservation back", async () => {
    const { order, older } = await reservedByTheSecond();
    const ref = await transact(stage.node, stage.caller, (ctx) => beginCapture(ctx, refOf(order), {}));
    await say(order, older, 10_000);
    await sendCapture(stage.node, stage.caller, ref);
    await stage.pass(7_200);
    expect(await atGateway(order)).toMatchObject([{ status: "voided", capturedAmount: 0 }]);
    expect(await statusesOf(order)).toEqual(["captured", "voided"]);
    expect(await stage.read(order)).toMatchObject({ status: "paid", capturedAmount: "10000", surplusAmount: "0" });
  }, 60_000);

  test("gives it back when a question of the sweep finds the money", async () => {
    const { order, older } = await reservedByTheSecond();
    const connect: OrderStage["node"]["connectorOf"] = (code) => ({
      ...connectorOf(code),
      query: async () => ({
        ...capturedReport(money(10_000n, "USD"), stage.node.clock.now()),
        upstreamAttemptId: "pay_found",
      }),
    });
    // As one stands that the sweep still asks about.
    await stage.app.platform.db
      .updateTable("paymentAttempts")
      .set({ status: "unknown" })
      .where("id", "=", older.id)
      .execute();
    const ref = { ...refOf(order), attemptId: older.id };
    await queryAttempt({ ...stage.node, connectorOf: connect }, stage.caller, ref);
    expect(await stage.read(order)).toMatchObject({ status: "paid" });
    await stage.work();
    expect(await atGateway(order)).toMatchObject([{ status: "voided" }]);
  }, 60_000);

  test("gives it back when somebody decides that held money pays the order", async () => {
    const { order, older } = await reservedByTheSecond();
    await say(order, older, 9_999);
    expect(await stage.read(order)).toMatchObject({ status: "awaiting", awaitingReason: "capture" });
    const due = await dueOf(order);
    await transact(stage.node, stage.caller, (ctx) => dueOrders.settle(ctx, due, "book"));
    await stage.work();
    expect(await stage.read(order)).toMatchObject({ status: "paid", capturedAmount: "9999" });
    expect(await atGateway(order)).toMatchObject([{ status: "voided" }]);
  }, 60_000);
});

describe("an order that a capture paid which had been refused", () => {
  test("has nothing reserved by another attempt afterwards", async () => {
    const contradicting: OrderStage["node"]["connectorOf"] = (code) => ({
      ...connectorOf(code),
      capture: async (account, call) => {
        await connectorOf(code).capture(account, call);
        return refusedCall;
      },
    });
    const order = await stage.pay("001", { captureMethod: "manual" });
    const asked = { amount: money(3_000n, "USD"), final: false };
    await stage.take(order, asked, { ...stage.node, connectorOf: contradicting });
    const [attempt] = await attemptsOf(order);
    if (!attempt) throw new Error("the order has no attempt");
    // Given up by us while the gateway still holds the rest: the money comes to light afterwards.
    await stage.app.platform.db
      .updateTable("coinOrders")
      .set({ status: "canceled", awaitingReason: null })
      .where("id", "=", order.id)
      .execute();
    await stage.app.platform.db
      .updateTable("paymentAttempts")
      .set({ status: "expired" })
      .where("id", "=", attempt.id)
      .execute();
    await say(order, attempt, 3_000, { kind: "authorized", payment: attempt.upstreamAttemptId ?? "" });
    expect(await stage.read(order)).toMatchObject({ status: "paid", capturedAmount: "3000" });
    await stage.work();
    expect(await atGateway(order)).toMatchObject([{ status: "captured", capturedAmount: 3_000 }]);
    expect(await titlesOf(order)).toContain("eventRestReleased");
  }, 60_000);
});

describe("money that nothing explains", () => {
  test("is held, and the rest of its reservation is given back", async () => {
    const order = await stage.pay("001", { captureMethod: "manual" });
    const [attempt] = await attemptsOf(order);
    if (!attempt) throw new Error("the order has no attempt");
    await takeByHand(attempt, 4_321);
    await queryAttempt(stage.node, stage.caller, { ...refOf(order), attemptId: attempt.id });
    expect(await atGateway(order)).toMatchObject([{ status: "authorized", capturedAmount: 4_321 }]);
    await stage.work();
    expect(await atGateway(order)).toMatchObject([{ status: "captured", capturedAmount: 4_321 }]);
    expect(await titlesOf(order)).toContain("eventRestReleased");
    expect(await stage.read(order)).toMatchObject({ status: "pending", capturedAmount: "0" });
    expect(await dueOf(order)).toMatchObject({ kind: "amount_mismatch", heldAmount: "4321" });
  }, 60_000);

  test("is asked after until the rest is gone, where the gateway does not answer at first", async () => {
    const order = await stage.pay("001", { captureMethod: "manual" });
    const [attempt] = await attemptsOf(order);
    if (!attempt) throw new Error("the order has no attempt");
    await takeByHand(attempt, 1_234);
    await queryAttempt(stage.node, stage.caller, { ...refOf(order), attemptId: attempt.id });
    await suffer({ name: "outage" });
    await stage.pass(3_600);
    await suffer();
    await stage.pass(86_400);
    expect(await atGateway(order)).toMatchObject([{ status: "captured", capturedAmount: 1_234 }]);
    expect(await attemptsOf(order)).toMatchObject([{ status: "captured", nextQueryTime: null }]);
  }, 60_000);

  test("of a second payment leaves nothing reserved either", async () => {
    const { order, older, newer } = await reservedByTheSecond();
    await takeByHand(newer, 2_000);
    await suffer({ name: "outage" });
    await say(order, older, 10_000);
    await stage.work();
    await suffer();
    await stage.pass(86_400);
    expect(await atGateway(order)).toMatchObject([{ status: "captured", capturedAmount: 2_000 }]);
    expect(await dueOf(order)).toMatchObject({ kind: "duplicate_payment", heldAmount: "2000" });
  }, 60_000);
});

describe("a twin of a payment that is only reserved", () => {
  test("is given back at the gateway, and the payment itself stands", async () => {
    await suffer({ name: "duplicate_reservation" });
    const order = await stage.pay("001", { captureMethod: "manual" });
    await suffer();
    const [attempt] = await attemptsOf(order);
    const [own, twin] = await atGateway(order);
    if (!attempt || !own || !twin) throw new Error("the gateway made no twin");
    expect(own.id).toBe(attempt.upstreamAttemptId);
    await say(order, attempt, 0, { kind: "authorized", payment: twin.id });
    await stage.work();
    expect(await atGateway(order)).toMatchObject([{ status: "authorized" }, { status: "voided" }]);
    expect(await titlesOf(order)).toContain("eventTwinReleased");
    await stage.take(order, {});
    expect(await stage.read(order)).toMatchObject({ status: "paid", capturedAmount: "10000" });
  }, 60_000);

  test("keeps nobody from giving back what stands of the payment itself", async () => {
    await suffer({ name: "duplicate_reservation" });
    const order = await stage.pay("001", { captureMethod: "manual" });
    await suffer();
    const [attempt] = await attemptsOf(order);
    const [, twin] = await atGateway(order);
    if (!attempt || !twin) throw new Error("the gateway made no twin");
    await takeByHand(attempt, 1_234);
    // The twin is gone before the rest of the payment is released.
    await say(order, attempt, 0, { kind: "authorized", payment: twin.id });
    await queryAttempt(stage.node, stage.caller, { ...refOf(order), attemptId: attempt.id });
    await stage.pass(86_400);
    expect(await atGateway(order)).toMatchObject([{ status: "captured", capturedAmount: 1_234 }, { status: "voided" }]);
    expect(await attemptsOf(order)).toMatchObject([{ status: "captured", nextQueryTime: null }]);
    expect(await titlesOf(order)).toContain("eventRestReleased");
  }, 60_000);

  test("is for people where it stands in the payment's own intent, and they are told what to release", async () => {
    const order = await stage.pay("001", { captureMethod: "manual" });
    const [attempt] = await attemptsOf(order);
    if (!attempt) throw new Error("the order has no attempt");
    const { db } = stage.app.platform;
    await db.updateTable("paymentAttempts").set({ upstreamIntentId: "int_1" }).where("id", "=", attempt.id).execute();
    await say(order, attempt, 0, { kind: "authorized", payment: "att_2", intent: "int_1" });
    await stage.work();
    const exceptions = await db
      .selectFrom("eventExceptionItems")
      .select(["eventType", "level", "message"])
      .where("objectId", "=", order.id)
      .execute();
    expect(exceptions).toMatchObject([{ eventType: "order.duplicate_payment", level: "error" }]);
    expect(exceptions[0]?.message).toContain("release att_2 by hand at the gateway");
    expect(await atGateway(order)).toMatchObject([{ status: "authorized" }]);
  }, 60_000);

  test("that the gateway refused to release once is given back under another key", async () => {
    await suffer({ name: "duplicate_reservation" });
    const order = await stage.pay("001", { captureMethod: "manual" });
    await suffer();
    const [attempt] = await attemptsOf(order);
    const [, twin] = await atGateway(order);
    if (!attempt || !twin) throw new Error("the gateway made no twin");
    const keys: string[] = [];
    const connect: typeof connectorOf = (code) => {
      const real = connectorOf(code);
      const answer = (key: string) => (key === keys[0] ? refusedCall : undefined);
      return {
        ...real,
        void: async (account, call) => {
          keys.push(call.idempotencyKey);
          return answer(call.idempotencyKey) ?? real.void(account, call);
        },
      };
    };
    const ref = { ...refOf(order), attemptId: attempt.id };
    const numbers = { upstreamIntentId: null, upstreamAttemptId: twin.id, tries: 0 };
    await sendTwinRelease({ ...stage.node, connectorOf: connect }, stage.caller, ref, numbers);
    await stage.pass(3_600);
    expect(await atGateway(order)).toMatchObject([{ status: "authorized" }, { status: "voided" }]);
    expect(keys).toEqual([`${attempt.attemptNo}-void-${twin.id}`]);
  }, 60_000);

  test("is asked after until it is gone, where the gateway does not answer at first", async () => {
    await suffer({ name: "duplicate_reservation" });
    const order = await stage.pay("001", { captureMethod: "manual" });
    const [attempt] = await attemptsOf(order);
    const [, twin] = await atGateway(order);
    if (!attempt || !twin) throw new Error("the gateway made no twin");
    await suffer({ name: "drop" });
    await say(order, attempt, 0, { kind: "authorized", payment: twin.id });
    await stage.pass(600);
    await suffer();
    await stage.pass(7_200);
    expect(await atGateway(order)).toMatchObject([{ status: "authorized" }, { status: "voided" }]);
  }, 60_000);
});
