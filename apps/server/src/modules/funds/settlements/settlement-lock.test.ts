import { afterAll, beforeAll, expect, test } from "vitest";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { violationsOf } from "../../../../test/refunds.ts";
import { transact } from "../../../platform/db/transact.ts";
import { lockBook } from "../ledger/index.ts";

let stage: OrderStage;
beforeAll(async () => {
  stage = await buildOrderStage();
});
afterAll(() => stage?.close());

test("a book that a settlement locked is sound after the next payment, though its clock is half a second behind", async () => {
  await stage.pay("001");
  const ahead = { ...stage.node, clock: { now: () => new Date(stage.node.clock.now().getTime() + 500) } };
  // What closing a batch does before it looks whether there is anything to close.
  await transact(ahead, stage.caller, (ctx) => lockBook(ctx, { merchantId: stage.merchantId, book: "test" }));
  await stage.pay("001");
  expect(await violationsOf(stage)).toEqual([]);
});
