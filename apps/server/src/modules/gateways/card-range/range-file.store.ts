import {
  type CardRangeFileAction,
  cardRangeFileLifecycle,
} from "@countinghouse/contract/gateways/card-range/card-range-file.lifecycle.ts";
import {
  type CardRangeFileDetail,
  cardRangeFile,
} from "@countinghouse/contract/gateways/card-range/card-range-file.ts";
import { allows } from "@countinghouse/contract/kit/lifecycle.ts";
import { notFound, refuse } from "@countinghouse/contract/kit/refusal.ts";
import { type Kysely, type Selectable, sql, type Updateable } from "kysely";
import { change, from, insert, type NewRow, updateStamps } from "../../../platform/db/scoped.ts";
import { recordReads } from "../../../platform/db/table-operations.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";

export type CardRangeFileRow = Selectable<Tables["cardRangeFiles"]>;
type FileChange = Updateable<Tables["cardRangeFiles"]>;
type Db = Kysely<Tables>;

/** Files as they are read. */
export const fileReads = recordReads({ table: "cardRangeFiles", resource: cardRangeFile });

/** A file with the present number of ranges of its source. */
export async function findFile(ctx: Context, id: string): Promise<CardRangeFileDetail> {
  const file = await fileReads.detail(ctx, { id });
  const { count } = await from(ctx, "cardRanges")
    .innerJoin("cardRangeFiles as file", "file.id", "cardRanges.fileId")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("file.source", "=", file.source)
    .executeTakeFirstOrThrow();
  return { ...file, presentCount: count } as CardRangeFileDetail;
}

/** Reads a file in the actor's scope and locks it until the transaction ends; refuses an action its state forbids. */
export async function lockFile(ctx: Context, id: string, action: CardRangeFileAction): Promise<CardRangeFileRow> {
  const row = await from(ctx, "cardRangeFiles").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  if (!row) throw notFound("cardRangeFile", id);
  if (!allows(cardRangeFileLifecycle, row.status, action))
    throw refuse("cardRangeFile.wrongState", {}, { extras: { status: row.status } });
  return row;
}

export const insertFile = (ctx: Context, values: NewRow<"cardRangeFiles">): Promise<CardRangeFileRow> =>
  insert(ctx, "cardRangeFiles", values);

/** Changes a file that the caller holds locked. */
export async function changeFile(ctx: Context, before: CardRangeFileRow, values: FileChange): Promise<void> {
  const after = await change(ctx, "cardRangeFiles")
    .set({ ...values, ...updateStamps(ctx), version: before.version + 1 })
    .where("id", "=", before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  ctx.recordChange({ table: "cardRangeFiles", id: before.id, before, after });
}

/** A file as its worker sees it. */
export const readFile = (db: Db, id: string): Promise<CardRangeFileRow | undefined> =>
  db.selectFrom("cardRangeFiles").selectAll().where("id", "=", id).executeTakeFirst();

/** Records the result of a step; false when the file was moved on meanwhile. */
export async function noteFile(
  db: Db,
  { id, status }: Pick<CardRangeFileRow, "id" | "status">,
  values: FileChange,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("cardRangeFiles")
    .set(values)
    .where("id", "=", id)
    .where("status", "=", status)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Ends the source's file in force, and answers it. Concurrent replacements are serialised. */
export async function endFileInForce(db: Db, { tenantId, source }: CardRangeFileRow): Promise<string | undefined> {
  const ended = await db
    .updateTable("cardRangeFiles")
    .set({ status: "replaced" })
    .where("tenantId", "=", tenantId)
    .where("source", "=", source)
    .where("status", "=", "inForce")
    .returning("id")
    .executeTakeFirst();
  return ended?.id;
}

/** Files idle for long. */
export const idleFiles = (db: Db, before: string, limit: number) =>
  db
    .selectFrom("cardRangeFiles")
    .select(["id", "parts", "status"])
    .where("status", "in", ["uploading", "checked", "failed"])
    .where(sql<string>`coalesce(update_time, create_time)`, "<", before)
    .limit(limit)
    .execute();
