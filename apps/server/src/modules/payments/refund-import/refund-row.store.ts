import type { RefundTotal } from "@countinghouse/contract/payments/refund-import/refund-import.ts";
import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from "kysely";
import { from } from "../../../platform/db/scoped.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { RefundFileRef } from "./refund-import.store.ts";

type Db = Kysely<Tables>;
export type StoredRefundRow = Selectable<Tables["refundImportRows"]>;
export type NewRefundRow = Omit<Insertable<Tables["refundImportRows"]>, "seal">;
export type RefundRowChange = Omit<Updateable<Tables["refundImportRows"]>, "seal">;

/** What writing rows needs: they are sealed, so that what is requested is what was checked. */
type Writing = Pick<Context, "db" | "seals">;

const blank = {
  verdict: null,
  refusal: null,
  orderId: null,
  orderNo: null,
  merchantOrderNo: null,
  amount: null,
  currency: null,
  reason: null,
  remark: null,
  merchantRefundNo: null,
  settleAmount: null,
  settleCurrency: null,
  handlingFee: null,
  sourceBucket: null,
  rowKey: null,
  refundId: null,
} as const;

/** Whether a row's seal matches. */
export const isAsWritten = ({ db, seals }: Writing, row: StoredRefundRow): Promise<boolean> =>
  seals.isGenuine(db, "refundImportRows", row);

/** Checked rows of files in the actor's scope, with their refunds. */
export const describedRows = (ctx: Context) =>
  from(ctx, "refundImportRows")
    .leftJoin("orderRefunds", (join) =>
      join
        .onRef("orderRefunds.merchantId", "=", "refundImportRows.merchantId")
        .onRef("orderRefunds.id", "=", "refundImportRows.refundId"),
    )
    .where("refundImportRows.importId", "in", from(ctx, "refundImports").select("refundImports.id"))
    .where("refundImportRows.verdict", "is not", null)
    .select([
      "refundImportRows.rowNo as id",
      "refundImportRows.verdict",
      "refundImportRows.refusal",
      "refundImportRows.orderNo",
      "refundImportRows.merchantOrderNo",
      "refundImportRows.amount",
      "refundImportRows.currency",
      "refundImportRows.reason",
      "refundImportRows.remark",
      "refundImportRows.merchantRefundNo",
      "refundImportRows.settleAmount",
      "refundImportRows.settleCurrency",
      "refundImportRows.handlingFee",
      "refundImportRows.sourceBucket",
      "orderRefunds.refundNo",
      "orderRefunds.status as refundStatus",
    ]);

/** Row numbers are unique within a file: rows of several files are told apart by the file's id. */
export const rowFile = sql.ref("refundImportRows.importId");

/** SQL of row fields that are no columns of their name. */
const rowColumns = {
  id: sql.ref("refundImportRows.rowNo"),
  refundImportId: sql.ref("refundImportRows.importId"),
  refundNo: sql.ref("orderRefunds.refundNo"),
  refundStatus: sql.ref("orderRefunds.status"),
} as const;

export const rowColumn = (field: string) =>
  Object.hasOwn(rowColumns, field)
    ? rowColumns[field as keyof typeof rowColumns]
    : sql.ref(`refundImportRows.${field}`);

const ofFile = (db: Db, { merchantId, importId }: RefundFileRef) =>
  db.selectFrom("refundImportRows").where("merchantId", "=", merchantId).where("importId", "=", importId);

export async function insertRows({ db, seals }: Writing, rows: readonly NewRefundRow[]): Promise<void> {
  await db
    .insertInto("refundImportRows")
    .values(rows.map((row) => ({ ...row, seal: seals.made("refundImportRows", { ...blank, ...row }) })))
    .execute();
}

/** Readable rows without a refund, in file order. */
export const readableRows = (db: Db, ref: RefundFileRef): Promise<StoredRefundRow[]> =>
  ofFile(db, ref)
    .selectAll()
    .where("amount", "is not", null)
    .where("reason", "is not", null)
    .where((is) => is.or([is("verdict", "is", null), is("verdict", "<>", "asked")]))
    .orderBy("rowNo")
    .execute();

const waiting = ["refund", "review"] as const;

/** The next row to request its refund for, locked; another node may have decided it meanwhile. */
export const nextRow = (db: Db, ref: RefundFileRef): Promise<StoredRefundRow | undefined> =>
  ofFile(db, ref)
    .selectAll()
    .where("verdict", "in", [...waiting])
    .orderBy("turn")
    .limit(1)
    .forUpdate()
    .executeTakeFirst();

/** Changes a row whose seal the caller has verified. */
export async function changeRow({ db, seals }: Writing, row: StoredRefundRow, values: RefundRowChange): Promise<void> {
  const { merchantId, importId, rowNo } = row;
  await db
    .updateTable("refundImportRows")
    .set({ ...values, seal: seals.made("refundImportRows", { ...row, ...values }) })
    .where("merchantId", "=", merchantId)
    .where("importId", "=", importId)
    .where("rowNo", "=", rowNo)
    .execute();
}

/** Changes a row that is still waiting; false where another node requested or judged it meanwhile. */
export async function changeWaiting(
  { db, seals }: Writing,
  row: StoredRefundRow,
  values: RefundRowChange,
): Promise<boolean> {
  const { merchantId, importId, rowNo } = row;
  const { numUpdatedRows } = await db
    .updateTable("refundImportRows")
    .set({ ...values, seal: seals.made("refundImportRows", { ...row, ...values }) })
    .where("merchantId", "=", merchantId)
    .where("importId", "=", importId)
    .where("rowNo", "=", rowNo)
    .where("verdict", "in", [...waiting])
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Refunds requested before by equal rows, by key. */
export async function askedBefore(
  db: Db,
  { merchantId, mode }: Pick<StoredRefundRow, "merchantId" | "mode">,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (keys.length === 0) return new Map();
  const rows = await db
    .selectFrom("refundImportRows")
    .select(["rowKey", "refundId"])
    .where("merchantId", "=", merchantId)
    .where("mode", "=", mode)
    .where("verdict", "=", "asked")
    .where("rowKey", "in", [...keys])
    .execute();
  return new Map(rows.flatMap(({ rowKey, refundId }) => (rowKey && refundId ? [[rowKey, refundId] as const] : [])));
}

/** The order columns that rows refer to. */
export type OrderOfRow = Pick<
  Selectable<Tables["coinOrders"]>,
  "id" | "orderNo" | "merchantOrderNo" | "currency" | "merchantId"
>;

/** A merchant's orders by number, its own or ours, in the actor's scope. */
export const ordersNamed = (
  ctx: Pick<Context, "actor" | "db">,
  { merchantId, mode }: Pick<StoredRefundRow, "merchantId" | "mode">,
  numbers: readonly string[],
): Promise<OrderOfRow[]> =>
  numbers.length === 0
    ? Promise.resolve([])
    : from(ctx, "coinOrders")
        .select(["id", "orderNo", "merchantOrderNo", "currency", "merchantId"])
        .where("merchantId", "=", merchantId)
        .where("mode", "=", mode)
        .where((is) => is.or([is("orderNo", "in", [...numbers]), is("merchantOrderNo", "in", [...numbers])]))
        .execute();

/** Totals of the rows by verdict and currency. */
export async function totalsOf(db: Db, ref: RefundFileRef): Promise<RefundTotal[]> {
  const rows = await ofFile(db, ref)
    .select([
      "verdict",
      "currency",
      "settleCurrency",
      sql<number>`count(*)::integer`.as("count"),
      sql<string | null>`sum(amount)::text`.as("amount"),
      sql<string | null>`sum(settle_amount)::text`.as("settleAmount"),
      sql<string | null>`sum(handling_fee)::text`.as("handlingFee"),
    ])
    .where("verdict", "is not", null)
    .groupBy(["verdict", "currency", "settleCurrency"])
    .orderBy("verdict")
    .orderBy("currency")
    .orderBy("settleCurrency")
    .execute();
  return rows as RefundTotal[];
}

/** Number of rows by verdict. */
export async function countsOf(db: Db, ref: RefundFileRef): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const { verdict, count } of await totalsOf(db, ref)) counts[verdict] = (counts[verdict] ?? 0) + count;
  return counts;
}

/** Removes rows of files that ended before an instant, except those with a refund; answers how many. */
export async function removeOldRows(db: Db, before: string, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM refund_import_rows WHERE (merchant_id, import_id, row_no) IN (
      SELECT r.merchant_id, r.import_id, r.row_no FROM refund_import_rows r
        JOIN refund_imports i ON i.merchant_id = r.merchant_id AND i.id = r.import_id
       WHERE i.finish_time < ${before} AND r.verdict IS DISTINCT FROM 'asked' LIMIT ${limit})`.execute(db);
  return Number(numAffectedRows);
}
