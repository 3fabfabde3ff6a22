import { coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { orderRefund } from "@countinghouse/contract/payments/order-refund/order-refund.ts";
import { money } from "@countinghouse/money/money.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { actor, type TestClient } from "../../../../test/app.ts";
import { setSetting } from "../../../../test/attack/visitor.ts";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { changePrices } from "../../../../test/price-seals.ts";
import { violationsOf } from "../../../../test/refunds.ts";
import { refOf } from "../refund-record/index.ts";
import { askRefund, sendRefund } from "./index.ts";

let stage: OrderStage;
let operator: TestClient;
let checker: TestClient;

beforeAll(async () => {
  stage = await buildOrderStage();
  // What refunds beyond their own payment's net are taken of.
  for (let more = 0; more < 4; more += 1) await stage.pay("001", { amount: money(50_000n, "USD") });
});
// Each test has a day of its own.
beforeEach(async () => {
  await stage.pass(86_400);
  const person = (userId: number) =>
    stage.app.as(actor({ ...stage.place, userId, realName: `Person ${userId}`, provenAt: stage.app.clock.now() }));
  operator = person(101);
  checker = person(102);
});
afterAll(() => stage?.close());

type Order = Awaited<ReturnType<OrderStage["pay"]>>;

const ask = (order: Order, minor: number | null, more: object = {}) =>
  operator.send(orderRefund, "add", {
    orderId: order.id,
    ...(minor === null ? {} : { amount: String(minor) }),
    reason: "requested_by_customer",
    ...more,
  });
const add = async (order: Order, minor: number | null, more: object = {}) => {
  const answer = await ask(order, minor, more);
  expect(answer).toMatchObject({ status: 200 });
  await sent();
  return (answer.result as { readonly id: string }).id;
};
/** Sends what a command left to a job. */
async function sent(): Promise<void> {
  const open = await stage.app.platform.db
    .selectFrom("orderRefunds")
    .selectAll()
    .where("status", "=", "created")
    .execute();
  for (const row of open) await sendRefund(stage.node, stage.caller, refOf(row));
}
const show = (id: string) => operator.call(orderRefund, "detail", { id });
const capturesOf = (order: Order) =>
  stage.app.platform.db.selectFrom("captures").selectAll().where("orderId", "=", order.id).execute();
/** Asks the gateway about a refund whose outcome is known, as a notification would have us do. */
const bounceKnown = async (id: string): Promise<void> => {
  const row = await stage.app.platform.db
    .selectFrom("orderRefunds")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  await askRefund(stage.node, stage.caller, refOf(row));
};
const findings = () => violationsOf(stage);

describe("orderRefund.add", () => {
  test("gives money back in parts, and the gateway, the order and the books say the same", async () => {
    const order = await stage.pay("001");
    const first = await add(order, 4_000);
    expect(await show(first)).toMatchObject({ status: "processing", sourceBucket: "pending", settleAmount: "4000" });
    expect(await stage.read(order)).toMatchObject({ refundStatus: "processing", refundedAmount: "0" });
    await stage.pass(60);
    expect(await show(first)).toMatchObject({ status: "succeeded", arn: expect.any(String), attempts: 1 });
    expect(await stage.read(order)).toMatchObject({ refundStatus: "partial", refundedAmount: "4000", status: "paid" });
    const rest = await add(order, null);
    await stage.pass(60);
    expect(await show(rest)).toMatchObject({ status: "succeeded", amount: "6000" });
    expect(await stage.read(order)).toMatchObject({ refundStatus: "full", refundedAmount: "10000" });
    expect((await ask(order, 1)).bizCode).toBe("orderRefund.exceedsRefundable");
    const story = await operator.call(coinOrder, "timeline", { id: order.id });
    expect(story.map(({ title }) => title).filter((title) => title.startsWith("eventRefund"))).toEqual([
      "eventRefundRequested",
      "eventRefundSent",
      "eventRefundSucceeded",
      "eventRefundRequested",
      "eventRefundSent",
      "eventRefundSucceeded",
    ]);
    expect(await findings()).toEqual([]);
  }, 60_000);

  test("V21: refuses beyond what is captured, refunded, on its way and in dispute", async () => {
    const order = await stage.pay("001");
    await add(order, 4_000);
    await stage.pass(60);
    await add(order, 2_000);
    await stage.app.platform.db
      .updateTable("coinOrders")
      .set({ disputedAmount: "3000" })
      .where("id", "=", order.id)
      .execute();
    expect(await ask(order, 1_001)).toMatchObject({
      bizCode: "orderRefund.exceedsRefundable",
      body: { extras: { refundable: 1_000 } },
    });
    expect((await ask(order, 1_000)).status).toBe(200);
    await sent();
    await stage.pass(60);
    await stage.app.platform.db
      .updateTable("coinOrders")
      .set({ disputedAmount: "0" })
      .where("id", "=", order.id)
      .execute();
  });

  test("V22: of sixteen at the same instant, exactly those go through that fit", async () => {
    const order = await stage.pay("001");
    const answers = await Promise.all(Array.from({ length: 16 }, () => ask(order, 3_000)));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(answers.length - refused.length).toBe(3);
    for (const answer of refused)
      expect(answer).toMatchObject({
        bizCode: "orderRefund.exceedsRefundable",
        body: { extras: { refundable: 1_000 } },
      });
    await sent();
    await stage.pass(60);
    expect(await stage.read(order)).toMatchObject({ refundedAmount: "9000", refundStatus: "partial" });
    expect(await capturesOf(order)).toMatchObject([{ refundClaimed: "9000", refundedAmount: "9000" }]);
  });

  test("asks for words where the reason is another one, and for an order that is paid", async () => {
    const order = await stage.pay("001");
    expect((await ask(order, 1_000, { reason: "other" })).bizCode).toBe("orderRefund.remarkNeeded");
    expect((await ask(await stage.create(), 1_000)).bizCode).toBe("orderRefund.notRefundable");
    const named = { merchantRefundNo: "R-1" };
    await add(order, 500, named);
    expect((await ask(order, 500, named)).bizCode).toBe("orderRefund.duplicateRefundNo");
    await stage.pass(60);
  });

  test("is refused where no balance covers it, and takes the available one where the terms say so", async () => {
    const order = await stage.pay("001");
    const terms = (refundSource: "auto" | "available_only") =>
      changePrices(stage.app, "accountTerms", { merchantId: stage.merchantId }, { refundSource });
    await terms("available_only");
    expect(await ask(order, 1_000)).toMatchObject({
      bizCode: "orderRefund.insufficientBalance",
      body: { extras: { bucket: "available", balance: 0, needed: 1_000 } },
    });
    expect(await operator.call(orderRefund, "preview", { orderId: order.id, amount: "1000" })).toMatchObject({
      isCovered: false,
      sourceBucket: "available",
    });
    await terms("auto");
  });

  test("is refused after the time that the method allows, and where its gateway refunds whole payments only", async () => {
    const order = await stage.pay("001");
    const { db } = stage.app.platform;
    await db.updateTable("upstreamMethods").set({ refundWindowDays: 0 }).execute();
    stage.app.clock.forward(1_000);
    expect((await ask(order, 1_000)).bizCode).toBe("orderRefund.windowClosed");
    await db.updateTable("upstreamMethods").set({ refundWindowDays: 180 }).execute();
    const { capabilities } = await db.selectFrom("upstreamGateways").select("capabilities").executeTakeFirstOrThrow();
    const can = (list: readonly string[]) =>
      db
        .updateTable("upstreamGateways")
        .set({ capabilities: list as never })
        .execute();
    await can(capabilities.filter((one) => one !== "partial_refund"));
    expect((await ask(order, 1_000)).bizCode).toBe("orderRefund.partNotOffered");
    await can(capabilities.filter((one) => one !== "refund"));
    expect((await ask(order, null)).bizCode).toBe("orderRefund.methodNotRefundable");
    await can(capabilities);
  });
});

describe("a refund at its gateway", () => {
  test("card 401: pending for an hour, then made", async () => {
    const id = await add(await stage.pay("401"), 1_000);
    await stage.pass(30 * 60);
    expect(await show(id)).toMatchObject({ status: "processing" });
    await stage.pass(2 * 3_600);
    expect(await show(id)).toMatchObject({ status: "succeeded" });
  });

  test("card 402: a merchant that may give nothing back is not offered to make it again", async () => {
    const id = await add(await stage.pay("402"), 1_000);
    await stage.pass(60);
    const scope = { tenantId: stage.place.tenantId, orgIds: [], selfOnly: false, merchantIds: [stage.merchantId] };
    const shop = stage.app.as(actor({ ...stage.place, userId: 103, scope }));
    const setMay = (canRefund: boolean) =>
      stage.app.platform.db
        .updateTable("merchants")
        .set({ canRefund, status: canRefund ? "active" : "suspended" })
        .where("id", "=", stage.merchantId)
        .execute();
    for (const may of [false, true]) {
      await setMay(may);
      const { abilities, refundNo, version } = await shop.call(orderRefund, "detail", { id });
      const { items } = await shop.call(orderRefund, "page", { mode: "test", refundNo });
      expect([abilities.retry, items[0]?.abilities.retry, (await show(id)).abilities.retry]).toEqual([may, may, true]);
      if (!may)
        expect((await shop.send(orderRefund, "retry", { id, version })).bizCode).toBe(
          "orderRefund.merchantMayNotRefund",
        );
    }
  });

  test("card 402: fails, its money is free again, and it is made again as a new one, once", async () => {
    const order = await stage.pay("402");
    const id = await add(order, 1_000);
    await stage.pass(60);
    const failed = await show(id);
    expect(failed).toMatchObject({ status: "failed", failureCode: "instrument_closed", abilities: { retry: true } });
    expect(await stage.read(order)).toMatchObject({ refundStatus: "none", refundedAmount: "0" });
    const again = await operator.call(orderRefund, "retry", { id, version: failed.version });
    expect(again.refundNo).not.toBe(failed.refundNo);
    expect(await show(again.id)).toMatchObject({ retryOf: failed.refundNo, amount: "1000" });
    expect((await show(id)).abilities.retry).toBe(false);
    expect((await operator.send(orderRefund, "retry", { id, version: failed.version })).bizCode).toBe(
      "orderRefund.alreadyRetried",
    );
    await sent();
    await stage.pass(60);
    expect(await findings()).toEqual([]);
  }, 60_000);

  test("card 403: is made, and sent back two days later: the money is the merchant's again", async () => {
    const order = await stage.pay("403");
    const id = await add(order, 10_000);
    await stage.pass(60);
    expect(await stage.read(order)).toMatchObject({ refundStatus: "full", refundedAmount: "10000" });
    await stage.pass(3 * 86_400);
    await bounceKnown(id);
    expect(await show(id)).toMatchObject({ status: "failed", isReversed: true, failureCode: "returned_by_bank" });
    expect(await stage.read(order)).toMatchObject({ refundStatus: "none", refundedAmount: "0" });
    expect(await capturesOf(order)).toMatchObject([{ refundClaimed: "0", refundedAmount: "0" }]);
    expect((await stage.booked(order)).filter((line) => /^J1[0-5]/.test(line)).map((line) => line.slice(0, 3))).toEqual(
      ["J10", "J11", "J15"],
    );
    expect(await findings()).toEqual([]);
  }, 60_000);

  test("card 404: the first call has no answer, and the refund is made once", async () => {
    const order = await stage.pay("404");
    const id = await add(order, 1_000);
    expect(await show(id)).toMatchObject({ status: "processing", upstreamRefundId: null });
    await stage.pass(120);
    expect(await show(id)).toMatchObject({ status: "succeeded", attempts: 1 });
    expect(await stage.read(order)).toMatchObject({ refundedAmount: "1000" });
  });

  test("card 405: the gateway's balance is too low, so that it fails", async () => {
    const id = await add(await stage.pay("405"), 1_000);
    expect(await show(id)).toMatchObject({ status: "failed", failureCode: "provider_balance", attempts: 1 });
  });

  test("of what somebody altered is never asked for", async () => {
    const order = await stage.pay("001");
    const { id } = await operator.call(orderRefund, "add", { orderId: order.id, amount: "100", reason: "duplicate" });
    const put = (amount: string) =>
      stage.app.platform.db.updateTable("orderRefunds").set({ amount }).where("id", "=", id).execute();
    await put("9900");
    await sent();
    expect(await show(id)).toMatchObject({ status: "created", attempts: 0 });
    expect((await findings()).some((one) => one.startsWith("sealed order_refunds"))).toBe(true);
    await put("100");
    await sent();
    await stage.pass(60);
    expect(await show(id)).toMatchObject({ status: "succeeded" });
  }, 60_000);
});

describe("fees of a refund", () => {
  test("are charged and given back by the terms of the payment, to the unit over any number of refunds", async () => {
    const fees = { refundFee: "50", returnFeeOnRefund: "proportional" } as const;
    await changePrices(stage.app, "feeRules", { merchantId: stage.merchantId }, fees);
    const order = await stage.pay("001");
    expect(await operator.call(orderRefund, "preview", { orderId: order.id, amount: "3333" })).toMatchObject({
      refundableAmount: "10000",
      handlingFee: "50",
      returnedFee: "97",
      isCovered: true,
      reviewCause: null,
      refundableUntil: expect.stringMatching(/^20/),
      exchangeDifference: null,
    });
    const ids: string[] = [];
    for (const part of [3_333, 3_333, 3_334]) {
      ids.push(await add(order, part));
      await stage.pass(60);
    }
    const shown = await Promise.all(ids.map(show));
    expect(shown.map(({ returnedFee }) => returnedFee)).toEqual(["97", "96", "97"]);
    expect(shown.map(({ handlingFee }) => handlingFee)).toEqual(["50", "50", "50"]);
    expect(await capturesOf(order)).toMatchObject([{ returnedFee: "290" }]);
    expect(await findings()).toEqual([]);
  }, 60_000);
});

describe("a refund above the limit", () => {
  test("is also one whose order gave back the rest of it before, in parts that nobody approved", async () => {
    await setSetting(stage.app, "refund_review_above", "50");
    const order = await stage.pay("001");
    const part = async () =>
      (await operator.call(orderRefund, "add", { orderId: order.id, amount: "3000", reason: "duplicate" })).status;
    expect([await part(), await part()]).toEqual(["created", "review"]);
    await setSetting(stage.app, "refund_review_above", "1000");
  });

  test("made again by somebody else is not let go by whoever asked for it first", async () => {
    const order = await stage.pay("402");
    const id = await add(order, 6_000);
    await stage.pass(60);
    const failed = await show(id);
    expect(failed).toMatchObject({ status: "failed", reviewCause: null });
    await setSetting(stage.app, "refund_review_above", "50");
    const again = await checker.call(orderRefund, "retry", { id, version: failed.version });
    expect(again.status).toBe("review");
    const { version, abilities } = await show(again.id);
    expect(abilities.approve).toBe(false);
    for (const one of [operator, checker])
      expect((await one.send(orderRefund, "approve", { id: again.id, version })).bizCode).toBe(
        "orderRefund.ownRequest",
      );
    const asker = (applicantId: number) =>
      stage.app.platform.db.updateTable("orderRefunds").set({ applicantId }).where("id", "=", id).execute();
    await asker(999);
    expect((await operator.send(orderRefund, "approve", { id: again.id, version })).bizCode).toBe(
      "orderRefund.altered",
    );
    await asker(101);
    const third = stage.app.as(actor({ ...stage.place, userId: 103, provenAt: stage.app.clock.now() }));
    expect((await third.send(orderRefund, "approve", { id: again.id, version })).status).toBe(200);
    await setSetting(stage.app, "refund_review_above", "1000");
  });

  test("waits for somebody else, who lets it be sent or turns it down", async () => {
    await setSetting(stage.app, "refund_review_above", "50");
    const order = await stage.pay("001");
    const { id, status } = await operator.call(orderRefund, "add", {
      orderId: order.id,
      amount: "6000",
      reason: "duplicate",
    });
    expect(status).toBe("review");
    const waiting = await show(id);
    expect(waiting).toMatchObject({
      reviewCause: "above_limit",
      isOwn: true,
      abilities: { approve: false, cancel: true },
    });
    const rowFor = async (reader: TestClient) =>
      (await reader.call(orderRefund, "page", { mode: "test", refundNo: waiting.refundNo })).items[0]?.abilities;
    expect([(await rowFor(operator))?.approve, (await rowFor(checker))?.approve]).toEqual([false, true]);
    const { version } = waiting;
    expect((await operator.send(orderRefund, "approve", { id, version })).bizCode).toBe("orderRefund.ownRequest");
    await checker.call(orderRefund, "approve", { id, version });
    await sent();
    await stage.pass(60);
    expect(await show(id)).toMatchObject({ status: "succeeded", decideUserName: "Person 102" });
    const other = await stage.pay("001");
    const second = await operator.call(orderRefund, "add", { orderId: other.id, amount: "6000", reason: "duplicate" });
    const before = await show(second.id);
    await checker.call(orderRefund, "reject", {
      id: second.id,
      version: before.version,
      reason: "Ask the payer first",
    });
    expect(await show(second.id)).toMatchObject({ status: "rejected", decideReason: "Ask the payer first" });
    expect(await stage.read(other)).toMatchObject({ refundStatus: "none" });
    const third = await operator.call(orderRefund, "add", { orderId: other.id, amount: "6000", reason: "duplicate" });
    await operator.call(orderRefund, "cancel", { id: third.id, version: (await show(third.id)).version });
    expect(await show(third.id)).toMatchObject({ status: "canceled" });
    await setSetting(stage.app, "refund_review_above", "1000");
    expect(await findings()).toEqual([]);
  }, 60_000);
});
