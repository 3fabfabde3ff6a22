import type { ExpectedSettlement } from "@countinghouse/contract/funds/ledger/merchant-balance.ts";
import { type SettlementLine, settlementLine } from "@countinghouse/contract/funds/ledger/settlement-line.ts";
import { type RawBuilder, sql } from "kysely";
import { type ListRequest, type Page, pageQuery } from "../../../platform/db/list-query.ts";
import type { Context } from "../../../platform/http/context.ts";
import { merchantsInReach } from "./ledger.account.store.ts";
import type { BookOf } from "./ledger.post.store.ts";

type Scoped = Pick<Context, "actor" | "db">;

/** The lines of the merchants in reach, with their journals and orders. */
export const linesInReach = (ctx: Scoped) =>
  ctx.db
    .selectFrom("settlementLines as l")
    .innerJoin("ledgerJournals as j", (on) =>
      on.onRef("j.merchantId", "=", "l.merchantId").onRef("j.id", "=", "l.journalId"),
    )
    .innerJoin(merchantsInReach(ctx), "m.id", "l.merchantId")
    .leftJoin("coinOrders as o", (on) => on.onRef("o.merchantId", "=", "j.merchantId").onRef("o.id", "=", "j.orderId"))
    .select(["l.journalId as id", "l.merchantId", "m.name as merchantName", "j.book as mode", "l.lineType", "j.event"])
    .select(["l.currency", "l.amount", "l.taxAmount", "l.dueDate", "l.state", "l.batchId", "l.sourceId"])
    .select(["j.orderId", "o.orderNo", "j.postedAt as bookedTime"])
    .select(sql<boolean>`l.hold_id IS NOT NULL`.as("isHeld"));

const columns: Readonly<Record<string, RawBuilder<unknown>>> = {
  // The book and the time of the journal: its index leads to the newest lines.
  mode: sql`j.book`,
  bookedTime: sql`j.posted_at`,
  orderNo: sql`o.order_no`,
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

const sumOf = (type: string) => sql<string>`coalesce(sum(amount) FILTER (WHERE line_type = ${sql.lit(type)}), 0)::text`;

/** What of a merchant falls due when: the lines that are not settled, day by day; what nobody can date comes last. */
export const expectedSettlements = (
  { db }: Pick<Context, "db">,
  { merchantId, book }: BookOf,
  currency?: string,
): Promise<ExpectedSettlement[]> => {
  let query = db
    .selectFrom("settlementLines")
    .select(["dueDate", "currency"])
    .select([sumOf("capture").as("captureAmount"), sumOf("refund").as("refundAmount"), sumOf("fee").as("feeAmount")])
    .select([sumOf("dispute").as("disputeAmount"), sumOf("adjustment").as("adjustmentAmount")])
    .select([sql<string>`sum(amount)::text`.as("amount"), sql<number>`count(*)::integer`.as("lines")])
    .where("merchantId", "=", merchantId)
    .where("book", "=", book)
    .where("state", "<>", "settled")
    .groupBy(["currency", "dueDate"])
    .orderBy("currency")
    .orderBy("dueDate");
  if (currency) query = query.where("currency", "=", currency);
  return query.execute();
};
