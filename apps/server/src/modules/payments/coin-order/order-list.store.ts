import { declineRules } from "@countinghouse/contract/decline-rules.ts";
import { filterInputName } from "@countinghouse/contract/kit/list.ts";
import { type CoinOrder, coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { summaryLimit } from "@countinghouse/contract/payments/coin-order/order-counts.ts";
import { OrderStatus } from "@countinghouse/contract/payments/coin-order/order-enumerations.ts";
import type { CurrencyCode } from "@countinghouse/money/currency.ts";
import { type RawBuilder, sql } from "kysely";
import { type ListRequest, type Page, pageQuery, whereFilters } from "../../../platform/db/list-query.ts";
import { from } from "../../../platform/db/scoped.ts";
import type { Context } from "../../../platform/http/context.ts";
import { ofVisibleMerchants } from "../../merchants/merchant/index.ts";
import { tallyOrders } from "../order-stats/index.ts";
import { masked } from "./personal.policy.ts";

const spec = coinOrder.operations.page.list;

const plainColumns = [
  "coinOrders.id",
  "coinOrders.orderNo",
  "coinOrders.merchantId",
  "coinOrders.appId",
  "coinOrders.merchantOrderNo",
  "coinOrders.mode",
  "coinOrders.type",
  "coinOrders.origin",
  "coinOrders.paymentType",
  "coinOrders.status",
  "coinOrders.awaitingReason",
  "coinOrders.currency",
  "coinOrders.amount",
  "coinOrders.capturedAmount",
  "coinOrders.refundedAmount",
  "coinOrders.refundStatus",
  "coinOrders.disputeStatus",
  "coinOrders.settlementStatus",
  "coinOrders.settleCurrency",
  "coinOrders.settleAmount",
  "coinOrders.feeAmount",
  "coinOrders.netAmount",
  "coinOrders.email",
  "coinOrders.country",
  "coinOrders.paymentMethod",
  "coinOrders.methodCategory",
  "coinOrders.gatewayId",
  "coinOrders.gatewayAccountId",
  "coinOrders.channelId",
  "coinOrders.transactionNo",
  "coinOrders.cardBrand",
  "coinOrders.cardBin",
  "coinOrders.cardLast4",
  "coinOrders.cardCountry",
  "coinOrders.captureMethod",
  "coinOrders.captureDeadline",
  "coinOrders.attemptCount",
  "coinOrders.failureCode",
  "coinOrders.lateSuccess",
  "coinOrders.riskDecision",
  "coinOrders.domain",
  "coinOrders.ip",
  "coinOrders.orderTime",
  "coinOrders.expireTime",
  "coinOrders.paidTime",
  "coinOrders.canceledTime",
  "coinOrders.version",
] as const;

/** Orders in the actor's scope. */
export function ordersInScope(ctx: Context) {
  const query = from(ctx, "coinOrders");
  const condition = ofVisibleMerchants(ctx, "coinOrders.merchantId");
  return condition ? query.where(condition) : query;
}

type OrderQuery = ReturnType<typeof ordersInScope>;

export const nameOf = (table: "merchants" | "gateways" | "gatewayAccounts", column: string) =>
  sql<string | null>`(SELECT named.name FROM ${sql.table(table)} named WHERE named.id = ${sql.ref(column)})`;

/** Decline codes set by an issuer, a gateway or us; with other codes the payer gave up. */
const declines = Object.entries(declineRules)
  .filter(([, { category }]) => category !== "payer")
  .map(([code]) => sql.lit(code));

/** Whether the last attempt was declined, and the order waits for another one or has ended without. */
export const isDeclined = sql<boolean>`(coin_orders.failure_code IS NOT NULL AND coin_orders.failure_code IN (${sql.join(declines)})
  AND (coin_orders.status IN ('failed', 'canceled') OR coin_orders.awaiting_reason IS NOT DISTINCT FROM 'retry'))`;

/** Orders in scope, with the names of what they refer to. */
export const describedOrders = (ctx: Context) =>
  ordersInScope(ctx).select([
    ...plainColumns,
    isDeclined.as("isDeclined"),
    nameOf("merchants", "coinOrders.merchantId").as("merchantName"),
    nameOf("gateways", "coinOrders.gatewayId").as("gatewayName"),
    nameOf("gatewayAccounts", "coinOrders.gatewayAccountId").as("gatewayAccountName"),
  ]);

export const orderColumn = (field: string): RawBuilder<unknown> =>
  field === "isDeclined" ? isDeclined : sql.ref(`coinOrders.${field}`);
export const orderKey = sql.ref("coinOrders.id");

export async function pageOrders(ctx: Context, input: ListRequest): Promise<Page<CoinOrder>> {
  const options = { spec, input, columnOf: orderColumn, id: orderKey, steady: "coinOrders" as const };
  const page = await pageQuery(ctx, () => describedOrders(ctx), options);
  return { ...page, items: page.items.map((row) => masked(row)) };
}

/** Orders that match the filters, ignoring some of them. */
const matching = (ctx: Context, input: object, without: readonly string[] = []) => {
  const filters = Object.fromEntries(Object.entries(spec.filters).filter(([name]) => !without.includes(name)));
  return whereFilters(ordersInScope(ctx), { ...spec, filters }, input, orderColumn);
};

const isWithinLimit = (count: number): boolean => count <= summaryLimit;

interface CurrencySums {
  readonly currency: CurrencyCode;
  readonly count: number;
  readonly paidCount: number;
  readonly amount: string;
  readonly capturedAmount: string;
  readonly refundedAmount: string;
}

/**
 * Count and sums per currency of all matching orders. Up to the limit they are summed directly; beyond it they come
 * from precomputed counts. Where those do not cover the filters, the result is that of the newest orders, limit plus
 * one, and marked as partial.
 */
export async function summariseOrders(ctx: Context, input: object) {
  const counted = (await areMany(ctx, input)) ? await countedSums(ctx, input) : undefined;
  if (counted) return { currencies: counted, isExact: true };
  const rows = matching(ctx, input)
    .orderBy("coinOrders.orderTime", "desc")
    .limit(summaryLimit + 1)
    .select([
      "coinOrders.currency",
      "coinOrders.amount",
      "coinOrders.capturedAmount",
      "coinOrders.refundedAmount",
      "coinOrders.paidTime",
    ]);
  const { rows: currencies } = await sql<CurrencySums>`
    SELECT currency, count(*) AS count, count(paid_time) AS paid_count, sum(amount)::text AS amount,
           sum(captured_amount)::text AS captured_amount, sum(refunded_amount)::text AS refunded_amount
      FROM (${rows}) AS matching GROUP BY currency ORDER BY count(*) DESC, currency`.execute(ctx.db);
  const isExact = isWithinLimit(currencies.reduce((sum, { count }) => sum + count, 0));
  return { currencies, isExact };
}

/** Whether more orders match than are summed directly; answered by an index-only scan. */
async function areMany(ctx: Context, input: object): Promise<boolean> {
  if (asksForMore(input, countedBy)) return false;
  const one = matching(ctx, input).select(sql`1`.as("one")).limit(1).offset(summaryLimit);
  return (await one.executeTakeFirst()) !== undefined;
}

const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

interface CountedBy {
  readonly mode: "live" | "test";
  readonly orderTimeRange?: readonly [string | null, string | null] | null;
  readonly merchantId?: readonly string[] | null;
  readonly currency?: readonly string[] | null;
  readonly origin?: readonly string[] | null;
}

/** Filters that the precomputed counts support. */
const countedBy = ["mode", "orderTimeRange", "merchantId", "currency", "origin"];

/** Whether the filters match an imported order: the precomputed counts leave those out. */
async function matchImported(ctx: Context, input: CountedBy): Promise<boolean> {
  if (input.origin?.length) return input.origin.includes("import");
  const one = matching(ctx, input).where("coinOrders.origin", "=", "import").select("coinOrders.id").limit(1);
  return (await one.executeTakeFirst()) !== undefined;
}

/** Whether a request has filters other than these. */
function asksForMore(input: object, than: readonly string[]): boolean {
  const filters = Object.entries(spec.filters).map(([name, filter]) => filterInputName(name, filter));
  const isGiven = (value: unknown) => value !== null && value !== undefined && value !== "" && !isEmpty(value);
  return Object.entries(input).some(
    ([name, value]) => filters.includes(name) && isGiven(value) && !than.includes(name),
  );
}

/** Sums from precomputed counts; undefined where they do not cover the filters. */
async function countedSums(ctx: Context, input: object): Promise<CurrencySums[] | undefined> {
  if (await matchImported(ctx, input as CountedBy)) return undefined;
  const { mode, orderTimeRange, merchantId, currency } = input as CountedBy;
  const [from, to] = orderTimeRange ?? [null, null];
  const tallies = await tallyOrders(ctx, { mode, from, to, merchantIds: merchantId ?? [] });
  return tallies
    ?.filter((tally) => !currency?.length || currency.includes(tally.currency))
    .map(({ orders, paid, captured, refunded, ...tally }) => ({
      currency: tally.currency,
      count: orders,
      paidCount: paid,
      amount: tally.amount,
      capturedAmount: captured,
      refundedAmount: refunded,
    }));
}

/** Filters that the indexes by status cover too. */
const countedByStatus = ["mode", "orderTimeRange", "merchantId"];
const statusFilters = ["status", "awaitingReason", "isDeclined"];

interface StatusCount {
  readonly status: CoinOrder["status"];
  readonly awaitingReason: CoinOrder["awaitingReason"];
  readonly count: number;
}

/** Counts each status up to the limit on its own index, so that a rare status is exact beside a frequent one. */
function eachStatus(any: OrderQuery): RawBuilder<StatusCount> {
  const parts = OrderStatus.members.map(({ value }) => {
    // Only these statuses have a reason and are filtered by it.
    if (value === "awaiting") {
      const waiting = any.where("coinOrders.awaitingReason", "is not", null).select("coinOrders.awaitingReason");
      return sql`
        SELECT ${value}::text AS status, awaiting_reason, count(*) AS count
          FROM (${waiting.limit(summaryLimit + 1)}) AS matching GROUP BY awaiting_reason`;
    }
    const rows = any.where("coinOrders.status", "=", value).select(sql`1`.as("one"));
    return sql`
      SELECT ${value}::text AS status, NULL::text AS awaiting_reason, count(*) AS count
        FROM (${rows.limit(summaryLimit + 1)}) AS matching HAVING count(*) > 0`;
  });
  return sql`${sql.join(parts, sql` UNION ALL `)} ORDER BY status, awaiting_reason`;
}

/** Statuses of the newest orders, limit plus one. */
const newestByStatus = (any: OrderQuery): RawBuilder<StatusCount> => sql`
  SELECT status, awaiting_reason, count(*) AS count
    FROM (${any
      .select(["coinOrders.status", "coinOrders.awaitingReason"])
      .orderBy("coinOrders.orderTime", "desc")
      .limit(summaryLimit + 1)}) AS matching
   GROUP BY status, awaiting_reason ORDER BY status, awaiting_reason`;

/** Matching orders whose last attempt was declined, counted up to the limit. */
async function countDeclined({ db }: Pick<Context, "db">, any: OrderQuery) {
  const some = any
    .where(isDeclined)
    .select(sql`1`.as("one"))
    .limit(summaryLimit + 1);
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM (${some}) AS matching`.execute(db);
  const count = Number(rows[0]?.count ?? 0);
  return { count: Math.min(count, summaryLimit), isExact: isWithinLimit(count) };
}

/**
 * Matching orders by status: each status up to the limit or, where no index covers the filters, among the newest
 * orders. Ignores the status filters, because the counters label the tabs.
 */
export async function countOrdersByStatus(ctx: Context, input: object) {
  const isByItself = !asksForMore(input, [...countedByStatus, ...statusFilters]);
  const any = matching(ctx, input, statusFilters);
  const [{ rows }, declined] = await Promise.all([
    (isByItself ? eachStatus(any) : newestByStatus(any)).execute(ctx.db),
    countDeclined(ctx, any),
  ]);
  const sum = (of: readonly StatusCount[]) => of.reduce((total, { count }) => total + count, 0);
  const ofOne = Map.groupBy(rows, ({ status }) => (isByItself ? status : "any"));
  const counts = rows.map((row) => ({
    ...row,
    count: Math.min(row.count, summaryLimit),
    isExact: isWithinLimit(sum(ofOne.get(isByItself ? row.status : "any") ?? [])),
  }));
  return { total: sum(counts), isExact: counts.every(({ isExact }) => isExact), counts, declined };
}
