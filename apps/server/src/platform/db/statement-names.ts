import { createHash } from "node:crypto";
import type pg from "pg";

/** What of the driver's client its types leave out. */
type NumberedClient = pg.PoolClient & {
  /** The number of the session, as it was told when the connection was made. */
  readonly processID: number;
};

/** As many texts as are given names; beyond them something builds texts without end, and those stay nameless. */
const namesMax = 500;
const names = new Map<string, string>();

/**
 * The name under which a connection keeps a statement prepared: the same text has the same name on every connection,
 * and is parsed and planned once for each instead of with every call. Only for statements whose best plan is the same
 * whatever their values are; lists with filters are not.
 */
export function nameOfStatement(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= namesMax) return known;
  const name = `ch_${createHash("sha256").update(text).digest("base64url").slice(0, 20)}`;
  names.set(text, name);
  return name;
}

const missing = "26000";
const alreadyThere = "42P05";

/**
 * A prepared statement is not what it was: a migration has changed its table since, or it was prepared in another
 * session than the one that answers. Sent without a name it is good.
 */
export function isStatementLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, routine } = error as { code?: string; routine?: string };
  return code === missing || code === alreadyThere || (code === "0A000" && routine === "RevalidateCachedQuery");
}

const direct = new WeakMap<pg.PoolClient, boolean>();

/**
 * Whether nothing hands the connection's statements to different sessions, where what was prepared in one is missing in
 * the next. A pooler that does makes up the number of the session, because it has several.
 */
export async function keepsStatements(client: pg.PoolClient): Promise<boolean> {
  const known = direct.get(client);
  if (known !== undefined) return known;
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const found = rows[0]?.pid === (client as NumberedClient).processID;
  direct.set(client, found);
  return found;
}
