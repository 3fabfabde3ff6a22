import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import type { RawBuilder, SelectQueryBuilder, SqlBool } from "kysely";
import type { z } from "zod";
import type { Tables } from "../db/tables.ts";
import type { Context } from "../http/context.ts";
import type { ResourceRoutes } from "../http/implement.ts";
import { type ExportRequest, startExport } from "./start-export.ts";

// biome-ignore lint/suspicious/noExplicitAny: an export may read any join; only names of its columns matter.
type ExportQuery = SelectQueryBuilder<Tables, any, any>;

/** Options of a list's export. */
export interface ListExportOptions {
  /** SQL of a field where the query joins tables or renames columns, as in `pageQuery`. */
  readonly columnOf?: (field: string, ctx: Context) => RawBuilder<unknown>;
  /** Unique column that breaks ties; `id` by default. */
  readonly id?: RawBuilder<unknown>;
  /** Filters that are more than equality with their column in this list: the condition for the value sent. */
  readonly conditions?: Readonly<Record<string, (value: never) => RawBuilder<SqlBool>>>;
  /** Writes a record as several rows, one per line of the record. */
  readonly lines?: ExportLines;
}

/** The lines of a record, one per row of the file. */
export interface ExportLines {
  /** Their columns, always included after the chosen ones. The query has to select them as well. */
  readonly record: z.ZodObject;
  /** Sort order of one record's lines. */
  readonly order: RawBuilder<unknown>;
}

/** Source of an export's rows. */
export interface ExportSource extends ListExportOptions {
  readonly resource: Resource;
  readonly query: (ctx: Context) => ExportQuery;
}

/** The handler of an `export` operation, with the source that the worker reads later. */
export interface ExportHandler {
  (ctx: Context, input: ExportRequest): Promise<{ jobId: string }>;
  readonly source: ExportSource;
}

/**
 * The `export` operation of a paged list. `query` must be scoped and must select the record's fields by name, as the
 * page does; the worker adds filters, sort and columns, in the name of the requesting user.
 */
export function exportable(
  resource: Resource,
  query: ExportSource["query"],
  options: ListExportOptions = {},
): ExportHandler {
  const handle = async (ctx: Context, input: ExportRequest) => {
    refuseUnknownColumns(resource, input.columns);
    return startExport(ctx, resource, input);
  };
  return Object.assign(handle, { source: { resource, query, ...options } });
}

function refuseUnknownColumns(resource: Resource, columns: readonly string[]): void {
  const unknown = columns.find((column) => !Object.hasOwn(resource.record.shape, column));
  if (unknown === undefined) return;
  throw refuse("sysJobRun.unknownColumn", { column: unknown }, { field: "columns" });
}

/** Export sources of all routes, by resource name. */
export function exportSourcesOf(routes: readonly ResourceRoutes[]): ReadonlyMap<string, ExportSource> {
  const sources = new Map<string, ExportSource>();
  for (const { resource, handlers } of routes) {
    const handler: unknown = handlers.export;
    if (typeof handler === "function" && "source" in handler)
      sources.set(resource.name, handler.source as ExportSource);
  }
  return sources;
}
