import { orderLifecycle } from "@countinghouse/contract/payments/coin-order/coin-order.lifecycle.ts";
import { refundLifecycle } from "@countinghouse/contract/payments/order-refund/order-refund.lifecycle.ts";
import { attemptLifecycle } from "@countinghouse/contract/payments/payment-attempt/payment-attempt.lifecycle.ts";

/** A law of the stored rows: the statement finds what breaks it, and one row of it says where. */
export interface Invariant {
  readonly id: string;
  readonly says: string;
  readonly sql: string;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const movesOf = (lifecycle: typeof orderLifecycle | typeof attemptLifecycle | typeof refundLifecycle): string =>
  Object.entries(lifecycle.actions)
    .flatMap(([action, { from, to }]) =>
      from.map((state: string) => `(${quoted(state)}, ${quoted(action)}, ${quoted(to)})`),
    )
    .join(", ");

/** Money that can be checked at any moment, while everything moves. */
export const moneyInvariants: readonly Invariant[] = [
  {
    id: "I-1",
    says: "every journal has postings, numbered without a gap, and debits equal credits in every currency",
    sql: `SELECT j.merchant_id || ' ' || j.id AS broken
            FROM ledger_journals j
            LEFT JOIN ledger_postings p ON p.merchant_id = j.merchant_id AND p.journal_id = j.id
           GROUP BY j.merchant_id, j.id
          HAVING count(p.line) = 0 OR max(p.line) <> count(p.line)
          UNION ALL
          SELECT currency FROM (
            SELECT currency, amount FROM ledger_postings
            UNION ALL SELECT currency, -amount FROM ledger_postings) both_sides
           GROUP BY currency HAVING sum(amount) <> 0`,
  },
  {
    id: "I-2",
    says: "every stored balance is the sum of its postings, on its side",
    sql: `SELECT b.merchant_id || ' ' || b.account AS broken
            FROM ledger_balances b
            FULL JOIN (
              SELECT merchant_id, book, account, sum(amount) AS net FROM (
                SELECT merchant_id, book, debit_account AS account, amount FROM ledger_postings
                UNION ALL
                SELECT merchant_id, book, credit_account, -amount FROM ledger_postings) moved
               GROUP BY merchant_id, book, account) s
              ON s.merchant_id = b.merchant_id AND s.book = b.book AND s.account = b.account
           WHERE b.account IS NULL OR abs(coalesce(s.net, 0)) <> abs(b.amount)`,
  },
];

/** Everything that must hold once nothing moves any more. */
export const restInvariants: readonly Invariant[] = [
  {
    id: "I-3",
    says: "a merchant's number, a gateway's reference and the cause of a journal stand for one thing each",
    sql: `SELECT 'order ' || merchant_order_no AS broken FROM coin_orders
           GROUP BY merchant_id, mode, merchant_order_no HAVING count(*) > 1
          UNION ALL
          SELECT 'gateway ' || upstream_attempt_id FROM payment_attempts WHERE upstream_attempt_id IS NOT NULL
           GROUP BY gateway_account_id, upstream_attempt_id HAVING count(*) > 1
          UNION ALL
          SELECT 'journal ' || event_id FROM ledger_journals
           GROUP BY merchant_id, book, event, event_id, part HAVING count(*) > 1`,
  },
  {
    id: "I-4",
    says: "an order is paid exactly when one capture is booked for it, of the amount it shows; no other has money",
    sql: `SELECT o.order_no || ' ' || o.status || ' ' || count(j.id) AS broken
            FROM coin_orders o
            LEFT JOIN ledger_journals j ON j.merchant_id = o.merchant_id AND j.order_id = o.id AND j.event IN ('J01', 'J04')
           GROUP BY o.merchant_id, o.id, o.order_no, o.status, o.captured_amount
          HAVING (o.status = 'paid') <> (count(j.id) = 1)
          UNION ALL
          SELECT o.order_no || ' captured ' || o.captured_amount FROM coin_orders o
           WHERE o.captured_amount <> coalesce((
             SELECT sum(a.captured_amount - coalesce((
                      SELECT sum(d.amount - d.booked_amount) FROM payment_dues d WHERE d.merchant_id = a.merchant_id
                         AND d.attempt_id = a.id AND d.kind = 'amount_mismatch' AND d.currency = a.currency), 0))
               FROM payment_attempts a
              WHERE a.merchant_id = o.merchant_id AND a.order_id = o.id
                AND (NOT a.is_duplicate OR EXISTS (
                  SELECT 1 FROM captures c WHERE c.merchant_id = a.merchant_id AND c.order_id = a.order_id
                     AND c.attempt_id = a.id AND c.status = 'succeeded'))), 0)
          UNION ALL
          SELECT o.order_no || ' without its due' FROM coin_orders o
            JOIN payment_attempts a ON a.merchant_id = o.merchant_id AND a.order_id = o.id
           WHERE a.is_duplicate AND NOT EXISTS (
             SELECT 1 FROM payment_dues d WHERE d.merchant_id = a.merchant_id AND d.attempt_id = a.id)`,
  },
  {
    id: "I-5",
    says: "what an order shows as captured, and what it cost, is the sum of its captures, and each of them is booked once",
    sql: `SELECT o.order_no || ' captured ' || o.captured_amount || ' of ' || coalesce(sum(c.amount), 0) AS broken
            FROM coin_orders o
            LEFT JOIN captures c ON c.merchant_id = o.merchant_id AND c.order_id = o.id AND c.status = 'succeeded'
                                AND c.is_priced
           WHERE o.origin = 'platform'
           GROUP BY o.merchant_id, o.id, o.order_no, o.captured_amount, o.settle_amount, o.fee_amount, o.fee_tax_amount,
                    o.net_amount
          HAVING o.captured_amount <> coalesce(sum(c.amount), 0)
              OR coalesce(o.settle_amount, 0) <> coalesce(sum(c.settle_amount), 0)
              OR coalesce(o.fee_amount, 0) <> coalesce(sum(c.fee_amount), 0)
              OR coalesce(o.fee_tax_amount, 0) <> coalesce(sum(c.fee_tax_amount), 0)
              OR coalesce(o.net_amount, 0) <> coalesce(sum(c.net_amount), 0)
          UNION ALL
          SELECT c.capture_no || ' booked ' || count(j.id) FROM captures c
            LEFT JOIN ledger_journals j ON j.merchant_id = c.merchant_id AND j.event_id = c.id
                                       AND j.event IN ('J01', 'J04')
           GROUP BY c.merchant_id, c.id, c.capture_no, c.status, c.is_priced
          HAVING (count(j.id) = 1) <> (c.status = 'succeeded' AND c.is_priced)
          UNION ALL
          SELECT o.order_no || ' pending without a capture under way' FROM coin_orders o
            JOIN payment_attempts a ON a.merchant_id = o.merchant_id AND a.order_id = o.id AND a.status = 'capture_pending'
           WHERE NOT EXISTS (SELECT 1 FROM captures c WHERE c.merchant_id = o.merchant_id AND c.order_id = o.id
             AND c.status IN ('asked', 'sent', 'unknown'))`,
  },
  {
    id: "I-6",
    says: "every step of an order, an attempt and a refund stands in its table, starts where the last one ended, and is counted",
    sql: `WITH steps AS (
            SELECT t.*, lag(t.to_state) OVER (PARTITION BY t.merchant_id, t.object_id ORDER BY t.seq) AS before,
                   t.object_id = t.order_id AS is_order
              FROM order_timeline t WHERE t.action IS NOT NULL AND t.from_state IS NOT NULL)
          SELECT 'step ' || order_id || ' ' || from_state || ' ' || action || ' ' || to_state AS broken FROM steps
           WHERE is_order AND (from_state, action, to_state) NOT IN (VALUES ${movesOf(orderLifecycle)})
          UNION ALL
          SELECT 'attempt ' || object_id || ' ' || from_state || ' ' || action || ' ' || to_state FROM steps
           WHERE object_id LIKE 'att\\_%' AND (from_state, action, to_state) NOT IN (VALUES ${movesOf(attemptLifecycle)})
          UNION ALL
          SELECT 'refund ' || object_id || ' ' || from_state || ' ' || action || ' ' || to_state FROM steps
           WHERE object_id LIKE 'rfd\\_%' AND (from_state, action, to_state) NOT IN (VALUES ${movesOf(refundLifecycle)})
          UNION ALL
          SELECT 'object ' || object_id || ' of the order ' || order_id FROM steps
           WHERE NOT is_order AND object_id NOT LIKE 'att\\_%' AND object_id NOT LIKE 'rfd\\_%'
          UNION ALL
          SELECT 'gap ' || order_id || ' ' || before || ' then ' || from_state FROM steps
           WHERE before IS NOT NULL AND before <> from_state
          UNION ALL
          SELECT 'count ' || o.order_no FROM coin_orders o
            LEFT JOIN order_timeline t ON t.merchant_id = o.merchant_id AND t.order_id = o.id
           GROUP BY o.merchant_id, o.id, o.order_no, o.timeline_seq
          HAVING count(t.seq) <> o.timeline_seq OR coalesce(max(t.seq), 0) <> o.timeline_seq`,
  },
  {
    id: "I-8",
    says: "what belongs to an order belongs to its tenant",
    sql: `SELECT a.id AS broken FROM payment_attempts a
            JOIN coin_orders o ON o.merchant_id = a.merchant_id AND o.id = a.order_id WHERE o.tenant_id <> a.tenant_id
          UNION ALL
          SELECT d.id FROM webhook_deliveries d
            JOIN merchant_events e ON e.merchant_id = d.merchant_id AND e.id = d.event_id WHERE e.tenant_id <> d.tenant_id`,
  },
  {
    id: "I-9",
    says: "every event of an order is recorded once, and each endpoint that wanted it has a delivery",
    sql: `SELECT o.order_no || ' has ' || count(e.id) || ' of ' || o.event_seq AS broken FROM coin_orders o
            LEFT JOIN merchant_events e ON e.merchant_id = o.merchant_id AND e.object_id = o.id
           GROUP BY o.merchant_id, o.id, o.order_no, o.event_seq HAVING count(e.id) <> o.event_seq
          UNION ALL
          SELECT e.id FROM merchant_events e, jsonb_array_elements_text(e.endpoint_ids) wanted
           WHERE NOT EXISTS (SELECT 1 FROM webhook_deliveries d
             WHERE d.merchant_id = e.merchant_id AND d.event_id = e.id AND d.endpoint_id = wanted)`,
  },
];

/** What a gateway itself has no answer to yet: it is asked again and again, and nobody is told that it failed. */
export const waitsForGateway = `
  SELECT count(*)::int AS count FROM payment_attempts WHERE status IN ('initiated', 'submitting', 'unknown', 'capture_pending')`;

/** What is not finished and not planned either, by what it is: the product looks after all of it, and none of it may stay. */
export const neglectedWork = `
  SELECT 'attempts' AS what, count(*)::int AS count FROM payment_attempts
   WHERE status IN ('initiated', 'submitting', 'unknown', 'capture_pending')
     AND coalesce(next_query_time, '-infinity') < now() - interval '90 seconds'
  UNION ALL SELECT 'orders', count(*)::int FROM coin_orders o
   WHERE status = 'pending' AND NOT EXISTS (
     SELECT 1 FROM payment_attempts a WHERE a.merchant_id = o.merchant_id AND a.order_id = o.id
        AND a.status IN ('initiated', 'submitting', 'unknown', 'capture_pending'))
  UNION ALL SELECT 'fresh attempts', count(*)::int FROM payment_attempts
   WHERE status IN ('initiated', 'submitting', 'unknown', 'capture_pending') AND query_count < 1
  UNION ALL SELECT 'notifications', count(*)::int FROM inbound_notifications WHERE status IN ('received', 'parked')
     AND coalesce(next_attempt_time, create_time) < now() - interval '90 seconds'
  UNION ALL SELECT 'deliveries', count(*)::int FROM webhook_deliveries WHERE status IN ('queued', 'sending', 'retry_wait')
     AND coalesce(next_attempt_time, create_time) < now() - interval '90 seconds'
  UNION ALL SELECT 'jobs', count(*)::int FROM pgboss.job
   WHERE state = 'active' AND coalesce(heartbeat_on, started_on) < now() - interval '3 minutes'`;
