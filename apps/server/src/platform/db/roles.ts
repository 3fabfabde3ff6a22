import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";
import pg from "pg";
import { SetupError } from "./setup-error.ts";

/** The application's login role: it owns nothing and cannot change append-only tables. */
export const applicationRole = "countinghouse_app";

/**
 * A role and its password in clear text, which is never sent to the server; without a password the role keeps its own.
 */
export interface AppRole {
  readonly role: string;
  readonly password?: string | undefined;
}

/**
 * How long the database keeps the locks of a node that it no longer hears: one that hangs in a transaction, and one
 * behind a network that is cut, which answers neither data nor probes (three in fifteen seconds).
 */
const patience = {
  idle_in_transaction_session_timeout: "30s",
  tcp_user_timeout: "15s",
  tcp_keepalives_idle: "5s",
  tcp_keepalives_interval: "5s",
  tcp_keepalives_count: "2",
} as const;

/**
 * Makes the application's login role or renews its password, and lets it connect. Refuses a role that could get around
 * its grants, and an owner who may not make roles. Call it inside the set-up transaction.
 */
export async function ensureAppRole(client: pg.ClientBase, { role, password }: AppRole): Promise<void> {
  const name = pg.escapeIdentifier(role);
  const { rows } = await client.query<{ powerful: boolean; own: boolean }>(
    `SELECT rolsuper OR rolcreaterole OR rolcreatedb OR rolbypassrls OR rolreplication AS powerful, rolname = current_user AS own
       FROM pg_roles WHERE rolname = $1`,
    [role],
  );
  if (rows[0]?.powerful || rows[0]?.own) {
    throw new SetupError(
      "roleTooPowerful",
      `The role ${role} may do more than the application needs: make it an ordinary login role that owns nothing.`,
    );
  }
  try {
    const login = `LOGIN${password === undefined ? "" : ` PASSWORD ${pg.escapeLiteral(scramVerifier(password))}`}`;
    await client.query(rows.length === 0 ? `CREATE ROLE ${name} ${login}` : `ALTER ROLE ${name} ${login}`);
    // Statements are short and rows mostly cached: JIT compilation takes longer than running them, and random page
    // reads cost nearly as little as sequential ones. Set for the role, so that it holds behind a transaction pooler
    // too.
    await client.query(`ALTER ROLE ${name} SET jit = off`);
    await client.query(`ALTER ROLE ${name} SET random_page_cost = 1.1`);
    for (const [setting, value] of Object.entries(patience))
      await client.query(`ALTER ROLE ${name} SET ${setting} = ${pg.escapeLiteral(value)}`);
    const database = pg.escapeIdentifier(await currentDatabase(client));
    await client.query(`GRANT CONNECT ON DATABASE ${database} TO ${name}`);
    // The application creates no objects, not even temporary ones: they would not survive a transaction pooler.
    await client.query(`REVOKE CREATE, TEMPORARY ON DATABASE ${database} FROM PUBLIC, ${name}`);
    await client.query(`REVOKE CREATE ON SCHEMA public FROM PUBLIC, ${name}`);
  } catch (error) {
    if ((error as { code?: string }).code !== "42501") throw error;
    throw new SetupError(
      "roleNotPermitted",
      `The database user may not make the role ${role} (${(error as Error).message}): give it CREATEROLE and the ownership of the database, or set DATABASE_MIGRATION_URL to a user who has both.`,
      { cause: error },
    );
  }
}

/**
 * The SCRAM verifier that the server stores for a password (RFC 5803), so that the password is in no statement and no
 * log.
 */
export function scramVerifier(password: string, salt: Buffer = randomBytes(16), iterations = 4096): string {
  const salted = pbkdf2Sync(password.normalize("NFKC"), salt, iterations, 32, "sha256");
  const keyed = (label: string): Buffer => createHmac("sha256", salted).update(label).digest();
  const stored = createHash("sha256").update(keyed("Client Key")).digest("base64");
  return `SCRAM-SHA-256$${iterations}:${salt.toString("base64")}$${stored}:${keyed("Server Key").toString("base64")}`;
}

async function currentDatabase(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ name: string }>("SELECT current_database() AS name");
  return rows[0]?.name ?? "";
}
