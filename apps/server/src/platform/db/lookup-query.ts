import type { LookupInput } from "@countinghouse/contract/kit/reference.ts";
import { seededLike } from "@countinghouse/contract/platform/seeded-names.ts";
import { type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import type { TableName, Tables } from "./tables.ts";

/** Columns by which a picker finds records: the id that refers, and the texts that people know. */
interface LookupColumns {
  readonly id: string;
  readonly texts: readonly string[];
  /** Columns that match by their whole text only: a masked value must not be guessed piece by piece. */
  readonly whole?: readonly string[];
}

// biome-ignore lint/suspicious/noExplicitAny: a lookup reads whatever table its records are in; the row type is carried by R.
type AnyQuery<R> = SelectQueryBuilder<Tables, any, R>;

/**
 * Narrows a resource to the records that a `list` call asks for: by id, or whose texts contain the keyword, ignoring
 * case. The query must be scoped; rows outside the scope are not found.
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

/** Whether rows of a table belong to the tenant of a merchant; all rows where no merchant is named. */
export const ofTenantOf = (table: TableName, merchantId: string | null | undefined): RawBuilder<boolean> =>
  merchantId
    ? sql<boolean>`${sql.ref(`${table}.tenantId`)} = (SELECT tenant_id FROM merchants WHERE id = ${merchantId})`
    : sql<boolean>`true`;

/** Whether to leave out records that can no longer be chosen: unless the request asks for them or names them by id. */
export const isForChoosing = ({ ids, withEnded }: LookupInput): boolean => !withEnded && !ids;
