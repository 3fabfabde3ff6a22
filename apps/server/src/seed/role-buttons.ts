import { sql } from "kysely";
import type { SeedContext } from "./seed-context.ts";

const home = ["dashboard", "home", "inbox"];

/** Grants a role the buttons of its permissions, or those of them that are new, with the pages and directories they stand in. */
export async function grantButtons(
  { db }: SeedContext,
  roleId: number,
  permissions: readonly string[],
  among?: readonly number[],
): Promise<void> {
  const isMeant = among ? sql`AND id = ANY(${[...among]}::bigint[])` : sql``;
  await sql`
    WITH RECURSIVE granted AS (
      SELECT id, parent_id FROM menus
       WHERE (permission = ANY(${[...permissions]}::text[]) OR code = ANY(${home}::text[])) AND code IS NOT NULL ${isMeant}
      UNION
      SELECT above.id, above.parent_id FROM menus above JOIN granted ON granted.parent_id = above.id
    )
    INSERT INTO role_menus (role_id, menu_id) SELECT ${roleId}::bigint, id FROM granted
    ON CONFLICT DO NOTHING`.execute(db);
}
