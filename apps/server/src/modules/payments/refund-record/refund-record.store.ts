import { notFound } from "@countinghouse/contract/kit/refusal.ts";
import {
  claimingRefundStates,
  type RefundState,
} from "@countinghouse/contract/payments/order-refund/order-refund.lifecycle.ts";
import { orderRefundTopic } from "@countinghouse/contract/payments/order-refund/order-refund.ts";
import type { Kysely, Selectable } from "kysely";
import { from } from "../../../platform/db/scoped.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";
import { type NewSealed, type SealedChange, sealedRows } from "../../../platform/seals/sealed-rows.ts";

/** A refund as it is stored. */
export type RefundRow = Selectable<Tables["orderRefunds"]>;
export type NewRefund = NewSealed<"orderRefunds">;
export type RefundChange = SealedChange<"orderRefunds">;

/** Identifies one refund, with the order that is locked before it. */
export interface RefundRef {
  readonly merchantId: string;
  readonly orderId: string;
  readonly refundId: string;
}

type Reading = Pick<Context, "actor" | "db">;

export const refOf = ({ merchantId, orderId, id }: Pick<RefundRow, "merchantId" | "orderId" | "id">): RefundRef => ({
  merchantId,
  orderId,
  refundId: id,
});

const rows = sealedRows("orderRefunds", { topic: orderRefundTopic, permission: "orderRefund:page" });

/** Adds a refund. The database refuses a merchant's number that is taken (`order_refunds_merchant_no_unique`). */
export const insertRefund = (ctx: Context, values: NewRefund): Promise<RefundRow> =>
  rows.insert(ctx, { isReversed: false, ...values });

/** Changes a refund whose order the caller holds locked. */
export const { update: updateRefund } = rows;

/** A refund in the actor's scope, locked; its order has been locked before. */
export async function lockRefund(
  ctx: Reading,
  { merchantId, refundId }: Omit<RefundRef, "orderId">,
): Promise<RefundRow> {
  const row = await from(ctx, "orderRefunds")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("id", "=", refundId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound("orderRefund", refundId);
  return row;
}

/** A refund read outside a transaction. */
export const readRefund = (db: Kysely<Tables>, { merchantId, refundId }: Omit<RefundRef, "orderId">) =>
  db
    .selectFrom("orderRefunds")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("id", "=", refundId)
    .executeTakeFirst();

/** The refunds of several orders of one merchant, in the order of their requests. */
export const refundsOfOrders = (ctx: Reading, merchantId: string, orderIds: readonly string[]): Promise<RefundRow[]> =>
  from(ctx, "orderRefunds")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("orderId", "in", [...orderIds])
    .orderBy("refundTime")
    .orderBy("id")
    .execute();

/** A refund by its number, without scope. */
export const refundNumbered = (
  db: Kysely<Tables>,
  { merchantId, mode, refundNo }: Pick<RefundRow, "merchantId" | "mode" | "refundNo">,
): Promise<RefundRow | undefined> =>
  db
    .selectFrom("orderRefunds")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("mode", "=", mode)
    .where("refundNo", "=", refundNo)
    .executeTakeFirst();

/** A merchant's refund by its number; undefined where the merchant has none. */
export const refundByNo = (
  ctx: Reading,
  { merchantId, mode, refundNo }: Pick<RefundRow, "merchantId" | "mode" | "refundNo">,
): Promise<RefundRow | undefined> =>
  from(ctx, "orderRefunds")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("mode", "=", mode)
    .where("refundNo", "=", refundNo)
    .executeTakeFirst();

/** A merchant's refund by its own number; undefined where there is none. */
export const refundByMerchantNo = (
  { db }: Pick<Context, "db">,
  {
    merchantId,
    mode,
    merchantRefundNo,
  }: Pick<RefundRow, "merchantId" | "mode"> & { readonly merchantRefundNo: string },
): Promise<RefundRow | undefined> =>
  db
    .selectFrom("orderRefunds")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("mode", "=", mode)
    .where("merchantRefundNo", "=", merchantRefundNo)
    .executeTakeFirst();

/** The refund that a gateway account reports about, by our number or the gateway's. */
export const findReportedRefund = (
  db: Kysely<Tables>,
  {
    gatewayAccountId,
    refundNo,
    upstreamRefundId,
  }: {
    readonly gatewayAccountId: string;
    readonly refundNo: string | null;
    readonly upstreamRefundId: string | null;
  },
): Promise<RefundRow | undefined> =>
  db
    .selectFrom("orderRefunds")
    .selectAll()
    .where("gatewayAccountId", "=", gatewayAccountId)
    .where((is) =>
      refundNo === null ? is("upstreamRefundId", "=", upstreamRefundId ?? "") : is("refundNo", "=", refundNo),
    )
    .executeTakeFirst();

interface RefundsToCard extends Pick<RefundRow, "tenantId"> {
  readonly cardFingerprint: string;
  readonly since: Date;
}

/** Unapproved refunds of an order, in minor units of its currency. */
export async function unapprovedRefunds(
  { db }: Pick<Context, "db">,
  { merchantId, id }: { readonly merchantId: string; readonly id: string },
): Promise<bigint> {
  const { sum } = await db
    .selectFrom("orderRefunds")
    .select((is) => is.fn.coalesce(is.fn.sum<string>("amount"), is.lit(0)).as("sum"))
    .where("merchantId", "=", merchantId)
    .where("orderId", "=", id)
    .where("dueId", "is", null)
    .where("decideUserId", "is", null)
    .where("status", "in", [...claimingRefundStates])
    .executeTakeFirstOrThrow();
  return BigInt(sum);
}

/** Number of live refunds to a card in a merchant's tenant since an instant that claim their amount. */
export async function refundsToCard(
  { db }: Pick<Context, "db">,
  { tenantId, cardFingerprint, since }: RefundsToCard,
): Promise<number> {
  const { count } = await db
    .selectFrom("orderRefunds")
    .select((is) => is.fn.countAll<number>().as("count"))
    .where("tenantId", "=", tenantId)
    .where("cardFingerprint", "=", cardFingerprint)
    .where("mode", "=", "live")
    .where("refundTime", ">=", since.toISOString())
    .where("status", "in", [...claimingRefundStates])
    .executeTakeFirstOrThrow();
  return Number(count);
}

const followed: readonly RefundState[] = ["created", "processing"];

/** Refunds of all merchants that are overdue to be sent or queried, longest overdue first. */
export const overdueRefunds = (db: Kysely<Tables>, before: Date, limit: number): Promise<RefundRow[]> =>
  db
    .selectFrom("orderRefunds")
    .selectAll()
    .where("status", "in", [...followed])
    .where("nextRetryTime", "<=", before.toISOString())
    .orderBy("nextRetryTime")
    .limit(limit)
    .execute();

/** Postpones a refund after a failure on our side. */
export async function postponeRefund(
  db: Kysely<Tables>,
  { merchantId, id }: Pick<RefundRow, "merchantId" | "id">,
  until: Date,
) {
  await db
    .updateTable("orderRefunds")
    .set({ nextRetryTime: until.toISOString() })
    .where("merchantId", "=", merchantId)
    .where("id", "=", id)
    .where("status", "in", [...followed])
    .execute();
}

/**
 * Marks a refund as sent and returns it: from then on it may have arrived. Undefined where it is not to be sent any
 * more. A query is due some seconds later, should its answer never be recorded. The caller holds its lock.
 */
export async function markRefundSent(
  ctx: Context,
  row: RefundRow,
  afterSeconds: number,
): Promise<RefundRow | undefined> {
  // An outcome reported before it was sent is no answer to this send: the same key keeps it one refund.
  const isKnown = row.attempts > 0 && row.upstreamRefundId !== null;
  if (!followed.includes(row.status) || isKnown || row.doubts !== 0) return undefined;
  return rows.update(ctx, row, {
    status: "processing",
    attempts: row.attempts + 1,
    doubts: row.doubts + 1,
    nextRetryTime: new Date(ctx.now.getTime() + afterSeconds * 1000).toISOString(),
  });
}
