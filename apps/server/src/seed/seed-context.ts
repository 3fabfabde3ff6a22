import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import type { Kysely } from "kysely";
import type { Tables } from "../platform/db/tables.ts";

/** What the parts of the seed share: the transaction, the time, and the language of the rows that a tenant owns. */
export interface SeedContext {
  readonly db: Kysely<Tables>;
  readonly now: Date;
  readonly locale: Locale;
  /** Settings start with the values that production asks for. */
  readonly isProduction?: boolean;
}

/** Milliseconds of a day. */
export const dayMs = 86_400_000;
