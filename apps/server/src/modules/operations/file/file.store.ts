import { notFound } from "@countinghouse/contract/kit/refusal.ts";
import { sysFile } from "@countinghouse/contract/operations/file/file.ts";
import { type Kysely, type Selectable, type SqlBool, sql, type Updateable } from "kysely";
import { change, from, insert, type NewRow, scopeConditions, updateStamps } from "../../../platform/db/scoped.ts";
import { recordReads } from "../../../platform/db/table-operations.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";

export type SysFileRow = Selectable<Tables["sysFiles"]>;
type FileChange = Updateable<Tables["sysFiles"]>;
type Db = Kysely<Tables>;

/** Files readable by the actor: those in scope, and the tenant's public ones. */
function readable(ctx: Context) {
  const { tenantId } = ctx.actor.scope;
  const inScope = scopeConditions(ctx, "sysFiles").reduce(
    (all, one) => sql<SqlBool>`${all} AND ${one}`,
    sql<SqlBool>`true`,
  );
  const open = sql<SqlBool>`sys_files.is_public AND (${tenantId}::bigint IS NULL OR sys_files.tenant_id = ${tenantId}::bigint)`;
  return ctx.db.selectFrom("sysFiles").selectAll().where(sql<SqlBool>`((${inScope}) OR (${open}))`);
}

export const fileReads = recordReads({ table: "sysFiles", resource: sysFile, describe: readable });

export async function findReadable(ctx: Context, id: number): Promise<SysFileRow> {
  const row = await readable(ctx).where("id", "=", id).executeTakeFirst();
  if (!row) throw notFound("sysFile", id);
  return row;
}

export const insertFile = (ctx: Context, values: NewRow<"sysFiles">): Promise<SysFileRow> =>
  insert(ctx, "sysFiles", values);

/** Changes a file locked by the caller. */
export async function changeFile(ctx: Context, before: SysFileRow, values: FileChange): Promise<void> {
  const after = await change(ctx, "sysFiles")
    .set({ ...values, ...updateStamps(ctx), version: before.version + 1 })
    .where("id", "=", before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  ctx.recordChange({ table: "sysFiles", id: before.id, before, after });
}

/** The actor's interrupted upload of the same file, to be resumed. */
export const findCutOff = (
  ctx: Context,
  of: Pick<SysFileRow, "fileName" | "fileBytes">,
): Promise<SysFileRow | undefined> =>
  from(ctx, "sysFiles")
    .selectAll()
    .where("status", "=", "uploading")
    .where("createUserId", "=", ctx.actor.userId)
    .where("fileName", "=", of.fileName)
    .where("fileBytes", "=", of.fileBytes)
    .orderBy("id", "desc")
    .forUpdate()
    .executeTakeFirst();

/**
 * Bytes stored and being uploaded by a tenant. Uploads of a tenant start one at a time, so that two cannot exceed the
 * quota together.
 */
export async function bytesOfTenant({ db }: Context, tenantId: number): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`sys_files ${tenantId}`}, 0))`.execute(db);
  const { bytes } = await db
    .selectFrom("sysFiles")
    .select(sql<number>`coalesce(sum(file_bytes), 0)::bigint`.as("bytes"))
    .where("tenantId", "=", tenantId)
    .where("status", "<>", "refused")
    .executeTakeFirstOrThrow();
  return Number(bytes);
}

export const readFile = (db: Db, id: number): Promise<SysFileRow | undefined> =>
  db.selectFrom("sysFiles").selectAll().where("id", "=", id).executeTakeFirst();

/** Stores the result of a check; does nothing where the file was deleted meanwhile. */
export const noteChecked = (db: Db, id: number, values: FileChange) =>
  db.updateTable("sysFiles").set(values).where("id", "=", id).where("status", "=", "checking").execute();

/** Uploads without progress since an instant. */
export const cutOffSince = (db: Db, before: string, limit: number): Promise<SysFileRow[]> =>
  db
    .selectFrom("sysFiles")
    .selectAll()
    .where("status", "=", "uploading")
    .where(sql<SqlBool>`coalesce(update_time, create_time) < ${before}`)
    .limit(limit)
    .execute();

export const removeFiles = (db: Db, ids: readonly number[]) =>
  db
    .deleteFrom("sysFiles")
    .where(sql<SqlBool>`id = ANY(${[...ids]}::bigint[])`)
    .execute();

/**
 * Deletes a record's files with a name, without data scope: the caller checked the record. Answers their storage names.
 */
export async function removeRelated(
  ctx: Context,
  of: Pick<SysFileRow, "relationName" | "relationId" | "belongId">,
): Promise<SysFileRow[]> {
  const rows = await ctx.db
    .deleteFrom("sysFiles")
    .where("relationName", "=", of.relationName)
    .where("relationId", "=", of.relationId)
    .where("belongId", "=", of.belongId)
    .returningAll()
    .execute();
  for (const row of rows) ctx.recordChange({ table: "sysFiles", id: row.id, before: row, after: null });
  return rows;
}

/** A checked profile picture, by its storage name. */
export const findReadyPicture = (db: Db, storeKey: string): Promise<SysFileRow | undefined> =>
  db
    .selectFrom("sysFiles")
    .selectAll()
    .where("storeKey", "=", storeKey)
    .where("status", "=", "ready")
    .where("relationName", "=", "sysUser")
    .executeTakeFirst();
