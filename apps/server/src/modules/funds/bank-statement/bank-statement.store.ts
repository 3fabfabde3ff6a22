import {
  type BankGroup,
  type BankStatementDetail,
  bankStatementTopic,
  matchesOfBankGroup,
} from "@countinghouse/contract/funds/bank-statement/bank-statement.ts";
import { notFound, refuse } from "@countinghouse/contract/kit/refusal.ts";
import { type Kysely, type Selectable, sql } from "kysely";
import { creationStamps, from, lockById } from "../../../platform/db/scoped.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";
import { type NewSealed, sealedRows } from "../../../platform/seals/sealed-rows.ts";
import { findHouse } from "../../merchants/merchant/index.ts";
import { agesOfLines } from "../recon/index.ts";

type Db = Kysely<Tables>;
export type StatementRow = Selectable<Tables["bankStatements"]>;
export type OurAccount = Selectable<Tables["payoutAccounts"]>;

/** Identifies one statement; its lines are read by both ids. */
export interface StatementRef {
  readonly merchantId: string;
  readonly statementId: string;
}

export const refOfStatement = ({ merchantId, id }: Pick<StatementRow, "merchantId" | "id">): StatementRef => ({
  merchantId,
  statementId: id,
});

/** A tenant's house account; refuses where there is none yet. */
export async function houseOf(ctx: Pick<Context, "db">, tenantId: number): Promise<string> {
  const house = await findHouse(ctx, tenantId);
  if (house === undefined) throw refuse("bankStatement.noHouse");
  return house;
}

/** An account of ours in the actor's scope. */
export async function findOurAccount(ctx: Context, id: string): Promise<OurAccount> {
  const account = await from(ctx, "payoutAccounts").selectAll().where("id", "=", id).executeTakeFirst();
  if (!account) throw notFound("payoutAccount", id);
  return account;
}

/** Locks one of our accounts: its statements are imported and matched one after another. Transfers are not blocked. */
export async function holdOurAccount({ db }: Pick<Context, "db">, id: string): Promise<void> {
  await db.selectFrom("payoutAccounts").select("id").where("id", "=", id).forNoKeyUpdate().execute();
}

const accountName = sql<string>`(SELECT a.bank_name || ' ·· ' || a.last4 FROM payout_accounts a
  WHERE a.id = bank_statements.payout_account_id)`;

/** Statements in the actor's scope, with the columns of lists. */
export const describedStatements = (ctx: Context) =>
  from(ctx, "bankStatements").selectAll("bankStatements").select(accountName.as("accountName"));

const rows = sealedRows("bankStatements", { topic: bankStatementTopic, permission: "bankStatement:page" });

/** Adds a statement. */
export const insertStatement = (ctx: Context, values: NewSealed<"bankStatements">): Promise<StatementRow> =>
  rows.insert(ctx, { ...creationStamps(ctx), ...values });

/** Changes a statement that the caller has locked. */
export const updateStatement = rows.update;

/** A statement in the actor's scope, locked behind its account. */
export async function lockStatement(ctx: Context, id: string): Promise<StatementRow> {
  const read = await from(ctx, "bankStatements").select(["payoutAccountId"]).where("id", "=", id).executeTakeFirst();
  if (!read) throw notFound("bankStatement", id);
  await holdOurAccount(ctx, read.payoutAccountId);
  const row = await lockById(ctx, "bankStatements", id);
  if (!row) throw notFound("bankStatement", id);
  return row;
}

const byRef = ({ db }: Pick<Context, "db">, { merchantId, statementId }: StatementRef) =>
  db.selectFrom("bankStatements").selectAll().where("merchantId", "=", merchantId).where("id", "=", statementId);

/** A statement to be matched by a job, locked behind its account. */
export async function lockStatementByRef(
  ctx: Pick<Context, "db">,
  ref: StatementRef,
): Promise<StatementRow | undefined> {
  const read = await byRef(ctx, ref).executeTakeFirst();
  if (!read) return undefined;
  await holdOurAccount(ctx, read.payoutAccountId);
  return byRef(ctx, ref).forUpdate().executeTakeFirst();
}

type OfAccount = Pick<StatementRow, "merchantId" | "payoutAccountId">;

const ofAccount = (db: Db, { merchantId, payoutAccountId }: OfAccount) =>
  db.selectFrom("bankStatements").where("merchantId", "=", merchantId).where("payoutAccountId", "=", payoutAccountId);

/** Earlier imports of the same file, or with the same statement number of the bank. */
export const knownStatements = (
  { db }: { readonly db: Db },
  account: OfAccount,
  { fileHash, bankNos }: { readonly fileHash: string; readonly bankNos: readonly string[] },
): Promise<Pick<StatementRow, "statementNo" | "fileHash" | "bankNo" | "toDate">[]> =>
  ofAccount(db, account)
    .select(["statementNo", "fileHash", "bankNo", "toDate"])
    .where((is) =>
      is.or([is("fileHash", "=", fileHash), ...(bankNos.length > 0 ? [is("bankNo", "in", [...bankNos])] : [])]),
    )
    .orderBy("filePart")
    .execute();

/** Number of the account's statement with the same days, balances, sums and line count. */
export async function statementLike(
  { db }: { readonly db: Db },
  account: OfAccount,
  { fromDate, toDate, sums: [opening = "", closing = "", credit = "", debit = ""], lineCount }: Likeness,
): Promise<string | undefined> {
  const row = await ofAccount(db, account)
    .select("statementNo")
    .where("fromDate", "=", fromDate)
    .where("toDate", "=", toDate)
    .where("lineCount", "=", lineCount)
    .where("openingAmount", "=", opening)
    .where("closingAmount", "=", closing)
    .where("creditAmount", "=", credit)
    .where("debitAmount", "=", debit)
    .executeTakeFirst();
  return row?.statementNo;
}

interface Likeness {
  readonly fromDate: string;
  readonly toDate: string;
  /** Opening balance, closing balance, total credits and total debits. */
  readonly sums: readonly string[];
  readonly lineCount: number;
}

type BankLineRow = Selectable<Tables["bankLines"]>;

/** Number of the account's statement that contains one of some lines: by day, amount and references. */
export async function statementWithLine(
  { db }: { readonly db: Db },
  { merchantId, payoutAccountId }: OfAccount,
  lines: readonly Pick<BankLineRow, "bookingDate" | "amount" | "bankRef" | "endToEndId">[],
): Promise<string | undefined> {
  if (lines.length === 0) return undefined;
  const { rows } = await sql<{ statementNo: string }>`
    SELECT s.statement_no
      FROM unnest(${lines.map(({ bookingDate }) => bookingDate)}::date[], ${lines.map(({ amount }) => amount)}::numeric[],
                  ${lines.map(({ bankRef }) => bankRef)}::text[], ${lines.map(({ endToEndId }) => endToEndId)}::text[])
           AS t (booking_date, amount, bank_ref, end_to_end_id)
      JOIN bank_lines l ON l.merchant_id = ${merchantId} AND l.payout_account_id = ${payoutAccountId}
       AND l.booking_date = t.booking_date AND l.amount = t.amount
       AND l.bank_ref = t.bank_ref AND l.end_to_end_id = t.end_to_end_id
      JOIN bank_statements s ON s.merchant_id = l.merchant_id AND s.id = l.statement_id
     LIMIT 1`.execute(db);
  return rows[0]?.statementNo;
}

/** The column mapping last used for an account. */
export async function lastMapping({ db }: { readonly db: Db }, account: OfAccount): Promise<StatementRow["mapping"]> {
  const row = await ofAccount(db, account)
    .select("mapping")
    .where("mapping", "is not", null)
    .orderBy("createTime", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.mapping ?? null;
}

/** The previous statement of its account: of an earlier day, or of the same days and imported earlier. */
export const formerStatement = (
  { db }: { readonly db: Db },
  { toDate, fromDate, fileHash, filePart, createTime, ...account }: StatementRow,
): Promise<Pick<StatementRow, "statementNo" | "closingAmount"> | undefined> =>
  ofAccount(db, account)
    .select(["statementNo", "closingAmount"])
    .where((is) =>
      is.or([
        is("toDate", "<", fromDate),
        is.and([is("toDate", "<=", toDate), is("createTime", "<", createTime)]),
        is.and([is("fileHash", "=", fileHash), is("filePart", "<", filePart)]),
      ]),
    )
    .orderBy("toDate", "desc")
    .orderBy("createTime", "desc")
    .orderBy("filePart", "desc")
    .limit(1)
    .executeTakeFirst();

/** What an account of ours holds by the books of the tenant's merchants now. */
export async function bookBalance(
  { db }: { readonly db: Db },
  { mode, payoutAccountId, currency }: StatementRow,
): Promise<string> {
  const { rows: found } = await sql<{ readonly amount: string }>`
    SELECT coalesce(sum(amount), 0)::text AS amount FROM ledger_balances
     WHERE kind = 'bank' AND book = ${mode} AND account = ${`plt:bank:${currency}:${payoutAccountId}`}`.execute(db);
  return found[0]?.amount ?? "0";
}

const ofStatement = ({ merchantId, statementId }: StatementRef) =>
  sql`merchant_id = ${merchantId} AND statement_id = ${statementId}`;

/** Totals of a statement's lines. */
interface StatementSums {
  readonly openCount: number;
  readonly openAmount: string;
  readonly openSince: string | null;
  readonly newCount: number;
}

export async function sumsOfStatement({ db }: Pick<Context, "db">, ref: StatementRef): Promise<StatementSums> {
  const isUnended = sql`status IN ('open', 'suspended')`;
  const { rows: found } = await sql<StatementSums>`
    SELECT (count(*) FILTER (WHERE ${isUnended}))::integer AS open_count,
           coalesce(sum(abs(CASE WHEN status = 'suspended' THEN suspense_amount ELSE difference END))
             FILTER (WHERE ${isUnended}), 0)::text AS open_amount,
           min(since) FILTER (WHERE ${isUnended}) AS open_since,
           (count(*) FILTER (WHERE status = 'new'))::integer AS new_count
      FROM bank_lines WHERE ${ofStatement(ref)}`.execute(db);
  return found[0] as StatementSums;
}

const groupOf = sql`CASE
  WHEN status IN ('suspended', 'resolved', 'matched') THEN status
  WHEN match_status IN (${sql.join([...matchesOfBankGroup.toConfirm])}) THEN 'toConfirm'
  WHEN match_status IN (${sql.join([...matchesOfBankGroup.differing])}) THEN 'differing'
  ELSE 'unknown' END`;

/** Lines by group, with their totals. */
export async function groupsOf(db: Db, ref: StatementRef, currency: string): Promise<BankStatementDetail["groups"]> {
  const { rows: found } = await sql<BankStatementDetail["groups"][number] & { group: BankGroup }>`
    SELECT grouped AS "group", count(*)::integer AS count, ${currency} AS currency, sum(amount)::text AS amount
      FROM (SELECT ${groupOf} AS grouped, amount FROM bank_lines WHERE ${ofStatement(ref)} AND status <> 'new') AS g
     GROUP BY grouped`.execute(db);
  return found;
}

/** Unresolved lines by age, with absolute sums. */
export const agesOf = (ctx: Pick<Context, "db" | "now">, ref: StatementRef, currency: string) =>
  agesOfLines(
    ctx,
    { table: "bank_lines", where: sql`${ofStatement(ref)} AND status IN ('open', 'suspended')`, amount: "amount" },
    currency,
  );
