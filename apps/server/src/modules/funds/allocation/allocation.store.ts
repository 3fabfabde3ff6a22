import type { CurrencyCode } from "@countinghouse/money/currency.ts";
import { type Selectable, sql } from "kysely";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { BatchPart } from "./allocation.policy.ts";

type Db = Pick<Context, "db">;
export type AllocationRow = Selectable<Tables["settlementAllocations"]>;

/** The withdrawal or payout order that took money of batches. */
export type AllocationSource = Pick<AllocationRow, "merchantId" | "sourceType" | "sourceId">;
/** A merchant's book in one currency. */
export type AllocationBook = Pick<AllocationRow, "merchantId" | "mode" | "currency">;

const partOf = ({ batchId, amount }: { readonly batchId: string | null; readonly amount: string }): BatchPart => ({
  batchId,
  amount: BigInt(amount),
});

/** What is left of the settled batches of a book, less the reserve that is still held; oldest first. */
export async function unallocatedByBatch(
  { db }: Db,
  { merchantId, mode, currency }: AllocationBook,
): Promise<BatchPart[]> {
  const { rows } = await sql<{ batchId: string; amount: string }>`
    SELECT b.id AS batch_id, (b.amount
             - coalesce((SELECT sum(d.remain_amount) FROM mer_deposits d
                          WHERE d.merchant_id = b.merchant_id AND d.settlement_batch_id = b.id), 0)
             - coalesce((SELECT sum(a.amount) FROM settlement_allocations a
                          WHERE a.merchant_id = b.merchant_id AND a.batch_id = b.id), 0))::text AS amount
      FROM settlement_batches b
     WHERE b.merchant_id = ${merchantId} AND b.mode = ${mode} AND b.currency = ${currency}
       AND b.status = 'settled' AND b.amount > 0
     ORDER BY b.date, b.seq`.execute(db);
  return rows.map(partOf);
}

/** The parts that a source took, in order. */
export async function batchPartsOf(
  { db }: Db,
  { merchantId, sourceType, sourceId }: AllocationSource,
): Promise<BatchPart[]> {
  const rows = await db
    .selectFrom("settlementAllocations")
    .select(["batchId", "amount"])
    .where("merchantId", "=", merchantId)
    .where("sourceType", "=", sourceType)
    .where("sourceId", "=", sourceId)
    .orderBy("seq")
    .execute();
  return rows.map(partOf);
}

/** Adds parts, each with its seal. */
export async function insertParts(ctx: Context, rows: readonly Omit<AllocationRow, "seal">[]): Promise<void> {
  if (rows.length === 0) return;
  await ctx.db
    .insertInto("settlementAllocations")
    .values(rows.map((row) => ({ ...row, seal: ctx.seals.made("settlementAllocations", row) })))
    .execute();
}

/** A displayed part of a withdrawal: the batch that brought it, or none. */
export interface AllocationPartView {
  readonly batchId: string | null;
  readonly batchNo: string | null;
  readonly date: string | null;
  readonly amount: string;
  readonly currency: CurrencyCode;
}

/** The batches of a source, oldest first; money that no batch brought comes last. */
export async function batchesOf(
  { db }: Db,
  { merchantId, sourceType, sourceId }: AllocationSource,
): Promise<AllocationPartView[]> {
  const { rows } = await sql<AllocationPartView>`
    SELECT a.batch_id, b.batch_no, b.date, sum(a.amount)::text AS amount, a.currency
      FROM settlement_allocations a
      LEFT JOIN settlement_batches b ON b.merchant_id = a.merchant_id AND b.id = a.batch_id
     WHERE a.merchant_id = ${merchantId} AND a.source_type = ${sourceType} AND a.source_id = ${sourceId}
     GROUP BY a.batch_id, b.batch_no, b.date, b.seq, a.currency HAVING sum(a.amount) <> 0
     ORDER BY b.date NULLS LAST, b.seq`.execute(db);
  return rows;
}

/** What a withdrawal, or a payout order, took of one batch. */
export interface BatchAllocationView {
  readonly sourceType: AllocationRow["sourceType"];
  readonly sourceId: string;
  readonly sourceNo: string;
  readonly amount: string;
  readonly currency: CurrencyCode;
  readonly time: string;
}

/** The sources that took money of a batch, latest first, up to `limit`. */
export async function takersOf(
  { db }: Db,
  { merchantId, batchId, limit }: { readonly merchantId: string; readonly batchId: string; readonly limit: number },
): Promise<BatchAllocationView[]> {
  const { rows } = await sql<BatchAllocationView>`
    SELECT source_type, source_id, source_no, sum(amount)::text AS amount, currency, min(create_time) AS time
      FROM settlement_allocations
     WHERE merchant_id = ${merchantId} AND batch_id = ${batchId}
     GROUP BY source_type, source_id, source_no, currency HAVING sum(amount) <> 0
     ORDER BY min(create_time) DESC, source_id DESC LIMIT ${limit}`.execute(db);
  return rows;
}
