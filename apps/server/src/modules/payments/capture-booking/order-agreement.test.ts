import { coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { money } from "@countinghouse/money/money.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actor } from "../../../../test/app.ts";
import { capturedReport } from "../../../../test/captured-report.ts";
import { findingsOf } from "../../../../test/ledger.ts";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { agreeOtherwise } from "../../../../test/orders.ts";
import { unique } from "../../../../test/people.ts";
import { changePrices } from "../../../../test/price-seals.ts";
import { publishRate } from "../../../../test/rates.ts";
import { testCard } from "../../../../test/simulator.ts";
import { buildFeeRule } from "../../../../test/terms.ts";
import { transact } from "../../../platform/db/transact.ts";
import { applyOutcome } from "../order-outcome/index.ts";
import { type AttemptRow, attemptRows } from "../payment-attempt/index.ts";
import { bookCapture } from "./capture-booking.service.ts";

let stage: OrderStage;
beforeAll(async () => {
  stage = await buildOrderStage();
});
afterAll(() => stage?.close());

const hour = 3_600;
const card = (scenario: string) => ({
  code: "card",
  card: {
    number: testCard(scenario).number,
    expiryMonth: 12,
    expiryYear: 2030,
    cvc: "321",
    holderName: "Grace Holder",
  },
});

/** An order of the merchant's server, paid or reserved with the scenario's card. */
const order = async (scenario: string, parts: object = {}) => {
  const payer = { email: "ada@example.com" };
  const asked = { merchantOrderNo: unique("A-"), amount: 10_000, currency: "USD", payer, ip: "203.0.113.7" };
  const returnUrl = "https://shop.example/thanks";
  const body = { ...asked, returnUrl, paymentMethod: card(scenario), ...parts };
  return (await stage.shop.send("POST", "/v1/orders", { body })).body;
};
const reserve = (parts: object = {}) => order("004", { captureMethod: "manual", ...parts });
const capture = (orderNo: string, body: object = {}) =>
  stage.shop.send("POST", `/v1/orders/${orderNo}/capture`, { body });

const rowOf = (orderNo: string) =>
  stage.app.platform.db
    .selectFrom("coinOrders")
    .selectAll()
    .where("merchantId", "=", stage.merchantId)
    .where("orderNo", "=", orderNo)
    .executeTakeFirstOrThrow();
const atGateway = async (orderNo: string) => (await stage.simulator.book(orderNo)).payments.map(({ status }) => status);

const forward = async (seconds: number) => {
  stage.app.clock.forward(seconds * 1_000);
  await stage.simulator.advance(seconds);
};

/** Ends what holds for the merchant now, does the work, and lets it hold again. */
async function whileEnded(table: "feeRules" | "accountTerms", work: () => Promise<void>): Promise<void> {
  const own = (values: { readonly validTo: string | null }) => changePrices(stage.app, table, stage, values);
  await own({ validTo: stage.app.clock.now().toISOString() });
  await forward(60);
  await work().finally(() => own({ validTo: null }));
}

const sumOf = (lines: readonly string[], event: string): bigint =>
  lines
    .filter((line) => line.startsWith(`${event} `))
    .reduce((sum, line) => sum + BigInt(line.split(" ").at(-2) ?? "0"), 0n);

describe("a payment whose price ended between confirm and capture", () => {
  test.each(["feeRules", "accountTerms"] as const)("is booked by what was agreed: %s", async (table) => {
    const { orderNo } = await reserve();
    await whileEnded(table, async () => {
      const answer = await capture(orderNo);
      expect([answer.status, answer.body.status]).toEqual([200, "paid"]);
    });
    expect(await atGateway(orderNo)).toEqual(["captured"]);
    const row = await rowOf(orderNo);
    expect(row).toMatchObject({ status: "paid", capturedAmount: "10000", feeAmount: "320", netAmount: "9680" });
    const lines = await stage.booked(row);
    expect([sumOf(lines, "J01"), sumOf(lines, "J02"), sumOf(lines, "J03")]).toEqual([10_000n, 320n, 160n]);
  });
});

const publish = async (rate: string) => {
  await forward(1);
  await publishRate(stage.app, rate);
};

describe("a payment whose rate went stale between confirm and capture", () => {
  test("is converted at the rate that was locked", async () => {
    await publish("1.2");
    const { orderNo } = await reserve({ currency: "EUR" });
    await forward(100 * hour);
    const answer = await capture(orderNo);
    expect([answer.status, answer.body.status]).toEqual([200, "paid"]);
    expect(await atGateway(orderNo)).toEqual(["captured"]);
    const row = await rowOf(orderNo);
    expect(row).toMatchObject({
      capturedAmount: "10000",
      settleCurrency: "USD",
      settleAmount: "12000",
      feeAmount: "378",
    });
    expect((await stage.booked(row)).filter((line) => line.startsWith("J04"))).not.toEqual([]);
  });

  test("keeps its rate within the lock, and takes the one in force beyond it with the markup agreed on", async () => {
    await publish("1.2");
    const own = (values: object) => changePrices(stage.app, "accountTerms", stage, values);
    await own({ fxMarkup: 10_000 });
    const { orderNo } = await reserve({ currency: "EUR" });
    await own({ fxMarkup: 0 });
    await forward(hour);
    await publish("1.3");
    await capture(orderNo, { amount: 4_000, final: false });
    expect(await rowOf(orderNo)).toMatchObject({ settleAmount: "4752", fxRate: "1.188" });
    await forward(24 * hour);
    await publish("1.4");
    await capture(orderNo, { amount: 6_000 });
    expect(await rowOf(orderNo)).toMatchObject({
      settleAmount: String(4_752 + 8_316),
      fxRate: "1.386",
      feeAmount: "409",
    });
  });
});

describe("coinOrder.explain", () => {
  test("tells the price agreed on before anything is booked, and after its rule ended", async () => {
    const operator = stage.app.as(actor({ tenantId: stage.place.tenantId, orgId: stage.place.orgId }));
    const agreed = { percent: 29_000, fixed: "30", currency: "USD", taxRate: null, rate: null, lockedUntil: null };
    const { id } = await rowOf((await reserve()).orderNo);
    expect(await operator.call(coinOrder, "explain", { id })).toMatchObject({ journals: [], agreed });
    await whileEnded("feeRules", async () => {
      expect((await operator.call(coinOrder, "explain", { id })).agreed).toEqual(agreed);
    });
    const untried = await stage.create();
    expect((await operator.call(coinOrder, "explain", { id: untried.id })).agreed).toBeNull();
  });
});

describe("a payment captured in parts", () => {
  test("costs what one capture costs: the fixed part is borne once", async () => {
    const { orderNo } = await reserve();
    for (const amount of [3_333, 3_333]) await capture(orderNo, { amount, final: false });
    expect(await rowOf(orderNo)).toMatchObject({ capturedAmount: "6666", feeAmount: "223" });
    await capture(orderNo);
    const row = await rowOf(orderNo);
    expect(row).toMatchObject({ status: "paid", feeAmount: "320", netAmount: "9680", gatewayCostAmount: "160" });
    const lines = await stage.booked(row);
    expect([sumOf(lines, "J01"), sumOf(lines, "J02"), sumOf(lines, "J03")]).toEqual([10_000n, 320n, 160n]);
  });
});

describe("a payment priced in tiers", () => {
  test("goes by the volume before its first capture, whatever is captured between its parts", async () => {
    const { tenantId } = stage.place;
    const { captured } = await stage.app.platform.db
      .selectFrom("merchantVolumes")
      .select("captured")
      .where("month", "=", stage.app.clock.now().toISOString().slice(0, 7))
      .where("currency", "=", "USD")
      .executeTakeFirstOrThrow();
    const tiers = [
      { from: "0", percent: 29_000 },
      { from: String(BigInt(captured) + 5_000n), percent: 9_000 },
    ];
    const rule = await buildFeeRule(
      stage.app,
      { tenantId, merchantId: stage.merchantId },
      { currency: "USD", method: "card_visa", tierMode: "graduated", tiers: JSON.stringify(tiers) },
    );
    const { orderNo } = await reserve();
    await capture(orderNo, { amount: 3_000, final: false });
    await order("001");
    await capture(orderNo);
    await stage.app.platform.db.deleteFrom("feeRules").where("id", "=", rule).execute();
    const row = await rowOf(orderNo);
    expect(row.feeRule).toMatchObject({ volumes: { monthToDate: captured, lastMonth: "0" } });
    expect(row.feeAmount).toBe(String(145 + 45 + 30));
  });
});

describe("a payment that is about to be sent", () => {
  const rules = (values: object) => changePrices(stage.app, "feeRules", stage, values);

  test("goes to the next account where the first is not priced, and says why", async () => {
    await rules({ gatewayAccountId: stage.accounts.backup });
    const { orderNo, status } = await order("001").finally(() => rules({ gatewayAccountId: null }));
    expect(status).toBe("paid");
    const row = await rowOf(orderNo);
    expect(row.gatewayAccountId).toBe(stage.accounts.backup);
    const attempts = await stage.app.platform.db
      .selectFrom("paymentAttempts")
      .select(["routeDecision", "agreement"])
      .where("merchantId", "=", stage.merchantId)
      .where("orderId", "=", row.id)
      .execute();
    expect(attempts).toMatchObject([
      {
        routeDecision: { excluded: [{ accountId: stage.accounts.main, reason: "no_price" }] },
        agreement: { version: 1, settlement: { currency: "USD" }, price: { fee: { percent: 29_000, fixed: "30" } } },
      },
    ]);
  });

  test.each([
    ["nothing prices it anywhere", "fee_rule_missing", {}],
    ["no rate converts it", "no_rate", { currency: "JPY" }],
  ])("is refused before that where %s", async (_why, bizCode, parts) => {
    if (bizCode === "fee_rule_missing") await rules({ gatewayAccountId: "ga_elsewhere" });
    const answer = await order("001", parts).finally(() => rules({ gatewayAccountId: null }));
    expect(answer.bizCode).toBe(bizCode);
  });
});

describe("a capture that nothing prices", () => {
  const withoutAgreement = (id: string, agreement: string | null = null) => agreeOtherwise(stage.app, id, agreement);
  const waiting = () =>
    stage.app.platform.db
      .selectFrom("unpricedCaptures")
      .select(["orderId", "reason", "tries"])
      .where("merchantId", "=", stage.merchantId)
      .orderBy("createTime")
      .execute();
  const alarms = async (id: string) =>
    stage.app.platform.db
      .selectFrom("eventExceptionItems")
      .select(["eventType", "level", "retry"])
      .where("objectId", "=", id)
      .execute();

  test.each([null, '{"version":9}'])(
    "is booked whole with an alarm, and its fee when the sweep can: %s",
    async (agreement) => {
      const { orderNo } = await reserve();
      const { id } = await rowOf(orderNo);
      await withoutAgreement(id, agreement);
      const answer = await capture(orderNo);
      expect([answer.status, answer.body.status]).toEqual([200, "paid"]);
      expect(await rowOf(orderNo)).toMatchObject({ status: "paid", capturedAmount: "10000", feeAmount: null });
      expect(sumOf(await stage.booked({ id }), "J01")).toBe(10_000n);
      expect(await waiting()).toMatchObject([{ orderId: id, reason: "no_agreement" }]);
      expect(await alarms(id)).toMatchObject([
        { eventType: "capture.unpriced", level: "error", retry: { queue: "order.price" } },
      ]);
      await stage.sweep();
      expect(await waiting()).toEqual([]);
      expect(await rowOf(orderNo)).toMatchObject({ settleAmount: "10000", feeAmount: "320", netAmount: "9680" });
      const lines = await stage.booked({ id });
      expect([sumOf(lines, "J01"), sumOf(lines, "J02"), sumOf(lines, "J03")]).toEqual([10_000n, 320n, 160n]);
      // Its lines are dated like the capture once it has a price.
      expect(await findingsOf(stage.app, stage.merchantId, { book: "test" })).toEqual([]);
    },
  );

  test.each([
    ["the fee of its agreement", `agreement = jsonb_set(agreement, '{price,fee,percent}', '0')`],
    ["its whole agreement", "agreement = NULL"],
    ["its seal", "seal = NULL"],
  ])("is booked whole where somebody altered %s, and priced by what was in force", async (_what, edit) => {
    const { orderNo } = await reserve();
    const { id } = await rowOf(orderNo);
    const { db } = stage.app.platform;
    const [before] = await db.selectFrom("paymentAttempts").selectAll().where("orderId", "=", id).execute();
    await sql`UPDATE payment_attempts SET ${sql.raw(edit)} WHERE order_id = ${id}`.execute(db);
    // Its gateway is not called for it any more; what the gateway tells is taken in.
    const upstreamAttemptId = before?.upstreamAttemptId ?? "";
    const reported = { ...capturedReport(money(10_000n, "USD"), stage.app.clock.now()), upstreamAttemptId };
    const ref = { merchantId: stage.merchantId, orderId: id, attemptId: before?.id ?? "" };
    await transact(stage.node, stage.caller, (ctx) => applyOutcome(ctx, ref, reported, "notification"));
    expect(sumOf(await stage.booked({ id }), "J01")).toBe(10_000n);
    expect(await rowOf(orderNo)).toMatchObject({ status: "paid", capturedAmount: "10000", feeAmount: null });
    expect(await waiting()).toMatchObject([{ orderId: id, reason: "altered" }]);
    expect(await alarms(id)).toMatchObject([{ eventType: "capture.unpriced", level: "error" }]);
    await stage.sweep();
    expect(await waiting()).toEqual([]);
    expect(await rowOf(orderNo)).toMatchObject({ feeAmount: "320", netAmount: "9680" });
    // What was altered is not sealed again: every look over the books names it.
    const named = { law: "sealed", table: "payment_attempts", key: before?.id };
    expect(await findingsOf(stage.app, stage.merchantId, { book: "test" })).toContainEqual(
      expect.objectContaining(named),
    );
    const { agreement, cardCountry, seal } = before ?? {};
    const asWritten = { agreement: JSON.stringify(agreement), cardCountry, seal };
    await db.updateTable("paymentAttempts").set(asWritten).where("orderId", "=", id).execute();
    expect(await findingsOf(stage.app, stage.merchantId, { book: "test" })).toEqual([]);
  });

  test("is booked anew where it is settled in another currency", async () => {
    await publish("1.2");
    const { orderNo } = await reserve({ currency: "EUR" });
    const { id } = await rowOf(orderNo);
    await withoutAgreement(id);
    await capture(orderNo);
    await stage.sweep();
    expect(await rowOf(orderNo)).toMatchObject({ settleCurrency: "USD", settleAmount: "12000", feeAmount: "378" });
    const events = (await stage.booked({ id })).map((line) => line.split(" ")[0]);
    expect(new Set(events)).toEqual(new Set(["J01", "J80", "J04", "J02", "J03"]));
    expect(await findingsOf(stage.app, stage.merchantId, { book: "test" })).toEqual([]);
  });

  test("goes behind the others where nothing is agreed on yet", async () => {
    const { orderNo } = await reserve();
    const { id } = await rowOf(orderNo);
    await withoutAgreement(id);
    const rules = (values: object) => changePrices(stage.app, "feeRules", stage, values);
    await rules({ gatewayAccountId: "ga_elsewhere" });
    await capture(orderNo);
    await stage.sweep();
    await rules({ gatewayAccountId: null });
    await stage.sweep();
    expect(await waiting()).toMatchObject([{ orderId: id, tries: 1 }]);
    await forward(120);
    await stage.sweep();
    expect(await waiting()).toEqual([]);
    expect(await rowOf(orderNo)).toMatchObject({ feeAmount: "320" });
  });

  test("is booked with its fee by what holds now where its agreement cannot be computed with", async () => {
    const { orderNo } = await reserve();
    const { id } = await rowOf(orderNo);
    const { agreement } = await stage.app.platform.db
      .selectFrom("paymentAttempts")
      .select("agreement")
      .where("merchantId", "=", stage.merchantId)
      .where("orderId", "=", id)
      .executeTakeFirstOrThrow();
    const { price, ...rest } = agreement as unknown as { price: { fee: object; cost: object } };
    const broken = { ...rest, price: { ...price, fee: { ...price.fee, tierMode: "graduated" } } };
    await withoutAgreement(id, JSON.stringify(broken));
    expect((await capture(orderNo)).body.status).toBe("paid");
    expect(await waiting()).toMatchObject([{ orderId: id, reason: "unpriceable" }]);
    await stage.sweep();
    expect(await rowOf(orderNo)).toMatchObject({ feeAmount: "320" });
  });

  test("beyond what was asked for is priced like every other, and what is too much of the order is its surplus", async () => {
    const { orderNo } = await reserve();
    const row = await rowOf(orderNo);
    const taken = { id: unique("cap_"), amount: money(12_345n, "USD"), seq: 1 };
    const booked = await transact(stage.node, stage.caller, async (ctx) => {
      const [attempt] = await attemptRows(ctx, stage.merchantId, row.id);
      return bookCapture(ctx, row, attempt as AttemptRow, taken);
    });
    expect(booked).toMatchObject({
      change: { capturedAmount: "10000", surplusAmount: "2345" },
      figures: { settleAmount: "12345", isPriced: true },
    });
    expect(await waiting()).toEqual([]);
  });
});

describe("money that comes after the order was given up", () => {
  test("goes the way that was agreed on when the payment was sent", async () => {
    const own = (values: object) => changePrices(stage.app, "accountTerms", stage, values);
    await own({ lateSuccessPolicy: "auto_refund" });
    const { orderNo } = await order("201");
    await own({ lateSuccessPolicy: "accept" });
    await stage.shop.send("POST", `/v1/orders/${orderNo}/cancel`, { body: {} });
    const row = await rowOf(orderNo);
    expect(row.status).toBe("canceled");
    const [attempt] = await stage.attempts(row);
    const ref = { merchantId: stage.merchantId, orderId: row.id, attemptId: attempt?.id ?? "" };
    const taken = money(10_000n, "USD");
    await transact(stage.node, stage.caller, (ctx) =>
      applyOutcome(ctx, ref, capturedReport(taken, ctx.now), "notification"),
    );
    expect(await rowOf(orderNo)).toMatchObject({ status: "paid", lateSuccess: true, feeAmount: "320" });
    const dues = await stage.app.platform.db
      .selectFrom("paymentDues")
      .select(["kind", "amount", "heldAmount"])
      .where("merchantId", "=", stage.merchantId)
      .where("orderId", "=", row.id)
      .execute();
    expect(dues).toEqual([{ kind: "late_success", amount: "10000", heldAmount: "0" }]);
  });
});

describe("a payment that fails over", () => {
  test("never goes to an account that nothing prices", async () => {
    const rules = (values: object) => changePrices(stage.app, "feeRules", stage, values);
    await rules({ gatewayAccountId: stage.accounts.main });
    const { orderNo, status } = await order("102").finally(() => rules({ gatewayAccountId: null }));
    expect(status).not.toBe("paid");
    const row = await rowOf(orderNo);
    expect(row).toMatchObject({ capturedAmount: "0", attemptCount: 1 });
    expect(await atGateway(orderNo)).not.toContain("captured");
    expect(await stage.booked(row)).toEqual([]);
  });
});
