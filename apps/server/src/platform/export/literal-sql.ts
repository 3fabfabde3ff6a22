import { type Compilable, type Kysely, PostgresQueryCompiler } from "kysely";
import pg from "pg";
import type { Tables } from "../db/tables.ts";

/**
 * A query as one statement without parameters, for `COPY`, which takes none. Values are turned into literals in the
 * query tree, each escaped by the driver; no finished SQL text is edited.
 */
export function literalSql(db: Kysely<Tables>, query: Compilable & { toOperationNode(): unknown }): string {
  const queryId = { queryId: "export" };
  const node = db.getExecutor().transformQuery(query.toOperationNode() as never, queryId);
  return new LiteralCompiler().compileQuery(node, queryId).sql;
}

class LiteralCompiler extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    this.append(literalOf(value));
  }
}

/**
 * A value as the driver sends it, as a literal of unknown type, so that PostgreSQL infers the same type as for a
 * parameter. Refuses what the driver would send differently.
 */
export function literalOf(value: unknown): string {
  if (value === null || value === undefined) return "NULL";
  return pg.escapeLiteral(textOf(value));
}

function textOf(value: unknown): string {
  if (typeof value === "string") {
    if (value.includes("\u0000")) throw new Error("a value with NUL cannot be written as a literal");
    return value;
  }
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean") return String(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return `{${value.map(elementOf).join(",")}}`;
  throw new Error(`a value of type ${typeof value} cannot be written as a literal`);
}

const elementOf = (value: unknown): string =>
  value === null ? "NULL" : Array.isArray(value) ? textOf(value) : `"${textOf(value).replace(/["\\]/g, "\\$&")}"`;
