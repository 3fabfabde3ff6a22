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

/** What of a list an export has to know to read it whole. */
export interface ListExportOptions {
  /** SQL of a field where the query joins tables or renames columns, as in `pageQuery`. */
  readonly columnOf?: (field: string, ctx: Context) => RawBuilder<unknown>;
  /** Unique column that breaks ties; `id` unless told. */
  readonly id?: RawBuilder<unknown>;
  /** Filters that mean more than "equals their column" in this list: the condition of the value that was sent. */
  readonly conditions?: Readonly<Record<string, (value: never) => RawBuilder<SqlBool>>>;
  /** What makes several rows of one record in the file, where that is worth reading by its parts alone. */
  readonly lines?: ExportLines;
}

/** The parts of a record, one to a row of the file. */
export interface ExportLines {
  /** Their columns, behind those that were chosen: always in the file. The query selects them as well. */
  readonly record: z.ZodObject;
  /** Puts the parts of one record in their order. */
  readonly order: RawBuilder<unknown>;
}

/** Where the rows of an export come from. */
export interface ExportSource extends ListExportOptions {
  readonly resource: Resource;
  readonly query: (ctx: Context) => ExportQuery;
}

/** The handler of an `export` operation, with the source the worker reads later. */
export interface ExportHandler {
  (ctx: Context, input: ExportRequest): Promise<{ jobId: string }>;
  readonly source: ExportSource;
}

/**
 * The `export` operation of a paged list. `query` must be scoped and must select the record's fields under their names,
 * as the page does; filters, sort and columns are added to it by the worker, in the name of whoever asked.
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

/** The sources of everything that can be exported, by the resource's name. */
export function exportSourcesOf(routes: readonly ResourceRoutes[]): ReadonlyMap<string, ExportSource> {
  const sources = new Map<string, ExportSource>();
  for (const { resource, handlers } of routes) {
    const handler: unknown = handlers.export;
    if (typeof handler === "function" && "source" in handler)
      sources.set(resource.name, handler.source as ExportSource);
  }
  return sources;
}
