import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { CategoryCharges } from "./ledger.batch.policy.ts";
import { type MerchantBook, reserveNumbers } from "./ledger.post.store.ts";

type Db = Kysely<Tables>;

/** A selection of a merchant's settlement lines. */
export type LineSelection = RawBuilder<unknown>;

/** The lines of a batch. */
export const linesOfBatch = (batchId: string): LineSelection => sql`l.batch_id = ${batchId}`;

/** Lines of a book and currency that are in no batch, not held, and due by a day. */
export const linesDue = ({ book, currency }: DuePlace, upTo: string): LineSelection =>
  sql`l.book = ${book} AND l.currency = ${currency} AND l.state = 'open' AND l.hold_id IS NULL AND l.due_date <= ${upTo}`;

/** The lines that a collecting batch covers: due by its day, and not covered by an earlier collecting batch. */
export const linesCollected = (
  place: DuePlace,
  { id, date }: { readonly id: string; readonly date: string },
): LineSelection =>
  sql`${linesDue(place, date)} AND l.due_date > coalesce((
    SELECT max(e.date) FROM settlement_batches b
      JOIN settlement_batches e ON e.merchant_id = b.merchant_id AND e.mode = b.mode AND e.currency = b.currency
       AND e.status = 'open' AND e.date < b.date
     WHERE b.merchant_id = l.merchant_id AND b.id = ${id}), '-infinity'::date)`;

interface DuePlace extends Pick<MerchantBook, "book"> {
  readonly currency: string;
}

/** Locks a book until the end of the transaction: nobody can book in it or batch its lines meanwhile. */
export async function lockBook(ctx: Pick<Context, "db" | "now">, of: MerchantBook): Promise<void> {
  await reserveNumbers(ctx, of, 0);
}

/** The kind of a line on a bill. */
const kind = sql`CASE
  WHEN l.line_type = 'capture' THEN 'gross'
  WHEN j.event IN ('J02', 'J13') THEN 'transaction'
  WHEN j.event = 'J03p' THEN 'gateway'
  WHEN j.event = 'J12' THEN 'refund_fee'
  WHEN l.line_type = 'refund' THEN 'refund'
  WHEN j.event = 'J20' THEN 'dispute'
  WHEN j.event IN ('J22', 'J29') THEN 'penalty'
  WHEN j.event = 'J27' THEN 'refusal'
  ELSE 'adjustment' END`;

const of = (name: string): RawBuilder<unknown> =>
  sql`coalesce(sum(l.amount - l.tax) FILTER (WHERE l.kind = ${sql.lit(name)}), 0)`;
const total = (name: string, sign: 1 | -1): RawBuilder<string> =>
  sql<string>`coalesce(sum(s.${sql.ref(name)}) * ${sql.lit(sign)}, 0)::text`;

/**
 * Totals of lines by payment category. The cost of a converted capture is taken at the capture's mid rate. A capture
 * or refund counts where its own line is among the selected ones.
 */
export async function billedBy(db: Db, merchantId: string, meant: LineSelection): Promise<CategoryCharges[]> {
  const { rows } = await sql<CategoryCharges>`
    WITH lines AS (
      SELECT l.source_id, l.amount, ${kind} AS kind,
             CASE WHEN l.line_type IN ('fee', 'dispute') THEN l.tax_amount ELSE 0 END AS tax
        FROM settlement_lines l
        JOIN ledger_journals j ON j.merchant_id = l.merchant_id AND j.id = l.journal_id
       WHERE l.merchant_id = ${merchantId} AND ${meant}),
    sources AS (
      SELECT l.source_id, count(*) AS lines, sum(l.amount) AS net, sum(l.tax) AS tax,
             ${of("gross")} AS gross, ${of("transaction")} AS transaction, ${of("gateway")} AS gateway,
             ${of("refund_fee")} AS refund_fee, ${of("refund")} AS refund, ${of("dispute")} AS dispute,
             ${of("penalty")} AS penalty, ${of("refusal")} AS refusal, ${of("adjustment")} AS adjustment
        FROM lines l GROUP BY l.source_id),
    s AS (
      SELECT sources.*, coalesce(a.method_category, 'other') AS category,
             CASE WHEN sources.gross = 0 OR c.gateway_cost_amount IS NULL THEN 0
                  WHEN c.gateway_cost_currency = c.settle_currency THEN c.gateway_cost_amount
                  ELSE round(c.gateway_cost_amount * (c.fx ->> 'midValue')::numeric / c.amount) END AS cost
        FROM sources
        LEFT JOIN captures c ON c.merchant_id = ${merchantId} AND c.id = sources.source_id
        LEFT JOIN order_refunds r ON r.merchant_id = ${merchantId} AND r.id = sources.source_id
        LEFT JOIN payment_attempts a
          ON a.merchant_id = ${merchantId} AND a.id = coalesce(c.attempt_id, r.attempt_id, sources.source_id))
    SELECT s.category, sum(s.lines)::integer AS lines, count(*) FILTER (WHERE s.gross <> 0)::integer AS orders,
           ${total("gross", 1)} AS gross, ${total("transaction", -1)} AS transaction_fee,
           ${total("gateway", -1)} AS gateway_fee, count(*) FILTER (WHERE s.refund <> 0)::integer AS refunds,
           ${total("refund", -1)} AS refunded, ${total("refund_fee", -1)} AS refund_fee,
           count(*) FILTER (WHERE s.dispute <> 0)::integer AS disputes, ${total("dispute", -1)} AS disputed,
           ${total("penalty", -1)} AS penalty, ${total("refusal", -1)} AS refusal, ${total("tax", -1)} AS tax,
           ${total("adjustment", 1)} AS adjustment, ${total("net", 1)} AS net, ${total("cost", 1)} AS cost
      FROM s GROUP BY s.category ORDER BY s.category`.execute(db);
  return rows;
}

/** SHA-256 over lines in journal order: what each is about, its amount and its due date. */
export async function checksumOf(db: Db, merchantId: string, meant: LineSelection): Promise<string> {
  const { rows } = await sql<{ checksum: string }>`
    SELECT encode(sha256(convert_to(coalesce(string_agg(concat_ws('|', l.journal_id, l.line_type, l.source_id, l.currency,
             l.amount, l.tax_amount, l.due_date), E'\n' ORDER BY l.journal_id), ''), 'UTF8')), 'hex') AS checksum
      FROM settlement_lines l WHERE l.merchant_id = ${merchantId} AND ${meant}`.execute(db);
  return rows[0]?.checksum ?? "";
}

/** Captured lines with equal reserve terms: gross amount, the fee rule's own ratio and days, and their number. */
export interface ReservedLines {
  readonly gross: string;
  readonly ratio: number | null;
  readonly days: number | null;
  readonly count: number;
}

/** The basis of a reserve: captured lines, without fully refunded captures. */
export async function reservedLines(db: Db, merchantId: string, meant: LineSelection): Promise<ReservedLines[]> {
  const { rows } = await sql<ReservedLines>`
    SELECT l.amount AS gross, (c.fee_rule ->> 'reserveRatio')::integer AS ratio,
           (c.fee_rule ->> 'reserveDays')::integer AS days, count(*)::integer AS count
      FROM settlement_lines l
      LEFT JOIN captures c ON c.merchant_id = l.merchant_id AND c.id = l.source_id
     WHERE l.merchant_id = ${merchantId} AND ${meant} AND l.line_type = 'capture'
       AND (c.id IS NULL OR c.refunded_amount < c.amount)
     GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`.execute(db);
  return rows;
}

/** Puts selected lines into a batch, and answers how many. The book must be locked. */
export async function batchLines(
  { db }: Pick<Context, "db">,
  merchantId: string,
  meant: LineSelection,
  batchId: string,
): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE settlement_lines AS l SET state = 'batched', batch_id = ${batchId}
     WHERE l.merchant_id = ${merchantId} AND ${meant}`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** Settles a batch's lines, or releases them to the next batch. Settled lines stay settled. */
export async function moveBatchLines(
  { db }: Pick<Context, "db">,
  { merchantId, batchId }: { readonly merchantId: string; readonly batchId: string },
  to: "settled" | "open",
): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE settlement_lines SET state = ${to}, batch_id = ${to === "open" ? null : batchId}
     WHERE merchant_id = ${merchantId} AND batch_id = ${batchId} AND state = 'batched'`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/**
 * Amounts of the pending bucket that closed batches of a book and currency hold until settlement; signed minor units.
 */
export async function batchedAmount(
  { db }: Pick<Context, "db">,
  { merchantId, book }: MerchantBook,
  currency: string,
): Promise<bigint> {
  const { rows } = await sql<{ amount: string }>`
    SELECT coalesce(sum(amount), 0)::text AS amount FROM settlement_batches
     WHERE merchant_id = ${merchantId} AND mode = ${book} AND currency = ${currency}
       AND status IN ('closed', 'confirmed')`.execute(db);
  return BigInt(rows[0]?.amount ?? "0");
}

/** Movements of an available balance in a period, by event; signed minor units. */
export interface DirectMovement {
  readonly event: string;
  readonly count: number;
  readonly amount: string;
}

/** From one instant (inclusive) to another (exclusive). */
export interface InstantPeriod {
  readonly from: string;
  readonly to: string;
}

/** Periods of void batches that a batch's bill covers, because their own bills do not count. */
export async function coveredPeriods(
  { db }: Pick<Context, "db">,
  { merchantId, batchId }: { readonly merchantId: string; readonly batchId: string },
): Promise<InstantPeriod[]> {
  const { rows } = await sql<InstantPeriod>`
    SELECT period_from AS "from", period_to AS "to" FROM settlement_batches
     WHERE merchant_id = ${merchantId} AND covered_by = ${batchId} ORDER BY period_from`.execute(db);
  return rows;
}

/** Movements of a merchant's available balance posted in some periods. */
export async function directMovements(
  { db }: Pick<Context, "db">,
  { merchantId, book }: MerchantBook,
  currency: string,
  periods: readonly InstantPeriod[],
): Promise<DirectMovement[]> {
  if (periods.length === 0) return [];
  const within = periods.map(({ from, to }) => sql`(j.posted_at >= ${from} AND j.posted_at < ${to})`);
  const account = `mer:${merchantId}:available:${currency}`;
  const { rows } = await sql<DirectMovement>`
    SELECT j.event, count(DISTINCT j.id)::integer AS count,
           sum(CASE WHEN p.credit_account = ${account} THEN p.amount ELSE -p.amount END)::text AS amount
      FROM ledger_journals j
      JOIN ledger_postings p ON p.merchant_id = j.merchant_id AND p.journal_id = j.id
     WHERE j.merchant_id = ${merchantId} AND j.book = ${book} AND (${sql.join(within, sql` OR `)})
       AND ${account} IN (p.debit_account, p.credit_account)
     GROUP BY j.event ORDER BY j.event`.execute(db);
  return rows;
}
