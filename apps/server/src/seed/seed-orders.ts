import { setTimeout as sleep } from "node:timers/promises";
import { Refusal } from "@countinghouse/contract/kit/refusal.ts";
import { money } from "@countinghouse/money/money.ts";
import { sql } from "kysely";
import { beginHistory } from "../modules/funds/ledger/index.ts";
import { recountReports } from "../modules/funds/report/index.ts";
import { createOrder, type OrderingApp, type PaymentDetails } from "../modules/payments/order-acceptance/index.ts";
import { forgetMerchantFailures, pauseMerchant } from "../modules/payments/order-follow-up/index.ts";
import {
  cancelOrder,
  confirmOrder,
  expireOrder,
  type OrderNode,
  type Requester,
  requestCapture,
  sendCapture,
} from "../modules/payments/order-processing/index.ts";
import { type OrderRef, readOrderRow } from "../modules/payments/order-record/index.ts";
import { recountOrders } from "../modules/payments/order-stats/index.ts";
import { requestRefund, sendRefund } from "../modules/payments/refund-processing/index.ts";
import { refOf } from "../modules/payments/refund-record/index.ts";
import { appActor } from "../platform/access/actor.ts";
import { installationKeys } from "../platform/crypto/installation-keys.ts";
import { transact } from "../platform/db/transact.ts";
import type { Platform } from "../platform/platform.ts";
import { type DemoEnding, demoConnector } from "./demo-orders.ts";
import { type DemoRefundPlan, type OrderPlan, planOrders, type TradingMerchant } from "./demo-plan.ts";
import { demoShops } from "./demo-shops.ts";
import { demoTenantName } from "./demo-words.ts";
import { seedDeliveries } from "./seed-deliveries.ts";
import { seedDeposits } from "./seed-deposits.ts";

/** Whoever starts the product signs in next, and comes first. */
const restMs = 4_000;
const minuteMs = 60_000;

/** Merchants of the demonstration that may be paid over the simulator. */
const payableMerchants = ({ db }: Pick<Platform, "db">): Promise<TradingMerchant[]> =>
  db
    .selectFrom("merchants")
    .innerJoin("tenants", "tenants.id", "merchants.tenantId")
    .innerJoin("coinApps", "coinApps.merchantId", "merchants.id")
    .select([
      "merchants.id as merchantId",
      "merchants.tenantId",
      "coinApps.id as appId",
      "coinApps.appNo",
      "merchants.currency",
      "merchants.timezone",
      "merchants.createTime as since",
      "merchants.legalName",
    ])
    .where("merchants.canPay", "=", true)
    .where("tenants.name", "in", Object.values(demoTenantName))
    .where("merchants.legalName", "in", Object.keys(demoShops))
    .orderBy("merchants.id")
    .execute();

/** Another node that started at the same moment was faster. */
function unlessMade(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error;
}

const request = {
  id: "demonstration",
  method: "POST",
  path: "/v1/orders",
  ip: "203.0.113.7",
  userAgent: "",
  locale: "en",
  queryNames: [],
  headers: {},
} as const;

const ordering = {
  mode: "test",
  maxAttempts: 5,
  orderExpireMinutes: 30,
  descriptor: null,
  defaultReturnUrl: null,
  defaultCancelUrl: null,
  defaultNotifyUrl: null,
} as const;

/** Something that happens to an order after it was made. */
interface Step {
  readonly at: number;
  run(): Promise<unknown>;
}

/** Everything one merchant's history is made with: a clock that moves from step to step, and gateways that answer. */
class History {
  readonly #platform: Platform;
  readonly #trade: TradingMerchant;
  readonly #caller: Requester;
  readonly #node: OrderNode;
  /** No step is taken from here on: what an order still waits for then is for the node itself. */
  readonly #end: number;
  #steps: Step[] = [];
  #now = new Date(0);
  #ending: DemoEnding = { kind: "captured" };
  #country: string | null = null;

  constructor(platform: Platform, trade: TradingMerchant) {
    this.#platform = platform;
    this.#trade = trade;
    this.#end = platform.clock.now().getTime();
    this.#caller = { actor: appActor(trade), request };
    const clock = { now: () => this.#now };
    const connector = demoConnector(
      () => this.#ending,
      () => this.#country,
    );
    const { seals } = installationKeys(platform.secret);
    this.#node = { platform, db: platform.db, clock, seals, enqueue: async () => {}, connectorOf: () => connector };
  }

  /** Numbers of the orders that are there already. */
  async made(): Promise<ReadonlySet<string>> {
    const orders = await this.#platform.db
      .selectFrom("coinOrders")
      .select("merchantOrderNo")
      .where("merchantId", "=", this.#trade.merchantId)
      .where("merchantOrderNo", "like", "SHOP-%")
      .execute();
    return new Set(orders.map((order) => order.merchantOrderNo));
  }

  /** Makes an order when its time has come, after everything that came before it. */
  async add(plan: OrderPlan): Promise<void> {
    await this.runUntil(plan.at);
    this.#now = new Date(plan.at);
    const app: OrderingApp = { ...this.#trade, ...ordering };
    const order = await transact(this.#node, this.#caller, (ctx) => createOrder(ctx, app, plan.order)).catch(
      unlessMade,
    );
    if (!order) return;
    const ref = { merchantId: this.#trade.merchantId, orderId: order.id };
    if (plan.canceledAt !== null)
      this.#plan(plan.canceledAt, () => cancelOrder(this.#node, this.#caller, ref, { by: "reasonPayer" }));
    else this.#planPayment(plan, ref, 0);
    if (plan.refund) this.#planRefund(plan.refund, ref);
  }

  /** Takes the steps that are due before an instant, the end of the history unless told. */
  async runUntil(until = Number.POSITIVE_INFINITY): Promise<void> {
    for (let step = this.#steps[0]; step && step.at <= until; step = this.#steps[0]) {
      this.#steps.shift();
      this.#now = new Date(step.at);
      await step.run();
    }
  }

  #plan(at: number, run: Step["run"]): void {
    if (at >= this.#end) return;
    this.#steps = [...this.#steps, { at, run }].sort((a, b) => a.at - b.at);
  }

  #planPayment(plan: OrderPlan, ref: OrderRef, index: number): void {
    const payment = plan.payments[index];
    const expiredAt = plan.at + (ordering.orderExpireMinutes + 1) * minuteMs;
    if (!payment) {
      this.#plan(expiredAt, () => expireOrder(this.#node, this.#caller, ref));
      return;
    }
    this.#plan(payment.at, async () => {
      this.#ending = payment.ending;
      this.#country = payment.country;
      const status = await this.#confirm(ref, payment.means);
      if (plan.capturedAt !== null && payment.ending.kind === "authorized") this.#planCapture(plan.capturedAt, ref);
      else if (status === "awaiting" || status === "created") this.#planPayment(plan, ref, index + 1);
    });
  }

  #planCapture(at: number, ref: OrderRef): void {
    this.#plan(at, async () => {
      const sending = await transact(this.#node, this.#caller, (ctx) => requestCapture(ctx, ref, {}));
      await sendCapture(this.#node, this.#caller, sending);
    });
  }

  /** Asked for by the shop; what it may not take back at that moment stays paid. */
  #planRefund({ at, percent, reason }: DemoRefundPlan, ref: OrderRef): void {
    this.#plan(at, async () => {
      const refund = await transact(this.#node, this.#caller, async (ctx) => {
        const order = await readOrderRow(ctx, ref);
        if (order?.status !== "paid") return undefined;
        const amount = money((BigInt(order.capturedAmount) * BigInt(percent)) / 100n, order.currency);
        return requestRefund(ctx, ref, { amount, reason });
      }).catch(unlessMade);
      if (refund?.status === "created") await sendRefund(this.#node, this.#caller, refOf(refund));
    });
  }

  /** A payment that no account takes is a part of life, in a demonstration as well. */
  async #confirm(ref: OrderRef, means: PaymentDetails): Promise<string> {
    try {
      return (await confirmOrder(this.#node, this.#caller, ref, means)).status;
    } catch (error) {
      if (error instanceof Refusal) return "created";
      throw error;
    }
  }
}

/** Longer than the history takes: a process that dies meanwhile leaves its merchants to the sweeps again. */
const historyMs = 60 * minuteMs;

/** Does something while no sweep of any node takes the past of a history that is being made for what was left behind. */
async function unswept(
  { db, clock }: Platform,
  trades: readonly TradingMerchant[],
  work: () => Promise<unknown>,
): Promise<void> {
  const until = new Date(clock.now().getTime() + historyMs);
  for (const { merchantId } of trades) await pauseMerchant(db, merchantId, until);
  try {
    await work();
  } finally {
    await forgetMerchantFailures(
      db,
      trades.map(({ merchantId }) => ({ merchantId, objectId: merchantId })),
    );
  }
}

/** Counts what is made, and says each quarter of it. */
function sayingProgress(count: number, say: (line: string) => void): () => void {
  let made = 0;
  return () => {
    const before = Math.floor((made * 4) / count);
    made += 1;
    const quarters = Math.floor((made * 4) / count);
    if (quarters > before && quarters < 4) say(`demo      ${quarters * 25} % of the orders are there`);
  };
}

/** What answers at once is no gateway: most take a quarter of a second, a few a whole one. */
async function seedLatencies({ db }: Platform, trades: readonly TradingMerchant[]): Promise<void> {
  for (const { merchantId } of trades)
    await db
      .updateTable("paymentAttempts")
      .set({ latencyMs: sql<number>`160 + (mod(abs(hashtext(id)::bigint), 1000) ^ 3 / 1100000)::integer` })
      .where("merchantId", "=", merchantId)
      .where("mode", "=", "test")
      .where("latencyMs", "=", 0)
      .execute();
}

/** How the history is made. */
export interface SeedingOrders {
  readonly signal?: AbortSignal;
  /** The share of the planned orders that is made; all of them unless told. */
  readonly share?: number;
  readonly say?: (line: string) => void;
}

/**
 * Gives the merchants of the demonstration a year of orders, made by the same functions as every order: priced, routed
 * and booked. In the test book, since no money ever moved. Ends early when it is told to; what an earlier start did not
 * come to is made by the next one.
 */
export async function seedOrders(
  platform: Platform,
  { signal, share = 1, say = () => {} }: SeedingOrders = {},
): Promise<void> {
  const trades = await payableMerchants(platform);
  const began = performance.now();
  const histories = await Promise.all(
    trades.map(async (trade) => {
      const plans = planOrders(platform, trade, share);
      const history = new History(platform, trade);
      const made = await history.made();
      return {
        history,
        missing: made.size < plans.length ? plans.filter(({ order }) => !made.has(order.merchantOrderNo)) : [],
      };
    }),
  );
  const count = histories.reduce((sum, { missing }) => sum + missing.length, 0);
  if (count === 0) return;
  say(`demo      a year of ${count} orders is being made beside your work`);
  await beginHistory(platform);
  const made = sayingProgress(count, say);
  await unswept(platform, trades, () =>
    // Side by side: each has books of its own.
    Promise.all(
      histories.map(async ({ history, missing }) => {
        for (const plan of missing) {
          if (signal?.aborted) break;
          await history.add(plan);
          made();
        }
        // What was begun is brought to its end, also where the rest is left for the next start.
        await history.runUntil();
      }),
    ),
  );
  await seedLatencies(platform, trades);
  if (signal?.aborted) return;
  await seedDeliveries(platform, trades);
  await seedDeposits(platform, trades);
  await recountOrders(platform.db, platform.clock.now());
  await recountReports(platform.db, platform.clock.now());
  say(`demo      ${count} orders made in ${Math.round((performance.now() - began) / 1000)} s`);
}

/** Makes the history, or what is missing of it, while the node is at work already; answers how to stop. */
export function seedOrdersBeside(platform: Platform, say: (line: string) => void): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const made = sleep(restMs, undefined, { signal })
    .then(() => seedOrders(platform, { signal, say }))
    .catch((error: unknown) => {
      if (!signal.aborted) platform.logger.warn({ err: error }, "the demonstration's orders were not all made");
    });
  return async () => {
    stopping.abort();
    await made;
  };
}
