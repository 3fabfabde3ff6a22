import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../platform/db/tables.ts";
import type { AttemptFigures } from "./ledger.attempt.policy.ts";

/** The attempts of some orders, each with its unapplied payments. */
export async function attemptsOf(
  db: Kysely<Tables>,
  merchantId: string,
  orderIds: readonly string[],
): Promise<AttemptFigures[]> {
  if (orderIds.length === 0) return [];
  const ofDues = (column: "amount" | "booked_amount") =>
    sql<string>`(SELECT coalesce(sum(${sql.ref(`d.${column}`)}), 0)::text FROM payment_dues d
                  WHERE d.merchant_id = a.merchant_id AND d.order_id = a.order_id AND d.attempt_id = a.id
                    AND d.currency = a.currency)`;
  return db
    .selectFrom("paymentAttempts as a")
    .select([
      "a.id",
      "a.orderId",
      "a.status",
      "a.amount",
      "a.currency",
      "a.capturedAmount",
      "a.agreement",
      "a.cardCountry",
    ])
    .select([ofDues("amount").as("dueAmount"), ofDues("booked_amount").as("appliedAmount")])
    .where("a.merchantId", "=", merchantId)
    .where("a.orderId", "in", [...orderIds])
    .execute();
}
