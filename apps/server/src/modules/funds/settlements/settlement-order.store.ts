import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../platform/db/tables.ts";

type Db = Kysely<Tables>;

interface BatchOf {
  readonly merchantId: string;
  readonly batchId: string;
}

/**
 * What of an order waits for its settlement: its captures with their fees. One that came to nothing when it was converted
 * has no line of its own, and is settled with the fee that it cost.
 */
const ofCapture = sql`(l.line_type = 'capture' OR j.event = 'J02')`;

/** The next orders whose captures a batch settled, by their ids. */
export async function ordersOfBatch(
  db: Db,
  { merchantId, batchId }: BatchOf,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT j.order_id AS id FROM settlement_lines l
      JOIN ledger_journals j ON j.merchant_id = l.merchant_id AND j.id = l.journal_id
     WHERE l.merchant_id = ${merchantId} AND l.batch_id = ${batchId} AND ${ofCapture}
       AND j.order_id > ${after}
     ORDER BY 1 LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Marks orders as settled of which no capture waits any more. They are locked before that is looked up, in the order of
 * their ids, so that a capture meanwhile is either seen or marks its order as unsettled afterwards.
 */
export async function markOrdersSettled(db: Db, merchantId: string, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length === 0) return;
  const ids = [...orderIds].sort();
  await db.transaction().execute(async (tx) => {
    const place = sql`merchant_id = ${merchantId} AND id = ANY(${ids}::text[])`;
    await sql`SELECT id FROM coin_orders WHERE ${place} ORDER BY id FOR UPDATE`.execute(tx);
    await sql`
      UPDATE coin_orders AS o SET settlement_status = 'settled'
       WHERE o.merchant_id = ${merchantId} AND o.id = ANY(${ids}::text[]) AND o.settlement_status = 'unsettled'
         AND NOT EXISTS (
           SELECT 1 FROM ledger_journals j
             JOIN settlement_lines l ON l.merchant_id = j.merchant_id AND l.journal_id = j.id
            WHERE j.merchant_id = o.merchant_id AND j.order_id = o.id AND ${ofCapture} AND l.state <> 'settled')`.execute(
      tx,
    );
  });
}
