import { allows } from "@countinghouse/contract/kit/lifecycle.ts";
import { notFound, refuse } from "@countinghouse/contract/kit/refusal.ts";
import { permissionOf } from "@countinghouse/contract/kit/resource.ts";
import {
  type OrderImportAction,
  orderImportLifecycle,
} from "@countinghouse/contract/payments/order-import/order-import.lifecycle.ts";
import {
  type OrderImport,
  type OrderImportDetail,
  orderImport,
} from "@countinghouse/contract/payments/order-import/order-import.ts";
import { type Kysely, type Selectable, sql, type Updateable } from "kysely";
import { holds } from "../../../platform/access/permission.ts";
import { type ListRequest, type Page, pageQuery } from "../../../platform/db/list-query.ts";
import { change, from, insert, lockById, type NewRow, updateStamps } from "../../../platform/db/scoped.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";

export type ImportRow = Selectable<Tables["orderImports"]>;
export type ImportChange = Updateable<Tables["orderImports"]>;

const merchantName = sql<string | null>`(SELECT m.name FROM merchants m WHERE m.id = order_imports.merchant_id)`;

const describedImports = (ctx: Context) =>
  from(ctx, "orderImports").selectAll("orderImports").select(merchantName.as("merchantName"));

export const pageImports = (ctx: Context, input: ListRequest): Promise<Page<OrderImport>> =>
  pageQuery(ctx, describedImports(ctx), { spec: orderImport.operations.page.list, input }) as Promise<
    Page<OrderImport>
  >;

const listed = 20;

/** The actor's newest imports; none for an actor without (or no longer with) the permission to list them. */
export async function myImports(ctx: Context): Promise<OrderImport[]> {
  if (!holds(ctx.actor, permissionOf(orderImport.name, "page"))) return [];
  const rows = await describedImports(ctx)
    .where("orderImports.createUserId", "=", ctx.actor.userId)
    .orderBy("orderImports.createTime", "desc")
    .limit(listed)
    .execute();
  return rows as OrderImport[];
}

export async function findImport(ctx: Context, id: string): Promise<OrderImportDetail> {
  const row = await describedImports(ctx).where("orderImports.id", "=", id).executeTakeFirst();
  if (!row) throw notFound("orderImport", id);
  return row as OrderImportDetail;
}

/** Whether an import is in the actor's scope. */
export async function isInReach(ctx: Pick<Context, "actor" | "db">, id: string): Promise<boolean> {
  const row = await from(ctx, "orderImports").select("id").where("id", "=", id).executeTakeFirst();
  return row !== undefined;
}

/**
 * Reads an import in the actor's scope and locks it until the transaction ends; refuses an action that its status
 * forbids.
 */
export async function lockImport(ctx: Context, id: string, action?: OrderImportAction): Promise<ImportRow> {
  const row = await lockById(ctx, "orderImports", id);
  if (!row) throw notFound("orderImport", id);
  if (action && !allows(orderImportLifecycle, row.status, action)) {
    throw refuse("orderImport.wrongState", {}, { extras: { status: row.status } });
  }
  return row;
}

/** A merchant's files that wait for their import. */
export async function countOpen(ctx: Context, merchantId: string): Promise<number> {
  const { count } = await from(ctx, "orderImports")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("merchantId", "=", merchantId)
    .where("status", "not in", ["done", "canceled", "undone"])
    .executeTakeFirstOrThrow();
  return Number(count);
}

export const insertImport = (ctx: Context, values: NewRow<"orderImports">): Promise<ImportRow> =>
  insert(ctx, "orderImports", values);

/** Changes an import that the caller holds locked. */
export async function changeImport(ctx: Context, before: ImportRow, values: ImportChange): Promise<void> {
  const after = await change(ctx, "orderImports")
    .set({ ...values, ...updateStamps(ctx), version: before.version + 1 })
    .where("merchantId", "=", before.merchantId)
    .where("id", "=", before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  ctx.recordChange({ table: "orderImports", id: before.id, before: summary(before), after: summary(after) });
}

/** An import's audit record, without the contents of its file. */
const summary = ({ columns: _columns, ...row }: ImportRow) => row;

/** Identifies one import; its rows are read by merchant and import. */
export interface ImportRef {
  readonly merchantId: string;
  readonly importId: string;
}

type Db = Kysely<Tables>;

/** An import as its worker sees it. */
export const readImport = (db: Db, { merchantId, importId }: ImportRef): Promise<ImportRow | undefined> =>
  db
    .selectFrom("orderImports")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("id", "=", importId)
    .executeTakeFirst();

/** Stores the progress; false when the import was moved on meanwhile. */
export async function noteProgress(
  db: Db,
  { merchantId, importId }: ImportRef,
  status: ImportRow["status"],
  values: ImportChange,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("orderImports")
    .set(values)
    .where("merchantId", "=", merchantId)
    .where("id", "=", importId)
    .where("status", "=", status)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Categories of the methods that a tenant has in use, by code. */
export async function methodCategories(db: Db, tenantId: number) {
  const rows = await db
    .selectFrom("paymentMethods")
    .select(["code", "category"])
    .where("tenantId", "=", tenantId)
    .execute();
  return new Map(rows.map(({ code, category }) => [code, category]));
}

/** A merchant's time zone. */
export async function zoneOfMerchant(db: Db, merchantId: string): Promise<string> {
  const { timezone } = await db
    .selectFrom("merchants")
    .select("timezone")
    .where("id", "=", merchantId)
    .executeTakeFirstOrThrow();
  return timezone;
}

/** Imports of all merchants that were idle for long. */
export const idleImports = (db: Db, before: string, limit: number) =>
  db
    .selectFrom("orderImports")
    .select(["merchantId", "id as importId", "parts", "status"])
    .where("status", "in", ["uploading", "mapping", "checked", "failed"])
    .where(sql<string>`coalesce(update_time, create_time)`, "<", before)
    .limit(limit)
    .execute();
