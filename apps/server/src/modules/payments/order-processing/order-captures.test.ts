import { money } from "@countinghouse/money/money.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { refusedCall } from "../../../../test/captured-report.ts";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { transact } from "../../../platform/db/transact.ts";
import { type Connector, connectorOf } from "../../gateways/connector/index.ts";
import { longestCallSeconds, openGatewayAccount } from "../../gateways/gateway-account/index.ts";
import { markSent } from "../capture/index.ts";
import type { AttemptRow } from "../payment-attempt/index.ts";
import { requestCapture, sendCapture, voidOrder } from "./index.ts";
import { referenceOf } from "./order-call.service.ts";
import { requestRelease, sendRelease } from "./order-void.service.ts";

let stage: OrderStage;

beforeAll(async () => {
  stage = await buildOrderStage();
});
afterAll(() => stage?.close());

type Capturing = Connector["capture"];
type Order = Awaited<ReturnType<OrderStage["read"]>>;

const usd = (minor: number) => money(BigInt(minor), "USD");
const ref = ({ id }: { readonly id: string }) => ({ merchantId: stage.merchantId, orderId: id });
const reserve = () => stage.pay("001", { captureMethod: "manual" });
const part = (minor: number) => ({ amount: usd(minor), final: false });

/** The platform with a gateway whose captures go through `capture`. */
const nodeWith = (capture: (real: Capturing) => Capturing): OrderStage["node"] => ({
  ...stage.node,
  connectorOf: (code) => {
    const real = connectorOf(code);
    return { ...real, capture: capture(real.capture) };
  },
});

const take = (order: Order, minor: number, node = stage.node) => stage.take(order, part(minor), node);

const captures = ({ id }: { readonly id: string }) =>
  stage.app.platform.db
    .selectFrom("captures")
    .selectAll()
    .where("merchantId", "=", stage.merchantId)
    .where("orderId", "=", id)
    .orderBy("seq")
    .execute();

const eventsOf = async (order: Order) => {
  const { rows } = await sql<{ type: string; amount: number | null; released: number | null }>`
    SELECT e.type, (e.data->'object'->>'amount')::int AS amount, (e.data->'object'->>'releasedAmount')::int AS released
      FROM merchant_events e
     WHERE e.merchant_id = ${stage.merchantId}
       AND (e.object_id = ${order.id} OR e.object_id IN (SELECT c.id FROM captures c WHERE c.order_id = ${order.id}))
     ORDER BY e.object_type DESC, e.object_seq, e.object_no`.execute(stage.app.platform.db);
  return rows.map(({ type, amount, released }) => [type, amount, ...(released ? [released] : [])]);
};

const storyOf = async ({ id }: Order) => {
  const rows = await stage.app.platform.db
    .selectFrom("orderTimeline")
    .select(["title", "amount", "detail"])
    .where("orderId", "=", id)
    .where("kind", "in", ["capture", "attempt"])
    .orderBy("seq")
    .execute();
  return rows.map(({ title, amount }) => [title, amount]);
};

/** The orders' sums, and what their captures and the books come to. */
async function sums(order: Order) {
  const { capturedAmount, feeAmount, feeTaxAmount, netAmount, settleAmount } = await stage.read(order);
  const taken = (await captures(order)).filter(({ status }) => status === "succeeded");
  const sum = (name: "amount" | "feeAmount" | "feeTaxAmount" | "netAmount" | "settleAmount") =>
    String(taken.reduce((all, row) => all + BigInt(row[name] ?? 0), 0n));
  expect([sum("amount"), sum("feeAmount"), sum("feeTaxAmount"), sum("netAmount"), sum("settleAmount")]).toEqual([
    capturedAmount,
    feeAmount,
    feeTaxAmount,
    netAmount,
    settleAmount,
  ]);
  const booked = (await stage.booked(order)).filter((line) => line.startsWith("J01"));
  expect(booked).toHaveLength(taken.length);
  return capturedAmount;
}

describe("a capture", () => {
  test("of a sale is one record, made with the payment", async () => {
    const order = await stage.pay("001");
    const [only, ...more] = await captures(order);
    expect(more).toEqual([]);
    expect(only).toMatchObject({
      status: "succeeded",
      seq: 1,
      amount: "10000",
      isFinal: true,
      isPriced: true,
      gatewayKey: null,
      feeAmount: order.feeAmount,
      dueDate: order.dueDate,
    });
    expect(only?.captureNo).toMatch(/^CP\d{8}/);
    expect(only?.upstreamId).toBeTruthy();
    const { rows } = await sql<{ event_id: string }>`
      SELECT DISTINCT event_id FROM ledger_journals WHERE order_id = ${order.id}`.execute(stage.app.platform.db);
    expect(rows.map((row) => Object.values(row)[0])).toEqual([only?.id]);
    expect(await sums(order)).toBe("10000");
    expect((await eventsOf(order)).map(([type]) => type)).not.toContain("capture.succeeded");
  });

  test("is known by the gateway's own number of it, and by none where the gateway gives none", async () => {
    const order = await reserve();
    await take(order, 3_000);
    await take(order, 2_000);
    const withoutNumbers = nodeWith((real) => async (account, call) => {
      const outcome = await real(account, call);
      return "captures" in outcome ? { ...outcome, captures: null } : outcome;
    });
    await take(order, 1_000, withoutNumbers);
    const [payment] = (await stage.simulator.book(order.orderNo)).payments as unknown as {
      captures: { id: string; amount: number }[];
    }[];
    const own = payment?.captures ?? [];
    expect(own.map(({ amount }) => amount)).toEqual([3_000, 2_000, 1_000]);
    const expected = [own[0]?.id, own[1]?.id, null];
    expect((await captures(order)).map(({ upstreamId }) => upstreamId)).toEqual(expected);
    const { body } = await stage.shop.send("GET", `/v1/orders/${order.orderNo}/captures`);
    expect(body.data.map((one: { upstreamId: string | null }) => one.upstreamId)).toEqual(expected);
    const sale = await stage.pay("001");
    const [attempt] = await stage.attempts(sale);
    const [only] = await captures(sale);
    expect(only?.upstreamId).toMatch(/^cap_/);
    expect(only?.upstreamId).not.toBe((attempt as unknown as AttemptRow).transactionNo);
  }, 60_000);

  test("that is refused between two parts has a key of its own, and so has the one after it", async () => {
    const order = await reserve();
    const keys: string[] = [];
    let calls = 0;
    const node = nodeWith((real) => async (account, call) => {
      keys.push(call.idempotencyKey);
      calls += 1;
      return calls === 2 ? refusedCall : real(account, call);
    });
    await take(order, 3_000, node);
    await take(order, 2_000, node);
    expect(await stage.read(order)).toMatchObject({ awaitingReason: "capture", capturedAmount: "3000" });
    await take(order, 2_000, node);
    await stage.take(order, {}, node);
    expect(new Set(keys).size).toBe(4);
    expect((await captures(order)).map(({ status, amount, seq }) => [seq, status, amount])).toEqual([
      [1, "succeeded", "3000"],
      [2, "failed", "2000"],
      [3, "succeeded", "2000"],
      [4, "succeeded", "5000"],
    ]);
    expect((await captures(order))[1]).toMatchObject({ failureCode: "processor_error", upstreamCode: "E42" });
    expect((await stage.attempts(order))[0]).toMatchObject({ status: "captured", declineCode: null });
    expect(await stage.read(order)).toMatchObject({ status: "paid", capturedAmount: "10000" });
    expect(await sums(order)).toBe("10000");
    const timeline = await eventsOf(order);
    expect(timeline.slice(0, 4).map(([type]) => type)).toEqual([
      "order.created",
      "order.pending",
      "order.authorized",
      "order.paid",
    ]);
    expect(timeline.slice(4).map(String).sort()).toEqual([
      "capture.failed,2000",
      "capture.succeeded,2000",
      "capture.succeeded,3000",
      "capture.succeeded,5000",
    ]);
    const book = await stage.simulator.book(order.orderNo);
    expect(book.payments[0]).toMatchObject({ status: "captured", capturedAmount: 10_000 });
  }, 60_000);

  test("whose answer is out is one capture, however often it is asked for", async () => {
    const order = await reserve();
    const lost = nodeWith((real) => async (account, call) => {
      await real(account, call);
      throw new Error("the line went dead");
    });
    await take(order, 3_000, lost);
    const again = await take(order, 3_000).then(
      () => "done",
      (error: { code?: string }) => error.code,
    );
    expect(again).toBe("coinOrder.captureUnderWay");
    expect(await captures(order)).toMatchObject([{ status: "unknown", amount: "3000" }]);
    await stage.pass(150);
    expect(await captures(order)).toMatchObject([{ status: "succeeded", amount: "3000" }]);
    expect(await stage.read(order)).toMatchObject({ awaitingReason: "capture", capturedAmount: "3000" });
    expect((await stage.simulator.book(order.orderNo)).payments[0]).toMatchObject({ capturedAmount: 3_000 });
    expect((await storyOf(order)).slice(-3)).toEqual([
      ["eventCaptureRequested", "3000"],
      ["eventCaptureUnknown", "3000"],
      ["eventCaptureSucceeded", "3000"],
    ]);
  }, 60_000);

  test.each(["before", "after"] as const)(
    "of a process that dies %s the gateway was called is put right under the same key",
    async (when) => {
      const order = await reserve();
      const asked = await transact(stage.node, stage.caller, (ctx) => requestCapture(ctx, ref(order), part(4_000)));
      const capture = await transact(stage.node, stage.caller, (ctx) => markSent(ctx, asked));
      const idempotencyKey = capture?.gatewayKey ?? "";
      if (when === "after") {
        const [attempt] = (await stage.attempts(order)) as unknown as AttemptRow[];
        if (!attempt) throw new Error("the order has no attempt");
        const account = await openGatewayAccount(stage.app.platform, attempt.gatewayAccountId);
        const call = { ...referenceOf(attempt), amount: usd(4_000), isFinal: false, idempotencyKey };
        await connectorOf("simulator").capture(account, call);
      }
      // As soon as the call has had all its time: no sweep looks before its grace is over.
      await stage.pass((await longestCallSeconds(stage.app.platform, stage.accounts.main)) + 1);
      expect(await captures(order)).toMatchObject([
        { id: asked.captureId, status: "succeeded", gatewayKey: idempotencyKey },
      ]);
      expect((await stage.simulator.book(order.orderNo)).payments[0]).toMatchObject({ capturedAmount: 4_000 });
      expect(await sums(order)).toBe("4000");
    },
    60_000,
  );

  test("that may have gone through is not refused because it was not processed when it was sent again", async () => {
    const order = await reserve();
    const suffer = (...profiles: object[]) => stage.simulator.control("PUT", "/accounts/sim_main", { profiles });
    const asked = await transact(stage.node, stage.caller, (ctx) => requestCapture(ctx, ref(order), part(1_000)));
    await suffer({ name: "drop" });
    await sendCapture(stage.node, stage.caller, asked);
    await sendCapture(
      nodeWith(() => async () => refusedCall),
      stage.caller,
      asked,
    );
    expect(await captures(order)).toMatchObject([{ status: "unknown", id: asked.captureId }]);
    await suffer();
    await stage.pass(3_600);
    expect(await captures(order)).toMatchObject([{ status: "succeeded", amount: "1000" }]);
    expect((await stage.simulator.book(order.orderNo)).payments[0]).toMatchObject({ capturedAmount: 1_000 });
    expect(await sums(order)).toBe("1000");
  }, 60_000);
});

describe("a void that was refused", () => {
  test("is not carried out later, when the reservation is captured in parts", async () => {
    const order = await reserve();
    const voided = await transact(stage.node, stage.caller, (ctx) => requestRelease(ctx, ref(order), "a mistake"));
    const refusing = (code: string) => ({ ...connectorOf(code), void: async () => refusedCall });
    await sendRelease({ ...stage.node, connectorOf: refusing }, stage.caller, voided);
    await take(order, 3_000);
    await sendRelease(stage.node, stage.caller, voided);
    expect(await stage.read(order)).toMatchObject({ status: "awaiting", awaitingReason: "capture" });
    await take(order, 2_000);
    expect(await sums(order)).toBe("5000");
  }, 60_000);
});

describe("the rest of an authorisation", () => {
  test("is released after parts: the order is paid with them, and told what was given back", async () => {
    const order = await reserve();
    await take(order, 3_000);
    await take(order, 2_500);
    await voidOrder(stage.node, stage.caller, ref(order), "rest is out of stock");
    expect(await stage.read(order)).toMatchObject({ status: "paid", capturedAmount: "5500" });
    expect(await sums(order)).toBe("5500");
    expect((await stage.simulator.book(order.orderNo)).payments[0]).toMatchObject({
      status: "captured",
      capturedAmount: 5_500,
    });
    expect((await storyOf(order)).at(-1)).toEqual(["eventRestReleased", "4500"]);
    expect(await eventsOf(order)).toContainEqual(["order.paid", 10_000, 4_500]);
    const { body } = await stage.shop.send("GET", `/v1/orders/${order.orderNo}`);
    expect(body).toMatchObject({ status: "paid", capturedAmount: 5_500, releasedAmount: 4_500 });
  }, 60_000);

  test("is released with the last part, and says so", async () => {
    const order = await reserve();
    await stage.take(order, { amount: usd(6_000) });
    expect((await storyOf(order)).slice(-2)).toEqual([
      ["eventCaptureSucceeded", "6000"],
      ["eventRestReleased", "4000"],
    ]);
  }, 60_000);

  test("is not captured once its time is over: the call says so, and the gateway is not asked", async () => {
    const order = await reserve();
    const captureDeadline = new Date(stage.app.clock.now().getTime() - 1_000).toISOString();
    const { db } = stage.app.platform;
    await db.updateTable("coinOrders").set({ captureDeadline }).where("id", "=", order.id).execute();
    const { status, body } = await stage.shop.send("POST", `/v1/orders/${order.orderNo}/capture`, { body: {} });
    expect([status, body.bizCode]).toEqual([409, "capture_deadline_passed"]);
    const { payments } = await stage.simulator.book(order.orderNo);
    expect(payments).toMatchObject([{ status: "authorized", capturedAmount: 0 }]);
  }, 60_000);

  test("that runs out after parts leaves the order paid with them", async () => {
    const order = await reserve();
    await take(order, 3_000);
    await stage.pass(8 * 86_400);
    expect(await stage.read(order)).toMatchObject({ status: "paid", capturedAmount: "3000" });
    expect(await sums(order)).toBe("3000");
  }, 60_000);
});

describe("the open API", () => {
  test("shows every capture of an order, each by its number, and none to a payer or to another merchant's key", async () => {
    const order = await reserve();
    await take(order, 3_000);
    await take(
      order,
      1_000,
      nodeWith(() => async () => refusedCall),
    );
    const { body: seen } = await stage.shop.send("GET", `/v1/orders/${order.orderNo}`);
    expect(seen.captures).toMatchObject([
      { seq: 1, status: "succeeded", amount: 3_000, currency: "USD", feeAmount: 117, final: false },
      { seq: 2, status: "failed", amount: 1_000, failureCode: "processor_error", feeAmount: null },
    ]);
    const { body: list } = await stage.shop.send("GET", `/v1/orders/${order.orderNo}/captures`);
    expect(list.data).toEqual(seen.captures);
    const { body: one } = await stage.shop.send("GET", `/v1/captures/${seen.captures[0].captureNo}`);
    expect(one).toEqual(seen.captures[0]);
    expect((await stage.shop.send("GET", "/v1/captures/CP202601010000000000")).status).toBe(404);
  }, 60_000);
});
