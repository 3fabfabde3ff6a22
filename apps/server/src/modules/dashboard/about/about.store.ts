import { sql } from "kysely";
import type { Context } from "../../../platform/http/context.ts";

/** Name and version of the database: `PostgreSQL 18.4`. */
export async function readDatabaseVersion({ db }: Pick<Context, "db">): Promise<string> {
  const { rows } = await sql<{ version: string }>`SELECT current_setting('server_version') AS version`.execute(db);
  return `PostgreSQL ${(rows[0]?.version ?? "").split(" ")[0]}`;
}
