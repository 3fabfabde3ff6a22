import type { OrderTally } from "@countinghouse/contract/order-stats/order-stats.ts";
import { currency } from "@countinghouse/money/currency.ts";
import { type SelectQueryBuilder, sql } from "kysely";
import { from } from "../../platform/db/scoped.ts";
import type { Tables } from "../../platform/db/tables.ts";
import type { Context } from "../../platform/http/context.ts";
import { ofVisibleMerchants } from "../merchant/index.ts";

/** A span of time in one mode; `to` is not part of it. */
export interface Span {
  readonly mode: "live" | "test";
  readonly from: string;
  readonly to: string;
}

type Slots = SelectQueryBuilder<Tables, "orderSlots", object>;

/** Counts in the actor's scope that begin within a span. */
function slotsWithin(ctx: Context, { mode, from: start, to }: Span): Slots {
  const slots = from(ctx, "orderSlots")
    .where("mode", "=", mode)
    .where("slot", ">=", start)
    .where("slot", "<", to) as unknown as Slots;
  const visible = ofVisibleMerchants(ctx, "orderSlots.merchantId");
  return visible ? slots.where(visible) : slots;
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

/** One tally per currency for each hour or day; days begin as they do in a zone. */
export async function readPoints(ctx: Context, span: Span, step: "hour" | "day", timeZone: string) {
  const start = sql<string>`date_trunc(${step}, slot, ${timeZone})`;
  const rows = await slotsWithin(ctx, span)
    .select([start.as("start"), "currency", ...counts, ...sums])
    .groupBy([sql`1`, "currency"])
    .orderBy(sql`1`)
    .orderBy("currency")
    .execute();
  return rows as (OrderTally & { start: string })[];
}

/** How many orders were made, tried to be paid and paid. */
export async function readFunnel(ctx: Context, span: Span) {
  const row = await slotsWithin(ctx, span).select(counts).executeTakeFirst();
  return { orders: row?.orders ?? 0, attempted: row?.attempted ?? 0, paid: row?.paid ?? 0 };
}

export const readMethods = (ctx: Context, span: Span) =>
  slotsWithin(ctx, span)
    .select(["paymentMethod", ...counts])
    .where("paymentMethod", "<>", "")
    .groupBy("paymentMethod")
    .orderBy("orders", "desc")
    .orderBy("paymentMethod")
    .limit(50)
    .execute();

/** Countries with their counts, and what was captured in each currency. */
export async function readCountries(ctx: Context, span: Span) {
  const rows = await slotsWithin(ctx, span)
    .select(["country", "currency", ...counts, sql<string>`sum(captured)`.as("captured")])
    .where("country", "<>", "")
    .groupBy(["country", "currency"])
    .execute();
  const byCountry = Map.groupBy(rows, ({ country }) => country);
  const total = (of: typeof rows, name: "orders" | "attempted" | "paid") => of.reduce((sum, row) => sum + row[name], 0);
  return [...byCountry]
    .map(([country, of]) => ({
      country,
      orders: total(of, "orders"),
      attempted: total(of, "attempted"),
      paid: total(of, "paid"),
      captured: of.map(({ currency: code, captured }) => ({ currency: currency(code), captured })),
    }))
    .sort((a, b) => b.orders - a.orders || (a.country < b.country ? -1 : 1));
}

/** Tallies counted from the orders themselves: for the quarter that is not over, and to the minute. */
export async function countOrders(ctx: Context, { mode, from: start, to }: Span): Promise<OrderTally[]> {
  let query = from(ctx, "coinOrders")
    .where("mode", "=", mode)
    .where("origin", "=", "platform")
    .where("orderTime", ">=", start)
    .where("orderTime", "<", to);
  const visible = ofVisibleMerchants(ctx, "coinOrders.merchantId");
  if (visible) query = query.where(visible);
  const rows = await query
    .select([
      "currency",
      sql<number>`count(*)::integer`.as("orders"),
      sql<number>`(count(*) FILTER (WHERE attempt_count > 0))::integer`.as("attempted"),
      sql<number>`(count(*) FILTER (WHERE captured_amount > 0))::integer`.as("paid"),
      sql<string>`sum(amount)`.as("amount"),
      sql<string>`sum(captured_amount)`.as("captured"),
      sql<string>`sum(refunded_amount)`.as("refunded"),
    ])
    .groupBy("currency")
    .orderBy("currency")
    .execute();
  return rows as OrderTally[];
}

/** Tallies per currency of whole quarters. */
export async function readTallies(ctx: Context, span: Span): Promise<OrderTally[]> {
  const rows = await slotsWithin(ctx, span)
    .select(["currency", ...counts, ...sums])
    .groupBy("currency")
    .execute();
  return rows as OrderTally[];
}
