import type { Kysely } from "kysely";
import type { Tables } from "../../../platform/db/tables.ts";
import type { RefundedCapture, RefundFigures } from "./ledger.refund.policy.ts";

/** Refunds of some orders, with their amounts. */
export async function refundsOf(
  db: Kysely<Tables>,
  merchantId: string,
  orderIds: readonly string[],
): Promise<RefundFigures[]> {
  if (orderIds.length === 0) return [];
  return db
    .selectFrom("orderRefunds")
    .select(["id", "orderId", "dueId", "status", "isReversed", "sourceBucket", "amount", "settleAmount", "parts"])
    .select(["excessAmount", "excessCause", "handlingFee", "handlingFeeTax", "returnedFee", "returnedFeeTax"])
    .where("merchantId", "=", merchantId)
    .where("orderId", "in", [...orderIds])
    .execute();
}

/** Refund totals of some orders' captures. */
export async function refundedCaptures(
  db: Kysely<Tables>,
  merchantId: string,
  orderIds: readonly string[],
): Promise<RefundedCapture[]> {
  if (orderIds.length === 0) return [];
  return db
    .selectFrom("captures")
    .select([
      "id",
      "orderId",
      "refundClaimed",
      "refundClaimedSettle",
      "refundedAmount",
      "returnedFee",
      "returnedFeeTax",
    ])
    .where("merchantId", "=", merchantId)
    .where("orderId", "in", [...orderIds])
    .orderBy("id")
    .execute();
}
