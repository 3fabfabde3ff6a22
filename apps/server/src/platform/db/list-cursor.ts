import { createHash } from "node:crypto";
import type { SortOrder } from "@countinghouse/contract/kit/list.ts";
import { countLimit } from "@countinghouse/contract/kit/list.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { type RawBuilder, sql } from "kysely";
import type { Context } from "../http/context.ts";

/** What a caller of a paged list may send, whatever its filters. */
export interface ListRequest {
  readonly page: number;
  readonly pageSize: number;
  readonly cursor?: string | null | undefined;
  readonly field?: string | null | undefined;
  readonly order?: SortOrder | null | undefined;
}

/** A total that was counted, for the pages that follow. */
export interface Count {
  readonly total: number;
  readonly totalIsExact: boolean;
}

/** A place in a list, at the edge of a page. */
export interface Cursor {
  readonly field: string;
  readonly order: SortOrder;
  /** Sort value of the row at the edge, as text; null sorts last in both directions. */
  readonly value: string | null;
  readonly id: string;
  /** Read towards the start instead of the end. */
  readonly back: boolean;
  /** What was counted for the first page, so that those behind it count nothing. */
  readonly count?: Count;
  /** Of which question that is the total. */
  readonly of?: string;
}

/** A place as it goes over the wire. */
export const encodeCursor = (cursor: Cursor): string => Buffer.from(JSON.stringify(cursor)).toString("base64url");

/** Reads a place again; refuses one of another list. */
export function decodeCursor(text: string, sort: { field: string; order: SortOrder }): Cursor {
  try {
    const cursor = JSON.parse(Buffer.from(text, "base64url").toString("utf8")) as Cursor;
    const fits = cursor.field === sort.field && cursor.order === sort.order && typeof cursor.id === "string";
    if (fits && (cursor.value === null || typeof cursor.value === "string")) return cursor;
  } catch {
    // Falls through: an unreadable cursor is refused like one of another list.
  }
  throw refuse("platform.cursorInvalid");
}

/** Rows after the cursor in reading direction. Nulls stand last and need a branch of their own, where there can be any. */
export function afterCursor(cursor: Cursor, { column, id, isNullable }: SortColumn): RawBuilder<boolean> {
  const op = sql.raw((cursor.order === "asc") !== cursor.back ? ">" : "<");
  const keyset = sql<boolean>`(${column}, ${id}) ${op} (${cursor.value}, ${cursor.id})`;
  if (!isNullable) return keyset;
  if (cursor.value !== null) return cursor.back ? keyset : sql<boolean>`(${keyset} OR ${column} IS NULL)`;
  const amongNulls = sql<boolean>`(${column} IS NULL AND ${id} ${op} ${cursor.id})`;
  return cursor.back ? sql<boolean>`(${amongNulls} OR ${column} IS NOT NULL)` : amongNulls;
}

/** By what a list is sorted, and what breaks ties. */
export interface SortColumn {
  readonly column: RawBuilder<unknown>;
  readonly id: RawBuilder<unknown>;
  readonly isNullable: boolean;
}

/** `ORDER BY` for a reading direction. NULLS is only spelled out where there can be nulls: elsewhere it would hide an index. */
export function orderBy({ column, id, isNullable }: SortColumn, order: SortOrder, back: boolean): RawBuilder<unknown> {
  const direction = sql.raw((order === "asc") !== back ? "ASC" : "DESC");
  const nulls = isNullable ? sql.raw(back ? " NULLS FIRST" : " NULLS LAST") : sql.raw("");
  return sql`${column} ${direction}${nulls}, ${id} ${direction}`;
}

/** Names a question: who asks for which rows. A total is that of one question alone, in whatever order and pieces. */
export function questionOf({ actor }: Pick<Context, "actor">, input: ListRequest): string {
  const { page: _page, pageSize: _size, cursor: _cursor, field: _field, order: _order, ...asked } = input;
  return createHash("sha256")
    .update(JSON.stringify([actor.userId, actor.scope, asked]))
    .digest("base64url")
    .slice(0, 16);
}

/** The total that a cursor brings along, where it is that of this question. */
export const broughtCount = (cursor: Cursor | undefined, question: string): Count | undefined => {
  const { count, of } = cursor ?? {};
  const isSound = Number.isInteger(count?.total) && Number(count?.total) >= 0 && Number(count?.total) <= countLimit;
  return of === question && count && isSound
    ? { total: count.total, totalIsExact: count.totalIsExact === true }
    : undefined;
};
