import { createHash } from "node:crypto";
import type pg from "pg";

/** Members of the driver's client that its types omit. */
type NumberedClient = pg.PoolClient & {
  /** Backend process id, told when the connection was made. */
  readonly processID: number;
};

/** Most statements that get names. Beyond it some code builds statements without end, and those stay unnamed. */
const namesMax = 500;
const names = new Map<string, string>();

/**
 * Name under which a connection keeps a statement prepared: equal text has the same name on every connection, so that
 * each connection parses and plans it once. Only for statements whose best plan does not depend on the values; not for
 * lists with filters.
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
 * The prepared statement is invalid: a migration has changed its table, or it was prepared in another session. Without
 * a name the statement works.
 */
export function isStatementLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, routine } = error as { code?: string; routine?: string };
  return code === missing || code === alreadyThere || (code === "0A000" && routine === "RevalidateCachedQuery");
}

const direct = new WeakMap<pg.PoolClient, boolean>();

/**
 * Whether the connection keeps one session. A transaction pooler hands statements to different sessions, where a
 * prepared one may be missing, and reports a made-up process id because it has several.
 */
export async function keepsStatements(client: pg.PoolClient): Promise<boolean> {
  const known = direct.get(client);
  if (known !== undefined) return known;
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const found = rows[0]?.pid === (client as NumberedClient).processID;
  direct.set(client, found);
  return found;
}
