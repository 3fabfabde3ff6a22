import { notFound } from "@countinghouse/contract/kit/refusal.ts";
import { type Difference, sysLogDiff } from "@countinghouse/contract/logs/log-diff/log-diff.ts";
import { operationNames } from "@countinghouse/contract/operation-names.ts";
import { resources } from "@countinghouse/contract/resources.ts";
import { sql } from "kysely";
import { type ListRequest, type Page, pageQuery } from "../../../platform/db/list-query.ts";
import { operationNaming } from "../../../platform/db/operation-name.ts";
import { from } from "../../../platform/db/scoped.ts";
import type { RowChange } from "../../../platform/db/tables.ts";
import { tenantNameIn } from "../../../platform/db/tenant-name.ts";
import type { Context } from "../../../platform/http/context.ts";

const nameOf = operationNaming(operationNames);
const columns: Readonly<Record<string, string>> = { createTime: "at", account: "actorAccount" };
export const columnOf = (field: string) => sql.ref(`auditEntries.${columns[field] ?? field}`);

/** Reads that are audited, because they reveal hidden data. */
const recordedReads = resources.flatMap(({ name: resource, operations }) =>
  Object.entries(operations)
    .filter(([, { kind, recorded }]) => kind === "query" && recorded)
    .map(([name]) => `${resource}.${name}`),
);

/** Audited commands that changed rows, and audited reads. */
export const changingCommands = (ctx: Context) =>
  from(ctx, "auditEntries")
    .select([
      "auditEntries.id",
      "at as createTime",
      "operation",
      nameOf(ctx.request.locale, sql.ref("operation")).as("operationName"),
      "actorAccount as account",
      "actorName as realName",
      "changes",
      "ip as remoteIp",
      "requestId",
      "elapsedMs as elapsed",
      tenantNameIn(ctx, "auditEntries"),
      sql<string>`(SELECT coalesce(string_agg(DISTINCT change ->> 'table', ', '), '') FROM jsonb_array_elements(changes) AS change)`.as(
        "tableNames",
      ),
      sql<string | null>`(
        SELECT string_agg(concat_ws(' · ', change #>> '{after,number}', change #>> '{after,owner}'), ', ')
          FROM jsonb_array_elements(changes) AS change WHERE (change ->> 'isRead')::boolean)`.as("shownRecord"),
    ])
    .where(sql<boolean>`(jsonb_array_length(changes) > 0 OR operation = ANY (${recordedReads}::text[]))`);

interface Row extends Omit<Difference, "changes"> {
  readonly changes: readonly RowChange[];
}

const diffType = ({ before, after, isRead }: RowChange) => {
  if (isRead) return "read";
  return before === null ? "insert" : after === null ? "delete" : "update";
};

function toDifference({ changes, ...row }: Row): Difference {
  return {
    ...row,
    changes: changes.map((change) => ({
      tableName: change.table,
      recordId: String(change.id),
      diffType: diffType(change),
      beforeData: change.before as Record<string, unknown> | null,
      afterData: change.after as Record<string, unknown> | null,
    })),
  };
}

export async function pageDifferences(ctx: Context, input: ListRequest): Promise<Page<Difference>> {
  const page = await pageQuery(ctx, changingCommands(ctx), {
    spec: sysLogDiff.operations.page.list,
    input,
    columnOf,
    id: sql.ref("auditEntries.id"),
  });
  return { ...page, items: page.items.map((row) => toDifference(row as Row)) };
}

export async function findDifference(ctx: Context, id: number): Promise<Difference> {
  const row = await changingCommands(ctx).where("auditEntries.id", "=", id).executeTakeFirst();
  if (!row) throw notFound("sysLogDiff", id);
  return toDifference(row as Row);
}
