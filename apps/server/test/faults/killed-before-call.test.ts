import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { beginPayment, finishPayment } from "../../src/modules/payments/order-processing/order-confirm.service.ts";
import { transact } from "../../src/platform/db/transact.ts";
import { buildOrderStage, type OrderStage } from "../order-stage.ts";
import { testCard } from "../simulator.ts";
import type { Doom } from "./doomed-node.ts";

let stage: OrderStage;
beforeAll(async () => {
  stage = await buildOrderStage();
});
afterAll(() => stage?.close());

type Order = Awaited<ReturnType<OrderStage["create"]>>;

/** Another node, a process of its own on the same database, begins a payment and is killed. */
async function killedWhilePaying(order: Order, kill: NonNullable<Doom["kill"]>, scenario = "001"): Promise<void> {
  const { app, merchantId } = stage;
  const child = spawn(process.execPath, [join(import.meta.dirname, "doomed-node.ts")], {
    stdio: ["pipe", "ignore", "pipe"],
  });
  const told: Doom = {
    databaseUrl: app.database.appUrl,
    secret: app.platform.secret,
    now: app.clock.now().toISOString(),
    ref: { merchantId, orderId: order.id },
    details: { method: "card", card: testCard(scenario) },
    kill,
  };
  child.stdin.end(JSON.stringify(told));
  const [said, [, signal]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  expect([signal, said]).toEqual(["SIGKILL", ""]);
  expect(await stage.attempts(order)).toMatchObject([{ status: "submitting" }]);
}

/** Seconds until the order is no longer pending; looked after by the node that is left. */
async function decided(order: Order, most: number): Promise<number> {
  for (let seconds = 10; seconds <= most; seconds += 10) {
    await stage.pass(10);
    if ((await stage.read(order)).status !== "pending") return seconds;
  }
  throw new Error("the payment is pending still");
}

const taken = async ({ orderNo }: Order): Promise<number> =>
  (await stage.simulator.book(orderNo)).payments.filter(({ status }) => status === "captured").length;
const bookings = async (order: Order): Promise<number> =>
  (await stage.booked(order)).filter((line) => line.startsWith("J01 ")).length;

/** A call may take this long; it is asked about twice after that, and looked after every ten seconds here. */
const within = 150;

describe("a node that is killed while it pays", () => {
  test("before it called the gateway leaves a payment that is decided in two minutes, and can be made anew", async () => {
    const order = await stage.create();
    await killedWhilePaying(order, "before the call");
    expect(await stage.confirm(order).catch(({ code }) => code)).toBe("coinOrder.attemptInFlight");
    await decided(order, within);
    expect(await stage.read(order)).toMatchObject({ status: "awaiting", awaitingReason: "retry" });
    expect(await stage.attempts(order)).toMatchObject([{ status: "error", declineCode: "gateway_timeout_unknown" }]);
    expect((await stage.confirm(order)).status).toBe("paid");
    await stage.pass(86_400);
    expect(await stage.attempts(order)).toMatchObject([
      { status: "error", nextQueryTime: null },
      { status: "captured" },
    ]);
    expect([await taken(order), await bookings(order)]).toEqual([1, 1]);
  }, 120_000);

  test("before it called the gateway leaves an order that ends in time where nobody pays anew", async () => {
    const order = await stage.create();
    await killedWhilePaying(order, "before the call");
    await decided(order, within);
    await stage.pass(1_800);
    expect(await stage.read(order)).toMatchObject({ status: "canceled", capturedAmount: "0" });
    expect([await taken(order), await bookings(order)]).toEqual([0, 0]);
  }, 120_000);

  test.each([
    ["001", "paid"],
    ["101", "awaiting"],
  ])(
    "after it called the gateway (%s) leaves what the gateway decided: %s",
    async (scenario, status) => {
      const order = await stage.create();
      await killedWhilePaying(order, "after the call", scenario);
      await decided(order, within);
      expect((await stage.read(order)).status).toBe(status);
      const times = status === "paid" ? 1 : 0;
      expect([await taken(order), await bookings(order)]).toEqual([times, times]);
    },
    120_000,
  );
});

test("a node that stood still for as long makes no call for a payment that was given up meanwhile", async () => {
  const { node, caller, merchantId } = stage;
  const order = await stage.create();
  const details = { method: "card", card: testCard("001") };
  const begun = await transact(node, caller, (ctx) =>
    beginPayment(node, ctx, { merchantId, orderId: order.id }, details),
  );
  await decided(order, within);
  expect(await finishPayment(node, caller, begun, details)).toMatchObject({ status: "awaiting" });
  expect(await taken(order)).toBe(0);
  expect((await stage.confirm(order)).status).toBe("paid");
  await stage.pass(3_600);
  expect([await taken(order), await bookings(order)]).toEqual([1, 1]);
});

test("a payment whose answer was lost on the way is asked after for the day: its gateway may be at work on it", async () => {
  const order = await stage.pay("502");
  await stage.pass(3_600);
  expect(await stage.read(order)).toMatchObject({ status: "pending" });
  expect(await stage.attempts(order)).toMatchObject([{ status: "unknown" }]);
});
