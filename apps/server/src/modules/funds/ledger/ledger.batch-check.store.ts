import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../platform/db/tables.ts";
import type { BatchFacts, BillFacts } from "./ledger.batch.policy.ts";
import type { MerchantBook } from "./ledger.post.store.ts";

type Db = Kysely<Tables>;

/** Every stored batch of a book. */
export const storedBatches = (db: Db, { merchantId, book }: MerchantBook): Promise<BatchFacts[]> =>
  db
    .selectFrom("settlementBatches")
    .select(["id", "currency", "seq", "status", "grossAmount", "feeAmount", "refundAmount", "disputeAmount"])
    .select(["penaltyAmount", "taxAmount", "adjustmentAmount", "amount", "lineCount", "checksum", "reserveAmount"])
    .select("journalId")
    .where("merchantId", "=", merchantId)
    .where("mode", "=", book)
    .orderBy("id")
    .execute();

/** The statuses of a batch's lines. */
export async function statesOfLines(db: Db, merchantId: string, batchId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("settlementLines")
    .select("state")
    .distinct()
    .where("merchantId", "=", merchantId)
    .where("batchId", "=", batchId)
    .execute();
  return rows.map(({ state }) => state);
}

/** SHA-256 over the lines of a bill, in the order of their categories. */
export async function billChecksumOf(db: Db, merchantId: string, billId: string): Promise<string> {
  const { rows } = await sql<{ checksum: string }>`
    SELECT encode(sha256(convert_to(coalesce(string_agg(concat_ws('|', payment_category, order_count, gross_amount,
             transaction_fee, gateway_fee, refund_count, refund_amount, refund_handling_fee, dispute_count, dispute_amount,
             dispute_penalty, refusal_to_pay_penalty, tax_amount, adjustment_amount, net_amount, gateway_cost_amount,
             margin_amount), E'\n' ORDER BY payment_category COLLATE "C"), ''), 'UTF8')), 'hex') AS checksum
      FROM bill_lines WHERE merchant_id = ${merchantId} AND bill_id = ${billId}`.execute(db);
  return rows[0]?.checksum ?? "";
}

/** A batch's stored bill with its lines. */
export async function storedBill(db: Db, merchantId: string, batchId: string): Promise<BillFacts | undefined> {
  const bill = await db
    .selectFrom("bills")
    .select(["id", "status", "checksum"])
    .where("merchantId", "=", merchantId)
    .where("batchId", "=", batchId)
    .executeTakeFirst();
  if (!bill) return undefined;
  const lines = await db
    .selectFrom("billLines")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("billId", "=", bill.id)
    .execute();
  return { ...bill, lines };
}

/** Settlement journals of a batch: the amount that left the pending bucket, and the part for the reserve. */
export async function settledBy(db: Db, { merchantId, book }: MerchantBook, batchId: string) {
  const { rows } = await sql<{ journalId: string; net: string; reserve: string }>`
    SELECT j.id AS journal_id,
           sum(CASE WHEN p.debit_account LIKE 'mer:%:pending:%' THEN p.amount ELSE -p.amount END)::text AS net,
           coalesce(sum(p.amount) FILTER (WHERE p.credit_account LIKE 'mer:%:reserve:%'), 0)::text AS reserve
      FROM ledger_journals j
      JOIN ledger_postings p ON p.merchant_id = j.merchant_id AND p.journal_id = j.id
     WHERE j.merchant_id = ${merchantId} AND j.book = ${book} AND j.event_id = ${batchId} AND j.event IN ('J30', 'J30n')
     GROUP BY j.id LIMIT 1`.execute(db);
  return rows[0] ?? null;
}
