import type { ReconRefType } from "@countinghouse/contract/funds/recon/recon-enumerations.ts";
import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { CurrencyCode } from "@countinghouse/money/currency.ts";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Tables } from "../../../platform/db/tables.ts";

type Db = Kysely<Tables>;

/** One of our records that a line may match; amounts in minor units, credits to us positive. */
export interface OurRecord {
  readonly merchantId: string;
  readonly refType: Exclude<ValueOf<typeof ReconRefType>, "account">;
  readonly id: string;
  readonly refNo: string;
  readonly orderId: string;
  readonly orderNo: string;
  /** The gateway's number of the payment or refund. */
  readonly upstreamRef: string | null;
  readonly currency: CurrencyCode;
  readonly gross: string;
  readonly fee: string | null;
  readonly isFeeEstimated: boolean;
  readonly isBooked: boolean;
  readonly fromTime: string;
  readonly toTime: string;
  readonly cardLast4: string | null;
}

/** Of which account, and of which mode. */
export interface AccountAndMode {
  readonly gatewayAccountId: string;
  readonly mode: "live" | "test";
}

const captures = ({ gatewayAccountId, mode }: AccountAndMode, narrowed: RawBuilder<unknown>) => sql`
  SELECT c.merchant_id, 'capture' AS ref_type, c.id, c.capture_no AS ref_no, c.order_id, c.order_no,
         a.upstream_attempt_id AS upstream_ref, c.currency, c.amount::text AS gross,
         CASE WHEN c.gateway_cost_currency = c.currency THEN c.gateway_cost_amount::text END AS fee,
         coalesce(gm.cost_model = 'interchange_plus', false) AS is_fee_estimated,
         c.status = 'succeeded' AS is_booked, c.seq,
         least(a.started_time, a.upstream_time, c.asked_time) AS from_time,
         greatest(c.finished_time, a.upstream_time, c.asked_time) AS to_time, a.card_last4
    FROM captures c
    JOIN payment_attempts a ON a.merchant_id = c.merchant_id AND a.id = c.attempt_id
    LEFT JOIN payment_methods pm ON pm.tenant_id = a.tenant_id AND pm.code = a.payment_method
    LEFT JOIN gateway_methods gm ON gm.gateway_account_id = a.gateway_account_id AND gm.payment_method_id = pm.id
   WHERE c.gateway_account_id = ${gatewayAccountId} AND c.mode = ${mode} AND ${narrowed}`;

/** The gateway's cost of a refund, as booked. */
const refundCost = sql`(SELECT sum(p.amount)::text FROM ledger_journals j
  JOIN ledger_postings p ON p.merchant_id = j.merchant_id AND p.journal_id = j.id
 WHERE j.merchant_id = r.merchant_id AND j.idempotency_key = 'J03r:' || r.id || ':')`;

/**
 * The refunds that a gateway made for a refund `r`: the requested one and further ones, each by its number. The
 * requested one's number is the one that no other has.
 */
export const madeRefunds = sql`LATERAL (
  SELECT (coalesce(jsonb_array_length(r.others), 0) + 1) * (coalesce(jsonb_array_length(r.others), 0) + 2) / 2
           - coalesce(sum(o.no), 0) AS no,
         r.upstream_refund_id AS number,
         (r.amount - coalesce(sum(o.amount) FILTER (WHERE NOT o.is_back), 0))::bigint AS amount,
         r.is_reversed AS is_back
    FROM (SELECT coalesce((other->>'no')::integer, place + 1) AS no, (other->>'amount')::bigint AS amount,
                 other->>'back' IS NOT NULL AS is_back
            FROM jsonb_array_elements(r.others) WITH ORDINALITY AS listed (other, place)) AS o
  UNION ALL
  SELECT coalesce((other->>'no')::integer, place + 1), other->>'upstreamRefundId', (other->>'amount')::bigint,
         other->>'back' IS NOT NULL
    FROM jsonb_array_elements(r.others) WITH ORDINALITY AS listed (other, place)) AS made`;

/** By which id a line stands against what a gateway made: the refund's, with its place behind it where it is not the first. */
export const madeRefundId = sql`CASE WHEN made.no = 1 THEN r.id ELSE r.id || ':' || made.no END`;

/** The refund's id within an id of {@link madeRefundId}. */
export const refundIdOf = (madeId: string): string => madeId.split(":")[0] ?? madeId;

/** The number within an id of {@link madeRefundId}. */
export const madeNoOf = (madeId: string): number => Number(madeId.split(":")[1] ?? 1);

const refunds = ({ gatewayAccountId, mode }: AccountAndMode, isReversal: boolean, narrowed: RawBuilder<unknown>) => sql`
  SELECT r.merchant_id, ${isReversal ? "refund_reversal" : "refund"} AS ref_type, ${madeRefundId} AS id,
         r.refund_no AS ref_no, r.order_id, r.order_no, made.number AS upstream_ref, r.currency,
         (${sql.lit(isReversal ? 1 : -1)} * made.amount)::text AS gross,
         ${isReversal ? sql`NULL` : sql`CASE WHEN made.no = 1 THEN ${refundCost} END`} AS fee, false AS is_fee_estimated,
         ${isReversal ? sql`made.is_back` : sql`r.succeeded_time IS NOT NULL`} AS is_booked,
         made.no AS seq, r.refund_time AS from_time,
         ${isReversal ? sql`now()` : sql`coalesce(r.succeeded_time, r.finished_time, r.refund_time)`} AS to_time,
         NULL::text AS card_last4
    FROM order_refunds r CROSS JOIN ${madeRefunds}
   WHERE r.gateway_account_id = ${gatewayAccountId} AND r.mode = ${mode} AND ${narrowed}`;

const dues = ({ gatewayAccountId, mode }: AccountAndMode, narrowed: RawBuilder<unknown>) => sql`
  SELECT d.merchant_id, 'due' AS ref_type, d.id, d.due_no AS ref_no, d.order_id, d.order_no,
         d.upstream_payment_id AS upstream_ref, d.currency, d.amount::text AS gross, NULL AS fee, false AS is_fee_estimated,
         true AS is_booked, 1 AS seq, d.create_time - interval '3 days' AS from_time, d.create_time AS to_time,
         NULL::text AS card_last4
    FROM payment_dues d
   WHERE d.gateway_account_id = ${gatewayAccountId} AND d.mode = ${mode} AND d.amount > 0 AND ${narrowed}`;

const anyOf = (column: RawBuilder<unknown>, values: readonly string[]) => sql`${column} = ANY(${[...values]}::text[])`;

/** Payments with some of the gateway's numbers: merchants' ones and unapplied ones. */
export async function paymentsByReference(db: Db, of: AccountAndMode, refs: readonly string[]): Promise<OurRecord[]> {
  if (refs.length === 0) return [];
  const { rows } = await sql<OurRecord>`
    ${captures(of, sql`a.gateway_account_id = ${of.gatewayAccountId} AND ${anyOf(sql`a.upstream_attempt_id`, refs)}`)}
    UNION ALL ${dues(of, sql`${anyOf(sql`d.upstream_payment_id`, refs)} AND d.capture_id IS NULL`)}
    ORDER BY ref_type, seq`.execute(db);
  return rows;
}

/**
 * Refunds by our numbers, once as made and once as returned, for each one that the gateway made. Of returned ones
 * first those booked as such, then the one made last, which nobody requested.
 */
export async function refundsByNumber(db: Db, of: AccountAndMode, numbers: readonly string[]): Promise<OurRecord[]> {
  if (numbers.length === 0) return [];
  const narrowed = anyOf(sql`r.refund_no`, numbers);
  const { rows } = await sql<OurRecord>`
    SELECT o.* FROM (${refunds(of, false, narrowed)} UNION ALL ${refunds(of, true, narrowed)}) AS o
     ORDER BY ref_type, ref_type = 'refund_reversal' AND is_booked DESC,
              CASE ref_type WHEN 'refund' THEN seq ELSE -seq END`.execute(db);
  return rows;
}

const ofMade = (id: string) => sql`r.id = ${refundIdOf(id)} AND ${madeRefundId} = ${id}`;

/** The record of one kind and id at an account; undefined where there is none. */
export async function ourRecord(
  db: Db,
  of: AccountAndMode,
  { refType, id }: Pick<OurRecord, "refType" | "id">,
): Promise<OurRecord | undefined> {
  const asked = {
    capture: () => captures(of, sql`c.id = ${id}`),
    refund: () => refunds(of, false, ofMade(id)),
    refund_reversal: () => refunds(of, true, ofMade(id)),
    due: () => dues(of, sql`d.id = ${id}`),
  };
  const { rows } = await sql<OurRecord>`${asked[refType]()}`.execute(db);
  return rows[0];
}

/** An order that a line refers to. */
export interface ReferencedOrder {
  readonly merchantId: string;
  readonly id: string;
  readonly orderNo: string;
}

export const ordersByNumber = (
  db: Db,
  { tenantId, mode }: { readonly tenantId: number; readonly mode: AccountAndMode["mode"] },
  numbers: readonly string[],
): Promise<ReferencedOrder[]> =>
  numbers.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom("coinOrders")
        .select(["merchantId", "id", "orderNo"])
        .where("tenantId", "=", tenantId)
        .where("mode", "=", mode)
        .where("orderNo", "in", [...numbers])
        .execute();

const unlisted = sql`NOT EXISTS (SELECT FROM recon_items i
   WHERE i.our_merchant_id = o.merchant_id AND i.our_ref_type = o.ref_type AND i.our_ref_id = o.id
     AND i.match_status NOT IN ('duplicate', 'missing_upstream'))`;

/** Records booked at an account. */
const booked = (of: AccountAndMode, since: RawBuilder<unknown>) => sql`(
  ${captures(of, sql`c.status = 'succeeded' AND c.finished_time >= ${since}`)}
  UNION ALL ${refunds(of, false, sql`r.status = 'succeeded' AND r.succeeded_time >= ${since}`)}
  UNION ALL ${refunds(of, true, sql`made.is_back AND r.succeeded_time >= ${since}`)}
  UNION ALL ${dues(of, sql`d.capture_id IS NULL AND d.create_time >= ${since}`)}
) AS o`;

/** Records booked at an account in a currency until an instant, matched to no line and not listed as missing. */
export async function unlistedRecords(
  db: Db,
  of: AccountAndMode,
  { currency, since, until }: { readonly currency: string; readonly since: Date; readonly until: Date },
): Promise<OurRecord[]> {
  const { rows } = await sql<OurRecord>`
    SELECT o.* FROM ${booked(of, sql`${since.toISOString()}::timestamptz`)}
     WHERE o.currency = ${currency} AND o.to_time <= ${until.toISOString()}::timestamptz AND ${unlisted}
       AND NOT EXISTS (SELECT FROM recon_items i
         WHERE i.our_merchant_id = o.merchant_id AND i.our_ref_type = o.ref_type AND i.our_ref_id = o.id
           AND i.match_status = 'missing_upstream')
     ORDER BY o.to_time, o.id`.execute(db);
  return rows;
}

/** Days around a line's time in which its record is searched. */
const nearDays = 3;

/** Unmatched records of the same amount and currency within three days, nearest first. */
export async function nearRecords(
  db: Db,
  of: AccountAndMode,
  { currency, gross, time }: { readonly currency: string; readonly gross: string; readonly time: string },
): Promise<OurRecord[]> {
  const at = sql`${time}::timestamptz`;
  const { rows } = await sql<OurRecord>`
    SELECT o.* FROM ${booked(of, sql`${at} - make_interval(days => ${nearDays})`)}
     WHERE o.currency = ${currency} AND o.gross::numeric = ${gross}::numeric AND ${unlisted}
       AND o.to_time < ${at} + make_interval(days => ${nearDays})
     ORDER BY abs(extract(epoch FROM o.to_time - ${at})), o.id LIMIT 20`.execute(db);
  return rows;
}
