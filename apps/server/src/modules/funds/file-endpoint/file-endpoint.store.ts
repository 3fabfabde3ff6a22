import { fileEndpoint } from "@countinghouse/contract/funds/file-endpoint/file-endpoint.ts";
import type { LookupInput } from "@countinghouse/contract/kit/reference.ts";
import { notFound } from "@countinghouse/contract/kit/refusal.ts";
import { type Insertable, type Kysely, type Selectable, sql } from "kysely";
import { whereLookup } from "../../../platform/db/lookup-query.ts";
import { from, insert } from "../../../platform/db/scoped.ts";
import { assertFresh, lockRow, recordReads } from "../../../platform/db/table-operations.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";

type Db = Kysely<Tables>;
export type FileEndpointRow = Selectable<Tables["fileEndpoints"]>;

/** Endpoints in scope, without their secrets. */
const describedEndpoints = (ctx: Context) =>
  from(ctx, "fileEndpoints").select([
    "id",
    "name",
    "protocol",
    "url",
    "userName",
    "secretTime",
    "hostKey",
    "bucket",
    "region",
    "isPathStyle",
    "folder",
    "remark",
    "status",
    "lastTime",
    "lastVerdict",
    "version",
    "createTime",
    "createUserId",
    "createUserName",
    "updateTime",
    "updateUserId",
    "updateUserName",
  ]);

/** Answers page, detail and export. */
export const endpointReads = recordReads({
  table: "fileEndpoints",
  resource: fileEndpoint,
  describe: describedEndpoints,
});

/** Endpoints in scope for a picker, matched by name ignoring case: enabled ones, and those requested by id. */
export const listEndpoints = (ctx: Context, asked: LookupInput) =>
  whereLookup(
    from(ctx, "fileEndpoints")
      .select(["id", "name", "url", "status"])
      .$if(!asked.withEnded && asked.ids === undefined, (rows) => rows.where("status", "=", "enabled"))
      .orderBy(sql`lower(name)`)
      .orderBy("id"),
    asked,
    { id: "id", texts: ["name", "url"] },
  ).execute();

export const insertEndpoint = (ctx: Context, values: Insertable<Tables["fileEndpoints"]>) =>
  insert(ctx, "fileEndpoints", values);

/** An endpoint in scope, locked; refuses a stale version. */
export async function lockEndpoint(ctx: Context, id: string, version?: number | null): Promise<FileEndpointRow> {
  const row = await lockRow(ctx, "fileEndpoints", fileEndpoint, id);
  assertFresh(fileEndpoint, version, row.version);
  return row;
}

/** An endpoint in scope with its sealed secret. */
export async function findEndpoint(ctx: Context, id: string): Promise<FileEndpointRow> {
  const row = await from(ctx, "fileEndpoints").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) throw notFound("fileEndpoint", id);
  return row;
}

/** Number of settings that use an endpoint: of reconciliation, and of any user's scheduled reports. */
export async function countUses({ db }: Pick<Context, "db">, id: string): Promise<number> {
  const { rows } = await sql<{ readonly count: number }>`
    SELECT ((SELECT count(*) FROM recon_sources WHERE file_endpoint_id = ${id})
          + (SELECT count(*) FROM report_schedules WHERE file_endpoint_id = ${id}))::integer AS count`.execute(db);
  return rows[0]?.count ?? 0;
}

/** An endpoint with its sealed secret; undefined where it was deleted. */
export const readEndpoint = (db: Db, id: string): Promise<FileEndpointRow | undefined> =>
  db.selectFrom("fileEndpoints").selectAll().where("id", "=", id).executeTakeFirst();

/** Whether an endpoint of the actor's tenant can be chosen. */
export async function isUsableEndpoint(ctx: Context, id: string): Promise<boolean> {
  const row = await from(ctx, "fileEndpoints")
    .select("id")
    .where("id", "=", id)
    .where("status", "=", "enabled")
    .executeTakeFirst();
  return row !== undefined;
}

/** Records the result of using an endpoint, without a new version: it is no user's change. */
export const noteUse = (db: Db, id: string, lastVerdict: FileEndpointRow["lastVerdict"], at: Date): Promise<unknown> =>
  db.updateTable("fileEndpoints").set({ lastTime: at.toISOString(), lastVerdict }).where("id", "=", id).execute();
