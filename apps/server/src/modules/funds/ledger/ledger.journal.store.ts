import type { Journal as ShownJournal } from "@countinghouse/contract/funds/ledger/ledger.ts";
import { ledger } from "@countinghouse/contract/funds/ledger/ledger.ts";
import { notFound } from "@countinghouse/contract/kit/refusal.ts";
import { type AccountCode, parseAccount } from "@countinghouse/ledger/account.ts";
import type { EntryEvent } from "@countinghouse/ledger/entry.ts";
import { idempotencyKey, type Journal } from "@countinghouse/ledger/journal.ts";
import type { Posting } from "@countinghouse/ledger/posting.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { type Selectable, sql } from "kysely";
import { type ListRequest, type Page, pageQuery } from "../../../platform/db/list-query.ts";
import { merchantsAndHouse } from "../../../platform/db/scoped.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { MerchantBook } from "./ledger.post.store.ts";
import { isReadable } from "./ledger.rows.policy.ts";

export type JournalRow = Selectable<Tables["ledgerJournals"]>;
export type PostingRow = Selectable<Tables["ledgerPostings"]>;
type Db = Pick<Context, "db">;

const postingOf = ({ debitAccount, creditAccount, amount, currency }: PostingRow): Posting => ({
  debit: debitAccount as AccountCode,
  credit: creditAccount as AccountCode,
  amount: fromWire(amount, currency),
});

/** Joins rows into journals of the ledger package. */
export function journalsOf(rows: readonly JournalRow[], postings: readonly PostingRow[]): Journal[] {
  const byJournal = Map.groupBy(postings, ({ journalId }) => journalId);
  return rows.map(({ id, event, idempotencyKey: _key, seq: _seq, ...journal }) => ({
    ...journal,
    journalId: id,
    event: event as EntryEvent,
    postings: (byJournal.get(id) ?? []).sort((a, b) => a.line - b.line).map(postingOf),
  }));
}

async function withPostings(ctx: Db, merchantId: string, rows: readonly JournalRow[]): Promise<Journal[]> {
  return rows.length === 0 ? [] : journalsOf(rows, await postingRowsOf(ctx, merchantId, rows));
}

/** Journals of a merchant with their readable postings. */
export async function readJournals(db: Context["db"], merchantId: string, rows: readonly JournalRow[]) {
  if (rows.length === 0) return [];
  return journalsOf(rows, (await postingRowsOf({ db }, merchantId, rows)).filter(isReadable));
}

/** Every journal of an order, in the order they were posted. */
export async function journalsOfOrder(ctx: Db, merchantId: string, orderId: string): Promise<readonly Journal[]> {
  const rows = await ctx.db
    .selectFrom("ledgerJournals")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("orderId", "=", orderId)
    .orderBy("seq")
    .execute();
  return withPostings(ctx, merchantId, rows);
}

/** Journals of a book after a number, in their order. */
export const journalRowsAfter = ({ db }: Db, { merchantId, book }: MerchantBook, seq: number, limit: number) =>
  db
    .selectFrom("ledgerJournals")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("book", "=", book)
    .where("seq", ">", seq)
    .orderBy("seq")
    .limit(limit)
    .execute();

/** The postings of some journals of one merchant. */
export const postingRowsOf = ({ db }: Db, merchantId: string, journals: readonly { readonly id: string }[]) =>
  db
    .selectFrom("ledgerPostings")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where(
      "journalId",
      "in",
      journals.map(({ id }) => id),
    )
    .execute();

/** The row of one journal; undefined where there is none. */
export const findJournalRow = ({ db }: Db, merchantId: string, journalId: string): Promise<JournalRow | undefined> =>
  db
    .selectFrom("ledgerJournals")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("id", "=", journalId)
    .executeTakeFirst();

/** The journal of a record's event, if any. */
export async function journalOfEvent(
  { db }: Db,
  { merchantId, book }: MerchantBook,
  event: { readonly event: EntryEvent; readonly eventId: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom("ledgerJournals")
    .select("id")
    .where("merchantId", "=", merchantId)
    .where("book", "=", book)
    .where("idempotencyKey", "=", idempotencyKey({ ...event, part: "" }))
    .executeTakeFirst();
  return row?.id;
}

/** One journal; undefined where there is none. */
export async function findJournal(ctx: Db, merchantId: string, journalId: string): Promise<Journal | undefined> {
  const row = await findJournalRow(ctx, merchantId, journalId);
  return row && (await withPostings(ctx, merchantId, [row]))[0];
}

const shownColumns = [
  "j.id",
  "j.merchantId",
  "m.name as merchantName",
  "j.book as mode",
  "j.seq",
  "j.event",
  "j.eventId",
  "j.part",
  "j.orderId",
  "j.effectiveDate",
  "j.postedAt",
  "j.description",
  "j.reversalOf",
] as const;

/** Who booked: the name of a console user, else the stored text. */
const operatorName = sql<string | null>`coalesce(
  (SELECT u.real_name FROM users u WHERE u.id::text = j.operator_id), j.operator_id)`;

const ofJournal = sql`FROM ledger_postings p WHERE p.merchant_id = j.merchant_id AND p.journal_id = j.id`;
/** Accounts on one side of a journal, in posting order. */
const accountsOn = (side: "debitAccount" | "creditAccount") =>
  sql<string[]>`array(SELECT ${sql.ref(`p.${side}`)} ${ofJournal} GROUP BY 1 ORDER BY min(p.line))`;

const accounts = [
  accountsOn("debitAccount").as("debitAccounts"),
  accountsOn("creditAccount").as("creditAccounts"),
] as const;

/** Totals of a journal: computed for displayed rows only. */
const figures = [
  sql<string>`(SELECT sum(p.amount)::text ${ofJournal} GROUP BY p.currency ORDER BY min(p.line) LIMIT 1)`.as("amount"),
  sql<string>`(SELECT p.currency ${ofJournal} ORDER BY p.line LIMIT 1)`.as("currency"),
] as const;

const journalsInReach = (ctx: Pick<Context, "actor" | "db">) =>
  ctx.db
    .selectFrom("ledgerJournals as j")
    .innerJoin(merchantsAndHouse(ctx).select(["id", "name"]).as("m"), "m.id", "j.merchantId")
    .select([...shownColumns, ...accounts, operatorName.as("operatorName")]);

/** Journals of the merchants in reach, with the names of their references. */
export const describedJournals = (ctx: Pick<Context, "actor" | "db">) => journalsInReach(ctx).select([...figures]);

/** The postings of these journals, a row each, for exports. */
export const describedPostings = (ctx: Pick<Context, "actor" | "db">) =>
  journalsInReach(ctx)
    .leftJoin("ledgerPostings as posting", (on) =>
      on.onRef("posting.merchantId", "=", "j.merchantId").onRef("posting.journalId", "=", "j.id"),
    )
    .select(["posting.line", "posting.debitAccount", "posting.creditAccount", "posting.amount", "posting.currency"]);

/** Position of a posting in its journal. */
export const postingKey = sql.ref("posting.line");

const columnNames: Readonly<Record<string, string>> = { mode: "book" };
/** SQL of a field of {@link describedJournals}. */
export const journalColumn = (field: string) => sql.ref(`j.${columnNames[field] ?? field}`);

/** Tie-breaker between journals of the same time. */
export const journalKey = sql.ref("j.id");

export const pageJournals = (ctx: Context, input: ListRequest): Promise<Page<ShownJournal>> =>
  pageQuery(ctx, describedJournals(ctx), {
    spec: ledger.operations.page.list,
    input,
    columnOf: journalColumn,
    id: journalKey,
  }) as Promise<Page<ShownJournal>>;

/** A journal in reach with its postings, its seal and its reversal. */
export async function readJournal(ctx: Context, merchantId: string, journalId: string) {
  const row = await describedJournals(ctx)
    .leftJoin("ledgerSeals as s", (on) =>
      on.onRef("s.merchantId", "=", "j.merchantId").onRef("s.book", "=", "j.book").onRef("s.seq", "=", "j.seq"),
    )
    .leftJoin("ledgerJournals as r", (on) =>
      on.onRef("r.merchantId", "=", "j.merchantId").onRef("r.reversalOf", "=", "j.id"),
    )
    .select(["s.prevHash", "s.hash", "r.id as reversedBy"])
    .where("j.merchantId", "=", merchantId)
    .where("j.id", "=", journalId)
    .executeTakeFirst();
  if (!row) throw notFound("ledger", journalId);
  const postings = await ctx.db
    .selectFrom("ledgerPostings")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("journalId", "=", journalId)
    .orderBy("line")
    .execute();
  return { row, postings };
}

/** The balances of a merchant's own accounts. */
export async function merchantBalances({ db }: Db, merchantId: string, book: MerchantBook["book"]) {
  const rows = await db
    .selectFrom("ledgerBalances")
    .select(["account", "currency", "amount"])
    .where("merchantId", "=", merchantId)
    .where("book", "=", book)
    .where("account", "like", "mer:%")
    .orderBy("account")
    .execute();
  return rows.map(({ account, currency, amount }) => ({
    account: parseAccount(account),
    amount: fromWire(amount, currency),
  }));
}
