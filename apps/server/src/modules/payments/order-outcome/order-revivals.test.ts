import { money } from "@countinghouse/money/money.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { refusedCall } from "../../../../test/captured-report.ts";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { connectorOf } from "../../gateways/connector/index.ts";
import { openGatewayAccount } from "../../gateways/gateway-account/index.ts";
import { queryAttempt } from "../order-follow-up/order-query.service.ts";
import { referenceOf } from "../order-processing/index.ts";
import type { CaptureRequest } from "../order-processing/order-capture.service.ts";
import type { AttemptRow } from "../payment-attempt/index.ts";

let stage: OrderStage;

beforeAll(async () => {
  stage = await buildOrderStage();
});
afterAll(() => stage?.close());

type Order = Awaited<ReturnType<OrderStage["read"]>>;

/** A gateway that says no to a capture, and makes it all the same. */
const contradicting: OrderStage["node"]["connectorOf"] = (code) => {
  const real = connectorOf(code);
  return {
    ...real,
    capture: async (account, call) => {
      await real.capture(account, call);
      return refusedCall;
    },
  };
};

const reserve = () => stage.pay("001", { captureMethod: "manual" });

const take = (order: Order, asked: CaptureRequest, connect = stage.node.connectorOf) =>
  stage.take(order, asked, { ...stage.node, connectorOf: connect });
const part = (minor: number) => ({ amount: money(BigInt(minor), "USD"), final: false });

/** Takes money at the gateway that nobody of us asked for. */
async function takeAtGateway(order: Order, minor: number) {
  const [attempt] = (await stage.attempts(order)) as unknown as AttemptRow[];
  if (!attempt) throw new Error("the order has no attempt");
  const account = await openGatewayAccount(stage.app.platform, attempt.gatewayAccountId);
  const asked = { ...part(minor), isFinal: false, idempotencyKey: `alone-${minor}` };
  await connectorOf("simulator").capture(account, { ...referenceOf(attempt), ...asked });
}

async function ask(order: Order) {
  const [attempt] = await stage.attempts(order);
  const ref = { merchantId: stage.merchantId, orderId: order.id, attemptId: attempt?.id ?? "" };
  await queryAttempt(stage.node, stage.caller, ref);
}

const captures = async ({ id }: Order) => {
  const rows = await stage.app.platform.db
    .selectFrom("captures")
    .select(["seq", "status", "amount", "failureCode", "isPriced"])
    .where("merchantId", "=", stage.merchantId)
    .where("orderId", "=", id)
    .orderBy("seq")
    .execute();
  return rows.map(({ seq, status, amount, failureCode, isPriced }) => [seq, status, amount, failureCode, isPriced]);
};

const timeline = ({ id }: Order) =>
  stage.app.platform.db
    .selectFrom("merchantEvents")
    .innerJoin("captures", "captures.id", "merchantEvents.objectId")
    .select(["merchantEvents.type", "merchantEvents.objectSeq"])
    .where("captures.orderId", "=", id)
    .orderBy("captures.seq")
    .orderBy("merchantEvents.objectSeq")
    .execute();

const titles = async ({ id }: Order) => {
  const rows = await stage.app.platform.db
    .selectFrom("orderTimeline")
    .select("title")
    .where("orderId", "=", id)
    .orderBy("seq")
    .execute();
  return rows.map(({ title }) => title);
};

const grossBooked = async (order: Order) =>
  (await stage.booked(order)).filter((line) => line.startsWith("J01 ")).map((line) => line.split(" ").at(-2));

describe("a capture that was refused and that the gateway made all the same", () => {
  test("succeeds as soon as the gateway shows its money, and is booked and told of", async () => {
    const order = await reserve();
    await take(order, part(3_000), contradicting);
    expect(await captures(order)).toEqual([[1, "failed", "3000", "processor_error", false]]);
    await ask(order);
    expect(await captures(order)).toEqual([[1, "succeeded", "3000", null, true]]);
    expect(await stage.read(order)).toMatchObject({ awaitingReason: "capture", capturedAmount: "3000" });
    expect(await stage.attempts(order)).toMatchObject([{ status: "authorized", capturedAmount: "3000" }]);
    expect(await grossBooked(order)).toEqual(["3000"]);
    expect(await timeline(order)).toEqual([
      { type: "capture.failed", objectSeq: 1 },
      { type: "capture.succeeded", objectSeq: 2 },
    ]);
    expect(await titles(order)).toContain("eventCaptureRevived");
    await take(order, {});
    expect(await stage.read(order)).toMatchObject({ status: "paid", capturedAmount: "10000" });
    expect(await grossBooked(order)).toEqual(["3000", "7000"]);
  }, 60_000);

  test("of the whole amount pays the order, and is no second capture", async () => {
    const order = await reserve();
    await take(order, {}, contradicting);
    await ask(order);
    expect(await captures(order)).toEqual([[1, "succeeded", "10000", null, true]]);
    expect(await stage.read(order)).toMatchObject({ status: "paid", capturedAmount: "10000" });
    expect(await grossBooked(order)).toEqual(["10000"]);
  }, 60_000);

  test("is told by its amount from one that was refused after it", async () => {
    const order = await reserve();
    await take(order, part(3_000), contradicting);
    await take(order, part(2_500), (code) => ({ ...connectorOf(code), capture: async () => refusedCall }));
    await ask(order);
    expect((await captures(order)).map(([seq, status]) => [seq, status])).toEqual([
      [1, "succeeded"],
      [2, "failed"],
    ]);
    expect(await grossBooked(order)).toEqual(["3000"]);
  }, 60_000);

  test("comes to light with the answer to the next one", async () => {
    const order = await reserve();
    await take(order, part(3_000), contradicting);
    await take(order, part(2_000));
    expect(await captures(order)).toEqual([
      [1, "succeeded", "3000", null, true],
      [2, "succeeded", "2000", null, true],
    ]);
    expect(await stage.read(order)).toMatchObject({ awaitingReason: "capture", capturedAmount: "5000" });
    expect((await stage.simulator.book(order.orderNo)).payments[0]).toMatchObject({ capturedAmount: 5_000 });
    expect(await grossBooked(order)).toEqual(["3000", "2000"]);
  }, 60_000);

  test("stays refused where the gateway shows another amount, and people hear of it", async () => {
    const order = await reserve();
    await take(order, part(3_000), contradicting);
    await stage.app.platform.db
      .updateTable("captures")
      .set({ amount: "2999" })
      .where("orderId", "=", order.id)
      .execute();
    await ask(order);
    expect(await captures(order)).toEqual([[1, "failed", "2999", "processor_error", false]]);
    expect(await grossBooked(order)).toEqual([]);
    expect(await titles(order)).toContain("eventAmountMismatch");
  }, 60_000);

  test("is one of several that come to light together, of equal amounts as well", async () => {
    const order = await reserve();
    for (const minor of [3_000, 2_000, 2_000]) await take(order, part(minor), contradicting);
    await ask(order);
    expect(await captures(order)).toEqual([
      [1, "succeeded", "3000", null, true],
      [2, "succeeded", "2000", null, true],
      [3, "succeeded", "2000", null, true],
    ]);
    expect(await stage.read(order)).toMatchObject({ awaitingReason: "capture", capturedAmount: "7000" });
    expect(await titles(order)).not.toContain("eventAmountMismatch");
    await take(order, {});
    expect(await stage.read(order)).toMatchObject({ status: "paid", capturedAmount: "10000" });
    expect((await grossBooked(order)).reduce((sum, one) => sum + Number(one), 0)).toBe(10_000);
  }, 60_000);

  test("comes to light with others and the answer to the next one", async () => {
    const order = await reserve();
    for (const minor of [2_000, 1_000]) await take(order, part(minor), contradicting);
    await take(order, part(500));
    expect((await captures(order)).map(([, status, amount]) => [status, amount])).toEqual([
      ["succeeded", "2000"],
      ["succeeded", "1000"],
      ["succeeded", "500"],
    ]);
    expect(await stage.read(order)).toMatchObject({ awaitingReason: "capture", capturedAmount: "3500" });
  }, 60_000);
});

describe("a capture that never left this house", () => {
  test("has no time of sending, and money of its amount does not bring it back", async () => {
    const order = await reserve();
    const busy = { ...refusedCall, code: "rate_limited", upstreamCode: "account_busy", exchanges: [] } as const;
    await take(order, part(3_000), (code) => ({ ...connectorOf(code), capture: async () => busy }));
    const sent = await stage.app.platform.db
      .selectFrom("captures")
      .select(["status", "sentTime", "sendCount"])
      .where("orderId", "=", order.id)
      .execute();
    expect(sent).toEqual([{ status: "failed", sentTime: null, sendCount: 0 }]);
    await takeAtGateway(order, 3_000);
    await ask(order);
    expect(await captures(order)).toEqual([[1, "failed", "3000", "rate_limited", false]]);
  }, 60_000);
});
