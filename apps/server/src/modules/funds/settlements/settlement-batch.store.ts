import { settlementsTopic } from "@countinghouse/contract/funds/settlements/settlements.ts";
import { notFound } from "@countinghouse/contract/kit/refusal.ts";
import { type Kysely, type Selectable, sql } from "kysely";
import { from } from "../../../platform/db/scoped.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";
import { type NewSealed, sealedRows } from "../../../platform/seals/sealed-rows.ts";

/** A batch as it is stored. */
export type BatchRow = Selectable<Tables["settlementBatches"]>;
/** A merchant's book in one currency. */
export interface Place {
  readonly merchantId: string;
  readonly mode: "live" | "test";
  readonly currency: string;
}

type Db = Pick<Context, "db">;

const rows = sealedRows("settlementBatches", { topic: settlementsTopic, permission: "settlements:page" });

const isOf = ({ merchantId, mode, currency }: Place) =>
  sql<boolean>`(merchant_id = ${merchantId} AND mode = ${mode} AND currency = ${currency})`;

/** What a batch that collects comes to: its seal covers it, so that it is not left to the database. */
const unsettled = {
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
export const insertBatch = (ctx: Context, values: NewBatch): Promise<BatchRow> =>
  rows.insert(ctx, { ...unsettled, ...values });

/** Changes a batch that the caller holds locked. */
export const { update: updateBatch } = rows;

/** What names a batch in the actor's scope, and where it belongs. */
export async function placeOfBatch(ctx: Pick<Context, "actor" | "db">, id: string): Promise<Place> {
  const row = await from(ctx, "settlementBatches")
    .select(["settlementBatches.merchantId", "settlementBatches.mode", "settlementBatches.currency"])
    .where("settlementBatches.id", "=", id)
    .executeTakeFirst();
  if (!row) throw notFound("settlements", id);
  return row;
}

/** A batch, locked; its book has been locked before, as by everybody. */
export async function lockBatch({ db }: Db, merchantId: string, id: string): Promise<BatchRow> {
  return db
    .selectFrom("settlementBatches")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** The batches of a place that are under way, in the order of their days. */
export const batchesUnderWay = ({ db }: Db, place: Place): Promise<BatchRow[]> =>
  db
    .selectFrom("settlementBatches")
    .selectAll()
    .where(isOf(place))
    .where("status", "in", ["open", "closed", "confirmed"])
    .orderBy("date")
    .orderBy("id")
    .execute();

/** How far the batches of a place have come: the last day that is over, the last place that was taken, and until when. */
export async function reachedBy(
  { db }: Db,
  place: Place,
): Promise<{ readonly last: string | null; readonly seq: number; readonly until: string | null }> {
  const row = await db
    .selectFrom("settlementBatches")
    .select([
      sql<string | null>`max(date) FILTER (WHERE status <> 'open')`.as("last"),
      sql<number>`coalesce(max(seq), 0)`.as("seq"),
      sql<string | null>`max(period_to)`.as("until"),
    ])
    .where(isOf(place))
    .executeTakeFirstOrThrow();
  return row;
}

/** When the first of the lines of a place was booked. */
export async function firstBooked({ db }: Db, { merchantId, mode, currency }: Place): Promise<string | null> {
  const { rows } = await sql<{ at: string | null }>`
    SELECT min(j.posted_at) AS at FROM settlement_lines l
      JOIN ledger_journals j ON j.merchant_id = l.merchant_id AND j.id = l.journal_id
     WHERE l.merchant_id = ${merchantId} AND l.book = ${mode} AND l.currency = ${currency}
       AND l.state <> 'settled'`.execute(db);
  return rows[0]?.at ?? null;
}

/** The days on which open lines of a place fall due that nothing holds. */
export async function openDues({ db }: Db, { merchantId, mode, currency }: Place): Promise<string[]> {
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
export async function uncollectedPlaces(db: Kysely<Tables>): Promise<Place[]> {
  const { rows } = await sql<Place>`
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
export async function placesUnderWay(db: Kysely<Tables>, upTo: string): Promise<Place[]> {
  const { rows } = await sql<Place>`
    SELECT DISTINCT merchant_id, mode, currency FROM settlement_batches
     WHERE status IN ('open', 'closed', 'confirmed') AND date <= ${upTo}
     ORDER BY 1, 2, 3`.execute(db);
  return rows;
}

/** Marks what keeps a batch from going on, outside of the transaction that was refused. Answers whether that is news. */
export async function markBlocked(
  db: Kysely<Tables>,
  { merchantId, id }: Pick<BatchRow, "merchantId" | "id">,
  blockedBy: BatchRow["blockedBy"],
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
