import { setTimeout as sleep } from "node:timers/promises";
import type { Kysely } from "kysely";
import { beginHistory } from "../modules/funds/ledger/index.ts";
import { recountReports } from "../modules/funds/report/index.ts";
import { addTally } from "../modules/gateways/routing/index.ts";
import { readSettings } from "../modules/payments/order-acceptance/index.ts";
import { recountOrders } from "../modules/payments/order-stats/index.ts";
import type { Tables } from "../platform/db/tables.ts";
import type { Platform } from "../platform/platform.ts";
import { type OrderPlan, planOrders, type TradingMerchant } from "./demo-plan.ts";
import { demoShops } from "./demo-shops.ts";
import { demoTenantName } from "./demo-words.ts";
import { captureReserved } from "./history/history-capture.ts";
import { MerchantHistory } from "./history/history-merchant.ts";
import { cancel, closedAfterMs, expire, type HistoryOrder, makeOrder } from "./history/history-order.ts";
import { pay } from "./history/history-payment.ts";
import { refund } from "./history/history-refund.ts";
import { HistoryRows } from "./history/history-rows.ts";
import { HistorySettlement } from "./history/history-settlement.ts";
import { HistoryWithdrawals } from "./history/history-withdrawal.ts";
import { seedBankStatements } from "./seed-bank-statements.ts";
import { seedDeliveries } from "./seed-deliveries.ts";
import { seedDeposits } from "./seed-deposits.ts";
import { seedFiles } from "./seed-files.ts";
import { seedPayoutOrders } from "./seed-payout-orders.ts";
import { seedSettlementFiles } from "./seed-settlement-files.ts";
import { withdrawalParties } from "./seed-withdrawals.ts";

/** Whoever starts the product signs in next, and comes first. */
const restMs = 4_000;

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

/** Plans an order of a merchant with everything that happens to it. */
function planOrder(
  history: MerchantHistory,
  orders: Map<string, HistoryOrder>,
  settlement: HistorySettlement,
  plan: OrderPlan,
): void {
  history.plan(plan.at, () => {
    const order = makeOrder(history, plan.order);
    orders.set(order.row.id, order);
    if (plan.canceledAt !== null) history.plan(plan.canceledAt, () => cancel(history, order));
    else planPayment(history, order, plan, 0);
    const { refund: goesBack } = plan;
    if (goesBack) history.plan(goesBack.at, () => refund(history, order, goesBack, settlement));
  });
}

/** The tries of the payer one after the other; what is not paid by then is closed when its time has passed. */
function planPayment(history: MerchantHistory, order: HistoryOrder, plan: OrderPlan, index: number): void {
  const payment = plan.payments[index];
  if (!payment) {
    history.plan(plan.at + closedAfterMs, () => expire(history, order));
    return;
  }
  history.plan(payment.at, async () => {
    const mayTryAgain = await pay(history, order, payment);
    if (order.row.awaitingReason === "capture" && plan.capturedAt !== null)
      history.plan(plan.capturedAt, () => captureReserved(history, order));
    else if (mayTryAgain || order.row.awaitingReason !== null) planPayment(history, order, plan, index + 1);
  });
}

/** Takes a breath where a stretch of work took so long: whoever uses the product is served meanwhile. */
function breathing(signal: AbortSignal | undefined): () => Promise<void> {
  const stretchMs = 12;
  let began = performance.now();
  return async () => {
    signal?.throwIfAborted();
    if (performance.now() - began < stretchMs) return;
    await sleep(1);
    began = performance.now();
  };
}

/** Whether a merchant has a book already: somebody pays there, or another node was faster. */
const hasBook = async (db: Kysely<Tables>, { merchantId }: TradingMerchant): Promise<boolean> =>
  (await db.selectFrom("ledgerBooks").select("seq").where("merchantId", "=", merchantId).executeTakeFirst()) !==
  undefined;

/** How the history is made. */
export interface SeedingOrders {
  readonly signal?: AbortSignal;
  /** The share of the planned orders that is made; all of them unless told. */
  readonly share?: number;
  readonly say?: (line: string) => void;
}

/**
 * Gives the merchants of the demonstration a year of orders with their payments, refunds, postings and settlements, in the
 * test book, since no money ever moved. All of it is reckoned in memory by the rules by which it is reckoned for every order,
 * and written in a few statements for each merchant, in one transaction: a merchant has its whole history or none, and what
 * an earlier start did not come to is made by the next one.
 */
export async function seedOrders(
  platform: Platform,
  { signal, share = 1, say = () => {} }: SeedingOrders = {},
): Promise<void> {
  const { db, clock } = platform;
  const trades = await payableMerchants(platform);
  const began = performance.now();
  await seedFiles(platform);
  await beginHistory(platform);
  let count = 0;
  for (const trade of trades) count += await seedMerchantHistory(platform, trade, { signal, share });
  await seedDeliveries(platform, trades);
  await seedDeposits(platform, trades);
  await seedSettlementFiles(platform, trades);
  await seedBankStatements(platform, trades);
  await seedPayoutOrders(platform, trades);
  if (count === 0) return;
  await recountOrders(db, clock.now());
  await recountReports(db, clock.now());
  const seconds = Math.round((performance.now() - began) / 100) / 10;
  say(`demo      a year of ${count} orders made in ${seconds} s`);
}

async function seedMerchantHistory(
  platform: Platform,
  trade: TradingMerchant,
  { signal, share }: { readonly signal: AbortSignal | undefined; readonly share: number },
): Promise<number> {
  const { db, clock } = platform;
  if (await hasBook(db, trade)) return 0;
  const { merchantId, appId } = trade;
  const settings = await readSettings({ db } as never, { merchantId, appId, type: "hosted_page" });
  const rows = new HistoryRows();
  const history = new MerchantHistory({ platform, db, rows }, { trade, settings });
  const orders = new Map<string, HistoryOrder>();
  const settlement = new HistorySettlement(history, orders);
  for (const plan of planOrders(platform, trade, share)) planOrder(history, orders, settlement, plan);
  const parties = await withdrawalParties(platform, trade);
  const place = Object.keys(demoShops).indexOf(trade.legalName);
  new HistoryWithdrawals(history, settlement, parties).plan(clock.now().getTime(), place);
  await history.run(breathing(signal));
  await db.transaction().execute(async (tx) => {
    await rows.write(tx);
    await addTally(tx, history.tally, clock.now());
  });
  return orders.size;
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
