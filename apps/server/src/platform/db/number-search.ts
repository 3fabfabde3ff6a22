import { readNumber } from "@countinghouse/contract/platform/record-number.ts";
import { type RawBuilder, sql } from "kysely";

/** Days back for which a number without its day is completed; an index probe each. */
const daysBack = 1_100;

/**
 * Condition for the number of a record as it was typed, in capitals, in the forms that `readNumber` knows. Where the day is
 * missing, every day of the last three years is tried, so that the index of whole numbers serves and none of endings is
 * needed. Bounds in place of LIKE, so that the index serves whatever the plan is made from; the column must be collated "C".
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
