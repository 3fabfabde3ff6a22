import type { LookupInput } from "@countinghouse/contract/kit/reference.ts";
import { seededLike } from "@countinghouse/contract/platform/seeded-names.ts";
import { type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import type { TableName, Tables } from "./tables.ts";

/** Columns by which records are found where they are chosen: what refers, and the texts people know them by. */
interface LookupColumns {
  readonly id: string;
  readonly texts: readonly string[];
  /** Columns that are only found by their whole text: what is masked must not be guessed piece by piece. */
  readonly whole?: readonly string[];
}

// biome-ignore lint/suspicious/noExplicitAny: a lookup reads whatever table its records are in; the row type is carried by R.
type AnyQuery<R> = SelectQueryBuilder<Tables, any, R>;

/**
 * Narrows the records of a resource to those that a `list` is asked for: some by id, or those in whose texts the keyword
 * stands, whatever its case. The query must be scoped: what lies outside is as good as absent.
 */
export function whereLookup<R>(
  query: AnyQuery<R>,
  asked: LookupInput,
  { id, texts, whole = [] }: LookupColumns,
): AnyQuery<R> {
  const { ids, keyword, limit } = asked;
  let found = query.limit(limit);
  if (ids) found = found.where(sql<boolean>`${sql.ref(id)} IN (${sql.join([...ids])})`);
  if (keyword) {
    const names = seededLike(keyword);
    const parts = [
      ...(names.length === 0 ? [] : texts.map((text) => sql<boolean>`${sql.ref(text)} = ANY(${names}::text[])`)),
      ...texts.map((text) => sql<boolean>`strpos(lower(${sql.ref(text)}), lower(${keyword})) > 0`),
      ...whole.map((text) => sql<boolean>`lower(${sql.ref(text)}) = lower(${keyword})`),
    ];
    found = found.where(sql<boolean>`(${sql.join(parts, sql` OR `)})`);
  }
  return found;
}

/** Whether rows of a table are of the tenant of a merchant, and so of use to it; all where no merchant is named. */
export const ofTenantOf = (table: TableName, merchantId: string | null | undefined): RawBuilder<boolean> =>
  merchantId
    ? sql<boolean>`${sql.ref(`${table}.tenantId`)} = (SELECT tenant_id FROM merchants WHERE id = ${merchantId})`
    : sql<boolean>`true`;

/** Whether records that can no longer be chosen are left out: not where they are asked for, or named by id. */
export const isForChoosing = ({ ids, withEnded }: LookupInput): boolean => !withEnded && !ids;
