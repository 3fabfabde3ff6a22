import { openRefundStates } from "@countinghouse/contract/payments/order-refund/order-refund.lifecycle.ts";
import { currency as known } from "@countinghouse/money/currency.ts";
import { sql } from "kysely";
import { from } from "../../../platform/db/scoped.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { RefundRow } from "../../payments/refund-record/index.ts";
import type { PagePosition } from "./cursor.wire.ts";

type Reading = Pick<Context, "actor" | "db">;

/** Filter of refunds. */
export interface RefundFilter {
  readonly merchantId: string;
  readonly mode: "live" | "test";
  readonly limit: number;
  readonly after: PagePosition | undefined;
  readonly merchantRefundNo?: string | undefined;
  readonly orderNo?: string | undefined;
  readonly status?: string | undefined;
  readonly currency?: string | undefined;
  readonly createdFrom?: string | undefined;
  readonly createdTo?: string | undefined;
}

/** A merchant's refund by id; undefined for any other. */
export const refundById = (ctx: Reading, merchantId: string, id: string): Promise<RefundRow | undefined> =>
  from(ctx, "orderRefunds").selectAll().where("merchantId", "=", merchantId).where("id", "=", id).executeTakeFirst();

/** A merchant's refunds, newest first, with one more than requested to detect a next page. */
export async function listRefunds(ctx: Reading, filter: RefundFilter): Promise<RefundRow[]> {
  const { merchantId, mode, limit, after, merchantRefundNo, orderNo, status, currency, createdFrom, createdTo } =
    filter;
  let query = from(ctx, "orderRefunds").selectAll().where("merchantId", "=", merchantId).where("mode", "=", mode);
  if (merchantRefundNo !== undefined) query = query.where("merchantRefundNo", "=", merchantRefundNo);
  if (orderNo !== undefined) query = query.where("orderNo", "=", orderNo);
  if (currency !== undefined) query = query.where("currency", "=", known(currency));
  if (status !== undefined)
    query = query.where("status", "in", status === "pending" ? [...openRefundStates] : [status as RefundRow["status"]]);
  if (createdFrom !== undefined) query = query.where("refundTime", ">=", createdFrom);
  if (createdTo !== undefined) query = query.where("refundTime", "<", createdTo);
  if (after) query = query.where(sql<boolean>`(refund_time, id) < (${after.time}::timestamptz, ${after.id})`);
  return query
    .orderBy("refundTime", "desc")
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
}

/** Cursor after a refund. */
export const positionOfRefund = ({ refundTime, id }: RefundRow): PagePosition => ({ time: refundTime, id });
