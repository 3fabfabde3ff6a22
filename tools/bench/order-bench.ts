import { coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { refreshOrderSlots } from "../../apps/server/src/modules/payments/order-stats/index.ts";
import { queryBuilder } from "../../apps/server/src/platform/db/pool.ts";
import type { Course } from "./course.ts";
import { type ListResult, measureLists } from "./list-bench.ts";
import { sayGrowth, sayLists } from "./list-report.ts";
import { type ExportResult, exportBudget, measureExport } from "./order-export-bench.ts";
import { makeOrderParties, makeOrders } from "./order-rows.ts";
import { type OrderAsking, orderListWorks, orderReadWorks, type Sought } from "./order-works.ts";
import { say, table, verdict } from "./report.ts";
import { merchantAccount } from "./rows.ts";
import { type Stage, signIn } from "./stage.ts";

const dayMs = 86_400_000;
const yearMs = 365 * dayMs;
/** Maximum number of exported orders. */
const exportedMax = 1_000_000;

/** Creates the orders, refreshes their counts, and prints duration and size. */
async function prepareOrders(stage: Stage, rows: number): Promise<void> {
  const started = performance.now();
  await makeOrders(stage.owner, rows, stage.tenantId);
  const made = performance.now();
  await refreshOrderSlots(queryBuilder(stage.bare), new Date());
  await stage.owner.query("VACUUM ANALYZE order_slots, order_totals");
  const { rows: sizes } = await stage.owner.query<{ bytes: string }>(
    "SELECT pg_database_size(current_database()) AS bytes",
  );
  const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(0);
  say(
    `\n${rows.toLocaleString("en")} orders: made in ${seconds(started, made)} s, counted for the reports in ${seconds(made, performance.now())} s, ` +
      `the database holds ${(Number(sizes[0]?.bytes) / 1e9).toFixed(1)} GB`,
  );
}

/** A paid card order of the largest merchant with a complete history. */
async function soughtOrder(stage: Stage): Promise<Sought> {
  const { rows } = await stage.owner.query<Sought>(`
    SELECT o.id, o.merchant_id AS "merchantId", o.order_no AS "orderNo", o.merchant_order_no AS "merchantOrderNo",
      o.transaction_no AS "transactionNo", a.attempt_no AS "attemptNo", o.email, o.ip, o.card_bin AS "cardBin", o.card_last4 AS "cardLast4"
    FROM coin_orders o JOIN payment_attempts a ON a.merchant_id = o.merchant_id AND a.order_id = o.id
    WHERE o.mode = 'live' AND o.status = 'paid' AND o.card_bin <> '999999'
      AND o.merchant_id = (SELECT merchant_id FROM users WHERE account = '${merchantAccount}')
    ORDER BY o.order_time DESC, o.id DESC LIMIT 1`);
  const [sought] = rows;
  if (!sought) throw new Error("the largest merchant has no paid card order");
  return sought;
}

async function askingOf(stage: Stage): Promise<OrderAsking> {
  const { api } = stage;
  const platform = await signIn(api);
  const deep = { page: 100, pageSize: 100 };
  const { nextCursor } = await api.call<{ nextCursor: string }>(coinOrder, "page", deep, platform);
  const today = Math.floor(Date.now() / dayMs) * dayMs;
  const daysAgo = (days: number) => new Date(today - days * dayMs).toISOString();
  return {
    platform,
    merchant: await signIn(api, merchantAccount),
    sought: await soughtOrder(stage),
    deepCursor: nextCursor,
    month: [daysAgo(60), daysAgo(30)],
    year: [daysAgo(364), daysAgo(-1)],
  };
}

function sayExports(exports: readonly ExportResult[]): void {
  say("\nExport of orders to CSV as a user's job, beside COPY TO STDOUT of the same columns");
  say(`budgets: at least ${exportBudget.share * 100} % of the speed of COPY, node at most ${exportBudget.peakMib} MiB`);
  const columns = [
    { heading: "orders", decimals: 0 },
    { heading: "export s", decimals: 1 },
    { heading: "COPY s", decimals: 1 },
    { heading: "% of COPY", decimals: 0 },
    { heading: "file MB", decimals: 0 },
    { heading: "node MiB before", decimals: 0 },
    { heading: "at most", decimals: 0 },
    { heading: "look-up p50 ms", decimals: 1 },
    { heading: "longest", decimals: 0 },
    { heading: "verdict" },
  ];
  const row = (r: ExportResult) => [
    r.rows,
    r.seconds,
    r.copySeconds,
    r.share * 100,
    r.fileMb,
    r.idleMib,
    r.peakMib,
    r.lookupP50,
    r.lookupLongest,
    verdict({ speed: r.share < exportBudget.share, memory: r.peakMib > exportBudget.peakMib }),
  ];
  say(table(columns, exports.map(row)));
}

/** Orders at every scale: lists, totals, one order, attempts, journals and reports. */
export async function orderWorks({ stage, scales, startClock }: Course): Promise<object> {
  const orders: ListResult[] = [];
  const exports: ExportResult[] = [];
  await makeOrderParties(stage.owner, stage.tenantId);
  for (const rows of scales) {
    await prepareOrders(stage, rows);
    const asking = await askingOf(stage);
    const lists = await measureLists(stage, rows, orderListWorks(asking), startClock());
    sayLists("Orders, a page of 20 with its total", rows, lists);
    const reads = await measureLists(stage, rows, orderReadWorks(asking), startClock());
    sayLists("Totals, single orders, attempts, journals and reports", rows, reads);
    orders.push(...lists, ...reads);
    const from = new Date(Date.now() - yearMs * Math.min(1, exportedMax / rows)).toISOString();
    exports.push(await measureExport(stage, { from, orderId: asking.sought.id, session: asking.platform }));
  }
  sayGrowth(orders, scales);
  sayExports(exports);
  return { orders, exports };
}
