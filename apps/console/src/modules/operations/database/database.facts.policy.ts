import type { DatabaseTable } from "@countinghouse/contract/operations/database/database.ts";

/** Names of the tables that a text finds, in their own name or in a column's; an empty text finds all. */
export function found(tables: readonly DatabaseTable[], text: string): ReadonlySet<string> {
  const wanted = text.trim().toLowerCase();
  const has = (name: string): boolean => name.toLowerCase().includes(wanted);
  return new Set(
    tables.filter(({ name, columns }) => has(name) || columns.some((each) => has(each.name))).map(({ name }) => name),
  );
}

const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

/** A size as people read it: `1.2 MB`. */
export function sizeIn(language: string, bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1_000 && unit < units.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  const maximumFractionDigits = value < 10 && unit > 0 ? 1 : 0;
  return new Intl.NumberFormat(language, {
    style: "unit",
    unit: units[unit] ?? "byte",
    unitDisplay: "short",
    maximumFractionDigits,
  }).format(value);
}

/** A number of rows; a dash where nobody has looked yet. */
export const countIn = (language: string, count: number | null): string =>
  count === null ? "–" : new Intl.NumberFormat(language).format(count);
