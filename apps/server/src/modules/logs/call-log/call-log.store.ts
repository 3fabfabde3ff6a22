import { notFound } from "@countinghouse/contract/kit/refusal.ts";
import { sysLogEx } from "@countinghouse/contract/logs/call-log/log-ex.ts";
import { type LoggedCommand, sysLogOp } from "@countinghouse/contract/logs/call-log/log-op.ts";
import { operationNames } from "@countinghouse/contract/operation-names.ts";
import { type Insertable, sql } from "kysely";
import { type ListRequest, pageQuery } from "../../../platform/db/list-query.ts";
import { operationNaming } from "../../../platform/db/operation-name.ts";
import { from } from "../../../platform/db/scoped.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import { tenantNameIn } from "../../../platform/db/tenant-name.ts";
import type { Context } from "../../../platform/http/context.ts";

const nameOf = operationNaming(operationNames);
const operationName = (ctx: Context) => nameOf(ctx.request.locale, sql.ref("operation")).as("operationName");

const shown = [
  "id",
  "createTime",
  "module",
  "operation",
  "account",
  "realName",
  "status",
  "elapsed",
  "httpMethod",
  "requestUrl",
  "remoteIp",
  "location",
  "browser",
  "os",
  "requestId",
  "node",
] as const;

/** Commands with the operation in words. */
export const commandsInScope = (ctx: Context) =>
  from(ctx, "operationLogs")
    .select([
      ...shown,
      "bizCode",
      sql<LoggedCommand["outcome"]>`CASE status WHEN '200' THEN 'done' WHEN '202' THEN 'asked'
        ELSE CASE WHEN status < '500' THEN 'refused' ELSE 'failed' END END`.as("outcome"),
    ])
    .select([operationName(ctx), tenantNameIn(ctx, "operationLogs")]);

export const pageCommands = (ctx: Context, input: ListRequest) =>
  pageQuery(ctx, commandsInScope(ctx), { spec: sysLogOp.operations.page.list, input });

export async function findCommand(ctx: Context, id: number) {
  const row = await commandsInScope(ctx).select(["requestParam", "message"]).where("id", "=", id).executeTakeFirst();
  if (!row) throw notFound("sysLogOp", id);
  return row;
}

/** Defects with the operation in words. */
export const defectsInScope = (ctx: Context) =>
  from(ctx, "exceptionLogs")
    .select([...shown, "errorType", sql<string>`coalesce(message, '')`.as("message")])
    .select([operationName(ctx), tenantNameIn(ctx, "exceptionLogs")]);

export const pageDefects = (ctx: Context, input: ListRequest) =>
  pageQuery(ctx, defectsInScope(ctx), { spec: sysLogEx.operations.page.list, input });

export async function findDefect(ctx: Context, id: number) {
  const row = await defectsInScope(ctx).select(["requestParam", "stack"]).where("id", "=", id).executeTakeFirst();
  if (!row) throw notFound("sysLogEx", id);
  return row;
}

/** An entry with its log. */
export type CommandRow = Insertable<Tables["operationLogs"]>;
export type DefectRow = Insertable<Tables["exceptionLogs"]>;

interface CallRows {
  readonly operationLogs: readonly CommandRow[];
  readonly exceptionLogs: readonly DefectRow[];
}

/** Inserts entries. */
export async function insertCalls(db: Context["db"], { operationLogs, exceptionLogs }: CallRows): Promise<void> {
  if (operationLogs.length > 0) await db.insertInto("operationLogs").values(operationLogs).execute();
  if (exceptionLogs.length > 0) await db.insertInto("exceptionLogs").values(exceptionLogs).execute();
}
