import { namesRecords, seededLike } from "@countinghouse/contract/platform/seeded-names.ts";
import { type RawBuilder, sql } from "kysely";

/** `%`, `_` and the escape character itself lose their meaning inside a pattern. */
export const literally = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

/** A text that holds another; in a field of names also a name of the first start that does in any language. */
export function holdsText(column: RawBuilder<unknown>, field: string, text: string): RawBuilder<boolean> {
  const names = namesRecords(field) ? seededLike(text) : [];
  const holds = sql<boolean>`${column} ILIKE ${`%${literally(text)}%`}`;
  return names.length === 0 ? holds : sql<boolean>`(${holds} OR ${column} = ANY(${names}::text[]))`;
}
