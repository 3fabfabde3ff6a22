import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../platform/db/tables.ts";
import { columnDifferences, rowFinding } from "../../../platform/seals/finding.policy.ts";
import type { Finding } from "./ledger.finding.policy.ts";
import type { MerchantBook } from "./ledger.post.store.ts";

/**
 * Findings about allocations: a withdrawal or payout order whose parts differ from what it took (all of it once paid,
 * our fee only once returned, otherwise nothing), and batches with more taken than they brought, or less than zero.
 */
export async function allocationFindings(db: Kysely<Tables>, { merchantId, book }: MerchantBook): Promise<Finding[]> {
  const taken = await sql<{ id: string; asked: string; allocated: string }>`
    SELECT id, sum(asked)::text AS asked, sum(allocated)::text AS allocated FROM (
      SELECT id, CASE status WHEN 'paid' THEN debited_amount ELSE fee_amount END AS asked, 0 AS allocated FROM cashouts
       WHERE merchant_id = ${merchantId} AND mode = ${book} AND status IN ('paid', 'returned')
      UNION ALL
      SELECT id, CASE status WHEN 'paid' THEN debited_amount ELSE fee_amount END, 0 FROM payout_orders
       WHERE merchant_id = ${merchantId} AND mode = ${book} AND status IN ('paid', 'returned')
      UNION ALL
      SELECT source_id, 0, amount FROM settlement_allocations
       WHERE merchant_id = ${merchantId} AND mode = ${book}
    ) AS sides GROUP BY id HAVING sum(asked) <> sum(allocated) ORDER BY id`.execute(db);
  const overdrawn = await sql<{ id: string; amount: string; allocated: string }>`
    SELECT b.id, b.amount::text AS amount, sum(a.amount)::text AS allocated
      FROM settlement_allocations a
      JOIN settlement_batches b ON b.merchant_id = a.merchant_id AND b.id = a.batch_id
     WHERE a.merchant_id = ${merchantId} AND a.mode = ${book}
     GROUP BY b.id, b.amount, b.status, b.mode, b.currency
    HAVING sum(a.amount) < 0 OR sum(a.amount) > b.amount OR b.status <> 'settled'
        OR bool_or(a.mode <> b.mode OR a.currency <> b.currency)
     ORDER BY b.id`.execute(db);
  return [
    ...taken.rows.flatMap(({ id, asked, allocated }) =>
      columnDifferences(
        { law: "backed", table: "settlement_allocations", key: id },
        { amount: [BigInt(asked), BigInt(allocated)] },
      ),
    ),
    ...overdrawn.rows.map(({ id, amount, allocated }) =>
      rowFinding({ law: "backed", table: "settlement_batches", key: id }, "amount", [`≥ ${allocated}`, amount]),
    ),
  ];
}
