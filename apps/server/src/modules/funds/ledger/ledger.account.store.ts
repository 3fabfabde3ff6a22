import { ledger, type MerchantAccount } from "@countinghouse/contract/funds/ledger/ledger.ts";
import { notFound } from "@countinghouse/contract/kit/refusal.ts";
import { type AccountCode, parseAccount } from "@countinghouse/ledger/account.ts";
import { type RawBuilder, sql } from "kysely";
import { type ListRequest, type Page, pageQuery } from "../../../platform/db/list-query.ts";
import { from, merchantsAndHouse } from "../../../platform/db/scoped.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { MerchantBook } from "./ledger.post.store.ts";

type Db = Pick<Context, "db">;

/** Sequence number of the newest journal at an instant; 0 before the first. */
export async function seqAt({ db }: Db, { merchantId, book }: MerchantBook, instant: string): Promise<number> {
  const row = await db
    .selectFrom("ledgerJournals")
    .select("seq")
    .where("merchantId", "=", merchantId)
    .where("book", "=", book)
    .where("postedAt", "<=", instant)
    .orderBy("postedAt", "desc")
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.seq ?? 0;
}

/** One side of a posting, from its account's view. */
export interface AccountSide {
  readonly seq: number;
  readonly line: number;
  readonly side: 1 | 2;
  readonly journalId: string;
  readonly account: string;
  readonly counterpart: string;
  readonly amount: string;
  readonly after: string;
  readonly currency: string;
}

/** A side of a posting with its journal's data. */
export interface AccountMovement extends AccountSide {
  readonly event: string;
  readonly eventId: string;
  readonly orderId: string | null;
  readonly effectiveDate: string;
  readonly postedAt: string;
  readonly description: string;
}

/** A position among the sides of postings, newest first. */
export interface SidePosition {
  readonly seq: number;
  readonly line: number;
  /** 1 for debit, 2 for credit: a posting between two accounts of one merchant appears twice. */
  readonly side: 1 | 2;
}

const debit = { side: 1, own: "debit_account", other: "credit_account", after: "debit_after" } as const;
const credit = { side: 2, own: "credit_account", other: "debit_account", after: "credit_after" } as const;

/** Sides of postings of some accounts before a position, newest first: one index scan per account and side. */
function sidesBefore(
  { merchantId, book }: MerchantBook,
  accounts: readonly string[],
  before: SidePosition,
  limit: number,
) {
  const walks = accounts.flatMap((account) =>
    [debit, credit].map(({ side, own, other, after }) => {
      // The sides of one posting follow each other, credit first.
      const op = sql.raw(side < before.side ? "<=" : "<");
      return sql`(
        SELECT seq, line, ${sql.lit(side)}::int AS side, journal_id, ${sql.ref(own)} AS account,
               ${sql.ref(other)} AS counterpart, amount, ${sql.ref(after)} AS after, currency
          FROM ledger_postings
         WHERE merchant_id = ${merchantId} AND book = ${book} AND ${sql.ref(own)} = ${account}
           AND (seq, line) ${op} (${before.seq}, ${before.line})
         ORDER BY seq DESC, line DESC LIMIT ${limit})`;
    }),
  );
  return sql`SELECT * FROM (${sql.join(walks, sql` UNION ALL `)}) AS walks
              ORDER BY seq DESC, line DESC, side DESC LIMIT ${limit}`;
}

/** The newest sides of postings of some accounts before a position, with their journals. */
export async function readSides(
  { db }: Db,
  of: MerchantBook,
  accounts: readonly string[],
  before: SidePosition,
  limit: number,
): Promise<AccountMovement[]> {
  const { rows } = await sql<AccountMovement>`
    SELECT s.*, j.event, j.event_id, j.order_id, j.effective_date, j.posted_at, j.description
      FROM (${sidesBefore(of, accounts, before, limit)}) AS s
      JOIN ledger_journals j ON j.merchant_id = ${of.merchantId} AND j.id = s.journal_id
     ORDER BY s.seq DESC, s.line DESC, s.side DESC`.execute(db);
  return rows;
}

/** Movement of one event type on an account: debits less credits, in minor units. */
export interface EventSum {
  readonly account: string;
  readonly event: string;
  readonly count: number;
  readonly netDebit: string;
}

const netDebit = sql`sum(CASE WHEN s.side = 1 THEN s.amount ELSE -s.amount END)::text AS net_debit`;

/**
 * Sums by event over the newest postings of an account before a position, with their number and the time of the
 * oldest.
 */
export async function sumNewest(
  { db }: Db,
  of: MerchantBook,
  account: AccountCode,
  before: SidePosition,
  limit: number,
) {
  const { rows } = await sql<EventSum & { sides: number; oldest: string }>`
    SELECT s.account, j.event, count(DISTINCT j.id) AS count, ${netDebit}, count(*) AS sides, min(j.posted_at) AS oldest
      FROM (${sidesBefore(of, [account], before, limit)}) AS s
      JOIN ledger_journals j ON j.merchant_id = ${of.merchantId} AND j.id = s.journal_id
     GROUP BY s.account, j.event
     ORDER BY min(s.seq)`.execute(db);
  const oldest = rows.map((row) => row.oldest).sort()[0] ?? null;
  return { sums: rows, sides: rows.reduce((total, { sides }) => total + sides, 0), oldest };
}

/** Sums by event of the postings after a sequence number, split by whether they are dated before `from`. */
export async function sumByDate(
  { db }: Db,
  { merchantId, book }: MerchantBook,
  accounts: readonly AccountCode[],
  { afterSeq, from: first, to }: { afterSeq: number; from: string; to: string },
) {
  const sides = [debit, credit].map(
    ({ side, own }) => sql`
      SELECT journal_id, ${sql.lit(side)}::int AS side, ${sql.ref(own)} AS account, amount FROM ledger_postings
       WHERE merchant_id = ${merchantId} AND book = ${book} AND ${sql.ref(own)} IN (${sql.join([...accounts])})
         AND seq > ${afterSeq}`,
  );
  const { rows } = await sql<EventSum & { isBefore: boolean }>`
    SELECT s.account, j.event, j.effective_date < ${first} AS is_before, count(DISTINCT j.id) AS count, ${netDebit}
      FROM (${sql.join(sides, sql` UNION ALL `)}) AS s
      JOIN ledger_journals j ON j.merchant_id = ${merchantId} AND j.id = s.journal_id
     WHERE j.effective_date < ${to}
     GROUP BY 1, 2, 3
     ORDER BY min(j.seq)`.execute(db);
  return rows;
}

/** Balances of accounts after a sequence number; accounts without postings by then are left out. */
export async function balancesAt(
  { db }: Db,
  { merchantId, book }: MerchantBook,
  accounts: readonly AccountCode[],
  seq: number,
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ account: string; amount: string }>`
    SELECT b.account, ${amountAtSeq(sql`${seq}`)} AS amount FROM ledger_balances b
     WHERE b.merchant_id = ${merchantId} AND b.book = ${book} AND b.account IN (${sql.join([...accounts])})`.execute(
    db,
  );
  return new Map(rows.map(({ account, amount }) => [account, amount]));
}

/** Balance of the account of row `b` after a sequence number, from the newest posting on either side. */
const amountAtSeq = (seq: RawBuilder<unknown>) => sql<string>`coalesce((
  SELECT t.after FROM (
    (SELECT p.seq, p.line, p.debit_after AS after FROM ledger_postings p
      WHERE p.merchant_id = b.merchant_id AND p.book = b.book AND p.debit_account = b.account AND p.seq <= ${seq}
      ORDER BY p.seq DESC, p.line DESC LIMIT 1)
    UNION ALL
    (SELECT p.seq, p.line, p.credit_after FROM ledger_postings p
      WHERE p.merchant_id = b.merchant_id AND p.book = b.book AND p.credit_account = b.account AND p.seq <= ${seq}
      ORDER BY p.seq DESC, p.line DESC LIMIT 1)
  ) t ORDER BY t.seq DESC, t.line DESC LIMIT 1), 0)`;

/** Balance of the account of row `b`, now or at an instant. */
export const amountOf = (asOf: string | null | undefined): RawBuilder<string> =>
  asOf
    ? amountAtSeq(sql`(
        SELECT j.seq FROM ledger_journals j
         WHERE j.merchant_id = b.merchant_id AND j.book = b.book AND j.posted_at <= ${asOf}
         ORDER BY j.posted_at DESC, j.seq DESC LIMIT 1)`)
    : sql<string>`b.amount`;

/** The merchants in reach, joined as `m`. */
export const merchantsInReach = (ctx: Pick<Context, "actor" | "db">) =>
  from(ctx, "merchants").select(["id", "name", "merchantNo"]).as("m");

/** Owners of books: the merchants in reach and their tenant's house account, joined as `m`. */
export const ownersInReach = (ctx: Pick<Context, "actor" | "db">) =>
  merchantsAndHouse(ctx).select(["id", "name", "merchantNo"]).as("m");

/** The owner of a book: a merchant in reach or the house account of its tenant. Refuses any other. */
export async function findOwner(ctx: Pick<Context, "actor" | "db">, merchantId: string) {
  const row = await merchantsAndHouse(ctx)
    .select(["id", "name", "merchantNo"])
    .where("id", "=", merchantId)
    .executeTakeFirst();
  if (!row) throw notFound("merchant", merchantId);
  return row;
}

/** Account balances summed over all merchants in reach, merchants' own accounts by bucket. */
export async function sumAccounts(
  ctx: Pick<Context, "actor" | "db">,
  { book, merchantId, currency, asOf }: { book: string; merchantId?: string; currency?: string; asOf?: string },
) {
  let query = ctx.db
    .selectFrom("ledgerBalances as b")
    .innerJoin(ownersInReach(ctx), "m.id", "b.merchantId")
    .select([
      sql<string>`regexp_replace(b.account, '^mer:[^:]+:', 'mer:all:')`.as("account"),
      sql<string>`sum(${amountOf(asOf)})::text`.as("amount"),
      sql<number>`count(DISTINCT b.merchant_id)`.as("merchants"),
    ])
    .where("b.book", "=", book as MerchantBook["book"])
    .groupBy(sql`1`)
    .orderBy(sql`1`);
  if (merchantId) query = query.where("b.merchantId", "=", merchantId);
  if (currency) query = query.where("b.currency", "=", currency);
  const rows = await query.execute();
  return rows.map(({ account, ...row }) => ({ ...row, account: parseAccount(account) }));
}

const accountColumns: Readonly<Record<string, RawBuilder<unknown>>> = {
  merchantId: sql`b.merchant_id`,
  mode: sql`b.book`,
  accountCode: sql`b.account`,
  currency: sql`b.currency`,
  amount: sql`b.amount`,
};

/** The accounts of the merchants in reach, one row each, with what they hold now or as of an instant. */
export const pageAccounts = (
  ctx: Context,
  { asOf, ...input }: ListRequest & { readonly asOf?: string | null | undefined },
): Promise<Page<MerchantAccount>> =>
  pageQuery(
    ctx,
    ctx.db
      .selectFrom("ledgerBalances as b")
      .innerJoin(ownersInReach(ctx), "m.id", "b.merchantId")
      .select([
        sql<string>`b.merchant_id || '.' || b.account`.as("id"),
        "b.merchantId",
        "m.name as merchantName",
        "b.book as mode",
        "b.account as accountCode",
        "b.kind",
        "b.currency",
        sql<string>`(${amountOf(asOf)})::text`.as("amount"),
      ]),
    {
      spec: ledger.operations.accountPage.list,
      input,
      columnOf: (field) => accountColumns[field] ?? sql.ref(`b.${field}`),
      id: sql`(b.merchant_id || '.' || b.account)`,
    },
  );
