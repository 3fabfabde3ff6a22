import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../platform/db/tables.ts";
import type { OrderStanding } from "./ledger.phase.policy.ts";
import type { BookOf } from "./ledger.post.store.ts";

/** The next orders of a book, whether paid or not, each with the states of its attempts. Imported ones have none. */
export async function orderStandings(
  db: Kysely<Tables>,
  { merchantId, book }: BookOf,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<OrderStanding[]> {
  const { rows } = await sql<OrderStanding>`
    SELECT o.id, o.status, o.awaiting_reason, o.captured_amount, o.attempt_count,
           ARRAY(SELECT a.status FROM payment_attempts a
                  WHERE a.merchant_id = o.merchant_id AND a.order_id = o.id) AS attempts
      FROM coin_orders o
     WHERE o.merchant_id = ${merchantId} AND o.mode = ${book} AND o.origin = 'platform' AND o.id > ${after}
     ORDER BY o.id LIMIT ${limit}`.execute(db);
  return rows;
}
