import type { Journal } from "@countinghouse/ledger/journal.ts";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../platform/db/tables.ts";
import type { MerchantBook } from "./ledger.post.store.ts";
import type { CountedCapture, StoredVolume } from "./ledger.volume.service.ts";

type Db = Kysely<Tables>;

/** Events of captures and their costs. */
const events = ["J01", "J04", "J02", "J03", "J03p"];

/**
 * Priced captures whose last journal is in a range, in journal order. Journals older than capture records name the
 * attempt.
 */
export async function pricedCaptures(
  db: Db,
  { merchantId, book }: MerchantBook,
  journals: readonly Journal[],
  { after, upTo }: { readonly after: number; readonly upTo: number },
): Promise<CountedCapture[]> {
  const orderIds = [
    ...new Set(journals.flatMap(({ event, orderId }) => (events.includes(event) && orderId ? [orderId] : []))),
  ];
  if (orderIds.length === 0) return [];
  const { rows } = await sql<CountedCapture>`
    SELECT c.id, c.order_id, c.settle_currency AS currency, c.settle_amount::text AS value,
           c.fee_rule -> 'volumes' AS volumes, c.fee_rule ->> 'tierMode' AS tier_mode, c.fee_rule ->> 'month' AS month,
           own.priced_seq, CASE WHEN own.is_priced_later THEN own.booked_at
             ELSE least(greatest(c.finished_time, c.asked_time), own.booked_at) END AS taken_at,
           coalesce(a.agreement ->> 'timezone', m.timezone) AS timezone
      FROM captures c
      JOIN merchants m ON m.id = c.merchant_id
      JOIN payment_attempts a ON a.merchant_id = c.merchant_id AND a.order_id = c.order_id AND a.id = c.attempt_id
      CROSS JOIN LATERAL (
        SELECT max(j.seq) AS priced_seq, min(j.posted_at) AS booked_at,
               min(j.posted_at) < max(j.posted_at) AS is_priced_later
          FROM ledger_journals j
         WHERE j.merchant_id = c.merchant_id AND j.order_id = c.order_id AND j.book = c.mode
           AND j.event_id IN (c.id, c.attempt_id) AND j.event = ANY(${events}::text[])) AS own
     WHERE c.merchant_id = ${merchantId} AND c.mode = ${book} AND c.is_priced
       AND c.settle_amount IS NOT NULL AND NOT jsonb_exists(c.fee_rule, 'later') AND c.order_id = ANY(${orderIds}::text[])
       AND own.priced_seq > ${after} AND own.priced_seq <= ${upTo}
     ORDER BY own.priced_seq, c.seq`.execute(db);
  return rows;
}

/** Captures priced without a journal, in the order of counting. */
export async function laterCaptures(db: Db, { merchantId, book }: MerchantBook): Promise<CountedCapture[]> {
  const { rows } = await sql<CountedCapture>`
    SELECT id, order_id, settle_currency AS currency, settle_amount::text AS value, fee_rule -> 'volumes' AS volumes,
           fee_rule ->> 'tierMode' AS tier_mode, fee_rule ->> 'month' AS month,
           (fee_rule #>> '{later,seq}')::integer AS priced_seq, asked_time AS taken_at, 'UTC' AS timezone
      FROM captures
     WHERE merchant_id = ${merchantId} AND mode = ${book} AND is_priced AND settle_amount IS NOT NULL
       AND jsonb_exists(fee_rule, 'later')
     ORDER BY priced_seq, (fee_rule #>> '{later,counted}')::numeric`.execute(db);
  return rows;
}

/** Every month's volume of a merchant in a mode. */
export const storedVolumes = (db: Db, { merchantId, book }: MerchantBook): Promise<StoredVolume[]> =>
  db
    .selectFrom("merchantVolumes")
    .select(["month", "currency", "captured"])
    .where("merchantId", "=", merchantId)
    .where("mode", "=", book)
    .execute();
