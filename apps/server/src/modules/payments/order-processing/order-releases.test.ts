import { money } from "@countinghouse/money/money.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { refusedCall } from "../../../../test/captured-report.ts";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { type Connector, connectorOf } from "../../gateways/connector/index.ts";
import { openGatewayAccount } from "../../gateways/gateway-account/index.ts";
import type { AttemptRow } from "../payment-attempt/index.ts";
import { voidOrder } from "./index.ts";
import { referenceOf } from "./order-call.service.ts";
import { expireOrder } from "./order-close.service.ts";

let stage: OrderStage;

beforeAll(async () => {
  stage = await buildOrderStage();
});
afterAll(() => stage?.close());

type Order = Awaited<ReturnType<OrderStage["read"]>>;

const suffer = (...profiles: object[]) => stage.simulator.control("PUT", "/accounts/sim_main", { profiles });
beforeEach(() => suffer());
const take = ({ orderNo }: Order, amount: number) =>
  stage.shop.send("POST", `/v1/orders/${orderNo}/capture`, { body: { amount, final: false } });
const atGateway = async ({ orderNo }: Order) => (await stage.simulator.book(orderNo)).payments[0];

const statusesOf = async (order: Order) => (await stage.attempts(order)).map(({ status }) => status);

/** A reservation that we hold for an hour, and the gateway for longer. */
async function reserveForAnHour(): Promise<Order> {
  const order = await stage.pay("001", { captureMethod: "manual" });
  const end = new Date(stage.app.clock.now().getTime() + 3_600_000).toISOString();
  await stage.app.platform.db
    .updateTable("coinOrders")
    .set({ captureDeadline: end, expireTime: end })
    .where("merchantId", "=", stage.merchantId)
    .where("id", "=", order.id)
    .execute();
  return order;
}

const storyOf = async ({ id }: Order) => {
  const rows = await stage.app.platform.db
    .selectFrom("orderTimeline")
    .select(["title", "amount"])
    .where("orderId", "=", id)
    .orderBy("seq")
    .execute();
  return rows.map(({ title, amount }) => [title, amount]);
};

const lastEventOf = async ({ id }: Order) => {
  const event = await stage.app.platform.db
    .selectFrom("merchantEvents")
    .select(["type", "data"])
    .where("merchantId", "=", stage.merchantId)
    .where("objectId", "=", id)
    .orderBy("objectSeq", "desc")
    .executeTakeFirstOrThrow();
  const { object } = event.data as unknown as { object: { releasedAmount: number; failureCode: string | null } };
  return [event.type, object.releasedAmount, object.failureCode];
};

describe("an authorisation whose time is over", () => {
  test("is given back at the gateway after a part was taken, and its order is paid with the part", async () => {
    const order = await reserveForAnHour();
    await take(order, 3_000);
    await stage.pass(3_700);
    expect(await atGateway(order)).toMatchObject({ status: "captured", capturedAmount: 3_000 });
    expect(await stage.read(order)).toMatchObject({ status: "paid", capturedAmount: "3000" });
    expect(await storyOf(order)).toContainEqual(["eventRestReleased", "7000"]);
    expect(await lastEventOf(order)).toEqual(["order.paid", 7_000, null]);
    const { body } = await stage.shop.send("GET", `/v1/orders/${order.orderNo}`);
    expect(body).toMatchObject({ status: "paid", capturedAmount: 3_000, releasedAmount: 7_000 });
  }, 60_000);

  test("is given back at the gateway where nothing was taken, and its order ends with that", async () => {
    const order = await reserveForAnHour();
    await stage.pass(3_700);
    expect(await atGateway(order)).toMatchObject({ status: "voided" });
    expect(await stage.read(order)).toMatchObject({ status: "canceled", failureCode: "authorization_expired" });
    expect(await statusesOf(order)).toEqual(["expired"]);
    expect(await lastEventOf(order)).toEqual(["order.canceled", 10_000, "authorization_expired"]);
  }, 60_000);

  test("stands while the gateway does not say what became of it, and behind everything else", async () => {
    const order = await reserveForAnHour();
    await suffer({ name: "outage" });
    await stage.pass(3_700);
    expect(await stage.read(order)).toMatchObject({ status: "awaiting", awaitingReason: "capture" });
    const failed = await stage.app.platform.db
      .selectFrom("sweepFailures")
      .select("tries")
      .where("objectId", "=", order.id)
      .execute();
    expect(failed).toEqual([{ tries: 1 }]);
    expect((await take(order, 3_000)).status).toBe(409);
    await suffer();
    await stage.pass(120);
    expect(await atGateway(order)).toMatchObject({ status: "voided" });
    expect(await stage.read(order)).toMatchObject({ status: "canceled" });
  }, 60_000);

  test("was captured where the gateway says so: the order is paid", async () => {
    const order = await reserveForAnHour();
    const [attempt] = (await stage.attempts(order)) as unknown as AttemptRow[];
    if (!attempt) throw new Error("the order has no attempt");
    const account = await openGatewayAccount(stage.app.platform, attempt.gatewayAccountId);
    await connectorOf("simulator").capture(account, {
      ...referenceOf(attempt),
      amount: money(10_000n, "USD"),
      isFinal: true,
      idempotencyKey: `by-hand-${attempt.attemptNo}`,
    });
    await stage.pass(3_700);
    expect(await stage.read(order)).toMatchObject({ status: "paid", capturedAmount: "10000" });
    expect((await stage.booked(order)).filter((line) => line.startsWith("J01"))).toHaveLength(1);
  }, 60_000);
});

describe("a release that was put off as the account has too much to do", () => {
  test("stays asked for, and the job makes it", async () => {
    const order = await stage.pay("001", { captureMethod: "manual" });
    const busy = {
      kind: "error",
      code: "rate_limited",
      upstreamCode: "account_busy",
      upstreamMessage: null,
      retryAfter: null,
      upstreamIntentId: null,
      exchanges: [],
    } as const;
    const node: OrderStage["node"] = {
      ...stage.node,
      connectorOf: (code) => ({ ...connectorOf(code), void: async () => busy }),
    };
    await voidOrder(node, stage.caller, { merchantId: stage.merchantId, orderId: order.id }, "Sold out");
    expect(await stage.attempts(order)).toMatchObject([{ status: "authorized", isReleaseAsked: true, reported: null }]);
    await stage.pass(3_600);
    expect(await atGateway(order)).toMatchObject({ status: "voided" });
    expect(await stage.read(order)).toMatchObject({ status: "canceled" });
  }, 60_000);
});

describe("a release that was refused", () => {
  const gatewayKeeping = (lost: number) => {
    const keys: string[] = [];
    const kept = new Map<string, typeof refusedCall>();
    /** Refuses what is first asked for, after `lost` calls without an answer, and keeps its answer under the key. */
    const connect = (code: string): Connector => {
      const real = connectorOf(code);
      return {
        ...real,
        void: async (account, call) => {
          keys.push(call.idempotencyKey);
          if (keys.length <= lost) return unanswered;
          const answered = kept.get(call.idempotencyKey);
          if (answered) return answered;
          if (kept.size > 0) return real.void(account, call);
          kept.set(call.idempotencyKey, refusedCall);
          return refusedCall;
        },
      };
    };
    return { keys, node: { ...stage.node, connectorOf: connect } };
  };
  const unanswered = {
    kind: "unknown",
    reason: "timeout",
    upstreamIntentId: null,
    upstreamAttemptId: null,
    exchanges: [],
  } as const;

  test("is asked for anew under a key of its own, and sent again under its own while its answer is out", async () => {
    const order = await stage.pay("001", { captureMethod: "manual" });
    const [attempt] = (await stage.attempts(order)) as unknown as AttemptRow[];
    const { keys, node } = gatewayKeeping(1);
    const ref = { merchantId: stage.merchantId, orderId: order.id };
    for (const reason of ["Sold out", "Once more", "Again"]) {
      await voidOrder(node, stage.caller, ref, reason);
    }
    const key = `${attempt?.attemptNo}-void`;
    expect(keys).toEqual([key, key, `${key}-2`]);
    expect(await atGateway(order)).toMatchObject({ status: "voided" });
    expect(await stage.read(order)).toMatchObject({ status: "canceled" });
  }, 60_000);

  test("of an order whose time is over has a key of its own the next time", async () => {
    const order = await reserveForAnHour();
    const { keys, node } = gatewayKeeping(0);
    stage.app.clock.forward(3_700_000);
    const ref = { merchantId: stage.merchantId, orderId: order.id };
    await expect(expireOrder(node, stage.caller, ref)).rejects.toThrow("was not released");
    await expireOrder(node, stage.caller, ref);
    expect(new Set(keys).size).toBe(2);
    expect(await atGateway(order)).toMatchObject({ status: "voided" });
  }, 60_000);
});

describe("a payer who did not come back", () => {
  test("is not given up while the gateway does not answer", async () => {
    const order = await stage.pay("205");
    await suffer({ name: "outage" });
    await stage.pass(1_000);
    expect(await statusesOf(order)).toEqual(["authentication_pending"]);
    await suffer();
    await stage.pass(300);
    expect(await statusesOf(order)).toEqual(["expired"]);
  }, 60_000);
});
