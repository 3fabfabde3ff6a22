import { sql } from "kysely";
import type { Context } from "../../../platform/http/context.ts";
import type { PagePosition } from "./cursor.wire.ts";

/** One movement of a merchant's balance: one side of a posting. */
export interface BalanceMovement {
  readonly journalId: string;
  readonly event: string;
  readonly account: string;
  /** The other side of the posting. */
  readonly counter: string;
  readonly currency: string;
  /** The merchant's increase, negative for a decrease. Minor units. */
  readonly amount: string;
  readonly seq: number;
  readonly leg: number;
  readonly postedAt: string;
  readonly orderNo: string | null;
}

export interface MovementFilter {
  readonly merchantId: string;
  readonly book: "live" | "test";
  readonly limit: number;
  readonly after: PagePosition | undefined;
  readonly currency?: string | undefined;
  readonly createdFrom?: string | undefined;
  readonly createdTo?: string | undefined;
}

const farthest = Number.MAX_SAFE_INTEGER;

/** Cursor of a list of movements: the journal's sequence in its book, and the side of the posting. */
function placeOf(after: PagePosition | undefined): readonly [seq: number, leg: number] {
  const [, seq, leg] = /^(\d{1,15})_(\d{1,6})$/.exec(after?.id ?? "") ?? [];
  return seq === undefined ? [farthest, 0] : [Number(seq), Number(leg)];
}

/**
 * A page of movements of a merchant's balances, newest first, with one more than requested. Each account contributes
 * its newest movements by its index; the page is the newest of those.
 */
export async function listMovements({ db }: Pick<Context, "db">, filter: MovementFilter): Promise<BalanceMovement[]> {
  const { merchantId, book, limit, after, currency = null, createdFrom = null, createdTo = null } = filter;
  const [seq, leg] = placeOf(after);
  const firstAt = (instant: string | null) => sql`(
    SELECT min(journal.seq) FROM ledger_journals journal
     WHERE journal.merchant_id = ${merchantId} AND journal.book = ${book} AND journal.posted_at >= ${instant}::timestamptz)`;
  const from = createdFrom === null ? sql`0` : sql`coalesce(${firstAt(createdFrom)}, ${farthest}::bigint)`;
  const to = createdTo === null ? sql`${farthest}::bigint` : sql`coalesce(${firstAt(createdTo)}, ${farthest}::bigint)`;
  const side = (account: "debit_account" | "credit_account", sign: 1 | -1) => {
    const counter = sign === 1 ? "debit_account" : "credit_account";
    const place = sql`posting.line * 2 + ${sign === 1 ? 1 : 0}`;
    return sql`(
      SELECT posting.journal_id, posting.seq, ${place} AS leg, posting.currency, posting.amount * ${sign} AS amount,
             posting.${sql.ref(counter)} AS counter
        FROM ledger_postings posting
       WHERE posting.merchant_id = ${merchantId} AND posting.book = ${book}
         AND posting.${sql.ref(account)} = held.account
         AND posting.seq >= bounds.first AND posting.seq < bounds.beyond AND posting.seq <= ${seq}::bigint
         AND (posting.seq, ${place}) < (${seq}::bigint, ${leg}::integer)
       ORDER BY posting.seq DESC, posting.line DESC LIMIT ${limit + 1})`;
  };
  const { rows } = await sql<BalanceMovement>`
    WITH bounds AS (SELECT ${from} AS first, ${to} AS beyond)
    SELECT moved.journal_id, journal.event, held.account, moved.counter, moved.currency, moved.amount, moved.seq, moved.leg,
           journal.posted_at, orders.order_no
      FROM bounds CROSS JOIN ledger_balances held
     CROSS JOIN LATERAL (${side("debit_account", -1)} UNION ALL ${side("credit_account", 1)}) moved
      JOIN ledger_journals journal ON journal.merchant_id = ${merchantId} AND journal.id = moved.journal_id
      LEFT JOIN coin_orders orders ON orders.merchant_id = ${merchantId} AND orders.id = journal.order_id
     WHERE held.merchant_id = ${merchantId} AND held.book = ${book} AND held.account LIKE 'mer:%'
       AND (${currency}::text IS NULL OR held.currency = ${currency})
     ORDER BY moved.seq DESC, moved.leg DESC LIMIT ${limit + 1}`.execute(db);
  return rows;
}

/** Cursor after a movement. */
export const positionOfMovement = ({ postedAt, seq, leg }: BalanceMovement): PagePosition => ({
  time: postedAt,
  id: `${seq}_${leg}`,
});
