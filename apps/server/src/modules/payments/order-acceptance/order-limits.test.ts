import { money } from "@countinghouse/money/money.ts";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { capturedReport } from "../../../../test/captured-report.ts";
import { buildOrderStage, type OrderStage } from "../../../../test/order-stage.ts";
import { changePrices } from "../../../../test/price-seals.ts";
import { publishRate } from "../../../../test/rates.ts";
import { testCard } from "../../../../test/simulator.ts";
import { buildFeeRule } from "../../../../test/terms.ts";
import { flushCalls } from "../../gateways/routing/index.ts";
import { applyNotification } from "../order-follow-up/index.ts";
import { confirmOrder } from "../order-processing/index.ts";
import type { AttemptRow } from "../payment-attempt/index.ts";

let stage: OrderStage;

beforeAll(async () => {
  stage = await buildOrderStage();
});
afterAll(() => stage?.close());

afterEach(async () => {
  await limitType(null);
  await limitRules(null);
});

const db = () => stage.app.platform.db;

const codeOf = (work: Promise<{ readonly status: string }>): Promise<string> =>
  work.then(
    ({ status }) => status,
    (error: { code?: string; message: string }) => error.code ?? error.message,
  );

/** The payment type's limit of a day, 150.00: one payment of a test and not two. */
const limitType = (dailyMax: string | null) =>
  db()
    .updateTable("paymentTypeTerms")
    .set({ limits: JSON.stringify(dailyMax === null ? [] : [{ currency: "USD", perTransactionMax: null, dailyMax }]) })
    .where("merchantId", "=", stage.merchantId)
    .execute();

const limitRules = (dailyAmount: string | null) => changePrices(stage.app, "feeRules", stage, { dailyAmount });

/** Moves on to ten minutes before the end of a day on which nothing was paid yet. */
async function beforeMidnight(): Promise<void> {
  const now = stage.app.clock.now();
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 2);
  await stage.pass((midnight - now.getTime()) / 1_000 - 600);
}

describe.each([
  ["a payment type", limitType],
  ["a price rule", limitRules],
])("the day's limit of %s", (_what, limit) => {
  test("counts a payment on the day it was made, whenever its order was", async () => {
    await beforeMidnight();
    const [first, second, third] = [await stage.create(), await stage.create(), await stage.create()];
    await limit("15000");
    expect(await codeOf(stage.confirm(third))).toBe("paid");
    await stage.pass(900);
    // What was paid before midnight counts no more; what is paid after it does, though its order is of the day before.
    expect(await codeOf(stage.confirm(first))).toBe("paid");
    expect(await codeOf(stage.confirm(second))).toBe("coinOrder.dailyLimitReached");
    await limit(null);
    expect(await codeOf(stage.confirm(second))).toBe("paid");
  }, 60_000);

  test("counts what was captured of a reservation whose rest was released", async () => {
    await beforeMidnight();
    await stage.pass(900);
    const order = await stage.pay("001", { captureMethod: "manual" });
    await limit("15000");
    expect(await codeOf(stage.pay("001"))).toBe("coinOrder.dailyLimitReached");
    await stage.shop.send("POST", `/v1/orders/${order.orderNo}/capture`, { body: { amount: 3_000 } });
    expect(await codeOf(stage.pay("001"))).toBe("paid");
    await limit(null);
  }, 60_000);

  test("counts a payment that its gateway took twice as the one it is", async () => {
    await beforeMidnight();
    await stage.pass(900);
    const order = await stage.pay("001");
    const [attempt] = (await stage.attempts(order)) as unknown as AttemptRow[];
    const now = stage.app.clock.now();
    await applyNotification(stage.node, {
      gatewayAccountId: stage.accounts.main,
      eventId: "evt",
      eventType: "payment.captured",
      occurredAt: now.toISOString(),
      facts: [
        {
          subject: "payment",
          orderNo: order.orderNo,
          attemptNo: attempt?.attemptNo ?? null,
          merchantId: stage.merchantId,
          upstreamSeq: 1,
          outcome: { ...capturedReport(money(10_000n, "USD"), now), upstreamAttemptId: `twin_${order.id}` },
        },
      ],
    });
    expect(await stage.attempts(order)).toMatchObject([{ status: "captured", isDuplicate: true }]);
    await limit("15000");
    expect(await codeOf(stage.pay("001"))).toBe("coinOrder.dailyLimitReached");
  }, 60_000);
});

describe("the day's limit of a price rule in another currency than the payment's", () => {
  test("counts what is reserved and on its way by the exchange that was agreed on", async () => {
    await beforeMidnight();
    await stage.pass(900);
    await publishRate(stage.app, "1.2500");
    await stage.pass(1);
    // 200.00 EUR are 250.00 USD: one payment of the day, and not two.
    const asked = { amount: money(20_000n, "EUR"), captureMethod: "manual" } as const;
    await limitRules("40000");
    const first = await stage.pay("001", asked);
    expect(first.status).toBe("awaiting");
    expect(await codeOf(stage.pay("001", asked))).toBe("coinOrder.dailyLimitReached");
    await stage.shop.send("POST", `/v1/orders/${first.orderNo}/void`, { body: {} });
    expect(await codeOf(stage.pay("001", asked))).toBe("awaiting");
  }, 60_000);
});

/** The main account's caps of a day. */
const limitAccount = (caps: { readonly dailyAmount?: string; readonly dailyCount?: number } | null) =>
  db()
    .updateTable("gatewayAccounts")
    .set({
      limits: JSON.stringify(
        caps === null
          ? []
          : [
              {
                currency: "USD",
                min: null,
                max: null,
                dailyAmount: null,
                dailyCount: null,
                monthlyAmount: null,
                ...caps,
              },
            ],
      ),
    })
    .where("id", "=", stage.accounts.main)
    .execute();

const switchBackup = (status: "enabled" | "disabled") =>
  db().updateTable("gatewayAccounts").set({ status }).where("id", "=", stage.accounts.backup).execute();

describe("the day's limit of an account", () => {
  test.each([
    ["its amount", { dailyAmount: "15000" }],
    ["its number", { dailyCount: 1 }],
  ])(
    "counts payments that are under way, by %s",
    async (_what, caps) => {
      await beforeMidnight();
      await stage.pass(900);
      await switchBackup("disabled");
      await limitAccount(caps);
      const pending = await stage.create();
      expect(await codeOf(stage.confirm(pending, { card: testCard("003") }))).not.toBe("coinOrder.noRoute");
      expect(await codeOf(stage.pay("001"))).toBe("coinOrder.noRoute");
      await stage.pass(120);
      await flushCalls(stage.app.platform);
      expect((await stage.read(pending)).status).toBe("paid");
      expect(await codeOf(stage.pay("001"))).toBe("coinOrder.noRoute");
      await limitAccount(null);
      await switchBackup("enabled");
    },
    60_000,
  );

  test("counts a payment once that a notification decided before its answer came", async () => {
    await beforeMidnight();
    await stage.pass(900);
    const day = stage.app.clock.now().toISOString().slice(0, 10);
    const usedOf = async () => {
      await flushCalls(stage.app.platform);
      const rows = await db()
        .selectFrom("routeUsages")
        .select("payments")
        .where("gatewayAccountId", "=", stage.accounts.main)
        .where("merchantId", "=", stage.merchantId)
        .where("period", "=", day)
        .execute();
      return rows.reduce((sum, { payments }) => sum + Number(payments), 0);
    };
    const order = await stage.pay("506");
    const [attempt] = (await stage.attempts(order)) as unknown as AttemptRow[];
    const before = await usedOf();
    const tell = () =>
      applyNotification(stage.node, {
        gatewayAccountId: stage.accounts.main,
        eventId: "evt",
        eventType: "payment.captured",
        occurredAt: stage.app.clock.now().toISOString(),
        facts: [
          {
            subject: "payment",
            orderNo: order.orderNo,
            attemptNo: attempt?.attemptNo ?? null,
            merchantId: stage.merchantId,
            upstreamSeq: 1,
            outcome: {
              ...capturedReport(money(10_000n, "USD"), stage.app.clock.now()),
              upstreamAttemptId: attempt?.upstreamAttemptId ?? null,
            },
          },
        ],
      });
    await tell();
    await tell();
    expect((await stage.read(order)).status).toBe("paid");
    expect(await usedOf()).toBe(before + 1);
    await stage.pass(3_000);
    expect(await usedOf()).toBe(before + 1);
  }, 60_000);

  test("counts a payment on the day its attempt began, though its outcome was told after midnight", async () => {
    await beforeMidnight();
    await stage.pass(595);
    await stage.pay("003");
    const day = stage.app.clock.now().toISOString().slice(0, 10);
    await stage.pass(120);
    await flushCalls(stage.app.platform);
    const used = await db()
      .selectFrom("routeUsages")
      .select(["period", "payments"])
      .where("gatewayAccountId", "=", stage.accounts.main)
      .where("merchantId", "=", stage.merchantId)
      .where("period", "=", day)
      .execute();
    const before = await db()
      .selectFrom("paymentAttempts")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("gatewayAccountId", "=", stage.accounts.main)
      .where("startedTime", ">=", `${day}T00:00:00Z`)
      .where("startedTime", "<", `${day}T23:59:59.999Z`)
      .executeTakeFirstOrThrow();
    expect(used).toEqual([{ period: day, payments: Number(before.count) }]);
  }, 60_000);
});

describe("a second account within the same visit", () => {
  test("is not taken beyond the day's limit of its price", async () => {
    const owner = { tenantId: stage.place.tenantId, merchantId: stage.merchantId };
    const { backup } = stage.accounts;
    const id = await buildFeeRule(stage.app, owner, { currency: "USD", gatewayAccountId: backup, dailyAmount: "9999" });
    expect(id).toBeTruthy();
    const order = await stage.create();
    await stage.confirm(order, { card: testCard("102") });
    expect((await stage.attempts(order)).map(({ trigger, status }) => [trigger, status])).toEqual([
      ["payer", "declined"],
    ]);
    await changePrices(stage.app, "feeRules", { gatewayAccountId: backup }, { dailyAmount: null });
    const other = await stage.create();
    expect((await stage.confirm(other, { card: testCard("102") })).status).toBe("paid");
  }, 60_000);

  test("is not asked for a merchant that was suspended meanwhile", async () => {
    const order = await stage.create();
    const canPay = (value: boolean) =>
      db()
        .updateTable("merchants")
        .set({ canPay: value, status: value ? "active" : "suspended" })
        .where("id", "=", stage.merchantId)
        .execute();
    const connectorOf: typeof stage.node.connectorOf = (code) => {
      const real = stage.node.connectorOf(code);
      return {
        ...real,
        pay: async (account, call) => {
          const outcome = await real.pay(account, call);
          await canPay(false);
          return outcome;
        },
      };
    };
    const ref = { merchantId: stage.merchantId, orderId: order.id };
    const details = { method: "card", card: testCard("102") };
    await confirmOrder({ ...stage.node, connectorOf }, stage.caller, ref, details).finally(() => canPay(true));
    expect(await stage.attempts(order)).toHaveLength(1);
  }, 60_000);
});
