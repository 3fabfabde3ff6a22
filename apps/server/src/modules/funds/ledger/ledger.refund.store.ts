import type { Kysely } from "kysely";
import type { Tables } from "../../../platform/db/tables.ts";
import type { RefundedCapture, RefundFigures } from "./ledger.refund.policy.ts";

/** The refunds of some orders, with what they say of their money. */
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

/** What the captures of some orders count of refunds. */
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
