import { coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sendCapture, sendRelease, voidOrder } from "../../src/modules/payments/order-processing/index.ts";
import type { OrderRow } from "../../src/modules/payments/order-record/index.ts";
import { actor, buildTestApp, type TestApp, type TestClient } from "../app.ts";
import { buildOrderStage, type OrderStage } from "../order-stage.ts";

let stage: OrderStage;
let second: TestApp;
let desks: readonly [TestClient, TestClient];

beforeAll(async () => {
  stage = await buildOrderStage();
  const { app, place } = stage;
  second = await buildTestApp({ database: app.database, clock: app.clock });
  const operator = actor({ tenantId: place.tenantId, orgId: place.orgId });
  desks = [app.as(operator), second.as(operator)];
});
afterAll(async () => {
  await second.close();
  await stage.close();
});

const desk = (index: number) => desks[index % 2 === 0 ? 0 : 1];
const reserve = () => stage.pay("004", { captureMethod: "manual" });
const named = ({ id, version }: OrderRow) => ({ id, version });
const capturesOf = async (order: OrderRow) =>
  (await stage.booked(order)).filter((line) => line.startsWith("J01")).length;

/** Runs the calls to gateways that commands of both nodes asked for. */
async function work() {
  const jobs = [...stage.app.jobs.splice(0), ...second.jobs.splice(0)];
  for (const { queue, data } of jobs) {
    if (queue === "order.capture") await sendCapture(stage.node, stage.caller, data as never).catch(() => {});
    if (queue === "order.release") await sendRelease(stage.node, stage.caller, data as never).catch(() => {});
  }
  await stage.work();
}

describe("one order at two desks", () => {
  test("is captured once however often the button is pressed", async () => {
    const order = await reserve();
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, i) => desk(i).send(coinOrder, "capture", named(order))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    await work();
    expect(await capturesOf(order)).toBe(1);
    expect(await stage.read(order)).toMatchObject({ status: "paid", capturedAmount: "10000" });
  });

  test("is captured or released, never both", async () => {
    const order = await reserve();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        desk(i).send(coinOrder, i % 3 === 0 ? "void" : "capture", { ...named(order), reason: "r" }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    await work();
    const { status } = await stage.read(order);
    expect([status, await capturesOf(order)]).toEqual(status === "paid" ? ["paid", 1] : ["canceled", 0]);
  });

  test("is captured by the merchant's server or at a desk, never by both", async () => {
    const order = await reserve();
    const ref = { merchantId: stage.merchantId, orderId: order.id };
    await Promise.allSettled([
      stage.take(order),
      desk(1).send(coinOrder, "capture", named(order)),
      voidOrder(stage.node, stage.caller, ref, "changed mind"),
    ]);
    await work();
    const { status } = await stage.read(order);
    expect([status, await capturesOf(order)]).toEqual(status === "paid" ? ["paid", 1] : ["canceled", 0]);
  });

  test("is asked after by many at once without a second entry", async () => {
    const order = await stage.pay("002");
    await stage.pass(60);
    await Promise.all(Array.from({ length: 10 }, (_, i) => desk(i).send(coinOrder, "sync", { id: order.id })));
    await work();
    expect(await capturesOf(order)).toBe(1);
  });
});

describe("a step that the order's life does not have", () => {
  const steps = ["capture", "void", "cancel"] as const;
  const states = {
    created: () => stage.create(),
    paid: () => stage.pay("001"),
    failed: async () => {
      // A lost card is not sent again before thirty days are over.
      await stage.pass(31 * 86_400);
      return stage.pay("105");
    },
  };
  const forbidden: readonly (readonly [keyof typeof states, (typeof steps)[number]])[] = [
    ["created", "capture"],
    ["created", "void"],
    ["paid", "capture"],
    ["paid", "void"],
    ["paid", "cancel"],
    ["failed", "capture"],
    ["failed", "void"],
  ];

  test.each(forbidden)("is refused: %s, %s", async (state, step) => {
    const order = await states[state]();
    const before = await stage.booked(order);
    const { status } = await desk(0).send(coinOrder, step, { ...named(order), reason: "r" });
    expect(status).toBe(409);
    await work();
    expect(await stage.read(order)).toMatchObject({ status: order.status, capturedAmount: order.capturedAmount });
    expect(await stage.booked(order)).toEqual(before);
  });

  test.each(["0", "-1", "1e3", " 10 ", "10.00", "１０", "10001", "99999999999999999999", 10, null, ["10"]])(
    "is a capture of %j, which takes nothing or what was reserved",
    async (amount) => {
      const order = await reserve();
      const { status } = await desk(0).send(coinOrder, "capture", { ...named(order), amount });
      await work();
      const { capturedAmount } = await stage.read(order);
      // Without an amount, all of it is taken: that is what the button says.
      expect([status, capturedAmount]).toEqual(amount === null ? [200, "10000"] : [expect.any(Number), "0"]);
      if (amount !== null) expect([400, 409, 422]).toContain(status);
    },
  );

  test("is one on an older version of the order", async () => {
    const order = await reserve();
    const { status } = await desk(0).send(coinOrder, "capture", { id: order.id, version: order.version + 1 });
    expect(status).toBe(409);
    expect(await stage.booked(order)).toEqual([]);
  });
});
