import { factsOf } from "@countinghouse/contract/kit/field.ts";
import type { ListSpec } from "@countinghouse/contract/kit/list.ts";
import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import { type SeededKind, seededKindOf, seededLabels } from "@countinghouse/contract/platform/seeded-names.ts";
import { type RawBuilder, sql } from "kysely";

type ColumnOf = (field: string) => RawBuilder<unknown>;

const owners = new WeakMap<ListSpec, Resource>();

/** Remembers the resource of a list, so that its names sort in the order the reader sees. */
export function rememberList(resource: Resource): void {
  const list = resource.operations.page?.list;
  if (list) owners.set(list, resource);
}

/** SQL of a record's name as the reader sees it: a seeded name in the reader's language, any other as stored. */
export function shownName(column: RawBuilder<unknown>, kind: SeededKind, locale: Locale): RawBuilder<unknown> {
  // Of merchants only the house account has a seeded name. It stands in no list, and merchants are many and sorted by
  // an index.
  const seeded = kind === "merchant" ? [] : [...seededLabels(locale, kind)];
  const cases = seeded.flatMap(([stored, shown]) =>
    stored === shown ? [] : [sql`WHEN ${sql.lit(stored)} THEN ${sql.lit(shown)}`],
  );
  return cases.length === 0 ? column : sql`(CASE ${column} ${sql.join(cases, sql` `)} ELSE ${column} END)`;
}

/** SQL that a list is sorted by: a name's text in the reader's language, any other field's column. */
export function sortedBy(list: ListSpec, field: string, columnOf: ColumnOf, locale: Locale): RawBuilder<unknown> {
  const column = columnOf(field);
  const resource = owners.get(list);
  if (!resource) return column;
  const names = field === "name" ? resource.record.shape.names : undefined;
  if (names && factsOf(names).isNames) return sql`coalesce(${columnOf("names")}->>${sql.lit(locale)}, ${column})`;
  const kind = seededKindOf(resource.name, field);
  return kind ? shownName(column, kind, locale) : column;
}
