import { type Locale, locales } from "@countinghouse/contract/kit/locale.ts";
import { type RawBuilder, sql } from "kysely";

/** What operations are called, by their codes. */
export type OperationNames = Readonly<Record<Locale, Readonly<Record<string, string>>>>;

/**
 * A column that says what an operation is called in a language, or as it was logged where it has no name. The names are a
 * sub-query of their own, so that they are read once for a statement and not for each of the million rows of an export.
 */
export function operationNaming(names: OperationNames) {
  const texts = new Map(locales.map((locale) => [locale, JSON.stringify(names[locale])]));
  return (locale: Locale, code: RawBuilder<unknown>, logged: RawBuilder<unknown> = code): RawBuilder<string | null> =>
    sql`coalesce((SELECT ${texts.get(locale)}::jsonb) ->> ${code}, ${logged})`;
}
