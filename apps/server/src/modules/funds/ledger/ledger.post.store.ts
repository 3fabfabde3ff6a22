import { type AccountCode, parseAccount } from "@countinghouse/ledger/account.ts";
import { type Book, idempotencyKey } from "@countinghouse/ledger/journal.ts";
import type { Money } from "@countinghouse/money/money.ts";
import { fromWire, toWire } from "@countinghouse/money/wire.ts";
import { sql } from "kysely";
import { newId } from "../../../platform/db/new-id.ts";
import { write } from "../../../platform/db/pipelined.ts";
import type { Context } from "../../../platform/http/context.ts";
import {
  type HoldChange,
  type NumberedJournal,
  type PostingPlan,
  releasedTo,
  type SequencedPosting,
} from "./ledger.post.policy.ts";

/** One book of one merchant. */
export interface MerchantBook {
  readonly merchantId: string;
  readonly book: Book;
}

type Db = Pick<Context, "db">;

/**
 * Locks the book until the end of the transaction and reserves `count` sequence numbers. Answers the last of them and
 * the posting time, which is never earlier than that of previous postings. With a count of 0 the time stays unchanged:
 * otherwise a later posting of a node with a lagging clock would get a time without a journal.
 */
export async function reserveNumbers(
  { db, now }: Db & Pick<Context, "now">,
  { merchantId, book }: MerchantBook,
  count: number,
): Promise<{ last: number; postedAt: string }> {
  const { rows } = await sql<{ last: number; postedAt: string }>`
    INSERT INTO ledger_books (merchant_id, book, seq, posted_at)
    VALUES (${merchantId}, ${book}, ${count}, ${(count === 0 ? new Date(0) : now).toISOString()})
    ON CONFLICT (merchant_id, book) DO UPDATE
      SET seq = ledger_books.seq + excluded.seq, posted_at = greatest(ledger_books.posted_at, excluded.posted_at)
    RETURNING seq AS last, posted_at`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`the book ${book} of ${merchantId} was not locked`);
  return row;
}

/**
 * Returns reserved numbers that no journal used; the book is still locked, so nobody has seen them. If none was used,
 * the book's time is that of its last journal again.
 */
export async function returnNumbers({ db }: Db, { merchantId, book }: MerchantBook, count: number): Promise<void> {
  await sql`
    UPDATE ledger_books SET seq = seq - ${count}, posted_at = coalesce((
             SELECT j.posted_at FROM ledger_journals j
              WHERE j.merchant_id = ledger_books.merchant_id AND j.book = ledger_books.book
                AND j.seq = ledger_books.seq - ${count}), posted_at)
     WHERE merchant_id = ${merchantId} AND book = ${book}`.execute(db);
}

/** State that a posting depends on. */
export interface PostingContext {
  /** Keys of events booked already. */
  readonly booked: ReadonlySet<string>;
  readonly held: ReadonlyMap<AccountCode, Money>;
  readonly isClosed: boolean;
}

/** Reads the state that a posting depends on, in one statement. The book must be locked. */
export async function readBookState(
  { db }: Db,
  { merchantId, book }: MerchantBook,
  asked: { readonly keys: readonly string[]; readonly accounts: readonly AccountCode[]; readonly month: string },
): Promise<PostingContext> {
  const { rows } = await sql<{ what: "key" | "balance" | "closed"; name: string; amount: string | null }>`
    SELECT 'key' AS what, idempotency_key AS name, NULL::numeric AS amount FROM ledger_journals
     WHERE merchant_id = ${merchantId} AND book = ${book} AND idempotency_key IN (${sql.join(asked.keys)})
    UNION ALL
    SELECT 'balance', account, amount FROM ledger_balances
     WHERE merchant_id = ${merchantId} AND book = ${book} AND account IN (${sql.join(asked.accounts)})
    UNION ALL
    SELECT 'closed', p.month, NULL FROM ledger_periods p JOIN merchants m ON m.tenant_id = p.tenant_id
     WHERE m.id = ${merchantId} AND p.month = ${asked.month} AND p.status = 'closed'`.execute(db);
  const held = new Map<AccountCode, Money>();
  for (const { what, name, amount } of rows) {
    if (what !== "balance") continue;
    const { code, currency } = parseAccount(name);
    held.set(code, fromWire(amount ?? "0", currency));
  }
  return {
    booked: new Set(rows.filter(({ what }) => what === "key").map(({ name }) => name)),
    held,
    isClosed: rows.some(({ what }) => what === "closed"),
  };
}

/** Shared lock on a month, which prevents its closing during a booking; waits for a closing in progress. */
export async function shareMonth({ db }: Db, month: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock_shared(${monthLock}, ${monthNumber(month)})`.execute(db);
}

/** Exclusive lock on a month: waits for bookings in it, and prevents new ones until the end of the transaction. */
export async function holdMonth({ db }: Db, month: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${monthLock}, ${monthNumber(month)})`.execute(db);
}

const monthLock = 7310455;
const monthNumber = (month: string): number => Number(month.replace("-", ""));

/** The stored form of a journal. */
export const journalRow = ({ postings: _lines, journalId, ...journal }: NumberedJournal) => ({
  ...journal,
  id: journalId,
  idempotencyKey: idempotencyKey(journal),
});

/** The stored form of a posting. */
export const postingRow = (
  { merchantId, book }: MerchantBook,
  { debit, credit, amount, debitAfter, creditAfter, ...place }: SequencedPosting,
) => ({
  ...place,
  merchantId,
  book,
  debitAccount: debit,
  creditAccount: credit,
  amount: toWire(amount),
  currency: amount.currency,
  debitAfter: toWire(debitAfter),
  creditAfter: toWire(creditAfter),
});

/** Writes journals, their postings and the balances after them. */
export async function writePosts(
  { db }: Db,
  { merchantId, book }: MerchantBook,
  journals: readonly NumberedJournal[],
  { postings, balances }: PostingPlan,
): Promise<void> {
  await write(db, db.insertInto("ledgerJournals").values(journals.map(journalRow)).compile());
  const lines = postings.map((posting) => postingRow({ merchantId, book }, posting));
  await write(db, db.insertInto("ledgerPostings").values(lines).compile());
  const rows = [...balances].map(
    ([account, { amount, journalId }]) =>
      sql`(${merchantId}, ${book}, ${account}, ${parseAccount(account).kind}, ${amount.currency}, ${toWire(amount)}, ${journalId})`,
  );
  const held = sql`
    INSERT INTO ledger_balances (merchant_id, book, account, kind, currency, amount, last_journal_id)
    VALUES ${sql.join(rows)}
    ON CONFLICT (merchant_id, book, account) DO UPDATE
      SET amount = excluded.amount, last_journal_id = excluded.last_journal_id, version = ledger_balances.version + 1`;
  await write(db, held.compile(db));
}

/** Opens and changes holds as money enters and leaves the frozen bucket. Throws where money leaves without a hold. */
export async function moveHolds(
  ctx: Pick<Context, "db" | "actor">,
  { merchantId, book }: MerchantBook,
  changes: readonly HoldChange[],
  { postedAt, operatorId, expiresAt }: { postedAt: string; operatorId: string | null; expiresAt: string | null },
): Promise<void> {
  for (const change of changes) {
    const { event, eventId, description, amount, bucket } = change;
    if (amount.amountMinor > 0n) {
      // Money that returns from outside continues the hold that it had left; a hold has one source.
      const source =
        bucket ??
        sql`(SELECT source_bucket FROM ledger_holds WHERE merchant_id = ${merchantId}
        AND book = ${book} AND event_id = ${eventId} AND currency = ${amount.currency})`;
      const { numAffectedRows } = await sql`
        INSERT INTO ledger_holds (merchant_id, id, book, currency, event, event_id, amount, remaining, reason,
                                  created_at, operator_id, expires_at, source_bucket)
        VALUES (${merchantId}, ${newId("hld", new Date(postedAt))}, ${book}, ${amount.currency}, ${event}, ${eventId},
                ${toWire(amount)}, ${toWire(amount)}, ${description}, ${postedAt}, ${operatorId}, ${expiresAt}, ${source})
        ON CONFLICT (merchant_id, book, event_id, currency) DO UPDATE
          SET remaining = ledger_holds.remaining + excluded.remaining,
              amount = greatest(ledger_holds.amount, ledger_holds.remaining + excluded.remaining),
              released_at = NULL
          WHERE ledger_holds.source_bucket = excluded.source_bucket`.execute(ctx.db);
      if (numAffectedRows !== 1n) throw new Error(`the hold for ${eventId} was not taken from ${bucket}`);
      continue;
    }
    const taken = toWire({ ...amount, amountMinor: -amount.amountMinor });
    const to = releasedTo(change);
    const back = to === null ? sql`` : sql` AND source_bucket = ${to}`;
    const { numAffectedRows } = await sql`
      UPDATE ledger_holds
         SET remaining = remaining - ${taken},
             released_at = CASE WHEN remaining = ${taken} THEN ${postedAt}::timestamptz END
       WHERE merchant_id = ${merchantId} AND book = ${book} AND event_id = ${eventId}
         AND currency = ${amount.currency} AND remaining >= ${taken}${back}`.execute(ctx.db);
    if (numAffectedRows !== 1n)
      throw new Error(`no hold of ${taken} ${amount.currency} is open for ${eventId}${to ? ` from ${to}` : ""}`);
  }
}
