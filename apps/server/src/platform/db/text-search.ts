import { namesRecords, seededLike } from "@countinghouse/contract/platform/seeded-names.ts";
import { type RawBuilder, sql } from "kysely";

/** Escapes `%`, `_` and the escape character for a LIKE pattern. */
export const literally = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

/** Condition that a text contains another; for a name also that a seeded name does, in any language. */
export function holdsText(column: RawBuilder<unknown>, field: string, text: string): RawBuilder<boolean> {
  const names = namesRecords(field) ? seededLike(text) : [];
  const holds = sql<boolean>`${column} ILIKE ${`%${literally(text)}%`}`;
  return names.length === 0 ? holds : sql<boolean>`(${holds} OR ${column} = ANY(${names}::text[]))`;
}
