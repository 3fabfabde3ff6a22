import { orderRefund } from "@countinghouse/contract/payments/order-refund/order-refund.ts";
import { money } from "@countinghouse/money/money.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { duesOn } from "../../../../test/dues.ts";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { violationsOf } from "../../../../test/refunds.ts";
import { transact } from "../../../platform/db/transact.ts";
import { lockRefund, markRefundSent, refOf } from "../refund-record/index.ts";
import { applyRefund, type ReportedRefund } from "./refund-outcome.service.ts";
import type { RefundReportSource } from "./refund-verdict.policy.ts";

let stage: OrderStage;
const { person } = duesOn(() => stage);
const operator = () => person(101);
type Order = Awaited<ReturnType<OrderStage["pay"]>>;

beforeAll(async () => {
  stage = await buildOrderStage();
  for (let more = 0; more < 2; more += 1) await stage.pay("001", { amount: money(50_000n, "USD") });
});
afterAll(() => stage?.close());

const rowOf = (id: string) =>
  stage.app.platform.db.selectFrom("orderRefunds").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const add = (order: Order, minor: number) =>
  operator().send(orderRefund, "add", { orderId: order.id, amount: String(minor), reason: "requested_by_customer" });
/** A refund of 40.00 of an order of 100.00. */
async function refunded() {
  const order = await stage.pay("001");
  return { order, id: ((await add(order, 4_000)).result as { readonly id: string }).id };
}
async function say(
  id: string,
  kind: "succeeded" | "reversed",
  minor: bigint | null,
  source: RefundReportSource = "query",
  code = "USD",
  number = `up_${id}`,
): Promise<void> {
  const ref = refOf(await rowOf(id));
  const told = { upstreamRefundId: number, arn: null, failureCode: null, exchanges: [] };
  const report = { ...told, kind, amount: minor === null ? null : money(minor, code) } as unknown as ReportedRefund;
  await transact(stage.node, stage.caller, async (ctx) => {
    await markRefundSent(ctx, await lockRefund(ctx, ref), 60);
    return applyRefund(ctx, ref, report, source);
  });
}

test("of a refund that succeeded over less, what more the gateway gave back is booked", async () => {
  const { order, id } = await refunded();
  await say(id, "succeeded", 3_000n);
  await say(id, "succeeded", 4_000n);
  expect(await rowOf(id)).toMatchObject({ amount: "4000", askedAmount: null, settleAmount: "4000", excessAmount: "0" });
  expect(await stage.read(order)).toMatchObject({ refundedAmount: "4000" });
  expect(await violationsOf(stage)).toEqual([]);
  expect((await add(order, 7_000)).bizCode).toBe("orderRefund.exceedsRefundable");
  await say(id, "reversed", 4_000n);
  expect(await stage.read(order)).toMatchObject({ refundedAmount: "0" });
  expect(await violationsOf(stage)).toEqual([]);
}, 60_000);

test("of one that it gave back less of, the merchant has the rest again", async () => {
  const { order, id } = await refunded();
  await say(id, "succeeded", null);
  await say(id, "succeeded", 3_000n);
  expect(await rowOf(id)).toMatchObject({
    amount: "3000",
    askedAmount: "4000",
    settleAmount: "3000",
    parts: [{ amount: "3000", settleAmount: "3000" }],
  });
  expect(await stage.read(order)).toMatchObject({ refundedAmount: "3000" });
  expect(await violationsOf(stage)).toEqual([]);
  await say(id, "succeeded", 3_000n);
  expect((await stage.booked(order)).filter((line) => line.startsWith("J15"))).toHaveLength(1);
  expect((await add(order, 7_000)).status).toBe(200);
}, 60_000);

test("more than was asked for stands in suspense, and who bore it is asked anew", async () => {
  const { order, id } = await refunded();
  await say(id, "succeeded", 5_000n);
  const { version } = await rowOf(id);
  await operator().call(orderRefund, "resolveExcess", { id, version, cause: "goodwill", note: "Kept" });
  await say(id, "succeeded", 6_000n);
  expect(await rowOf(id)).toMatchObject({ amount: "6000", excessAmount: "2000", excessCause: null });
  expect(await violationsOf(stage)).toEqual(["order_conserved order_refunds.amount: 4000 6000"]);
  await say(id, "succeeded", 4_000n);
  expect(await rowOf(id)).toMatchObject({ amount: "4000", askedAmount: null, excessAmount: "0" });
  expect(await stage.read(order)).toMatchObject({ refundedAmount: "4000" });
  expect(await violationsOf(stage)).toEqual([]);
}, 60_000);

test("a notification of it is only a reason to ask", async () => {
  const { id } = await refunded();
  await say(id, "succeeded", 4_000n);
  await say(id, "succeeded", 3_000n, "notification");
  expect(await rowOf(id)).toMatchObject({ amount: "4000", askedAmount: null });
}, 60_000);

test.each([
  ["too much", 5_000n],
  ["more than the order", 12_000n],
  ["too little", 1n],
])(
  "a refund made again asks for what was asked for, whatever had come back: %s",
  async (_name, minor) => {
    const { id } = await refunded();
    await say(id, "succeeded", minor);
    await say(id, "reversed", minor);
    const { version, refundNo } = await rowOf(id);
    await operator().call(orderRefund, "retry", { id, version });
    const again = await stage.app.platform.db
      .selectFrom("orderRefunds")
      .select("amount")
      .where("retryOf", "=", refundNo)
      .executeTakeFirstOrThrow();
    expect(again.amount).toBe("4000");
  },
  60_000,
);

describe("a success over nothing or in another currency is no success", () => {
  const inVain = async (minor: bigint, code: string) => {
    const { order, id } = await refunded();
    await say(id, "succeeded", minor, "query", code);
    return { order, id, version: (await rowOf(id)).version };
  };
  const note = "Asked their support, case 4711";

  test.each([
    ["another currency", 3_700n, "EUR"],
    ["nothing", 0n, "USD"],
  ])(
    "people are told of it and say how it ended: %s",
    async (_name, minor, code) => {
      const { order, id, version } = await inVain(minor, code);
      expect((await stage.booked(order)).filter((line) => line.startsWith("J11"))).toEqual([]);
      expect(await operator().call(orderRefund, "detail", { id })).toMatchObject({
        status: "processing",
        toldAmount: String(minor),
        toldCurrency: code,
        abilities: { settleTold: true },
      });
      const { items } = await operator().call(orderRefund, "page", { mode: "test", isToldOtherwise: true });
      expect(items.map((one) => one.id)).toEqual([id]);
      const told = await stage.app.platform.db
        .selectFrom("eventExceptions")
        .select("eventType")
        .where("objectId", "=", order.id)
        .execute();
      expect(told).toEqual([{ eventType: "refund.toldOtherwise" }]);
      await operator().call(orderRefund, "settleTold", { id, version, outcome: "given", note });
      expect(await rowOf(id)).toMatchObject({
        status: "succeeded",
        amount: "4000",
        toldOutcome: "given",
        toldNote: note,
      });
      expect(await stage.read(order)).toMatchObject({ refundedAmount: "4000" });
      expect(await violationsOf(stage)).toEqual([]);
      const again = { id, version: (await rowOf(id)).version, outcome: "given" as const, note };
      expect((await operator().send(orderRefund, "settleTold", again)).bizCode).toBe("orderRefund.nothingTold");
    },
    60_000,
  );

  test("what the payer does not have is the merchant's again", async () => {
    const { order, id, version } = await inVain(3_700n, "EUR");
    await operator().call(orderRefund, "settleTold", { id, version, outcome: "not_given", note });
    expect(await rowOf(id)).toMatchObject({ status: "failed", toldOutcome: "not_given" });
    expect(await stage.read(order)).toMatchObject({ refundedAmount: "0", refundStatus: "none" });
    expect(await violationsOf(stage)).toEqual([]);
  }, 60_000);

  test("a word in its own currency decides without anybody", async () => {
    const { order, id } = await inVain(3_700n, "EUR");
    await say(id, "succeeded", 4_000n);
    expect(await rowOf(id)).toMatchObject({ status: "succeeded", toldOutcome: null });
    expect(await stage.read(order)).toMatchObject({ refundedAmount: "4000" });
  }, 60_000);

  test("nobody says so of a refund that waits for its gateway", async () => {
    const { id } = await refunded();
    const { version } = await rowOf(id);
    const said = { id, version, outcome: "given" as const, note };
    expect((await operator().send(orderRefund, "settleTold", said)).bizCode).toBe("orderRefund.nothingTold");
  }, 60_000);
});

test("a refund that the gateway made twice is booked, and what went a second time stands in suspense", async () => {
  const { order, id } = await refunded();
  await say(id, "succeeded", 4_000n);
  const twice = (kind: "succeeded" | "reversed") => say(id, kind, 4_000n, "notification", "USD", "up_second");
  for (const _time of [1, 2]) await twice("succeeded");
  expect(await rowOf(id)).toMatchObject({
    amount: "8000",
    askedAmount: "4000",
    settleAmount: "4000",
    excessAmount: "4000",
    upstreamRefundId: `up_${id}`,
  });
  // What is told again of the first one changes nothing.
  await say(id, "succeeded", 4_000n);
  expect(await rowOf(id)).toMatchObject({ amount: "8000", excessAmount: "4000" });
  expect(await stage.read(order)).toMatchObject({ refundedAmount: "4000" });
  expect(await violationsOf(stage)).toEqual(["order_conserved order_refunds.amount: 4000 8000"]);
  const alarms = stage.app.platform.db
    .selectFrom("eventExceptions")
    .select("eventType")
    .where("objectId", "=", order.id);
  expect(await alarms.execute()).toContainEqual({ eventType: "refund.madeTwice" });
  await twice("reversed");
  expect(await rowOf(id)).toMatchObject({ status: "succeeded", amount: "4000", askedAmount: null, excessAmount: "0" });
  expect(await violationsOf(stage)).toEqual([]);
}, 60_000);

test("the second one is the refund where the first one came back", async () => {
  const { order, id } = await refunded();
  await say(id, "succeeded", 4_000n);
  await say(id, "succeeded", 4_000n, "query", "USD", "up_second");
  await say(id, "reversed", 4_000n);
  const row = await rowOf(id);
  expect(row).toMatchObject({ status: "succeeded", amount: "4000", excessAmount: "0", upstreamRefundId: "up_second" });
  expect(await stage.read(order)).toMatchObject({ refundedAmount: "4000" });
  expect(await violationsOf(stage)).toEqual([]);
}, 60_000);
