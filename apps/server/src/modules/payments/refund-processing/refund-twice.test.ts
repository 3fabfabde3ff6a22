import { orderRefund } from "@countinghouse/contract/payments/order-refund/order-refund.ts";
import { money } from "@countinghouse/money/money.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { duesOn } from "../../../../test/dues.ts";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { refundsOn, violationsOf } from "../../../../test/refunds.ts";
import { type Connector, connectorOf, type RefundQueryOutcome } from "../../gateways/connector/index.ts";

let stage: OrderStage;
const { person } = duesOn(() => stage);
const { rowOf, add, refunded, say } = refundsOn(() => stage);

const said = { upstreamAttemptId: null, arn: null, failureCode: null, occurredAt: null, exchanges: [] };
/** What the gateway answers when it is asked for a refund of its own number. */
const answers = new Map<string, RefundQueryOutcome>();
const answering = (code: string): Connector => {
  const real = connectorOf(code);
  return {
    ...real,
    queryRefund: async (account, asked) =>
      answers.get(asked.upstreamRefundId ?? "") ?? real.queryRefund(account, asked),
  };
};

beforeAll(async () => {
  stage = await buildOrderStage({ connect: answering });
  for (let more = 0; more < 2; more += 1) await stage.pay("001", { amount: money(50_000n, "USD") });
});
afterAll(() => stage?.close());

/** A refund of 40.00 that its gateway made a second time, over as much unless told. */
async function madeTwice(minor = 4_000n) {
  const { order, id } = await refunded();
  await say(id, "succeeded", { minor: 4_000n });
  await say(id, "succeeded", { minor, number: "up_second" });
  const journals = async () => (await stage.booked(order)).length;
  return { order, id, first: `up_${id}`, journals };
}
const alarmsOf = async (orderId: string) =>
  (
    await stage.app.platform.db
      .selectFrom("eventExceptions")
      .select("eventType")
      .where("objectId", "=", orderId)
      .execute()
  ).map(({ eventType }) => eventType);
/** One of the two stands: the payer has 40.00, nothing is in suspense, and the books are sound. */
async function expectOne(order: { readonly id: string }, id: string, number: string) {
  expect(await rowOf(id)).toMatchObject({
    status: "succeeded",
    amount: "4000",
    askedAmount: null,
    settleAmount: "4000",
    excessAmount: "0",
    upstreamRefundId: number,
  });
  expect(await stage.read(order)).toMatchObject({ refundedAmount: "4000", refundStatus: "partial" });
  expect(await violationsOf(stage)).toEqual([]);
}

test("a refund that the gateway made twice is booked, and what went a second time stands in suspense", async () => {
  const { order, id } = await refunded();
  await say(id, "succeeded", { minor: 4_000n });
  const twice = (kind: "succeeded" | "reversed") =>
    say(id, kind, { minor: 4_000n, source: "notification", number: "up_second" });
  for (const _time of [1, 2]) await twice("succeeded");
  expect(await rowOf(id)).toMatchObject({
    amount: "8000",
    askedAmount: "4000",
    settleAmount: "4000",
    excessAmount: "4000",
    upstreamRefundId: `up_${id}`,
  });
  // What is told again of the first one changes nothing.
  await say(id, "succeeded", { minor: 4_000n });
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
  await say(id, "succeeded", { minor: 4_000n });
  await say(id, "succeeded", { minor: 4_000n, number: "up_second" });
  await say(id, "reversed", { minor: 4_000n });
  const row = await rowOf(id);
  expect(row).toMatchObject({ status: "succeeded", amount: "4000", excessAmount: "0", upstreamRefundId: "up_second" });
  expect(await stage.read(order)).toMatchObject({ refundedAmount: "4000" });
  expect(await violationsOf(stage)).toEqual([]);
}, 60_000);

test.each(["first", "second"] as const)(
  "what is told again of the one that came back changes nothing: the %s",
  async (which) => {
    const { order, id, first, journals } = await madeTwice();
    const [back, left] = which === "first" ? [first, "up_second"] : ["up_second", first];
    const said = { minor: 4_000n, number: back };
    await say(id, "reversed", said);
    await expectOne(order, id, left);
    const before = await journals();
    for (const source of ["notification", "query"] as const)
      for (const kind of ["reversed", "succeeded"] as const) await say(id, kind, { ...said, source });
    await say(id, "succeeded", { minor: 4_000n, number: left });
    await expectOne(order, id, left);
    expect(await journals()).toBe(before);
    expect((await alarmsOf(order.id)).filter((one) => one === "refund.madeTwice")).toHaveLength(1);
  },
  60_000,
);

test("a return without a number takes one of them, however often it is told, and people hear of the repetition", async () => {
  const { order, id, first, journals } = await madeTwice();
  await say(id, "reversed", { minor: 4_000n, number: null });
  await expectOne(order, id, first);
  const before = await journals();
  for (const source of ["notification", "query"] as const)
    await say(id, "reversed", { minor: null, number: null, source });
  await expectOne(order, id, first);
  expect(await journals()).toBe(before);
  expect(await alarmsOf(order.id)).toContain("refund.returnUnclear");
}, 60_000);

test("a number that is told afterwards says which of them a return without a number was of", async () => {
  const { order, id, first } = await madeTwice();
  await say(id, "reversed", { minor: null, number: null });
  await say(id, "reversed", { minor: 4_000n, number: first, source: "notification" });
  await expectOne(order, id, "up_second");
  // The other one coming back as well is another return.
  await say(id, "reversed", { minor: 4_000n, number: "up_second", source: "notification" });
  expect(await rowOf(id)).toMatchObject({ status: "failed", isReversed: true });
  expect(await stage.read(order)).toMatchObject({ refundedAmount: "0", refundStatus: "none" });
  expect(await violationsOf(stage)).toEqual([]);
}, 60_000);

test("a return without a number is of the one of its amount", async () => {
  const { order, id } = await madeTwice(1_500n);
  await say(id, "reversed", { minor: 4_000n, number: null });
  expect(await rowOf(id)).toMatchObject({
    amount: "1500",
    settleAmount: "1500",
    excessAmount: "0",
    upstreamRefundId: "up_second",
  });
  expect(await stage.read(order)).toMatchObject({ refundedAmount: "1500" });
  expect(await violationsOf(stage)).toEqual([]);
}, 60_000);

test("whoever bore the second one has it back, and the refund stands", async () => {
  const { order, id, first } = await madeTwice();
  const { version } = await rowOf(id);
  await person(101).call(orderRefund, "resolveExcess", { id, version, cause: "goodwill", note: "Kept" });
  await say(id, "reversed", { minor: 4_000n, number: null });
  await expectOne(order, id, first);
}, 60_000);

test("both come back one after the other, and each is booked once", async () => {
  const { order, id, first } = await madeTwice();
  await say(id, "reversed", { minor: 4_000n, number: "up_second" });
  await say(id, "reversed", { minor: 4_000n, number: first });
  expect(await rowOf(id)).toMatchObject({ status: "failed", isReversed: true, amount: "4000", excessAmount: "0" });
  expect(await stage.read(order)).toMatchObject({ refundedAmount: "0" });
  expect(await violationsOf(stage)).toEqual([]);
}, 60_000);

test("one that the gateway makes after the first one came back is booked, and may come back as well", async () => {
  const { order, id } = await refunded();
  await say(id, "succeeded", { minor: 4_000n });
  await say(id, "reversed", { minor: 4_000n });
  await say(id, "succeeded", { minor: 4_000n });
  expect(await rowOf(id)).toMatchObject({ status: "failed", isReversed: true });
  const late = { minor: 4_000n, number: "up_again" };
  answers.set("up_again", { ...said, kind: "succeeded", upstreamRefundId: "up_again", amount: money(4_000n, "USD") });
  await say(id, "succeeded", { ...late, source: "notification" });
  await stage.pass(5);
  await expectOne(order, id, "up_again");
  expect(await rowOf(id)).toMatchObject({ isReversed: false });
  // What is told again of the first one is no news.
  for (const kind of ["succeeded", "reversed"] as const) await say(id, kind, { minor: 4_000n });
  await expectOne(order, id, "up_again");
  await say(id, "reversed", late);
  expect(await rowOf(id)).toMatchObject({ status: "failed", isReversed: true });
  expect(await stage.read(order)).toMatchObject({ refundedAmount: "0" });
  expect(await violationsOf(stage)).toEqual([]);
}, 60_000);

test("one that is made again beyond what is left stands in suspense as far", async () => {
  const { order, id } = await refunded();
  await say(id, "succeeded", { minor: 5_000n });
  const { version } = await rowOf(id);
  await person(101).call(orderRefund, "resolveExcess", { id, version, cause: "goodwill", note: "Kept" });
  await say(id, "reversed", { minor: 5_000n });
  const other = ((await add(order, 8_000)).result as { readonly id: string }).id;
  await say(other, "succeeded", { minor: 8_000n });
  await say(id, "succeeded", { minor: 4_000n, number: "up_again" });
  expect(await rowOf(id)).toMatchObject({
    amount: "4000",
    settleAmount: "2000",
    excessAmount: "2000",
    excessCause: null,
  });
  expect(await stage.read(order)).toMatchObject({ refundedAmount: "10000", refundStatus: "full" });
  expect(await violationsOf(stage)).toEqual(["order_conserved order_refunds.amount: 2000 4000"]);
  await say(id, "reversed", { minor: 4_000n, number: "up_again" });
  expect(await violationsOf(stage)).toEqual([]);
}, 60_000);

test("one that is told after the first one failed is asked for by its own number, and booked", async () => {
  const { order, id } = await refunded();
  const amount = money(4_000n, "USD");
  answers.set(`up_${id}`, { ...said, kind: "failed", upstreamRefundId: `up_${id}`, amount });
  answers.set("up_late", { ...said, kind: "succeeded", upstreamRefundId: "up_late", amount });
  await say(id, "failed", { minor: 4_000n });
  await say(id, "succeeded", { minor: 4_000n, number: "up_late", source: "notification" });
  await stage.pass(5);
  await expectOne(order, id, "up_late");
}, 60_000);
