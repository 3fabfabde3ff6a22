import { type RawBuilder, sql } from "kysely";

/** Days back for which a number without its day is completed; an index probe each. */
const daysBack = 1_100;

/** Characters of a number's own, after its mark and its day: `businessNumber` makes them. */
const ownPart = /^[0-9A-HJKMNP-TV-Z]{10}$/;

/** What stands in the middle of a shortened number: the console writes one sign, people type dots. */
const cut = /^(?:[A-Z]{2})?(?:…|\.{2,3})/;

/**
 * Condition for the number of a record as it was typed, in capitals: whole, its beginning, shortened as lists show it, or
 * its own ten characters alone. Of the last two the day is missing: every day of the last three years is tried, so that
 * the index of whole numbers serves and none of endings is needed. Bounds in place of LIKE, so that the index serves
 * whatever the plan is made from; the column must be collated "C".
 */
export function whereNumber(column: RawBuilder<unknown>, mark: string, text: string): RawBuilder<boolean> {
  const own = text.replace(cut, "");
  // Mark and day are ten characters too.
  const isBeginning = text.startsWith(mark) && /^\d{8}$/.test(text.slice(mark.length));
  if (ownPart.test(own) && !isBeginning)
    return sql<boolean>`${column} = ANY (ARRAY(
      SELECT ${mark} || to_char(day, 'YYYYMMDD') || ${own}
        FROM generate_series((now() AT TIME ZONE 'UTC')::date - ${sql.lit(daysBack)},
                             (now() AT TIME ZONE 'UTC')::date + 1, interval '1 day') day))`;
  return sql<boolean>`(${column} >= ${text} AND ${column} < ${`${text}~`})`;
}
