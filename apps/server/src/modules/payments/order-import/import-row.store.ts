import type { ImportTotal } from "@countinghouse/contract/payments/order-import/order-import.ts";
import type { OrderImportRow } from "@countinghouse/contract/payments/order-import/order-import-row.ts";
import { orderImportRow } from "@countinghouse/contract/payments/order-import/order-import-row.ts";
import { type Insertable, type Kysely, type Selectable, sql } from "kysely";
import { type ListRequest, type Page, pageQuery } from "../../../platform/db/list-query.ts";
import { from } from "../../../platform/db/scoped.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { ImportRef } from "./order-import.store.ts";

type Db = Kysely<Tables>;
export type StoredImportRow = Selectable<Tables["orderImportRows"]>;
export type NewRowVerdict = Insertable<Tables["orderImportRows"]>;

/** The rows of one dry run. */
export interface DryRunRef extends ImportRef {
  readonly checkNo: number;
}

/** Rows of each import's latest dry run, in the actor's scope. */
export const describedRows = (ctx: Context) =>
  from(ctx, "orderImportRows")
    .innerJoin("orderImports", (join) =>
      join
        .onRef("orderImports.merchantId", "=", "orderImportRows.merchantId")
        .onRef("orderImports.id", "=", "orderImportRows.importId")
        .onRef("orderImports.checkNo", "=", "orderImportRows.checkNo"),
    )
    .where("orderImports.id", "in", from(ctx, "orderImports").select("orderImports.id"))
    .select([
      "orderImportRows.rowNo as id",
      "orderImportRows.verdict",
      "orderImportRows.merchantOrderNo",
      "orderImportRows.amount",
      "orderImportRows.currency",
      "orderImportRows.status",
      "orderImportRows.orderTime",
      "orderImportRows.paymentMethod",
      "orderImportRows.field",
      "orderImportRows.columnName",
      "orderImportRows.reason",
      "orderImportRows.value",
    ]);

export const rowKey = sql.ref("orderImportRows.rowNo");
/** Columns of a row by field. */
export const rowColumn = (field: string) => (field === "id" ? rowKey : sql.ref(`orderImportRows.${field}`));

export const pageRows = (ctx: Context, input: ListRequest): Promise<Page<OrderImportRow>> =>
  pageQuery(ctx, describedRows(ctx), {
    spec: orderImportRow.operations.page.list,
    input,
    columnOf: rowColumn,
    id: rowKey,
  }) as Promise<Page<OrderImportRow>>;

const ofCheck = (db: Db, { merchantId, importId, checkNo }: DryRunRef) =>
  db
    .selectFrom("orderImportRows")
    .where("merchantId", "=", merchantId)
    .where("importId", "=", importId)
    .where("checkNo", "=", checkNo);

/** Earlier rows of the dry run with one of these order numbers: the first of each. */
export async function earlierRows(db: Db, check: DryRunRef, numbers: readonly string[]) {
  const rows = await ofCheck(db, check)
    .select(["merchantOrderNo", "contentHash"])
    .where("merchantOrderNo", "in", [...numbers])
    .where("contentHash", "is not", null)
    .orderBy("rowNo")
    .execute();
  const first = new Map<string, string>();
  for (const { merchantOrderNo, contentHash } of rows)
    if (merchantOrderNo !== null && contentHash !== null && !first.has(merchantOrderNo))
      first.set(merchantOrderNo, contentHash);
  return first;
}

export async function insertVerdicts(db: Db, rows: readonly NewRowVerdict[]): Promise<void> {
  await db
    .insertInto("orderImportRows")
    .values([...rows])
    .execute();
}

/** The next `new` rows after a row. */
export const newRowsAfter = (db: Db, check: DryRunRef, rowNo: number, limit: number): Promise<StoredImportRow[]> =>
  ofCheck(db, check)
    .selectAll()
    .where("rowNo", ">", rowNo)
    .where("verdict", "=", "new")
    .orderBy("rowNo")
    .limit(limit)
    .execute();

/** Corrects the verdicts of rows whose number was taken after the dry run. */
export async function correctVerdicts(
  db: Db,
  check: DryRunRef,
  rowNos: readonly number[],
  values: Pick<StoredImportRow, "verdict" | "field" | "reason">,
): Promise<void> {
  if (rowNos.length === 0) return;
  await db
    .updateTable("orderImportRows")
    .set(values)
    .where("merchantId", "=", check.merchantId)
    .where("importId", "=", check.importId)
    .where("checkNo", "=", check.checkNo)
    .where("rowNo", "in", [...rowNos])
    .execute();
}

/** Totals of the rows by verdict, currency and status. */
export async function totalsOf(db: Db, check: DryRunRef): Promise<ImportTotal[]> {
  const rows = await ofCheck(db, check)
    .select([
      "verdict",
      "currency",
      "status",
      sql<number>`count(*)::integer`.as("count"),
      sql<string | null>`sum(amount)::text`.as("amount"),
    ])
    .groupBy(["verdict", "currency", "status"])
    .orderBy("count", "desc")
    .orderBy("verdict")
    .orderBy("currency")
    .orderBy("status")
    .execute();
  return rows;
}

/** Removes rows of dry runs before the latest, or of a reverted import, up to a limit; answers how many. */
export async function removeRows(db: Db, { merchantId, importId }: ImportRef, before: number, limit: number) {
  const { numAffectedRows } = await sql`
    DELETE FROM order_import_rows WHERE merchant_id = ${merchantId} AND import_id = ${importId}
       AND (check_no, row_no) IN (
         SELECT check_no, row_no FROM order_import_rows
          WHERE merchant_id = ${merchantId} AND import_id = ${importId} AND check_no < ${before} LIMIT ${limit})`.execute(
    db,
  );
  return Number(numAffectedRows);
}

/** Removes rows of imports that ended before an instant; answers how many. */
export async function removeOldRows(db: Db, before: string, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM order_import_rows WHERE (merchant_id, import_id, check_no, row_no) IN (
      SELECT r.merchant_id, r.import_id, r.check_no, r.row_no FROM order_import_rows r
        JOIN order_imports i ON i.merchant_id = r.merchant_id AND i.id = r.import_id
       WHERE i.finish_time < ${before} LIMIT ${limit})`.execute(db);
  return Number(numAffectedRows);
}
