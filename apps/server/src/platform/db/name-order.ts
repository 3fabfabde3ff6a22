import { factsOf } from "@countinghouse/contract/kit/field.ts";
import type { ListSpec } from "@countinghouse/contract/kit/list.ts";
import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import { type SeededKind, seededKindOf, seededLabels } from "@countinghouse/contract/platform/seeded-names.ts";
import { type RawBuilder, sql } from "kysely";

type ColumnOf = (field: string) => RawBuilder<unknown>;

const owners = new WeakMap<ListSpec, Resource>();

/** Remembers whose page a list is, so that its names are sorted as they are read. */
export function rememberList(resource: Resource): void {
  const list = resource.operations.page?.list;
  if (list) owners.set(list, resource);
}

/** The name of a record as a reader of a language sees it: that of a first start in their language, any other as it is. */
export function shownName(column: RawBuilder<unknown>, kind: SeededKind, locale: Locale): RawBuilder<unknown> {
  // Of merchants only the house is named by us; it stands in no list, and names of merchants are many, sorted by an index.
  const seeded = kind === "merchant" ? [] : [...seededLabels(locale, kind)];
  const cases = seeded.flatMap(([stored, shown]) =>
    stored === shown ? [] : [sql`WHEN ${sql.lit(stored)} THEN ${sql.lit(shown)}`],
  );
  return cases.length === 0 ? column : sql`(CASE ${column} ${sql.join(cases, sql` `)} ELSE ${column} END)`;
}

/** What a list is sorted by: of a name its text in the reader's language, of anything else the column itself. */
export function sortedBy(list: ListSpec, field: string, columnOf: ColumnOf, locale: Locale): RawBuilder<unknown> {
  const column = columnOf(field);
  const resource = owners.get(list);
  if (!resource) return column;
  const names = field === "name" ? resource.record.shape.names : undefined;
  if (names && factsOf(names).isNames) return sql`coalesce(${columnOf("names")}->>${sql.lit(locale)}, ${column})`;
  const kind = seededKindOf(resource.name, field);
  return kind ? shownName(column, kind, locale) : column;
}
