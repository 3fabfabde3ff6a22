import { type Locale, locales } from "@countinghouse/contract/kit/locale.ts";
import { type RawBuilder, sql } from "kysely";

/** Names of operations by language and code. */
export type OperationNames = Readonly<Record<Locale, Readonly<Record<string, string>>>>;

/**
 * SQL for an operation's name in a language, or its code where it has no name. The names are a sub-query, so that they
 * are read once per statement and not for each of a million exported rows.
 */
export function operationNaming(names: OperationNames) {
  const texts = new Map(locales.map((locale) => [locale, JSON.stringify(names[locale])]));
  return (locale: Locale, code: RawBuilder<unknown>, logged: RawBuilder<unknown> = code): RawBuilder<string | null> =>
    sql`coalesce((SELECT ${texts.get(locale)}::jsonb) ->> ${code}, ${logged})`;
}
