import { money } from "@countinghouse/money/money.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { refusedCall } from "../../../../test/captured-report.ts";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { violationsOf } from "../../../../test/refunds.ts";
import { connectorOf } from "../../gateways/connector/index.ts";

let stage: OrderStage;
beforeAll(async () => {
  stage = await buildOrderStage();
});
afterAll(() => stage?.close());

type Order = Awaited<ReturnType<OrderStage["read"]>>;
const reserve = () => stage.pay("001", { captureMethod: "manual" });
const take = (order: Order, minor: bigint | null, connect: OrderStage["node"]["connectorOf"]) =>
  stage.take(order, minor === null ? {} : { amount: money(minor, "USD"), final: false }, {
    ...stage.node,
    connectorOf: connect,
  });

/** A gateway that makes what it says it refused. */
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
const refusing: OrderStage["node"]["connectorOf"] = (code) => ({
  ...connectorOf(code),
  capture: async () => refusedCall,
});

test("a capture that its gateway made though it refused it is found by asking, without anybody's doing", async () => {
  const order = await reserve();
  await take(order, 3_000n, contradicting);
  expect(await stage.read(order)).toMatchObject({ capturedAmount: "0" });
  await stage.pass(600);
  expect(await stage.read(order)).toMatchObject({ capturedAmount: "3000" });
  expect(await violationsOf(stage)).toEqual([]);
}, 60_000);

test("so is one of the whole, of which another capture was refused since nothing is left", async () => {
  const order = await reserve();
  await take(order, null, contradicting);
  await take(order, null, connectorOf);
  await stage.pass(600);
  expect(await stage.read(order)).toMatchObject({ status: "paid", capturedAmount: "10000" });
  expect(await violationsOf(stage)).toEqual([]);
}, 60_000);

test("what was refused in truth is captured afterwards, and nobody is asked any more", async () => {
  const order = await reserve();
  await take(order, null, refusing);
  await stage.pass(600);
  expect(await stage.read(order)).toMatchObject({ status: "awaiting", capturedAmount: "0" });
  await take(order, null, connectorOf);
  await stage.pass(60);
  expect(await stage.read(order)).toMatchObject({ status: "paid", capturedAmount: "10000" });
  expect((await stage.attempts(order))[0]).toMatchObject({ status: "captured", nextQueryTime: null });
  expect(await violationsOf(stage)).toEqual([]);
}, 60_000);
