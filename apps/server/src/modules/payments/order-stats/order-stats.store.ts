import type { OrderTally } from "@countinghouse/contract/payments/order-stats/order-stats.ts";
import { currency } from "@countinghouse/money/currency.ts";
import { type SelectQueryBuilder, sql } from "kysely";
import { from } from "../../../platform/db/scoped.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";
import { ofVisibleMerchants } from "../../merchants/merchant/index.ts";

/** A time span in one mode; `to` is exclusive. */
export interface StatsSpan {
  readonly mode: "live" | "test";
  readonly from: string;
  readonly to: string;
  /** Restricts the figures to these merchants. */
  readonly merchantIds?: readonly string[];
}

type Facet = Tables["orderTotals"]["facet"];
type Counted = SelectQueryBuilder<Tables, "orderTotals", object>;

/**
 * Counts of one facet in the actor's scope that begin within a span. An actor who sees every merchant reads the
 * tenant's totals instead, however many merchants there are.
 */
function countedWithin(
  ctx: Context,
  facet: Facet,
  { mode, from: start, to, merchantIds: wanted = [] }: StatsSpan,
): Counted {
  const { merchantIds, orgIds } = ctx.actor.scope;
  const seesAll = merchantIds === "all" && orgIds === "all" && wanted.length === 0;
  const counted = (seesAll ? from(ctx, "orderTotals") : from(ctx, "orderSlots")) as Counted;
  let within = counted
    .where("mode", "=", mode)
    .where("facet", "=", facet)
    .where("slot", ">=", start)
    .where("slot", "<", to);
  if (wanted.length > 0) within = within.where(sql<boolean>`order_slots.merchant_id IN (${sql.join(wanted)})`);
  const visible = seesAll ? undefined : ofVisibleMerchants(ctx, "orderSlots.merchantId");
  return visible ? within.where(visible) : within;
}

const counts = [
  sql<number>`sum(orders)::integer`.as("orders"),
  sql<number>`sum(attempted)::integer`.as("attempted"),
  sql<number>`sum(paid)::integer`.as("paid"),
] as const;
const sums = [
  sql<string>`sum(amount)`.as("amount"),
  sql<string>`sum(captured)`.as("captured"),
  sql<string>`sum(refunded)`.as("refunded"),
] as const;

/** One tally per currency for each hour or day of a zone. */
export async function readPoints(
  ctx: Context,
  span: StatsSpan,
  { facet, step, timeZone }: { facet: "quarter" | "hour"; step: "hour" | "day"; timeZone: string },
) {
  const start = sql<string>`date_trunc(${step}, slot, ${timeZone})`;
  const rows = await countedWithin(ctx, facet, span)
    .select([start.as("start"), "currency", ...counts, ...sums])
    .groupBy([sql`1`, "currency"])
    .orderBy(sql`1`)
    .orderBy("currency")
    .execute();
  return rows;
}

/** Numbers of orders created, attempted and paid. */
export interface OrderFunnel {
  readonly orders: number;
  readonly attempted: number;
  readonly paid: number;
}

/** Orders by method or country, with the currency where amounts are counted. */
export interface CountByValue extends OrderFunnel {
  readonly value: string;
  readonly currency: string;
  readonly captured: string;
}

/** Whole days by method or country. */
export async function readByValue(ctx: Context, facet: "method" | "country", span: StatsSpan): Promise<CountByValue[]> {
  const rows = await countedWithin(ctx, facet, span)
    .select(["value", "currency", ...counts, sql<string>`sum(captured)`.as("captured")])
    .where("value", "<>", "")
    .groupBy(["value", "currency"])
    .execute();
  return rows;
}

/** Sums counts of several spans by method. */
export function methodsOf(rows: readonly CountByValue[]) {
  return [...Map.groupBy(rows, ({ value }) => value)]
    .map(([paymentMethod, of]) => ({ paymentMethod, ...funnelOf(of) }))
    .sort((a, b) => b.orders - a.orders || (a.paymentMethod < b.paymentMethod ? -1 : 1))
    .slice(0, 50);
}

/** Sums counts of several spans by country, with the captured amount per currency. */
export function countriesOf(rows: readonly CountByValue[]) {
  const captured = (of: readonly CountByValue[]) =>
    [...Map.groupBy(of, ({ currency: code }) => code)].map(([code, paid]) => ({
      currency: currency(code),
      captured: String(paid.reduce((sum, row) => sum + BigInt(row.captured), 0n)),
    }));
  return [...Map.groupBy(rows, ({ value }) => value)]
    .map(([country, of]) => ({ country, ...funnelOf(of), captured: captured(of) }))
    .sort((a, b) => b.orders - a.orders || (a.country < b.country ? -1 : 1));
}

/** The sum of several funnels. */
export const funnelOf = (rows: readonly OrderFunnel[]): OrderFunnel => ({
  orders: rows.reduce((sum, row) => sum + row.orders, 0),
  attempted: rows.reduce((sum, row) => sum + row.attempted, 0),
  paid: rows.reduce((sum, row) => sum + row.paid, 0),
});

/** The orders of a span, in the actor's scope. */
function ordersWithin(ctx: Context, { mode, from: start, to, merchantIds = [] }: StatsSpan) {
  let query = from(ctx, "coinOrders")
    .where("mode", "=", mode)
    .where("origin", "=", "platform")
    .where("orderTime", ">=", start)
    .where("orderTime", "<", to);
  if (merchantIds.length > 0) query = query.where("merchantId", "in", merchantIds);
  const visible = ofVisibleMerchants(ctx, "coinOrders.merchantId");
  return visible ? query.where(visible) : query;
}

const orderCounts = [
  sql<number>`count(*)::integer`.as("orders"),
  sql<number>`(count(*) FILTER (WHERE attempt_count > 0))::integer`.as("attempted"),
  sql<number>`(count(*) FILTER (WHERE captured_amount > 0))::integer`.as("paid"),
] as const;

/** Counts the orders themselves: for the parts of a span beside whole days. */
export async function countByValue(
  ctx: Context,
  facet: "method" | "country",
  span: StatsSpan,
): Promise<CountByValue[]> {
  const column = facet === "method" ? ("paymentMethod" as const) : ("country" as const);
  const rows = await ordersWithin(ctx, span)
    .where(column, "is not", null)
    .select([
      sql<string>`${sql.ref(column)}`.as("value"),
      "currency",
      ...orderCounts,
      sql<string>`sum(captured_amount)`.as("captured"),
    ])
    .groupBy([column, "currency"])
    .execute();
  return rows;
}

/** Tallies of the orders themselves: for the current quarter, and to the minute. */
export async function countOrders(ctx: Context, span: StatsSpan): Promise<OrderTally[]> {
  const rows = await ordersWithin(ctx, span)
    .select([
      "currency",
      ...orderCounts,
      sql<string>`sum(amount)`.as("amount"),
      sql<string>`sum(captured_amount)`.as("captured"),
      sql<string>`sum(refunded_amount)`.as("refunded"),
    ])
    .groupBy("currency")
    .orderBy("currency")
    .execute();
  return rows;
}

/** Tallies per currency of whole quarters, or of whole days (UTC), summed from the counts by country. */
export async function readTallies(ctx: Context, span: StatsSpan, facet: "quarter" | "country"): Promise<OrderTally[]> {
  const rows = await countedWithin(ctx, facet, span)
    .select(["currency", ...counts, ...sums])
    .groupBy("currency")
    .execute();
  return rows;
}
