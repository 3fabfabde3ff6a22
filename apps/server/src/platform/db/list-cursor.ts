import { createHash } from "node:crypto";
import type { SortOrder } from "@countinghouse/contract/kit/list.ts";
import { countLimit } from "@countinghouse/contract/kit/list.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { type RawBuilder, sql } from "kysely";
import type { Context } from "../http/context.ts";

/** Paging and sorting of a list request, whatever its filters. */
export interface ListRequest {
  readonly page: number;
  readonly pageSize: number;
  readonly cursor?: string | null | undefined;
  readonly field?: string | null | undefined;
  readonly order?: SortOrder | null | undefined;
}

/** The total of a list, carried on to later pages. */
export interface Count {
  readonly total: number;
  readonly totalIsExact: boolean;
}

/** Position of a row at the edge of a page. */
export interface Cursor {
  readonly field: string;
  readonly order: SortOrder;
  /** Sort value of that row, as text; null sorts last in both directions. */
  readonly value: string | null;
  readonly id: string;
  /** Reads backwards, towards the start. */
  readonly back: boolean;
  /** Total counted for the first page, so that later pages need not count. */
  readonly count?: Count;
  /** Fingerprint of the query that the total belongs to. */
  readonly of?: string;
}

/** Encodes a cursor for the wire. */
export const encodeCursor = (cursor: Cursor): string => Buffer.from(JSON.stringify(cursor)).toString("base64url");

/** Decodes a cursor; refuses one of another list. */
export function decodeCursor(text: string, sort: { field: string; order: SortOrder }): Cursor {
  try {
    const cursor = JSON.parse(Buffer.from(text, "base64url").toString("utf8")) as Cursor;
    const fits = cursor.field === sort.field && cursor.order === sort.order && typeof cursor.id === "string";
    if (fits && (cursor.value === null || typeof cursor.value === "string")) return cursor;
  } catch {
    // Falls through: an unreadable cursor is refused like that of another list.
  }
  throw refuse("platform.cursorInvalid");
}

/**
 * Condition for rows after the cursor in reading direction. Nulls sort last and need a branch of their own where the
 * column is nullable.
 */
export function afterCursor(cursor: Cursor, { column, id, isNullable }: SortColumn): RawBuilder<boolean> {
  const op = sql.raw((cursor.order === "asc") !== cursor.back ? ">" : "<");
  const keyset = sql<boolean>`(${column}, ${id}) ${op} (${cursor.value}, ${cursor.id})`;
  if (!isNullable) return keyset;
  if (cursor.value !== null) return cursor.back ? keyset : sql<boolean>`(${keyset} OR ${column} IS NULL)`;
  const amongNulls = sql<boolean>`(${column} IS NULL AND ${id} ${op} ${cursor.id})`;
  return cursor.back ? sql<boolean>`(${amongNulls} OR ${column} IS NOT NULL)` : amongNulls;
}

/** Sort column of a list, and the column that breaks ties. */
export interface SortColumn {
  readonly column: RawBuilder<unknown>;
  readonly id: RawBuilder<unknown>;
  readonly isNullable: boolean;
}

/**
 * `ORDER BY` for a reading direction. NULLS is spelled out only for nullable columns: elsewhere it would prevent the
 * use of an index.
 */
export function orderBy({ column, id, isNullable }: SortColumn, order: SortOrder, back: boolean): RawBuilder<unknown> {
  const direction = sql.raw((order === "asc") !== back ? "ASC" : "DESC");
  const nulls = isNullable ? sql.raw(back ? " NULLS FIRST" : " NULLS LAST") : sql.raw("");
  return sql`${column} ${direction}${nulls}, ${id} ${direction}`;
}

/**
 * Fingerprint of a query: the actor, the list and its filters. A total belongs to one query, whatever its order and
 * page size.
 */
export function questionOf({ actor }: Pick<Context, "actor">, input: ListRequest): string {
  const { page: _page, pageSize: _size, cursor: _cursor, field: _field, order: _order, ...asked } = input;
  return createHash("sha256")
    .update(JSON.stringify([actor.userId, actor.scope, asked]))
    .digest("base64url")
    .slice(0, 16);
}

/** The total that a cursor carries, where it belongs to this query. */
export const broughtCount = (cursor: Cursor | undefined, question: string): Count | undefined => {
  const { count, of } = cursor ?? {};
  const isSound = Number.isInteger(count?.total) && Number(count?.total) >= 0 && Number(count?.total) <= countLimit;
  return of === question && count && isSound
    ? { total: count.total, totalIsExact: count.totalIsExact === true }
    : undefined;
};
