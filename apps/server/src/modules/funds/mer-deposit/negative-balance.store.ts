import type { NegativeBalance } from "@countinghouse/contract/funds/mer-deposit/mer-deposit.ts";
import { negativeDays } from "@countinghouse/contract/funds/mer-deposit/mer-deposit.ts";
import { notFound } from "@countinghouse/contract/kit/refusal.ts";
import { merchantAccount } from "@countinghouse/ledger/account.ts";
import type { CurrencyCode } from "@countinghouse/money/currency.ts";
import { type Kysely, type Selectable, sql } from "kysely";
import { newId } from "../../../platform/db/new-id.ts";
import { from, lockById } from "../../../platform/db/scoped.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import { unowned, type WaitingQuery } from "../../../platform/db/waiting.ts";
import type { Context } from "../../../platform/http/context.ts";
import { merchantInReach } from "../../merchants/merchant/index.ts";
import type { DepositBook } from "./mer-deposit.store.ts";

/** A stored period of a negative balance. */
export type NegativeRow = Selectable<Tables["negativeBalances"]>;

/** Negative available balances without a record. The house account is no customer. */
export async function newNegativeBalances(db: Kysely<Tables>, limit: number): Promise<DepositBook[]> {
  const { rows } = await sql<DepositBook>`
    SELECT b.merchant_id, b.book, b.currency FROM ledger_balances b JOIN merchants m ON m.id = b.merchant_id
     WHERE b.kind = 'available' AND b.amount < 0 AND NOT m.is_house
       AND NOT EXISTS (SELECT FROM negative_balances n
                        WHERE n.merchant_id = b.merchant_id AND n.mode = b.book AND n.currency = b.currency
                          AND n.ended_time IS NULL)
     ORDER BY b.merchant_id, b.book, b.currency LIMIT ${limit}`.execute(db);
  return rows;
}

/** Recorded periods whose balance has recovered. */
export const overNegatives = (db: Kysely<Tables>, limit: number): Promise<Pick<NegativeRow, "merchantId" | "id">[]> =>
  db
    .selectFrom("negativeBalances as n")
    .select(["n.merchantId", "n.id"])
    .where("n.endedTime", "is", null)
    .where(sql<boolean>`NOT EXISTS (SELECT FROM ledger_balances b
      WHERE b.merchant_id = n.merchant_id AND b.book = n.mode AND b.currency = n.currency
        AND b.kind = 'available' AND b.amount < 0)`)
    .orderBy("n.since")
    .limit(limit)
    .execute();

/** When an account last became negative: the time of the first journal that left it so. */
export async function negativeSince(
  { db }: Pick<Context, "db">,
  { merchantId, book, currency }: DepositBook,
): Promise<string> {
  const account = merchantAccount(merchantId, "available", currency as CurrencyCode);
  const sides = sql`
    SELECT seq, line, 1 AS side, debit_after AS after FROM ledger_postings
     WHERE merchant_id = ${merchantId} AND book = ${book} AND debit_account = ${account}
    UNION ALL
    SELECT seq, line, 2, credit_after FROM ledger_postings
     WHERE merchant_id = ${merchantId} AND book = ${book} AND credit_account = ${account}`;
  const { rows } = await sql<{ postedAt: string }>`
    WITH sides AS (${sides}),
         sound AS (SELECT coalesce(max(seq), 0) AS seq FROM
           (SELECT DISTINCT ON (seq) seq, after FROM sides ORDER BY seq, line DESC, side DESC) ends WHERE after >= 0)
    SELECT j.posted_at FROM ledger_journals j
     WHERE j.merchant_id = ${merchantId} AND j.book = ${book}
       AND j.seq = (SELECT min(s.seq) FROM sides s, sound WHERE s.seq > sound.seq)`.execute(db);
  const [first] = rows;
  if (!first) throw new Error(`nothing took ${account} below nothing`);
  return first.postedAt;
}

/** Records a negative balance; undefined where there is a record already. */
export async function insertNegative(
  ctx: Context,
  { merchantId, book, currency }: DepositBook,
  since: string,
): Promise<NegativeRow | undefined> {
  const row = await ctx.db
    .insertInto("negativeBalances")
    .columns(["merchantId", "id", "tenantId", "mode", "currency", "since"])
    .expression((is) =>
      is
        .selectFrom("merchants")
        .select([
          "merchants.id",
          sql<string>`${newId("nbl", ctx.now)}`.as("id"),
          "merchants.tenantId",
          sql<"live" | "test">`${book}`.as("mode"),
          sql<string>`${currency}`.as("currency"),
          sql<string>`${since}::timestamptz`.as("since"),
        ])
        .where("merchants.id", "=", merchantId),
    )
    .onConflict((on) => on.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (row) ctx.recordChange({ table: "negativeBalances", id: row.id, before: null, after: row });
  return row;
}

/** Ends a period locked by the caller. */
export async function endNegative(ctx: Context, before: NegativeRow, writtenOffAmount: string | null): Promise<void> {
  const after = await ctx.db
    .updateTable("negativeBalances")
    .set({ endedTime: ctx.now.toISOString(), writtenOffAmount, version: before.version + 1 })
    .where("merchantId", "=", before.merchantId)
    .where("id", "=", before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  ctx.recordChange({ table: "negativeBalances", id: before.id, before, after });
}

/** A period in the actor's scope; locked where the caller holds the book's lock. */
export async function findNegative(ctx: Context, id: string, isLocked = false): Promise<NegativeRow> {
  const row = isLocked
    ? await lockById(ctx, "negativeBalances", id)
    : await from(ctx, "negativeBalances").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) throw notFound("merDeposit", id);
  return row;
}

/** Periods of all merchants that began before an instant, longest first. */
export const negativesSince = (db: Kysely<Tables>, before: Date, limit: number): Promise<NegativeRow[]> =>
  db
    .selectFrom("negativeBalances")
    .selectAll()
    .where("endedTime", "is", null)
    .where("since", "<=", before.toISOString())
    .orderBy("since")
    .limit(limit)
    .execute();

const amountNow = sql<string>`coalesce((SELECT b.amount::text FROM ledger_balances b
  WHERE b.merchant_id = negative_balances.merchant_id AND b.book = negative_balances.mode
    AND b.currency = negative_balances.currency AND b.kind = 'available'), '0')`;

const usableNow = sql<string>`(SELECT coalesce(sum(d.remain_amount), 0)::text FROM mer_deposits d
  WHERE d.merchant_id = negative_balances.merchant_id AND d.mode = negative_balances.mode
    AND d.currency = negative_balances.currency AND d.status IN ('held', 'partially_released'))`;

const after = (days: number) => sql<string>`negative_balances.since + make_interval(days => ${sql.lit(days)})`;

const inReach = (ctx: Context, mode: NegativeRow["mode"]) =>
  from(ctx, "negativeBalances")
    .innerJoin("merchants", "merchants.id", "negativeBalances.merchantId")
    .where(merchantInReach(ctx))
    .where("negativeBalances.endedTime", "is", null)
    .where("negativeBalances.mode", "=", mode);

/** Negative balances in the actor's scope, longest first. */
export const negativesInReach = (ctx: Context, { mode }: { readonly mode: NegativeRow["mode"] }) =>
  inReach(ctx, mode)
    .select(["negativeBalances.id", "negativeBalances.merchantId", "merchants.name as merchantName"])
    .select(["negativeBalances.mode", "negativeBalances.currency", "negativeBalances.since"])
    .select(["negativeBalances.version", amountNow.as("availableAmount"), usableNow.as("usableAmount")])
    .select([after(negativeDays.offset).as("offsetTime"), after(negativeDays.collect).as("collectTime")])
    .select(after(negativeDays.writeOff).as("writeOffTime"))
    .orderBy("negativeBalances.since")
    .limit(200)
    .execute() as Promise<NegativeBalance[]>;

const daysAgo = ({ now }: Context, days: number): string => new Date(now.getTime() - days * 86_400_000).toISOString();

const waiting = (ctx: Context, mode: NegativeRow["mode"]): WaitingQuery =>
  inReach(ctx, mode).select([
    "negativeBalances.id",
    "merchants.name",
    "negativeBalances.merchantId",
    "merchants.name as merchantName",
    "negativeBalances.since",
    amountNow.as("amount"),
    "negativeBalances.currency",
    "negativeBalances.version",
    unowned,
  ]);

/** Balances to collect: negative for 60 to 180 days. */
export const negativesToCollect = (ctx: Context, mode: NegativeRow["mode"]): WaitingQuery =>
  waiting(ctx, mode)
    .where("negativeBalances.since", "<=", daysAgo(ctx, negativeDays.collect))
    .where("negativeBalances.since", ">", daysAgo(ctx, negativeDays.writeOff));

/** Balances that may be written off: negative for 180 days. */
export const negativesToWriteOff = (ctx: Context, mode: NegativeRow["mode"]): WaitingQuery =>
  waiting(ctx, mode).where("negativeBalances.since", "<=", daysAgo(ctx, negativeDays.writeOff));
