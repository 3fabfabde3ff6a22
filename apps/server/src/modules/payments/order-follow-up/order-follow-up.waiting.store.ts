import { sql } from "kysely";
import { from } from "../../../platform/db/scoped.ts";
import { unowned, type WaitingQuery } from "../../../platform/db/waiting.ts";
import type { Context } from "../../../platform/http/context.ts";
import { merchantInReach } from "../../merchants/merchant/index.ts";

type Mode = "live" | "test";

/** How long before its expiry an authorisation is listed, in milliseconds. */
const noticeMs = 3 * 86_400_000;
/** Most orders examined: with more, a list no longer helps. */
const ordersMax = 1_000;

/** Authorisations that expire soon unless captured, grouped by merchant and currency, earliest first. */
export function expiringAuthorizations(ctx: Context, mode: Mode): WaitingQuery {
  const until = new Date(ctx.now.getTime() + noticeMs).toISOString();
  const orders = from(ctx, "coinOrders")
    .innerJoin("merchants", "merchants.id", "coinOrders.merchantId")
    .where(merchantInReach(ctx))
    .where("coinOrders.mode", "=", mode)
    .where("coinOrders.awaitingReason", "=", "capture")
    .where("coinOrders.captureDeadline", ">", ctx.now.toISOString())
    .where("coinOrders.captureDeadline", "<=", until)
    .orderBy("coinOrders.captureDeadline")
    .limit(ordersMax)
    .select([
      "coinOrders.id",
      "coinOrders.merchantId",
      "merchants.name as merchantName",
      "coinOrders.currency",
      "coinOrders.captureDeadline",
      "coinOrders.orderTime",
      sql<string>`coin_orders.amount - coin_orders.captured_amount`.as("amount"),
    ]);
  return ctx.db
    .selectFrom(orders.as("o"))
    .groupBy(["o.merchantId", "o.merchantName", "o.currency"])
    .select([
      sql<string>`o.merchant_id || ' ' || o.currency`.as("id"),
      sql<string>`(array_agg(o.id ORDER BY o.capture_deadline, o.id))[1]`.as("recordId"),
      "o.merchantName as name",
      "o.merchantId",
      "o.merchantName",
      sql<string>`min(o.order_time)`.as("since"),
      sql<string>`min(o.capture_deadline)`.as("due"),
      sql<string>`sum(o.amount)::text`.as("amount"),
      "o.currency",
      sql<number>`count(*)::integer`.as("count"),
      unowned,
    ]);
}

/** Captures that could not be priced, grouped by merchant, currency and reason, earliest first. */
export function unpricedCaptures(ctx: Context, mode: Mode): WaitingQuery {
  const captures = ctx.db
    .selectFrom("unpricedCaptures as u")
    .innerJoin("merchants", "merchants.id", "u.merchantId")
    .innerJoin("coinOrders as o", (join) =>
      join.onRef("o.merchantId", "=", "u.merchantId").onRef("o.id", "=", "u.orderId"),
    )
    .where(merchantInReach(ctx))
    .where("o.mode", "=", mode)
    .limit(ordersMax)
    .select(["u.merchantId", "merchants.name as merchantName", "u.orderId", "u.amount", "u.currency"])
    .select(["u.reason", "u.createTime"]);
  return ctx.db
    .selectFrom(captures.as("c"))
    .groupBy(["c.merchantId", "c.merchantName", "c.currency", "c.reason"])
    .select([
      sql<string>`c.merchant_id || ' ' || c.currency || ' ' || c.reason`.as("id"),
      sql<string>`(array_agg(c.order_id ORDER BY c.create_time, c.order_id))[1]`.as("recordId"),
      "c.merchantName as name",
      "c.merchantId",
      "c.merchantName",
      sql<string>`min(c.create_time)`.as("since"),
      sql<string>`sum(c.amount)::text`.as("amount"),
      "c.currency",
      "c.reason as state",
      sql<number>`count(*)::integer`.as("count"),
      unowned,
    ]);
}
