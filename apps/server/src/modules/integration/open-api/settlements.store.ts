import { type SqlBool, sql } from "kysely";
import type { Context } from "../../../platform/http/context.ts";
import { linesCollected, linesOfBatch } from "../../funds/ledger/index.ts";
import { describedBatches, type SettlementFacts } from "../../funds/settlements/index.ts";
import type { PagePosition } from "./cursor.wire.ts";

/** Filter of settlements. */
export interface SettlementFilter {
  readonly merchantId: string;
  readonly mode: "live" | "test";
  readonly limit: number;
  readonly after: PagePosition | undefined;
  readonly status?: string | undefined;
  readonly currency?: string | undefined;
  readonly dateFrom?: string | undefined;
  readonly dateTo?: string | undefined;
  readonly createdFrom?: string | undefined;
  readonly createdTo?: string | undefined;
}

/** A settlement with its list keys. */
export type FoundSettlement = SettlementFacts & { readonly id: string };

type Reading = Pick<Context, "actor" | "db">;

const ofMerchant = (ctx: Reading, { merchantId, mode }: Pick<SettlementFilter, "merchantId" | "mode">) =>
  describedBatches(ctx as Context)
    .where("settlementBatches.merchantId", "=", merchantId)
    .where("settlementBatches.mode", "=", mode);

/** A merchant's settlements, newest first, with one more than requested to detect a next page. */
export async function listSettlements(ctx: Reading, filter: SettlementFilter): Promise<FoundSettlement[]> {
  const { limit, after, status, currency, dateFrom, dateTo, createdFrom, createdTo } = filter;
  let query = ofMerchant(ctx, filter);
  if (status !== undefined) query = query.where("settlementBatches.status", "=", status as SettlementFacts["status"]);
  if (currency !== undefined) query = query.where("settlementBatches.currency", "=", currency);
  if (dateFrom !== undefined) query = query.where("settlementBatches.date", ">=", dateFrom);
  if (dateTo !== undefined) query = query.where("settlementBatches.date", "<", dateTo);
  if (createdFrom !== undefined) query = query.where("settlementBatches.createTime", ">=", createdFrom);
  if (createdTo !== undefined) query = query.where("settlementBatches.createTime", "<", createdTo);
  if (after)
    query = query.where(
      sql<SqlBool>`(settlement_batches.create_time, settlement_batches.id) < (${after.time}::timestamptz, ${after.id})`,
    );
  return await query
    .orderBy("settlementBatches.createTime", "desc")
    .orderBy("settlementBatches.id", "desc")
    .limit(limit + 1)
    .execute();
}

/** A merchant's settlement by number; undefined for any other. */
export const settlementByNo = async (
  ctx: Reading,
  of: Pick<SettlementFilter, "merchantId" | "mode">,
  batchNo: string,
): Promise<FoundSettlement | undefined> =>
  await ofMerchant(ctx, of).where("settlementBatches.batchNo", "=", batchNo).executeTakeFirst();

/** A settlement line, for its merchant. */
export interface FoundLine {
  readonly id: string;
  readonly type: string;
  readonly event: string;
  readonly amount: string;
  readonly taxAmount: string;
  readonly currency: string;
  readonly dueDate: string;
  readonly orderNo: string | null;
  readonly bookedTime: string;
}

/** Lines of a settlement, or those it is collecting, newest first, with one more than requested. */
export async function linesOfSettlement(
  { db }: Reading,
  merchantId: string,
  { id, status, mode: book, currency, date }: FoundSettlement,
  { limit, after }: { readonly limit: number; readonly after: PagePosition | undefined },
): Promise<FoundLine[]> {
  const meant = status === "open" ? linesCollected({ book, currency }, { id, date }) : linesOfBatch(id);
  const further = after ? sql` AND (j.posted_at, j.id) < (${after.time}::timestamptz, ${after.id})` : sql``;
  const { rows } = await sql<FoundLine>`
    SELECT j.id, l.line_type AS type, j.event, l.amount, l.tax_amount, l.currency, l.due_date, o.order_no,
           j.posted_at AS booked_time
      FROM settlement_lines l
      JOIN ledger_journals j ON j.merchant_id = l.merchant_id AND j.id = l.journal_id
      LEFT JOIN coin_orders o ON o.merchant_id = j.merchant_id AND o.id = j.order_id
     WHERE l.merchant_id = ${merchantId} AND ${meant}${further}
     ORDER BY j.posted_at DESC, j.id DESC LIMIT ${limit + 1}`.execute(db);
  return rows;
}
