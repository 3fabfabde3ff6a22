import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../platform/db/tables.ts";
import { missingFinding, rowFinding } from "../../../platform/seals/finding.policy.ts";
import type { Finding } from "./ledger.finding.policy.ts";

/** A timeline entry after a gap, or a step that does not continue the one before. */
interface BrokenEntry {
  readonly orderId: string;
  readonly seq: number;
  /** The number that the entry would have without the gap. */
  readonly place: number;
  readonly fromState: string | null;
  readonly before: string | null;
}

/** A last step that does not lead to the status of its order, attempt or refund. */
interface OtherEnd {
  readonly orderId: string;
  readonly seq: number;
  readonly state: string;
  readonly toState: string;
}

/**
 * Differences within orders' timelines and with the rows they describe: entries are numbered without gaps, each step
 * of an order, attempt or refund begins where the one before ended, and the last one ends at the row's status. The
 * length of a timeline is compared with its order. The text of an entry proves nothing.
 */
export async function storyFindings(
  db: Kysely<Tables>,
  merchantId: string,
  orders: readonly { readonly id: string }[],
): Promise<Finding[]> {
  if (orders.length === 0) return [];
  const ids = sql`${orders.map(({ id }) => id)}::text[]`;
  const { rows: broken } = await sql<BrokenEntry>`
    SELECT order_id, seq, place, from_state, before FROM (
      SELECT t.order_id, t.seq, t.from_state,
             row_number() OVER (PARTITION BY t.order_id ORDER BY t.seq)::int AS place,
             lag(t.to_state) OVER (PARTITION BY t.order_id, t.object_id, t.action IS NULL ORDER BY t.seq) AS before
        FROM order_timeline t WHERE t.merchant_id = ${merchantId} AND t.order_id = ANY(${ids})) s
     WHERE seq <> place OR (before IS NOT NULL AND before IS DISTINCT FROM from_state)
     ORDER BY order_id, seq`.execute(db);
  const { rows: otherEnds } = await sql<OtherEnd>`
    SELECT s.order_id, s.seq, s.to_state, r.state FROM (
      SELECT DISTINCT ON (t.object_id) t.order_id, t.object_id, t.seq, t.to_state
        FROM order_timeline t
       WHERE t.merchant_id = ${merchantId} AND t.order_id = ANY(${ids}) AND t.action IS NOT NULL
       ORDER BY t.object_id, t.seq DESC) s
      JOIN (
        SELECT id, CASE status WHEN 'awaiting' THEN 'awaiting.' || awaiting_reason ELSE status END AS state
          FROM coin_orders WHERE merchant_id = ${merchantId} AND id = ANY(${ids})
        UNION ALL
        SELECT id, status FROM payment_attempts WHERE merchant_id = ${merchantId} AND order_id = ANY(${ids})
        UNION ALL
        SELECT id, status FROM order_refunds WHERE merchant_id = ${merchantId} AND order_id = ANY(${ids})
      ) r ON r.id = s.object_id
     WHERE r.state IS DISTINCT FROM s.to_state
     ORDER BY s.order_id, s.seq`.execute(db);
  const placeOf = (orderId: string, seq: number) =>
    ({ law: "order_booked", table: "order_timeline", key: `${orderId} ${seq}` }) as const;
  // All numbers after a gap are shifted: only the first is reported.
  const gaps = new Map(
    broken
      .filter(({ seq, place }) => seq !== place)
      .toReversed()
      .map((one) => [one.orderId, one]),
  );
  return [
    ...[...gaps.values()].map(({ orderId, place }) => missingFinding(placeOf(orderId, place))),
    ...broken
      .filter(({ before, fromState }) => before !== null && before !== fromState)
      .map(({ orderId, seq, before, fromState }) =>
        rowFinding(placeOf(orderId, seq), "from_state", [before, fromState]),
      ),
    ...otherEnds.map(({ orderId, seq, state, toState }) =>
      rowFinding(placeOf(orderId, seq), "to_state", [state, toState]),
    ),
  ];
}
