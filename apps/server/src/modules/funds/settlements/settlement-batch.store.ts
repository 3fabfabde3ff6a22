import { settlementsTopic } from "@countinghouse/contract/funds/settlements/settlements.ts";
import { notFound } from "@countinghouse/contract/kit/refusal.ts";
import { type Kysely, type Selectable, sql } from "kysely";
import { from } from "../../../platform/db/scoped.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";
import { type NewSealed, sealedRows } from "../../../platform/seals/sealed-rows.ts";

/** A batch as it is stored. */
export type SettlementBatchRow = Selectable<Tables["settlementBatches"]>;
/** A merchant's book in one currency. */
export interface SettlementBook {
  readonly merchantId: string;
  readonly mode: "live" | "test";
  readonly currency: string;
}

type Db = Pick<Context, "db">;

const rows = sealedRows("settlementBatches", { topic: settlementsTopic, permission: "settlements:page" });

const isOf = ({ merchantId, mode, currency }: SettlementBook) =>
  sql<boolean>`(merchant_id = ${merchantId} AND mode = ${mode} AND currency = ${currency})`;

/** What a batch that collects comes to: its seal covers it, so that it is not left to the database. */
export const unsettledBatch = {
  grossAmount: "0",
  feeAmount: "0",
  refundAmount: "0",
  disputeAmount: "0",
  penaltyAmount: "0",
  taxAmount: "0",
  adjustmentAmount: "0",
  amount: "0",
  reserveAmount: "0",
  lineCount: 0,
} as const;

type NewBatch = Pick<
  NewSealed<"settlementBatches">,
  "merchantId" | "id" | "tenantId" | "batchNo" | "mode" | "currency" | "date" | "status" | "createTime"
>;

/** Adds a batch that collects. The book is locked, so that nobody else adds one for the same day. */
export const insertBatch = (ctx: Context, values: NewBatch): Promise<SettlementBatchRow> =>
  rows.insert(ctx, { ...unsettledBatch, ...values });

/** Changes a batch that the caller holds locked. */
export const { update: updateBatch } = rows;

/** What names a batch in the actor's scope, and where it belongs. */
export async function bookOfBatch(ctx: Pick<Context, "actor" | "db">, id: string): Promise<SettlementBook> {
  const row = await from(ctx, "settlementBatches")
    .select(["settlementBatches.merchantId", "settlementBatches.mode", "settlementBatches.currency"])
    .where("settlementBatches.id", "=", id)
    .executeTakeFirst();
  if (!row) throw notFound("settlements", id);
  return row;
}

/** A batch, locked; its book has been locked before, as by everybody. */
export async function lockBatch({ db }: Db, merchantId: string, id: string): Promise<SettlementBatchRow> {
  return db
    .selectFrom("settlementBatches")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** The batches of a place that are under way, in the order of their days. */
export const openBatchesOf = ({ db }: Db, place: SettlementBook): Promise<SettlementBatchRow[]> =>
  db
    .selectFrom("settlementBatches")
    .selectAll()
    .where(isOf(place))
    .where("status", "in", ["open", "closed", "confirmed"])
    .orderBy("date")
    .orderBy("id")
    .execute();

/** How far the batches of a place have come. */
export interface BatchProgress {
  /** The last day that is over. */
  readonly last: string | null;
  /** The last place that was taken. */
  readonly seq: number;
  /** From when on no bill that counts tells what was booked. */
  readonly from: string | null;
}

const untilValid = sql`max(period_to) FILTER (WHERE status <> 'void')`;

export async function batchProgressOf({ db }: Db, place: SettlementBook): Promise<BatchProgress> {
  const row = await db
    .selectFrom("settlementBatches")
    .select([
      sql<string | null>`max(date) FILTER (WHERE status <> 'open')`.as("last"),
      sql<number>`coalesce(max(seq), 0)`.as("seq"),
      // Where all are void, from when the first of them was.
      sql<string | null>`coalesce(${untilValid}, min(period_from))`.as("from"),
    ])
    .where(isOf(place))
    .executeTakeFirstOrThrow();
  return row;
}

/** Another batch of the place whose period holds that of `settlement_batches`. */
const holding = sql`SELECT 1 FROM settlement_batches o
  WHERE o.merchant_id = settlement_batches.merchant_id AND o.mode = settlement_batches.mode
    AND o.currency = settlement_batches.currency AND o.id <> settlement_batches.id
    AND o.period_from <= settlement_batches.period_from AND o.period_to >= settlement_batches.period_to`;

/** Batches of a place that are void, and whose period before `from` neither a bill that counts nor another of them tells. */
export const uncoveredBatches = ({ db }: Db, place: SettlementBook, from: string): Promise<SettlementBatchRow[]> =>
  db
    .selectFrom("settlementBatches")
    .selectAll()
    .where(isOf(place))
    .where("status", "=", "void")
    .where("periodTo", "<=", from)
    .where(sql<boolean>`NOT EXISTS (${holding} AND (o.status <> 'void' OR o.period_to > settlement_batches.period_to))`)
    .where(
      sql<boolean>`NOT EXISTS (SELECT 1 FROM settlement_batches c WHERE c.merchant_id = settlement_batches.merchant_id
        AND c.id = settlement_batches.covered_by AND c.status <> 'void')`,
    )
    .orderBy("id")
    .forUpdate()
    .execute();

/** When the first of the lines of a place was booked. */
export async function firstBooked({ db }: Db, { merchantId, mode, currency }: SettlementBook): Promise<string | null> {
  const { rows } = await sql<{ at: string | null }>`
    SELECT min(j.posted_at) AS at FROM settlement_lines l
      JOIN ledger_journals j ON j.merchant_id = l.merchant_id AND j.id = l.journal_id
     WHERE l.merchant_id = ${merchantId} AND l.book = ${mode} AND l.currency = ${currency}
       AND l.state <> 'settled'`.execute(db);
  return rows[0]?.at ?? null;
}

/** The days on which open lines of a place fall due that nothing holds. */
export async function openDues({ db }: Db, { merchantId, mode, currency }: SettlementBook): Promise<string[]> {
  const rows = await db
    .selectFrom("settlementLines")
    .select("dueDate")
    .distinct()
    .where("merchantId", "=", merchantId)
    .where("book", "=", mode)
    .where("currency", "=", currency)
    .where("state", "=", "open")
    .where("holdId", "is", null)
    .where("dueDate", "is not", null)
    .execute();
  return rows.flatMap(({ dueDate }) => (dueDate === null ? [] : [dueDate]));
}

const batchOf = sql`FROM settlement_batches b
  WHERE b.merchant_id = d.merchant_id AND b.mode = d.book AND b.currency = d.currency`;

/** Places with open lines that no batch collects yet: neither one of their day nor, where that is over, a later one. */
export async function uncollectedBooks(db: Kysely<Tables>): Promise<SettlementBook[]> {
  const { rows } = await sql<SettlementBook>`
    SELECT DISTINCT d.merchant_id, d.book AS mode, d.currency
      FROM (SELECT DISTINCT merchant_id, book, currency, due_date FROM settlement_lines
             WHERE state = 'open' AND hold_id IS NULL AND due_date IS NOT NULL) AS d
     WHERE NOT EXISTS (SELECT 1 ${batchOf} AND b.status = 'open' AND b.date = d.due_date)
       AND NOT (EXISTS (SELECT 1 ${batchOf} AND b.status <> 'open' AND b.date >= d.due_date)
         AND EXISTS (SELECT 1 ${batchOf} AND b.status = 'open' AND b.date > d.due_date))
     ORDER BY 1, 2, 3`.execute(db);
  return rows;
}

/** Places with a batch under way for a day until `upTo`. */
export async function booksWithOpenBatches(db: Kysely<Tables>, upTo: string): Promise<SettlementBook[]> {
  const { rows } = await sql<SettlementBook>`
    SELECT DISTINCT merchant_id, mode, currency FROM settlement_batches
     WHERE status IN ('open', 'closed', 'confirmed') AND date <= ${upTo}
     ORDER BY 1, 2, 3`.execute(db);
  return rows;
}

/** Marks what keeps a batch from going on, outside of the transaction that was refused. Answers whether that is news. */
export async function markBlocked(
  db: Kysely<Tables>,
  { merchantId, id }: Pick<SettlementBatchRow, "merchantId" | "id">,
  blockedBy: SettlementBatchRow["blockedBy"],
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("settlementBatches")
    .set({ blockedBy })
    .where("merchantId", "=", merchantId)
    .where("id", "=", id)
    .where("status", "in", ["open", "closed", "confirmed"])
    .where(sql<boolean>`blocked_by IS DISTINCT FROM ${blockedBy}`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The tenant of a merchant. */
export async function tenantOf({ db }: Db, merchantId: string): Promise<number> {
  const { tenantId } = await db
    .selectFrom("merchants")
    .select("tenantId")
    .where("id", "=", merchantId)
    .executeTakeFirstOrThrow();
  return tenantId;
}
