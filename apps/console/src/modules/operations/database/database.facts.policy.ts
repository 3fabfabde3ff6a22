import type { DatabaseTable } from "@countinghouse/contract/operations/database/database.ts";

/** Names of the tables that a text finds, in their own name or in a column's; an empty text finds all. */
export function found(tables: readonly DatabaseTable[], text: string): ReadonlySet<string> {
  const wanted = text.trim().toLowerCase();
  const has = (name: string): boolean => name.toLowerCase().includes(wanted);
  return new Set(
    tables.filter(({ name, columns }) => has(name) || columns.some((each) => has(each.name))).map(({ name }) => name),
  );
}

/** A number of rows; a dash where nobody has looked yet. */
export const countIn = (language: string, count: number | null): string =>
  count === null ? "–" : new Intl.NumberFormat(language).format(count);
