import type { ListSpec } from "@countinghouse/contract/kit/list.ts";
import { notFound, refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { RecordOf, Resource } from "@countinghouse/contract/kit/resource.ts";
import { seededKindOf, seededNameIn } from "@countinghouse/contract/platform/seeded-names.ts";
import { type RawBuilder, type Selectable, type SelectQueryBuilder, sql } from "kysely";
import { exportable } from "../export/exportable.ts";
import type { Context } from "../http/context.ts";
import { asJson } from "./json-columns.ts";
import { type ListRequest, type Page, pageQuery } from "./list-query.ts";
import { change, from, insert, remove, updateStamps } from "./scoped.ts";
import type { TableName, Tables } from "./tables.ts";
import { tenantNameIn } from "./tenant-name.ts";
import { withoutUndefined } from "./without-undefined.ts";

type Key = number | string;
type Row<T extends TableName> = Selectable<Tables[T]> & { id: Key; version: number };
type IdOf<T extends TableName> = Selectable<Tables[T]> extends { id: infer Id } ? Id : never;

/** Nullable fields of a record, derived from its schema. */
export const nullableFields = (resource: Resource): string[] =>
  Object.entries(resource.record.shape)
    .filter(([, schema]) => schema.safeParse(null).success)
    .map(([name]) => name);

/**
 * Reads one row inside the actor's scope and locks it for this command. Answers 404 both for an id that does not exist
 * and for one outside the scope, in the same words.
 */
export async function lockRow<T extends TableName>(
  ctx: Context,
  table: T,
  resource: Resource,
  id: Key,
): Promise<Row<T>> {
  const row = await from(ctx, table)
    .selectAll()
    .where(sql<boolean>`${sql.ref(`${table}.id`)} = ${id}`)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound(resource.name, id);
  return row as unknown as Row<T>;
}

/** Refuses with 409 a change based on an older version than the stored one. */
export function assertFresh(resource: Resource, sent: number | null | undefined, stored: number): void {
  if (sent !== undefined && sent !== null && sent !== stored) {
    throw refuse("platform.stale", { what: `@${resource.name}` });
  }
}

interface Identified {
  readonly id: Key;
  readonly version?: number | null | undefined;
}

/**
 * Changes one row inside the actor's scope: locked, checked for its version, stamped, audited with before and after.
 * Absent fields stay as they are. Returns the changed row.
 */
export async function updateRow<T extends TableName, Change extends Identified>(
  ctx: Context,
  table: T,
  resource: Resource,
  input: Change,
): Promise<Row<T>> {
  const before = await lockRow(ctx, table, resource, input.id);
  assertFresh(resource, input.version, before.version);
  const { id, version: _version, ...given } = input;
  const updated = await change(ctx, table)
    .set({
      ...asJson(table, withoutRenaming(ctx, resource, withoutUndefined(given), before)),
      ...updateStamps(ctx),
      version: before.version + 1,
    } as never)
    .where(sql<boolean>`id = ${id}`)
    .returningAll()
    .executeTakeFirstOrThrow();
  const after = updated as unknown as Row<T>;
  ctx.recordChange({ table, id, before, after });
  return after;
}

/**
 * The values without seeded names that came back in the editor's language: those are no change. Any other text is a
 * new name, also one in another language.
 */
function withoutRenaming({ request }: Context, resource: Resource, given: object, before: object): object {
  const isSame = (field: string, sent: unknown): boolean => {
    const stored = (before as Readonly<Record<string, unknown>>)[field];
    const kind = seededKindOf(resource.name, field);
    return kind !== undefined && typeof stored === "string" && sent === seededNameIn(request.locale, kind, stored);
  };
  const renamed = Object.entries(given).filter(([field, sent]) => !isSame(field, sent));
  return Object.fromEntries(renamed);
}

/** Removes one row inside the actor's scope, audited with what it was. */
export async function removeRow<T extends TableName>(
  ctx: Context,
  table: T,
  resource: Resource,
  input: Identified,
): Promise<Row<T>> {
  const before = await lockRow(ctx, table, resource, input.id);
  assertFresh(resource, input.version, before.version);
  await remove(ctx, table).where(sql<boolean>`id = ${input.id}`).execute();
  ctx.recordChange({ table, id: input.id, before, after: null });
  return before;
}

// biome-ignore lint/suspicious/noExplicitAny: a record may be told by any join; only names of its columns matter.
type Described = SelectQueryBuilder<Tables, any, any>;

/** How a record is read. */
interface ReadParts<T extends TableName, R extends Resource> {
  readonly table: T;
  readonly resource: R;
  /** Its rows inside the actor's scope with the fields that are no columns of the table; the same for every read. */
  readonly describe?: (ctx: Context) => Described;
  /** SQL of fields that are filtered and sorted by something other than the column of their name. */
  readonly columns?: Readonly<Record<string, RawBuilder<unknown> | ((ctx: Context) => RawBuilder<unknown>)>>;
}

/** How a plain record is read and written. */
interface RecordParts<T extends TableName, R extends Resource> extends ReadParts<T, R> {
  /** Values of a new row that the caller may not choose, such as an id that the database does not generate. */
  readonly made?: (ctx: Context) => object;
}

/** A record's rows inside the actor's scope, with the tenant's name where the record shows it. */
function plainRows<T extends TableName>(ctx: Context, table: T, resource: Resource): Described {
  const rows = from(ctx, table).selectAll();
  return "tenantName" in resource.record.shape ? rows.select(tenantNameIn(ctx, table)) : rows;
}

/** Days until a date; past dates sort after all future ones. */
const awayFrom = ({ now }: Pick<Context, "now">, day: RawBuilder<unknown>) =>
  sql<number>`(SELECT CASE WHEN away >= 0 THEN away ELSE 10000000 - away END
    FROM (SELECT ${day} - ${now.toISOString().slice(0, 10)}::date AS away) AS days)`;

/** The reads of a record: page, detail and export, from the same rows. */
export function recordReads<T extends TableName, R extends Resource>(record: ReadParts<T, R>) {
  const { table, resource, columns = {} } = record;
  const describe = record.describe ?? ((ctx: Context) => plainRows(ctx, table, resource));
  const nullable = nullableFields(resource);
  const id = sql.ref(`${table}.id`);
  const columnOf = (field: string, ctx: Context): RawBuilder<unknown> => {
    const column = Object.hasOwn(columns, field) ? columns[field] : undefined;
    return typeof column === "function" ? column(ctx) : (column ?? sql.ref(`${table}.${field}`));
  };
  return {
    page: async (ctx: Context, input: ListRequest): Promise<Page<RecordOf<R>>> => {
      const spec = resource.operations.page?.list as ListSpec;
      const { field: first, comingFirst = false } = spec.defaultSort;
      const isAsked = Object.entries(input).some(([name, value]) => ["field", `${first}Range`].includes(name) && value);
      const column = (field: string) =>
        comingFirst && !isAsked && field === first ? awayFrom(ctx, columnOf(field, ctx)) : columnOf(field, ctx);
      const options = { spec, input, nullable, id, columnOf: column };
      return (await pageQuery(ctx, describe(ctx), options)) as Page<RecordOf<R>>;
    },
    detail: async (ctx: Context, asked: { id: Key }): Promise<RecordOf<R>> => {
      const row = await describe(ctx).where(sql<boolean>`${id} = ${asked.id}`).executeTakeFirst();
      if (!row) throw notFound(resource.name, asked.id);
      return row as RecordOf<R>;
    },
    export: exportable(resource, describe, { columnOf, id }),
  };
}

/**
 * The operations of a plain record: page, detail, add, update, delete and export. A module spreads them and overrides
 * those with rules of their own. `run-operation` turns a violated unique constraint into the refusal that the contract
 * declares.
 */
export function recordOperations<T extends TableName, R extends Resource>(record: RecordParts<T, R>) {
  const { table, resource, made = () => ({}) } = record;
  return {
    ...recordReads(record),
    add: async (ctx: Context, input: object): Promise<IdOf<T>> => {
      const row = await insert(ctx, table, { ...input, ...made(ctx) });
      return (row as unknown as { id: IdOf<T> }).id;
    },
    update: async (ctx: Context, input: Identified & object): Promise<null> => {
      await updateRow(ctx, table, resource, input);
      return null;
    },
    delete: async (ctx: Context, input: Identified): Promise<null> => {
      await removeRow(ctx, table, resource, input);
      return null;
    },
  };
}
