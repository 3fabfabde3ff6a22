import type { SortOrder } from "@countinghouse/contract/kit/list.ts";
import { type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import { whereFilters } from "../db/list-query.ts";
import { sortedBy } from "../db/name-order.ts";
import type { Tables } from "../db/tables.ts";
import type { Context } from "../http/context.ts";
import type { ExportColumn } from "./export-columns.ts";
import type { ExportSource } from "./exportable.ts";

// biome-ignore lint/suspicious/noExplicitAny: an export may read any join; only names of its columns matter.
type AnyQuery = SelectQueryBuilder<Tables, any, any>;

/** Filters and sort of the list the export was started from. */
export interface ExportFilter {
  readonly field?: string | null | undefined;
  readonly order?: SortOrder | null | undefined;
}

/** The rows of an export before cells are formatted: scoped, filtered and sorted like the list. */
export function exportRows(ctx: Context, source: ExportSource, filter: ExportFilter): AnyQuery {
  const { resource, id = sql.ref("id") } = source;
  const columnOf = (name: string) => source.columnOf?.(name, ctx) ?? sql.ref(name);
  const spec = resource.operations.page?.list;
  if (!spec) throw new Error(`resource ${resource.name} has no page to export`);
  const asked = filter.field && spec.sortBy.includes(filter.field) ? filter.field : undefined;
  const field = asked ?? spec.defaultSort.field;
  const order = filter.order ?? (asked ? "asc" : spec.defaultSort.order);
  const direction = sql.raw(order === "desc" ? "DESC" : "ASC");
  // Spelled out for nullable columns only: elsewhere it would prevent the use of an index.
  const schema = resource.record.shape[field];
  const nulls = sql.raw(schema?.safeParse(null).success ? " NULLS LAST" : "");
  const column = sortedBy(spec, field, columnOf, ctx.request.locale);
  const { own, plain } = splitFilters(source, filter);
  const scoped = own.reduce((query, condition) => query.where(condition), source.query(ctx));
  const filtered = whereFilters(scoped, spec, plain, columnOf);
  const sorted = filtered.orderBy(sql`${column} ${direction}${nulls}, ${id} ${direction}`);
  return source.lines ? sorted.orderBy(source.lines.order) : sorted;
}

/** Splits filters into those with a condition written by the list and those derived from its declaration. */
function splitFilters({ conditions = {} }: ExportSource, filter: ExportFilter) {
  const values = filter as Readonly<Record<string, unknown>>;
  const named = Object.keys(conditions).filter((name) => values[name] !== undefined && values[name] !== null);
  return {
    own: named.flatMap((name) => conditions[name]?.(values[name] as never) ?? []),
    plain: { ...filter, ...Object.fromEntries(named.map((name) => [name, undefined])) },
  };
}

/** A query of formatted cells, one text per column. */
export function exportCells(
  ctx: Context,
  rows: AnyQuery,
  columns: readonly ExportColumn[],
  format: "csv" | "xlsx",
): AnyQuery {
  const cells = columns.map(
    (column, index): ReturnType<RawBuilder<string | null>["as"]> => column[format].as(`c${index}`),
  );
  return ctx.db.selectFrom(rows.as("t") as never).select(cells as never) as unknown as AnyQuery;
}
