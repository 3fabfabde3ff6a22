import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../platform/db/tables.ts";
import { rowFinding } from "../../../platform/seals/finding.policy.ts";
import type { Finding } from "./ledger.finding.policy.ts";
import type { MerchantBook } from "./ledger.post.store.ts";

interface Repeated {
  readonly id: string;
  readonly column: string;
  readonly expected: string | null;
  readonly found: string | null;
}

/** Rows of an order that differ from what they repeat: column, expected and found value of each. */
const otherwise = async (
  db: Kysely<Tables>,
  { merchantId, book }: MerchantBook,
  table: "order_refunds" | "payment_dues" | "payment_attempts",
  columns: ReturnType<typeof sql>,
): Promise<Finding[]> => {
  const { rows } = await sql<Repeated>`
    SELECT r.id, c.name AS column, c.expected, c.found
      FROM ${sql.table(table)} r
      JOIN coin_orders o ON o.merchant_id = r.merchant_id AND o.id = r.order_id
     CROSS JOIN LATERAL (VALUES ('order_no', o.order_no, r.order_no), ('tenant_id', o.tenant_id::text, r.tenant_id::text),
                                ${columns}) AS c (name, expected, found)
     WHERE r.merchant_id = ${merchantId} AND r.mode = ${book} AND c.expected IS DISTINCT FROM c.found
     ORDER BY r.id, c.name`.execute(db);
  return rows.map(({ id, column, expected, found }) =>
    rowFinding({ law: "order_booked", table, key: id }, column, [expected, found]),
  );
};

/** The card under which a day's refunds are counted: that of one of the order's attempts. */
const card = sql`('card_fingerprint', CASE WHEN EXISTS (
    SELECT FROM payment_attempts a WHERE a.merchant_id = r.merchant_id AND a.order_id = r.order_id
       AND a.card_fingerprint IS NOT DISTINCT FROM r.card_fingerprint)
  THEN r.card_fingerprint ELSE o.card_fingerprint END, r.card_fingerprint)`;

const gateway = sql`('gateway_id', (SELECT a.gateway_id FROM payment_attempts a
   WHERE a.merchant_id = r.merchant_id AND a.id = r.attempt_id), r.gateway_id)`;

/**
 * The requesting key, of the app that the refund names: keys are never deleted. That a key requested it at all is
 * shown by the makers of its secrets, which are sealed.
 */
const askingKey = sql`('app_key', CASE
    WHEN r.key_maker_ids IS NULL OR EXISTS (
      SELECT FROM app_keys k WHERE k.app_key = r.app_key AND k.app_id = r.app_id AND k.mode = r.mode
         AND k.merchant_id = r.merchant_id) THEN r.app_key
    ELSE coalesce((SELECT k.app_key FROM app_keys k WHERE k.app_id = r.app_id AND k.mode = r.mode
                    AND k.merchant_id = r.merchant_id), 'a key') END, r.app_key)`;

/** When a refund ended, and when it succeeded, by its order's timeline. */
const cameTo = (column: "succeeded_time" | "finished_time", states: readonly string[]) => sql`
  (${column}, coalesce((SELECT max(t.time) FROM order_timeline t
     WHERE t.merchant_id = r.merchant_id AND t.order_id = r.order_id AND t.object_id = r.id
       AND t.to_state = ANY(${[...states]}::text[])), ${sql.ref(`r.${column}`)})::text, ${sql.ref(`r.${column}`)}::text)`;
const times = sql`${cameTo("succeeded_time", ["succeeded"])},
  ${cameTo("finished_time", ["succeeded", "failed", "canceled", "rejected"])}`;

/** Returned amounts of refunds: the parts of captures, or the amount that left the payers' account. */
const givenBack = (of: ReturnType<typeof sql>) => sql`(
  SELECT coalesce(sum(CASE WHEN f.source_bucket = 'payer_funds' THEN f.settle_amount ELSE f.amount - f.excess_amount END), 0)
    FROM order_refunds f
   WHERE f.merchant_id = r.merchant_id AND f.order_id = r.order_id AND f.status = 'succeeded' AND ${of})`;

/**
 * Returned amount of an unapplied payment: by its refunds, plus, for one booked for its merchant, the merchant's own
 * refunds. Older releases did not count those, so either sum is valid.
 */
const returned = sql`('returned_amount', CASE
    WHEN r.kind = 'late_success' AND r.held_amount = 0 AND r.returned_amount >= ${givenBack(sql`f.due_id = r.id`)}
      AND r.returned_amount <= ${givenBack(sql`f.attempt_id = r.attempt_id AND (f.due_id IS NULL OR f.due_id = r.id)`)}
    THEN r.returned_amount ELSE ${givenBack(sql`f.due_id = r.id`)} END::text, r.returned_amount::text)`;

/** An unapplied payment that was returned entirely has that status. */
const standing = sql`('status', CASE
    WHEN r.status = 'returned' AND r.returned_amount + r.booked_amount < r.amount THEN 'to_return'
    WHEN r.status = 'to_return' AND r.held_amount = 0 AND r.returned_amount + r.booked_amount >= r.amount THEN 'returned'
    ELSE r.status END, r.status)`;

/** A duplicate payment's attempt is marked; those that an older release recorded without their payment are not. */
const duplicate = sql`('is_duplicate', CASE
    WHEN EXISTS (SELECT FROM payment_dues d WHERE d.merchant_id = r.merchant_id AND d.attempt_id = r.id
                    AND d.order_id = r.order_id AND d.kind = 'duplicate_payment'
                    AND d.upstream_payment_id NOT LIKE 'unrecorded-%') THEN 'true'
    WHEN EXISTS (SELECT FROM payment_dues d WHERE d.merchant_id = r.merchant_id AND d.attempt_id = r.id
                    AND d.order_id = r.order_id) THEN r.is_duplicate::text
    ELSE 'false' END, r.is_duplicate::text)`;

/**
 * An attempt's authorised or captured amount: the full requested amount once its timeline shows either. Not checked
 * for an order without a timeline.
 */
const authorized = sql`('authorized_amount', CASE
    WHEN EXISTS (SELECT FROM order_timeline t WHERE t.merchant_id = r.merchant_id AND t.order_id = r.order_id
                    AND t.object_id = r.id AND t.to_state IN ('authorized', 'captured')) THEN r.amount
    WHEN o.timeline_seq = 0 AND r.authorized_amount = r.amount THEN r.amount
    ELSE 0 END::text, r.authorized_amount::text)`;

/** The capture as which the applied part of an unapplied payment was booked. */
const capture = sql`('capture_id', CASE
    WHEN r.booked_amount = 0 THEN NULL
    WHEN EXISTS (SELECT FROM captures c WHERE c.merchant_id = r.merchant_id AND c.id = r.capture_id
                    AND c.order_id = r.order_id AND c.status = 'succeeded') THEN r.capture_id
    ELSE coalesce((SELECT j.part FROM ledger_journals j
                    WHERE j.merchant_id = r.merchant_id AND j.order_id = r.order_id AND j.event_id = r.id AND j.event = 'J06'
                    ORDER BY j.seq DESC LIMIT 1), 'a capture') END, r.capture_id)`;

/** Settlement lines whose batch is missing. Nothing holds lines back yet: code that does must be checked here. */
async function lineFindings(db: Kysely<Tables>, { merchantId, book }: MerchantBook): Promise<Finding[]> {
  const { rows } = await sql<Repeated>`
    SELECT l.journal_id AS id, c.name AS column, c.expected, c.found
      FROM settlement_lines l
     CROSS JOIN LATERAL (VALUES
       ('hold_id', NULL, l.hold_id),
       ('batch_id', (SELECT b.id FROM settlement_batches b WHERE b.merchant_id = l.merchant_id AND b.id = l.batch_id), l.batch_id)
     ) AS c (name, expected, found)
     WHERE l.merchant_id = ${merchantId} AND l.book = ${book} AND c.expected IS DISTINCT FROM c.found
     ORDER BY l.journal_id, c.name`.execute(db);
  return rows.map(({ id, column, expected, found }) =>
    rowFinding({ law: "backed", table: "settlement_lines", key: id }, column, [expected, found]),
  );
}

/** Differences between refunds, unapplied payments and attempts, and the orders and rows that they repeat. */
export const repeatedFindings = async (db: Kysely<Tables>, of: MerchantBook): Promise<Finding[]> => [
  ...(await otherwise(
    db,
    of,
    "order_refunds",
    sql`('merchant_order_no', o.merchant_order_no, r.merchant_order_no), ${card}, ${gateway}, ${askingKey}, ${times}`,
  )),
  ...(await otherwise(db, of, "payment_dues", sql`${returned}, ${standing}, ${capture}`)),
  ...(await otherwise(db, of, "payment_attempts", sql`${duplicate}, ${authorized}`)),
  ...(await lineFindings(db, of)),
];
