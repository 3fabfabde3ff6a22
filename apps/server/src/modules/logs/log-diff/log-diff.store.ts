import { type Locale, locales } from "@countinghouse/contract/kit/locale.ts";
import { notFound } from "@countinghouse/contract/kit/refusal.ts";
import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import { changedTables } from "@countinghouse/contract/logs/log-diff/changed-tables.ts";
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

const all: readonly Resource[] = resources;

/** What people call the records of a table, and those of a resource, by the names of both; as JSON. */
function recordNamesIn(locale: Locale): string {
  const titles = Object.fromEntries(all.map(({ name, messages }) => [name, messages[locale].title]));
  const ofTables = Object.entries(changedTables).map(([table, name]) => [table, titles[name]]);
  return JSON.stringify({ ...titles, ...Object.fromEntries(ofTables) });
}
const recordNames = new Map(locales.map((locale) => [locale, recordNamesIn(locale)]));

/** The changed records' names, each once; a table without one is part of what the operation is about. */
const changedRecords = (locale: Locale) => sql<string>`(
  SELECT coalesce(string_agg(DISTINCT coalesce(
      names.of ->> (change ->> 'table'), names.of ->> split_part(operation, '.', 1), change ->> 'table'), ', '), '')
    FROM jsonb_array_elements(changes) AS change, (SELECT ${recordNames.get(locale)}::jsonb AS of) AS names)`;

/** Commands of the audit trail that changed rows, and reads that are kept there. */
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
      changedRecords(ctx.request.locale).as("tableNames"),
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
