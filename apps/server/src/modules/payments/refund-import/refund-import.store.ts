import { allows } from "@countinghouse/contract/kit/lifecycle.ts";
import { defaultLocale, type Locale, locales } from "@countinghouse/contract/kit/locale.ts";
import { notFound, refuse } from "@countinghouse/contract/kit/refusal.ts";
import { permissionOf } from "@countinghouse/contract/kit/resource.ts";
import {
  type RefundImportAction,
  refundImportLifecycle,
} from "@countinghouse/contract/payments/refund-import/refund-import.lifecycle.ts";
import {
  type RefundImport,
  type RefundImportDetail,
  refundImport,
} from "@countinghouse/contract/payments/refund-import/refund-import.ts";
import { type Kysely, type Selectable, sql, type Updateable } from "kysely";
import { holds } from "../../../platform/access/permission.ts";
import { change, from, insert, lockById, type NewRow, updateStamps } from "../../../platform/db/scoped.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";
import { totalsOf } from "./refund-row.store.ts";

type Db = Kysely<Tables>;
export type RefundFileRow = Selectable<Tables["refundImports"]>;
export type RefundFileChange = Updateable<Tables["refundImports"]>;

/** The language of a file's uploader. */
export const localeOf = ({ locale }: Pick<RefundFileRow, "locale">): Locale =>
  locales.find((one) => one === locale) ?? defaultLocale;

/** Identifies one file; its rows are read by merchant and file. */
export interface RefundFileRef {
  readonly merchantId: string;
  readonly importId: string;
}

export const refOfFile = ({ merchantId, id }: Pick<RefundFileRow, "merchantId" | "id">): RefundFileRef => ({
  merchantId,
  importId: id,
});

const merchantName = sql<string | null>`(SELECT m.name FROM merchants m WHERE m.id = refund_imports.merchant_id)`;

/** Files of refunds in the actor's scope. */
export const describedFiles = (ctx: Context) =>
  from(ctx, "refundImports").selectAll("refundImports").select(merchantName.as("merchantName"));

export async function findFile(ctx: Context, id: string): Promise<RefundImportDetail> {
  const row = await describedFiles(ctx).where("refundImports.id", "=", id).executeTakeFirst();
  if (!row) throw notFound("refundImport", id);
  return { ...row, totals: await totalsOf(ctx.db, refOfFile(row)) };
}

const listed = 20;

/** The actor's newest files; none for an actor without (or no longer with) the permission to list them. */
export async function myFiles(ctx: Context): Promise<RefundImport[]> {
  if (!holds(ctx.actor, permissionOf(refundImport.name, "page"))) return [];
  const rows = await describedFiles(ctx)
    .where("refundImports.createUserId", "=", ctx.actor.userId)
    .orderBy("refundImports.createTime", "desc")
    .limit(listed)
    .execute();
  return rows;
}

/** Whether a file is in the actor's scope. */
export async function isInReach(ctx: Pick<Context, "actor" | "db">, id: string): Promise<boolean> {
  const row = await from(ctx, "refundImports").select("id").where("id", "=", id).executeTakeFirst();
  return row !== undefined;
}

/**
 * Reads a file in the actor's scope and locks it until the transaction ends; refuses an action that its status
 * forbids.
 */
export async function lockFile(ctx: Context, id: string, action: RefundImportAction): Promise<RefundFileRow> {
  const row = await lockById(ctx, "refundImports", id);
  if (!row) throw notFound("refundImport", id);
  if (!allows(refundImportLifecycle, row.status, action))
    throw refuse("refundImport.wrongState", {}, { extras: { status: row.status } });
  return row;
}

/** A merchant's files that wait for a decision. */
export async function countOpen(ctx: Context, merchantId: string): Promise<number> {
  const { count } = await from(ctx, "refundImports")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("merchantId", "=", merchantId)
    .where("status", "not in", ["done", "canceled"])
    .executeTakeFirstOrThrow();
  return Number(count);
}

export const insertFile = (ctx: Context, values: NewRow<"refundImports">): Promise<RefundFileRow> =>
  insert(ctx, "refundImports", values);

/** Changes a file that the caller holds locked. */
export async function changeFile(ctx: Context, before: RefundFileRow, values: RefundFileChange): Promise<void> {
  const after = await change(ctx, "refundImports")
    .set({ ...values, ...updateStamps(ctx), version: before.version + 1 })
    .where("merchantId", "=", before.merchantId)
    .where("id", "=", before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  ctx.recordChange({ table: "refundImports", id: before.id, before, after });
}

/** A file as its worker sees it. */
export const readFile = (db: Db, { merchantId, importId }: RefundFileRef): Promise<RefundFileRow | undefined> =>
  db
    .selectFrom("refundImports")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("id", "=", importId)
    .executeTakeFirst();

/** Stores the progress; false when the file was moved on meanwhile. */
export async function noteProgress(
  db: Db,
  { merchantId, importId }: RefundFileRef,
  status: RefundFileRow["status"],
  values: RefundFileChange,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("refundImports")
    .set(values)
    .where("merchantId", "=", merchantId)
    .where("id", "=", importId)
    .where("status", "=", status)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Counts one more row as done; false where the step was stopped. */
export async function countDone(db: Db, { merchantId, importId }: RefundFileRef): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("refundImports")
    .set({ doneRows: sql<number>`done_rows + 1` })
    .where("merchantId", "=", merchantId)
    .where("id", "=", importId)
    .where("status", "=", "running")
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Ends files without a decision since an instant; answers how many. */
export async function endIdleFiles(db: Db, before: string, now: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE refund_imports SET status = 'canceled', finish_time = ${now.toISOString()}
     WHERE (merchant_id, id) IN (
       SELECT merchant_id, id FROM refund_imports
        WHERE status IN ('checked', 'stopped', 'failed') AND coalesce(update_time, create_time) < ${before} LIMIT ${limit})`.execute(
    db,
  );
  return Number(numAffectedRows);
}
