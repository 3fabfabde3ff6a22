import { orderRefund } from "@countinghouse/contract/payments/order-refund/order-refund.ts";
import { money } from "@countinghouse/money/money.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { duesOn } from "../../../../test/dues.ts";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { changePrices } from "../../../../test/price-seals.ts";
import { refundsOn, violationsOf } from "../../../../test/refunds.ts";

let stage: OrderStage;
const { person } = duesOn(() => stage);
const operator = () => person(101);
const { rowOf, add, refunded, say } = refundsOn(() => stage);

beforeAll(async () => {
  stage = await buildOrderStage();
  for (let more = 0; more < 2; more += 1) await stage.pay("001", { amount: money(50_000n, "USD") });
});
afterAll(() => stage?.close());

test("of a refund that succeeded over less, what more the gateway gave back is booked", async () => {
  const { order, id } = await refunded();
  await say(id, "succeeded", { minor: 3_000n });
  await say(id, "succeeded", { minor: 4_000n });
  expect(await rowOf(id)).toMatchObject({ amount: "4000", askedAmount: null, settleAmount: "4000", excessAmount: "0" });
  expect(await stage.read(order)).toMatchObject({ refundedAmount: "4000" });
  expect(await violationsOf(stage)).toEqual([]);
  expect((await add(order, 7_000)).bizCode).toBe("orderRefund.exceedsRefundable");
  await say(id, "reversed", { minor: 4_000n });
  expect(await stage.read(order)).toMatchObject({ refundedAmount: "0" });
  expect(await violationsOf(stage)).toEqual([]);
}, 60_000);

test("by whom what stands in suspense is borne is booked each time somebody says so", async () => {
  const { order, id } = await refunded();
  const bear = async (cause: "goodwill" | "loss") => {
    const { version } = await rowOf(id);
    await operator().call(orderRefund, "resolveExcess", { id, version, cause, note: "Kept" });
    expect(await rowOf(id)).toMatchObject({ excessCause: cause });
  };
  const borne = async () => (await stage.booked(order)).filter((line) => line.startsWith("J63"));
  await say(id, "succeeded", { minor: 4_700n });
  await bear("goodwill");
  await say(id, "succeeded", { minor: 5_000n });
  await bear("loss");
  expect(await borne()).toHaveLength(3);
  expect(await violationsOf(stage)).toEqual([]);
  await say(id, "succeeded", { minor: 4_000n });
  await say(id, "succeeded", { minor: 4_500n });
  await bear("goodwill");
  expect(await borne()).toHaveLength(5);
  expect(await rowOf(id)).toMatchObject({ amount: "4500", excessAmount: "500" });
  await say(id, "reversed", { minor: 4_500n });
  expect(await violationsOf(stage)).toEqual([]);
}, 60_000);

test("of one that it gave back less of, the merchant has the rest again", async () => {
  const { order, id } = await refunded();
  await say(id, "succeeded", { minor: null });
  await say(id, "succeeded", { minor: 3_000n });
  expect(await rowOf(id)).toMatchObject({
    amount: "3000",
    askedAmount: "4000",
    settleAmount: "3000",
    parts: [{ amount: "3000", settleAmount: "3000" }],
  });
  expect(await stage.read(order)).toMatchObject({ refundedAmount: "3000" });
  expect(await violationsOf(stage)).toEqual([]);
  await say(id, "succeeded", { minor: 3_000n });
  expect((await stage.booked(order)).filter((line) => line.startsWith("J15"))).toHaveLength(1);
  expect((await add(order, 7_000)).status).toBe(200);
}, 60_000);

test("more than was asked for stands in suspense, and who bore it is asked anew", async () => {
  const { order, id } = await refunded();
  await say(id, "succeeded", { minor: 5_000n });
  const { version } = await rowOf(id);
  await operator().call(orderRefund, "resolveExcess", { id, version, cause: "goodwill", note: "Kept" });
  await say(id, "succeeded", { minor: 6_000n });
  expect(await rowOf(id)).toMatchObject({ amount: "6000", excessAmount: "2000", excessCause: null });
  expect(await violationsOf(stage)).toEqual(["order_conserved order_refunds.amount: 4000 6000"]);
  await say(id, "succeeded", { minor: 4_000n });
  expect(await rowOf(id)).toMatchObject({ amount: "4000", askedAmount: null, excessAmount: "0" });
  expect(await stage.read(order)).toMatchObject({ refundedAmount: "4000" });
  expect(await violationsOf(stage)).toEqual([]);
}, 60_000);

test("a notification of it is only a reason to ask", async () => {
  const { id } = await refunded();
  await say(id, "succeeded", { minor: 4_000n });
  await say(id, "succeeded", { minor: 3_000n, source: "notification" });
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
    await say(id, "succeeded", { minor });
    await say(id, "reversed", { minor });
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
    await say(id, "succeeded", { minor, code });
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
    await say(id, "succeeded", { minor: 4_000n });
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

describe("a refund that costs a percentage", () => {
  const percent = { refundFee: "7", refundFeePercent: 1_111 };

  test("is charged for what it came to once: less and then more told takes nothing back of the fee", async () => {
    await changePrices(stage.app, "feeRules", { merchantId: stage.merchantId }, percent);
    const { order, id } = await refunded();
    await say(id, "succeeded", { minor: 4_000n });
    const { handlingFee } = await rowOf(id);
    await say(id, "succeeded", { minor: 1_000n });
    await say(id, "succeeded", { minor: 2_000n });
    expect(await rowOf(id)).toMatchObject({ amount: "2000", settleAmount: "2000", excessAmount: "0", handlingFee });
    expect(await stage.read(order)).toMatchObject({ refundedAmount: "2000" });
    await say(id, "succeeded", { minor: 4_000n });
    expect(await rowOf(id)).toMatchObject({ amount: "4000", settleAmount: "4000", handlingFee });
    expect(await violationsOf(stage)).toEqual([]);
  }, 60_000);

  test("lets another one of its order end", async () => {
    const { order, id } = await refunded();
    await say(id, "succeeded", { minor: 4_000n });
    await say(id, "succeeded", { minor: 1_000n });
    const other = ((await add(order, 9_000)).result as { readonly id: string }).id;
    await say(id, "succeeded", { minor: 2_000n });
    expect(await rowOf(id)).toMatchObject({ amount: "2000", excessAmount: "1000" });
    await say(other, "failed", { minor: null });
    expect(await rowOf(other)).toMatchObject({ status: "failed" });
    expect(await rowOf(id)).toMatchObject({ amount: "2000", settleAmount: "2000", excessAmount: "0" });
    expect(await violationsOf(stage)).toEqual([]);
  }, 60_000);
});
