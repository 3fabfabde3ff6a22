import { orderRefund } from "@countinghouse/contract/payments/order-refund/order-refund.ts";
import { money } from "@countinghouse/money/money.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { setSetting } from "../../../../test/attack/visitor.ts";
import { duesOn } from "../../../../test/dues.ts";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { violationsOf } from "../../../../test/refunds.ts";
import { transact } from "../../../platform/db/transact.ts";
import { refOf } from "../refund-record/index.ts";
import { beginSending } from "./refund-call.service.ts";
import { applyRefund, type ReportedRefund } from "./refund-outcome.service.ts";

let stage: OrderStage;
const { person } = duesOn(() => stage);

beforeAll(async () => {
  stage = await buildOrderStage();
  await stage.pay("001", { amount: money(50_000n, "USD") });
});
beforeEach(() => stage.pass(86_400));
afterAll(() => stage?.close());

const rowOf = (id: string) =>
  stage.app.platform.db.selectFrom("orderRefunds").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const add = async (amount: string) => {
  const order = await stage.pay("001");
  return (await person(101).call(orderRefund, "add", { orderId: order.id, amount, reason: "duplicate" })).id;
};
const pending = (id: string) =>
  ({
    kind: "pending",
    upstreamRefundId: `up_${id}`,
    arn: null,
    failureCode: null,
    amount: money(4_000n, "USD"),
    exchanges: [],
  }) as unknown as ReportedRefund;

test("a refund that its gateway tells of before it was sent is sent all the same, and is one refund", async () => {
  await setSetting(stage.app, "refund_review_above", "10");
  const id = await add("4000");
  await transact(stage.node, stage.caller, async (ctx) =>
    applyRefund(ctx, refOf(await rowOf(id)), pending(id), "notification"),
  );
  expect(await rowOf(id)).toMatchObject({ status: "review", upstreamRefundId: null });
  await setSetting(stage.app, "refund_review_above", "1000");
  await person(102).call(orderRefund, "approve", { id, version: (await rowOf(id)).version });
  for (let round = 0; round < 3; round += 1) await stage.pass(120);
  expect(await rowOf(id)).toMatchObject({ status: "succeeded", attempts: 1 });
  expect(await violationsOf(stage)).toEqual([]);
}, 60_000);

test("a refund that its gateway calls pending for two weeks raises an alarm, and not before", async () => {
  const id = await add("4000");
  const ref = refOf(await rowOf(id));
  const alarms = async () =>
    (
      await stage.app.platform.db
        .selectFrom("eventExceptions")
        .select("eventType")
        .where("objectId", "=", ref.orderId)
        .execute()
    ).map(({ eventType }) => eventType);
  await transact(stage.node, stage.caller, (ctx) => beginSending(ctx, ref, 60));
  // Eight questions of the first day, then one a day.
  const asked = async (times: number) => {
    for (let time = 0; time < times; time += 1)
      await transact(stage.node, stage.caller, (ctx) => applyRefund(ctx, ref, pending(id), "query"));
  };
  await asked(22);
  expect(await alarms()).toEqual([]);
  await asked(1);
  expect(await alarms()).toEqual(["refund.pending"]);
}, 60_000);
