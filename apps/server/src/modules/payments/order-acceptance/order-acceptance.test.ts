import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { changePrices } from "../../../../test/price-seals.ts";
import { testCard } from "../../../../test/simulator.ts";

let stage: OrderStage;

beforeAll(async () => {
  stage = await buildOrderStage();
});
afterAll(() => stage?.close());

const db = () => stage.app.platform.db;

/** Sets the merchant's terms of payments from its own servers, for one test. */
async function withTerms<R>(values: object, work: () => Promise<R>): Promise<R> {
  const terms = () =>
    db()
      .updateTable("paymentTypeTerms")
      .where("merchantId", "=", stage.merchantId)
      .where("paymentType", "=", "server_to_server");
  await terms()
    .set(values as never)
    .execute();
  try {
    return await work();
  } finally {
    await terms().set({ requireCvc: true, requireThreeDs: false, limits: "[]", status: "enabled" }).execute();
  }
}

/** Sets the merchant's price rule, for one test. */
async function withRule<R>(values: object, work: () => Promise<R>): Promise<R> {
  const rule = (change: object) => changePrices(stage.app, "feeRules", stage, change);
  await rule(values);
  try {
    return await work();
  } finally {
    await rule({ minAmount: null, maxAmount: null, dailyAmount: null, threeDsPolicy: "inherit" });
  }
}

const refusalOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "taken",
    (error: { code?: string; message: string }) => error.code ?? error.message,
  );

/** What the gateway saw of an order. */
const seen = async (order: { readonly orderNo: string }) => (await stage.simulator.book(order.orderNo)).payments.length;

describe("a payment begins only as the merchant's settings allow", () => {
  test("not without the security code where it is demanded", async () => {
    const order = await stage.create();
    const bare = { card: testCard("001", { cvc: null }) };
    await withTerms({ requireCvc: true }, async () => {
      expect(await refusalOf(stage.confirm(order, bare))).toBe("coinOrder.cvcRequired");
    });
    expect(await seen(order)).toBe(0);
    await withTerms({ requireCvc: false }, async () => expect((await stage.confirm(order, bare)).status).toBe("paid"));
  });

  test("with 3-D Secure where the payment type demands it, whatever the merchant's server asks", async () => {
    const order = await stage.create();
    await withTerms({ requireThreeDs: true }, () => stage.confirm(order));
    const [attempt] = (await stage.attempts(order)) as unknown as { isThreeDsForced: boolean }[];
    expect(attempt?.isThreeDsForced).toBe(true);
  });

  test.each([
    ["always", {}, true],
    ["never", { threeDs: "force" }, false],
    ["inherit", {}, false],
  ] as const)("with 3-D Secure as the price rule says: %s", async (threeDsPolicy, details, isForced) => {
    const order = await stage.create();
    await withRule({ threeDsPolicy }, () => stage.confirm(order, details));
    const [attempt] = (await stage.attempts(order)) as unknown as { isThreeDsForced: boolean }[];
    expect(attempt?.isThreeDsForced).toBe(isForced);
  });

  test.each([
    [{ minAmount: "10001" }, "coinOrder.amountBelowMinimum"],
    [{ maxAmount: "9999" }, "coinOrder.amountAboveMaximum"],
    [{ dailyAmount: "9999" }, "coinOrder.dailyLimitReached"],
  ])("not beyond the limits %j of its price rule", async (values, code) => {
    const order = await stage.create();
    await withRule(values, async () => expect(await refusalOf(stage.confirm(order))).toBe(code));
    expect(await seen(order)).toBe(0);
    expect((await stage.confirm(order)).status).toBe("paid");
  });

  test("not beyond the day's limit of its type, of ten at once either", async () => {
    const orders = await Promise.all(Array.from({ length: 10 }, () => stage.create({ captureMethod: "automatic" })));
    const taken = await db()
      .selectFrom("coinOrders")
      .select((eb) => eb.fn.sum<string>("amount").as("sum"))
      .where("merchantId", "=", stage.merchantId)
      .where((eb) =>
        eb.or([eb("status", "in", ["paid", "pending"]), eb("awaitingReason", "in", ["capture", "authentication"])]),
      )
      .executeTakeFirstOrThrow();
    const dailyMax = String(Number(taken.sum) + 30_000);
    const limits = JSON.stringify([{ currency: "USD", perTransactionMax: null, dailyMax }]);
    const outcomes = await withTerms({ limits }, () =>
      Promise.all(orders.map((order) => refusalOf(stage.confirm(order)))),
    );
    expect(outcomes.filter((one) => one === "taken")).toHaveLength(3);
    expect(outcomes.filter((one) => one === "coinOrder.dailyLimitReached")).toHaveLength(7);
  });

  test("not of a merchant that was suspended, nor of a type that was switched off, after the order was made", async () => {
    const order = await stage.create();
    const merchant = () => db().updateTable("merchants").where("id", "=", stage.merchantId);
    await merchant().set({ status: "suspended", canPay: false }).execute();
    expect(await refusalOf(stage.confirm(order))).toBe("coinOrder.merchantMayNotPay");
    await merchant().set({ status: "active", canPay: true }).execute();
    await withTerms({ status: "disabled" }, async () =>
      expect(await refusalOf(stage.confirm(order))).toBe("coinOrder.typeNotOffered"),
    );
    expect(await seen(order)).toBe(0);
    expect((await stage.confirm(order)).status).toBe("paid");
  });
});

describe("a card that its issuer refused for good", () => {
  test.each(["111", "106"])(
    "(%s) is not sent again at that merchant, on no order, until thirty days are over",
    async (scenario) => {
      const first = await stage.create();
      await stage.confirm(first, { card: testCard(scenario) });
      const next = await stage.create();
      expect(await refusalOf(stage.confirm(next, { card: testCard(scenario) }))).toBe("coinOrder.cardFinallyDeclined");
      expect(await seen(next)).toBe(0);
      expect((await stage.confirm(next)).status).toBe("paid");
      await stage.pass(30 * 86_400 + 60);
      const later = await stage.create();
      await stage.confirm(later, { card: testCard(scenario) });
      expect(await seen(later)).toBe(1);
    },
  );

  test("for a wrong security code is tried three times on an order, and not a fourth time", async () => {
    const order = await stage.create();
    const wrong = { card: testCard("104") };
    for (let tries = 0; tries < 3; tries += 1) await stage.confirm(order, wrong);
    expect(await refusalOf(stage.confirm(order, wrong))).toBe("coinOrder.cardTriesUsedUp");
    expect(await seen(order)).toBe(3);
  });
});
