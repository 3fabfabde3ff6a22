import { money } from "@countinghouse/money/money.ts";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { testCard } from "../../../../test/simulator.ts";
import { transact } from "../../../platform/db/transact.ts";
import { FairGate } from "../../../platform/load/fair-gate.ts";
import { type Connector, connectorOf } from "../../gateways/connector/index.ts";
import { beginCapture, beginPayment, finishPayment, requestCapture, sendCapture } from "./index.ts";
import { requestRelease, sendRelease } from "./order-void.service.ts";

type Order = Awaited<ReturnType<OrderStage["read"]>>;
type Verb = "pay" | "capture" | "void";

/** Calls that reached the gateway, and those that wait there until they are let go. */
const called: string[] = [];
const held: (() => void)[] = [];
let isHolding = false;

async function reach(verb: Verb, attemptNo: string): Promise<void> {
  called.push(`${verb} ${attemptNo}`);
  if (isHolding) await new Promise<void>((resolve) => held.push(resolve));
}

const connect = (code: string): Connector => {
  const real = connectorOf(code);
  return {
    ...real,
    pay: (account, call) => reach("pay", call.attemptNo).then(() => real.pay(account, call)),
    capture: (account, call) => reach("capture", call.attemptNo).then(() => real.capture(account, call)),
    void: (account, call) => reach("void", call.attemptNo).then(() => real.void(account, call)),
  };
};

let stage: OrderStage;

beforeAll(async () => {
  stage = await buildOrderStage({ connect });
  // A card that paid here before waits for no other payment of its own.
  await stage.pay("001");
  await stage.app.platform.db
    .updateTable("gatewayAccounts")
    .set({ inFlightMax: 1, merchantInFlightMax: 1 })
    .where("tenantId", "=", stage.place.tenantId)
    .execute();
});
afterAll(() => stage?.close());

const details = { method: "card", card: testCard("001") };
const refOf = ({ id }: Order) => ({ merchantId: stage.merchantId, orderId: id });
const reserve = () => stage.pay("001", { captureMethod: "manual" });
const inTransaction = <R>(work: Parameters<typeof transact<R>>[2]) => transact(stage.node, stage.caller, work);
const attemptOf = async (order: Order) => (await stage.attempts(order)).at(-1) as unknown as { attemptNo: string };

const entering = vi.spyOn(FairGate.prototype, "enter");
/** Calls that had to wait for their turn so far: such a one enters by a promise. */
const queued = () => entering.mock.results.filter(({ value }) => value instanceof Promise).length;

/** Keeps the only place of the account, does `work` once the call of `wait` is in the queue, and lets everybody go. */
async function whileQueued<R>(wait: () => Promise<R>, work: () => Promise<unknown>): Promise<R> {
  const first = await stage.create();
  isHolding = true;
  const before = called.length;
  const paying = stage.confirm(first);
  await expect.poll(() => called.length).toBe(before + 1);
  const waitedBefore = queued();
  const waiting = wait();
  await expect.poll(queued).toBe(waitedBefore + 1);
  await work();
  isHolding = false;
  held.shift()?.();
  await paying;
  return waiting;
}

const setAttempt = (order: Order, status: "error" | "voided") =>
  stage.app.platform.db
    .updateTable("paymentAttempts")
    .set({ status, nextQueryTime: null, finishedTime: stage.app.clock.now().toISOString() })
    .where("merchantId", "=", stage.merchantId)
    .where("orderId", "=", order.id)
    .execute();

describe("a call that waited for its turn", () => {
  test("makes no payment for an attempt that was closed meanwhile", async () => {
    const order = await stage.create();
    const begun = await inTransaction((ctx) => beginPayment(stage.node, ctx, refOf(order), details));
    const after = await whileQueued(
      () => finishPayment(stage.node, stage.caller, begun, details),
      () => setAttempt(order, "error"),
    );
    expect(called).not.toContain(`pay ${begun.attempt.attemptNo}`);
    expect(await stage.attempts(order)).toMatchObject([{ status: "error", declineCode: null }]);
    expect(after).toMatchObject({ id: order.id, captures: [] });
    expect((await stage.simulator.book(order.orderNo)).payments).toEqual([]);
  }, 60_000);

  test("makes no capture that is over, and the one that is not", async () => {
    const order = await reserve();
    const { attemptNo } = await attemptOf(order);
    const asked = await inTransaction((ctx) => requestCapture(ctx, refOf(order), {}));
    const { db } = stage.app.platform;
    const fail = () =>
      db
        .updateTable("captures")
        .set({ status: "failed", failureCode: "processor_error", finishedTime: stage.app.clock.now().toISOString() })
        .where("orderId", "=", order.id)
        .execute();
    const ended = await whileQueued(() => sendCapture(stage.node, stage.caller, asked), fail);
    expect(ended).toBeUndefined();
    expect(called).not.toContain(`capture ${attemptNo}`);
    const other = await reserve();
    const open = await inTransaction((ctx) => requestCapture(ctx, refOf(other), {}));
    await whileQueued(
      () => sendCapture(stage.node, stage.caller, open),
      async () => {},
    );
    expect(await stage.read(other)).toMatchObject({ status: "paid" });
  }, 60_000);

  test("releases nothing that was captured meanwhile", async () => {
    const order = await reserve();
    const { attemptNo } = await attemptOf(order);
    const asked = await inTransaction((ctx) => requestRelease(ctx, refOf(order), "a mistake"));
    const withdraw = () =>
      stage.app.platform.db
        .updateTable("paymentAttempts")
        .set({ isReleaseAsked: false })
        .where("orderId", "=", order.id)
        .execute();
    expect(await whileQueued(() => sendRelease(stage.node, stage.caller, asked), withdraw)).toBeUndefined();
    expect(called).not.toContain(`void ${attemptNo}`);
    expect(await stage.read(order)).toMatchObject({ awaitingReason: "capture" });
  }, 60_000);
});

describe("a capture that is under way", () => {
  test("is not sent a second time while its first call runs", async () => {
    const order = await reserve();
    const { attemptNo } = await attemptOf(order);
    isHolding = true;
    const asked = await inTransaction((ctx) => beginCapture(ctx, refOf(order), { amount: money(3_000n, "USD") }));
    const sending = sendCapture(stage.node, stage.caller, asked);
    await expect.poll(() => called.filter((one) => one === `capture ${attemptNo}`)).toHaveLength(1);
    isHolding = false;
    await stage.pass(70);
    expect(called.filter((one) => one === `capture ${attemptNo}`)).toHaveLength(1);
    held.shift()?.();
    await sending;
    expect(await stage.read(order)).toMatchObject({ status: "paid", capturedAmount: "3000" });
  }, 60_000);
});

describe("an account that may take its time", () => {
  test("is not asked what became of a call before the longest wait for its turn and its answers are over", async () => {
    const { db } = stage.app.platform;
    const slow = { timeoutMs: 120_000 };
    await db.updateTable("upstreamGateways").set(slow).where("tenantId", "=", stage.place.tenantId).execute();
    const order = await stage.create({ captureMethod: "manual" });
    const begun = await inTransaction((ctx) => beginPayment(stage.node, ctx, refOf(order), details));
    const waitOf = async () => {
      const [attempt] = (await stage.attempts(order)) as unknown as { nextQueryTime: string }[];
      return Date.parse(attempt?.nextQueryTime ?? "") - stage.app.clock.now().getTime();
    };
    // A turn within 45 s; then signing in, a token that is refused, and the two calls of a payment.
    const longest = 45_000 + 4 * 120_000;
    expect(await waitOf()).toBeGreaterThan(longest);
    await finishPayment(stage.node, stage.caller, begun, details);
    await inTransaction((ctx) => requestCapture(ctx, refOf(order), {}));
    expect(await waitOf()).toBeGreaterThan(longest);
  }, 60_000);
});
