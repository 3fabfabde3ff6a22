import type { ExpectedSettlement } from "@countinghouse/contract/funds/ledger/merchant-balance.ts";
import { type SettlementLine, settlementLine } from "@countinghouse/contract/funds/ledger/settlement-line.ts";
import { batchLinesSpec } from "@countinghouse/contract/funds/settlements/settlements.ts";
import { type RawBuilder, sql } from "kysely";
import { type ListRequest, type Page, pageQuery } from "../../../platform/db/list-query.ts";
import type { Context } from "../../../platform/http/context.ts";
import { merchantsInReach } from "./ledger.account.store.ts";
import type { LineSelection } from "./ledger.batch.store.ts";
import type { MerchantBook } from "./ledger.post.store.ts";

type Scoped = Pick<Context, "actor" | "db">;

/** The lines of the merchants in reach, with their journals and orders. */
export const linesInReach = (ctx: Scoped) =>
  ctx.db
    .selectFrom("settlementLines as l")
    .innerJoin("ledgerJournals as j", (on) =>
      on.onRef("j.merchantId", "=", "l.merchantId").onRef("j.id", "=", "l.journalId"),
    )
    .innerJoin(merchantsInReach(ctx), "m.id", "l.merchantId")
    .leftJoin("settlementBatches as b", (on) =>
      on.onRef("b.merchantId", "=", "l.merchantId").onRef("b.id", "=", "l.batchId"),
    )
    .leftJoin("coinOrders as o", (on) => on.onRef("o.merchantId", "=", "j.merchantId").onRef("o.id", "=", "j.orderId"))
    .select(["l.journalId as id", "l.merchantId", "m.name as merchantName", "j.book as mode", "l.lineType", "j.event"])
    .select(["l.currency", "l.amount", "l.taxAmount", "l.dueDate", "l.state", "l.batchId", "b.batchNo", "l.sourceId"])
    .select(["j.orderId", "o.orderNo", "j.postedAt as bookedTime"])
    .select(sql<boolean>`l.hold_id IS NOT NULL`.as("isHeld"));

const columns: Readonly<Record<string, RawBuilder<unknown>>> = {
  // The journal's book and time: its index leads to the newest lines.
  mode: sql`j.book`,
  bookedTime: sql`j.posted_at`,
  orderNo: sql`o.order_no`,
  batchNo: sql`b.batch_no`,
};

export const lineColumn = (field: string): RawBuilder<unknown> => columns[field] ?? sql.ref(`l.${field}`);
export const lineKey = sql.ref("l.journalId");

export const pageLines = (ctx: Context, input: ListRequest): Promise<Page<SettlementLine>> =>
  pageQuery(ctx, linesInReach(ctx), {
    spec: settlementLine.operations.page.list,
    input,
    columnOf: lineColumn,
    id: lineKey,
  }) as Promise<Page<SettlementLine>>;

/** Lines of a batch that the caller has read, or of those that a collecting one covers. */
export const pageSelectedLines = (
  ctx: Context,
  merchantId: string,
  meant: LineSelection,
  input: ListRequest,
): Promise<Page<SettlementLine>> =>
  pageQuery(ctx, linesInReach(ctx).where("l.merchantId", "=", merchantId).where(sql<boolean>`(${meant})`), {
    spec: batchLinesSpec,
    input,
    columnOf: lineColumn,
    id: lineKey,
  }) as Promise<Page<SettlementLine>>;

const sumOf = (type: string) => sql`coalesce(sum(d.amount) FILTER (WHERE d.line_type = ${sql.lit(type)}), 0)::text`;

/**
 * Settlement date of lines that are due on a day: of their batch, or of the one that covers them now. Late lines go to
 * the next batch.
 */
const settledOn = sql<string | null>`coalesce(b.date,
  (SELECT min(o.date) FROM settlement_batches o
    WHERE o.merchant_id = d.merchant_id AND o.mode = d.book AND o.currency = d.currency AND o.status = 'open'
      AND o.date >= d.due_date),
  d.due_date)`;

/** What of a merchant falls due when: the lines that are not settled, day by day; what nobody can date comes last. */
export async function expectedSettlements(
  { db }: Pick<Context, "db">,
  { merchantId, book }: MerchantBook,
  currency?: string,
): Promise<ExpectedSettlement[]> {
  const only = currency === undefined ? sql`` : sql` AND l.currency = ${currency}`;
  const { rows } = await sql<ExpectedSettlement>`
    WITH d AS (
      SELECT l.merchant_id, l.book, l.currency, l.due_date, l.batch_id, l.line_type, sum(l.amount) AS amount, count(*) AS lines
        FROM settlement_lines l
       WHERE l.merchant_id = ${merchantId} AND l.book = ${book} AND l.state <> 'settled'${only}
       GROUP BY l.merchant_id, l.book, l.currency, l.due_date, l.batch_id, l.line_type)
    SELECT ${settledOn} AS due_date, d.currency, ${sumOf("capture")} AS capture_amount, ${sumOf("refund")} AS refund_amount,
           ${sumOf("fee")} AS fee_amount, ${sumOf("dispute")} AS dispute_amount, ${sumOf("adjustment")} AS adjustment_amount,
           sum(d.amount)::text AS amount, sum(d.lines)::integer AS lines
      FROM d LEFT JOIN settlement_batches b ON b.merchant_id = d.merchant_id AND b.id = d.batch_id
     GROUP BY d.currency, 1 ORDER BY d.currency, 1`.execute(db);
  return rows;
}
