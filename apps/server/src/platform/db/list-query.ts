import { factsOf } from "@countinghouse/contract/kit/field.ts";
import type { Filter, ListSpec, ScopeLimit, SortOrder } from "@countinghouse/contract/kit/list.ts";
import { countLimit, filterInputName, pageSizes } from "@countinghouse/contract/kit/list.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { AliasNode, type RawBuilder, type SelectQueryBuilder, SelectQueryNode, sql, TableNode } from "kysely";
import type { Context } from "../http/context.ts";
import { isValueUnreadable } from "./database-error.ts";
import {
  afterCursor,
  broughtCount,
  type Count,
  type Cursor,
  decodeCursor,
  encodeCursor,
  type ListRequest,
  orderBy,
  questionOf,
  type SortColumn,
} from "./list-cursor.ts";
import { sortedBy } from "./name-order.ts";
import { whereNumber } from "./number-search.ts";
import { limitOf, type ScopeContext } from "./scoped.ts";
import { readShaped } from "./shaped.ts";
import { isTable, type TableName, type Tables } from "./tables.ts";
import { holdsText, literally } from "./text-search.ts";

export type { ListRequest } from "./list-cursor.ts";

export interface Page<R> {
  readonly items: R[];
  readonly total: number;
  readonly totalIsExact: boolean;
  readonly page: number;
  readonly pageSize: number;
  readonly totalPages: number;
  readonly hasPrevPage: boolean;
  readonly hasNextPage: boolean;
  readonly nextCursor: string | null;
  readonly prevCursor: string | null;
  readonly limitedBy: ScopeLimit | null;
}

// biome-ignore lint/suspicious/noExplicitAny: a list query may select from any join; the row type is carried by R.
type ListQuery<R> = SelectQueryBuilder<Tables, any, R>;

/** Names the SQL column of a field; a query without joins needs none. */
export type ColumnOf = (field: string) => RawBuilder<unknown>;

const plainColumn: ColumnOf = (field) => sql.ref(field);

/**
 * Whether a range is reversed. Numbers compare as numbers, everything else as text: instants and days sort by their
 * text.
 */
const isReversed = (start: unknown, end: unknown): boolean =>
  /^-?\d+$/.test(String(start)) && /^-?\d+$/.test(String(end))
    ? BigInt(String(start)) >= BigInt(String(end))
    : String(start) >= String(end);

/** Member of a request that names the filters to match by the whole value only, whatever their kind. */
export const wholly: unique symbol = Symbol("filters by the whole value");

/** A request whose named filters match the whole value only. */
export const metWholly = <I extends object>(input: I, names: readonly string[]): I => ({ ...input, [wholly]: names });

function filterCondition(
  column: RawBuilder<unknown>,
  name: string,
  filter: Filter,
  value: unknown,
): RawBuilder<boolean> | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  if (filter.kind === "exact") return sql<boolean>`${column} = ${value}`;
  if (filter.kind === "number") return whereNumber(column, filter.mark ?? "", String(value));
  if (filter.kind === "prefix") return sql<boolean>`${column} LIKE ${`${literally(String(value))}%`}`;
  if (filter.kind === "contains") return holdsText(column, name, String(value));
  if (filter.kind === "oneOf") {
    const values = value as readonly unknown[];
    return values.length === 0 ? undefined : sql<boolean>`${column} IN (${sql.join(values)})`;
  }
  const [start, end] = value as readonly [unknown, unknown];
  if (start !== null && end !== null && isReversed(start, end))
    throw refuse("platform.rangeReversed", { start: String(start), end: String(end) });
  if (start !== null && end !== null) return sql<boolean>`(${column} >= ${start} AND ${column} < ${end})`;
  if (start !== null) return sql<boolean>`${column} >= ${start}`;
  return end === null ? undefined : sql<boolean>`${column} < ${end}`;
}

/** Value of an amount filter: a range in minor units of one currency, both ends included. */
interface AmountRange {
  readonly currency: string;
  readonly from: string | null;
  readonly to: string | null;
}

/** Condition on an amount. Amounts of different currencies do not compare, so the currency is part of the condition. */
function amountCondition(
  columnOf: ColumnOf,
  name: string,
  filter: Filter,
  value: unknown,
): RawBuilder<boolean> | undefined {
  if (value === undefined || value === null) return undefined;
  const { currency, from, to } = value as AmountRange;
  if (from !== null && to !== null && BigInt(from) > BigInt(to))
    throw refuse("platform.rangeReversed", { start: from, end: to });
  const column = columnOf(name);
  const parts = [
    sql<boolean>`${columnOf(factsOf(filter.input).currencyField ?? "currency")} = ${currency}`,
    ...(from === null ? [] : [sql<boolean>`${column} >= ${from}`]),
    ...(to === null ? [] : [sql<boolean>`${column} <= ${to}`]),
  ];
  return sql<boolean>`(${sql.join(parts, sql` AND `)})`;
}

/** Adds the filters of a list request to a query. */
export function whereFilters<R>(
  query: ListQuery<R>,
  spec: ListSpec,
  input: object,
  columnOf: ColumnOf = plainColumn,
): ListQuery<R> {
  let filtered = query;
  const sent = input as Readonly<Record<string, unknown>> & { readonly [wholly]?: readonly string[] };
  const isWhole = (name: string): boolean => sent[wholly]?.includes(name) ?? false;
  for (const [name, filter] of Object.entries(spec.filters)) {
    const value = sent[filterInputName(name, filter)];
    const asked = isWhole(name) ? { ...filter, kind: "exact" as const } : filter;
    const condition =
      asked.kind === "amount"
        ? amountCondition(columnOf, name, asked, value)
        : filterCondition(columnOf(name), name, asked, value);
    if (condition) filtered = filtered.where(condition);
  }
  return filtered;
}

/** Whether a request filters by the beginning of a text. */
const asksForPrefix = (spec: ListSpec, input: object): boolean =>
  Object.entries(spec.filters).some(
    ([name, filter]) =>
      filter.kind === "prefix" && Boolean((input as Readonly<Record<string, unknown>>)[filterInputName(name, filter)]),
  );

/**
 * The rows of a page by their ids. A text index has no other order, so all rows with the prefix are sorted for one
 * page: by what the index holds, without reading every row.
 */
const byId = <R>(query: ListQuery<R>, found: ListQuery<R>, id: RawBuilder<unknown>): ListQuery<R> =>
  query.where(sql<boolean>`${id} IN (${found.clearSelect().select(sql`${id}`.as("id"))})`);

/** Counts up to the limit plus one, so that the cost is bounded whatever the filters match. */
const countUpTo = (query: ListQuery<unknown>): RawBuilder<Counted> => {
  const capped = query
    .clearSelect()
    .clearOrderBy()
    .select(sql`1`.as("one"))
    .limit(sql.lit(countLimit + 1));
  return sql<Counted>`SELECT count(*) AS count FROM (${capped}) AS capped`;
};

interface Counted {
  readonly count: number;
}

function countIn([row]: readonly Counted[]): Count {
  const counted = Number(row?.count ?? 0);
  return { total: Math.min(counted, countLimit), totalIsExact: counted <= countLimit };
}

export interface ListOptions {
  readonly spec: ListSpec;
  readonly input: ListRequest;
  /** SQL of a field, where the query joins tables or renames columns. */
  readonly columnOf?: ColumnOf;
  /** Unique column that breaks ties; `id` by default. */
  readonly id?: RawBuilder<unknown>;
  /** Sortable fields that may be null. */
  readonly nullable?: readonly string[];
  /**
   * The listed table, where pages without filters, or filtered by enumerations alone, are read in the order of one
   * index whatever the values and the cursor. Such a page query is built once and kept prepared.
   */
  readonly steady?: TableName;
}

interface Reading extends Pick<RawPage<object>, "input" | "sort" | "cursor" | "offset"> {
  readonly spec: ListSpec;
  readonly sorted: SortColumn;
}

/** Query for the rows of a page plus one, with the cursor columns. `place` supplies the cursor's values. */
function pageOfRows<R>(
  filtered: ListQuery<R>,
  { spec, input, sort, sorted, cursor, offset }: Reading,
  place: Pick<Cursor, "value" | "id"> | undefined = cursor,
): ListQuery<R & Edge> {
  const direction = orderBy(sorted, sort.order, cursor?.back ?? false);
  const found = (
    cursor && place ? filtered.where(afterCursor({ ...cursor, value: place.value, id: place.id }, sorted)) : filtered
  )
    .orderBy(direction)
    .offset(offset)
    .limit(sql.lit(input.pageSize + 1));
  const chosen = asksForPrefix(spec, input) ? byId(filtered, found, sorted.id).orderBy(direction) : found;
  return chosen.select([
    sql<string | null>`(${sorted.column})::text`.as("edgeValue"),
    sql<string>`(${sorted.id})::text`.as("edgeId"),
  ]) as ListQuery<R & Edge>;
}

/** Values of the enumeration filters of a request that has no other filters; undefined for any other request. */
function wordsOf(spec: ListSpec, input: object): Readonly<Record<string, string>> | undefined {
  const words: Record<string, string> = {};
  for (const [name, filter] of Object.entries(spec.filters)) {
    const value = (input as Readonly<Record<string, unknown>>)[filterInputName(name, filter)];
    if (value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0)) continue;
    const isOfFew = factsOf(filter.input).enumeration !== undefined;
    if (filter.kind !== "exact" || typeof value !== "string" || !isOfFew) return undefined;
    words[name] = value;
  }
  return words;
}

/**
 * Runs a list request: filters, sort, one page by number (down to row 10,000) or by cursor (to any depth, at equal
 * cost), and a total counted up to 10,000. The total is counted for the first page and carried by the cursor. The
 * query must already be scoped and must select its columns. Refuses a cursor of another list, a reversed range and a
 * page number beyond the limit.
 */
export async function pageQuery<R extends object>(
  ctx: Pick<Context, "actor" | "db" | "request">,
  query: ListQuery<R> | (() => ListQuery<R>),
  options: ListOptions,
): Promise<Page<R>> {
  const { spec, input, columnOf = plainColumn, id = sql.ref("id"), nullable = [], steady } = options;
  const sort = {
    field: input.field ?? spec.defaultSort.field,
    order: input.order ?? (input.field ? "asc" : spec.defaultSort.order),
  };
  const column = sortedBy(spec, sort.field, columnOf, ctx.request.locale);
  const sorted: SortColumn = { column, id, isNullable: nullable.includes(sort.field) };
  const cursor = input.cursor ? decodeCursor(input.cursor, sort) : undefined;
  const offset = cursor ? 0 : (input.page - 1) * input.pageSize;
  if (offset + input.pageSize > countLimit) throw refuse("platform.pageTooDeep", { limit: countLimit });

  const question = questionOf(ctx, input);
  const brought = broughtCount(cursor, question);
  const reading = { spec, input, sort, sorted, cursor, offset };
  const start = typeof query === "function" ? query : () => query;
  const isSteady = steady && offset === 0 && !sorted.isNullable && pageSizes.some((size) => size === input.pageSize);
  const words = isSteady ? wordsOf(spec, input) : undefined;
  const { page, count, table } =
    words && steady
      ? steadyPage(ctx, start, { ...reading, words, steady }, columnOf)
      : plainPage(ctx, start, reading, columnOf);

  const rows = page().catch((error: unknown) => {
    // The value in a forged cursor need not fit the column's type.
    throw cursor && isValueUnreadable(error) ? refuse("platform.cursorInvalid") : error;
  });
  const [read, counted] = await Promise.all([rows, brought ?? count()]);
  const shaped = shapePage({ rows: read, count: counted, question, input, sort, cursor, offset });
  return { ...shaped, limitedBy: limitOf(ctx, table) };
}

/** Queries for a page and its total. */
interface PageReads<R> {
  readonly page: () => Promise<(R & Edge)[]>;
  readonly count: () => Promise<Count>;
  readonly table: TableName;
}

function plainPage<R>(
  { db }: Pick<Context, "db">,
  query: () => ListQuery<R>,
  reading: Reading,
  columnOf: ColumnOf,
): PageReads<R> {
  const start = query();
  const filtered = whereFilters(start, reading.spec, reading.input, columnOf);
  return {
    page: () => pageOfRows(filtered, reading).execute() as Promise<(R & Edge)[]>,
    count: async () => countIn((await countUpTo(filtered).execute(db)).rows),
    table: rootOf(start.toOperationNode()),
  };
}

/**
 * The same for a page query that is built once. Filter values are written as literals, so that the planner knows how
 * many rows match each.
 */
function steadyPage<R>(
  ctx: ScopeContext,
  query: () => ListQuery<R>,
  {
    words,
    steady,
    ...reading
  }: Reading & { readonly words: Readonly<Record<string, string>>; readonly steady: TableName },
  columnOf: ColumnOf,
): PageReads<R> {
  const { input, sort, cursor } = reading;
  const filtered = () =>
    Object.entries(words).reduce(
      (narrowed, [name, word]) => narrowed.where(sql<boolean>`${columnOf(name)} = ${sql.lit(word)}`),
      query(),
    );
  const shape = JSON.stringify([steady, words]);
  const place = cursor ? { value: cursor.value, id: cursor.id } : {};
  const pageShape = JSON.stringify([shape, input.pageSize, sort, cursor && [cursor.back, cursor.value === null]]);
  return {
    page: () =>
      readShaped(ctx, `page ${pageShape}`, place, (given) =>
        pageOfRows(filtered(), reading, given as Pick<Cursor, "value" | "id">).compile(),
      ),
    count: async () =>
      countIn(await readShaped(ctx, `count ${shape}`, {}, () => countUpTo(filtered()).compile(ctx.db))),
    table: steady,
  };
}

/** The table whose rows a query lists: the first in FROM. */
function rootOf({ from }: SelectQueryNode): TableName {
  const [first] = from?.froms ?? [];
  const node = first && AliasNode.is(first) ? first.node : first;
  if (node && SelectQueryNode.is(node)) return rootOf(node);
  if (!node || !TableNode.is(node)) throw new Error("a list reads from a table");
  // The builder has converted the name to snake_case by then.
  const name = node.table.identifier.name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  if (!isTable(name)) throw new Error(`a list reads from a table of the manifest, not ${name}`);
  return name;
}

interface Edge {
  readonly edgeValue: string | null;
  readonly edgeId: string;
}

interface RawPage<R> {
  readonly rows: (R & Edge)[];
  readonly count: Count;
  readonly question: string;
  readonly input: ListRequest;
  readonly sort: { field: string; order: SortOrder };
  readonly cursor: Cursor | undefined;
  readonly offset: number;
}

/** Removes the look-ahead row, restores the order of a backward read and makes the cursors of both edges. */
function shapePage<R extends object>({
  rows,
  count,
  question,
  input,
  sort,
  cursor,
  offset,
}: RawPage<R>): Omit<Page<R>, "limitedBy"> {
  const { page, pageSize } = input;
  const more = rows.length > pageSize;
  const back = cursor?.back ?? false;
  const kept = rows.slice(0, pageSize);
  if (back) kept.reverse();
  const edge = (row: Edge | undefined, towardsStart: boolean): string | null =>
    row
      ? encodeCursor({ ...sort, value: row.edgeValue, id: row.edgeId, back: towardsStart, count, of: question })
      : null;
  const hasNextPage = back ? true : more;
  const hasPrevPage = back ? more : cursor !== undefined || offset > 0;
  return {
    items: kept.map(({ edgeValue: _value, edgeId: _id, ...row }) => row as unknown as R),
    ...count,
    page,
    pageSize,
    totalPages: Math.ceil(count.total / pageSize),
    hasPrevPage,
    hasNextPage,
    nextCursor: hasNextPage ? edge(kept.at(-1), false) : null,
    prevCursor: hasPrevPage ? edge(kept.at(0), true) : null,
  };
}
