import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../platform/db/tables.ts";

/** A capture whose sale is in a batch: amounts in the batch's currency. */
interface CaptureFound {
  readonly category: string;
  readonly value: string;
  readonly before: string;
  readonly fee: string;
  readonly feeTax: string;
  readonly tax: { readonly rate: number; readonly isInclusive: boolean } | null;
  readonly mayExceed: boolean;
}

/** The priced captures whose sale is in a batch, with what earlier captures of their payments brought. */
export async function capturesOfBatch(
  db: Kysely<Tables>,
  { merchantId, batchId }: { readonly merchantId: string; readonly batchId: string },
): Promise<CaptureFound[]> {
  const { rows } = await sql<CaptureFound>`
    SELECT coalesce(a.method_category, 'other') AS category, c.settle_amount::text AS value,
           (SELECT coalesce(sum(e.settle_amount), 0) FROM captures e
             WHERE e.merchant_id = c.merchant_id AND e.order_id = c.order_id AND e.seq < c.seq
               AND e.status = 'succeeded')::text AS before,
           c.fee_amount::text AS fee, coalesce(c.fee_tax_amount, 0)::text AS fee_tax, c.fee_rule -> 'tax' AS tax,
           coalesce((c.fee_rule ->> 'mayExceed')::boolean, false) AS may_exceed
      FROM settlement_lines l
      JOIN captures c ON c.merchant_id = l.merchant_id AND c.id = l.source_id
      LEFT JOIN payment_attempts a ON a.merchant_id = c.merchant_id AND a.id = c.attempt_id
     WHERE l.merchant_id = ${merchantId} AND l.batch_id = ${batchId} AND l.line_type = 'capture'
       AND c.fee_amount IS NOT NULL`.execute(db);
  return rows.map(({ tax, ...row }) => ({ ...row, tax: tax && "rate" in tax ? tax : null }));
}
