import { sql } from "kysely";
import type { Context } from "../../../platform/http/context.ts";

/**
 * Enabled names of a tenant that share a beginning of a word with a name, and entries of its country. All of them, however
 * many: one that is left out is a beneficiary whom nobody looked at.
 */
export const entriesLike = (
  { db }: Pick<Context, "db">,
  {
    tenantId,
    keys,
    country,
  }: { readonly tenantId: number; readonly keys: readonly string[]; readonly country: string },
) =>
  db
    .selectFrom("screeningEntries")
    .select(["id", "kind", "name", "country", "decision", "list", "reference"])
    .where("tenantId", "=", tenantId)
    .where("status", "=", 1)
    .where((entry) =>
      entry.or([
        entry.and([entry("kind", "=", "country"), entry("country", "=", country)]),
        entry.and([entry("kind", "<>", "country"), sql<boolean>`keys && ${[...keys]}::text[]`]),
      ]),
    )
    .execute();

/** Entries of a tenant by list and name, for files that may name them again. */
export const entriesOf = ({ db }: Pick<Context, "db">, tenantId: number) =>
  db.selectFrom("screeningEntries").select(["list", "name"]).where("tenantId", "=", tenantId).execute();
