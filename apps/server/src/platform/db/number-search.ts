import { readNumber } from "@countinghouse/contract/platform/record-number.ts";
import { type RawBuilder, sql } from "kysely";

/** Days back to try for a number typed without its day; one index probe each. */
const daysBack = 1_100;

/**
 * Condition for a business number as typed, in upper case, in the forms that `readNumber` accepts. Where the day is
 * missing, every day of the last three years is tried, so that the index on whole numbers serves and no suffix index
 * is needed. Uses bounds instead of LIKE, so that the index serves under a generic plan too; the column must be
 * collated "C".
 */
export function whereNumber(column: RawBuilder<unknown>, mark: string, text: string): RawBuilder<boolean> {
  const read = readNumber(text, mark) ?? { beginning: text };
  if ("own" in read)
    return sql<boolean>`${column} = ANY (ARRAY(
      SELECT ${mark} || to_char(day, 'YYYYMMDD') || ${read.own}
        FROM generate_series((now() AT TIME ZONE 'UTC')::date - ${sql.lit(daysBack)},
                             (now() AT TIME ZONE 'UTC')::date + 1, interval '1 day') day))`;
  return sql<boolean>`(${column} >= ${read.beginning} AND ${column} < ${`${read.beginning}~`})`;
}
