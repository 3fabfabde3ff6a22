import { openRefundStates } from "@countinghouse/contract/payments/order-refund/order-refund.lifecycle.ts";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../platform/db/tables.ts";
import type { OrderOutcome } from "./ledger.outcome.policy.ts";
import type { OrderPhaseFacts } from "./ledger.phase.policy.ts";
import type { MerchantBook } from "./ledger.post.store.ts";

/** When the timeline last shows the order entering a state. */
const cameTo = (state: string) => sql`
  (SELECT max(t.time) FROM order_timeline t
    WHERE t.merchant_id = o.merchant_id AND t.order_id = o.id AND t.object_id = o.id AND t.to_state = ${state})`;

/** Condition: the order's captures, or the fees of zero captures, have settlement lines, of some status or any. */
const hasLines = (of = sql`true`) => sql`EXISTS (
  SELECT FROM ledger_journals j
    JOIN settlement_lines l ON l.merchant_id = j.merchant_id AND l.journal_id = j.id
   WHERE j.merchant_id = o.merchant_id AND j.order_id = o.id AND (l.line_type = 'capture' OR j.event = 'J02')
     AND ${of})`;

/**
 * The next orders of a book, paid or not, with the states of their attempts and other evidence. Imported orders have
 * none.
 */
export async function orderPhaseFacts(
  db: Kysely<Tables>,
  { merchantId, book }: MerchantBook,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<(OrderPhaseFacts & OrderOutcome)[]> {
  const { rows } = await sql<OrderPhaseFacts & OrderOutcome>`
    SELECT o.id, o.status, o.awaiting_reason, o.amount, o.captured_amount, o.authorized_amount, o.refunded_amount,
           o.disputed_amount, o.attempt_count, o.refund_status, o.dispute_status, o.settlement_status, o.fx_quote_id,
           o.payment_method, o.method_category, o.channel_id, o.gateway_id, o.gateway_account_id, o.transaction_no,
           o.card_brand, o.card_bin, o.card_last4, o.card_country, o.card_fingerprint, o.three_ds::text AS three_ds,
           o.capture_deadline, o.expire_time, o.risk_decision, o.risk_score, o.late_success, o.paid_time, o.canceled_time, o.timeline_seq,
           ARRAY(SELECT a.status FROM payment_attempts a
                  WHERE a.merchant_id = o.merchant_id AND a.order_id = o.id) AS attempts,
           EXISTS (SELECT FROM payment_dues d
                    WHERE d.merchant_id = o.merchant_id AND d.order_id = o.id
                      AND d.status NOT IN ('returned', 'booked')) AS has_open_due,
           (SELECT coalesce(jsonb_agg(jsonb_build_object(
                     'status', a.status, 'payment_method', a.payment_method, 'method_category', a.method_category,
                     'channel_id', a.channel_id, 'gateway_id', a.gateway_id, 'gateway_account_id', a.gateway_account_id,
                     'transaction_no', a.transaction_no, 'card_brand', a.card_brand, 'card_bin', a.card_bin,
                     'card_last4', a.card_last4, 'card_country', a.card_country, 'card_fingerprint', a.card_fingerprint,
                     'three_ds', a.three_ds::text) ORDER BY a.seq), '[]')
              FROM payment_attempts a WHERE a.merchant_id = o.merchant_id AND a.order_id = o.id) AS tries,
           ${cameTo("paid")} AS told_paid, ${cameTo("canceled")} AS told_canceled,
           EXISTS (SELECT FROM order_timeline t
                    WHERE t.merchant_id = o.merchant_id AND t.order_id = o.id AND t.object_id = o.id
                      AND t.action = 'authorize') AS is_authorized,
           EXISTS (SELECT FROM order_timeline t
                    WHERE t.merchant_id = o.merchant_id AND t.order_id = o.id AND t.object_id = o.id
                      AND t.title = 'eventOrderPaidLate') AS told_late,
           (SELECT coalesce(max(t.seq), 0) FROM order_timeline t
             WHERE t.merchant_id = o.merchant_id AND t.order_id = o.id) AS told_entries,
           (SELECT max(c.finished_time) FROM captures c
             WHERE c.merchant_id = o.merchant_id AND c.order_id = o.id AND c.status = 'succeeded') AS last_captured,
           (SELECT count(*)::int FROM captures c
             WHERE c.merchant_id = o.merchant_id AND c.order_id = o.id AND c.status = 'succeeded') AS captures,
           EXISTS (SELECT FROM order_refunds r
                    WHERE r.merchant_id = o.merchant_id AND r.order_id = o.id AND r.source_bucket <> 'payer_funds'
                      AND r.status = ANY(${[...openRefundStates]}::text[])) AS is_refunding,
           ${hasLines()} AS has_lines, ${hasLines(sql`l.state <> 'settled'`)} AS has_open_lines
      FROM coin_orders o
     WHERE o.merchant_id = ${merchantId} AND o.mode = ${book} AND o.origin = 'platform' AND o.id > ${after}
     ORDER BY o.id LIMIT ${limit}`.execute(db);
  return rows;
}
