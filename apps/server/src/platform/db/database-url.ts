import { hkdfSync } from "node:crypto";
import pg from "pg";
import { applicationRole } from "./roles.ts";
import { SetupError } from "./setup-error.ts";

/** Environment variables that choose the database. */
export interface DatabaseEnvironment {
  readonly DATABASE_URL?: string | undefined;
  /** A user who owns the schema and may create roles; migrations run as this user. */
  readonly DATABASE_MIGRATION_URL?: string | undefined;
  /** A streaming standby for reads that tolerate lag. */
  readonly DATABASE_REPLICA_URL?: string | undefined;
}

/** Connection strings by purpose. */
export interface DatabaseUrls {
  /** Owner of the schema: migrations and the job library's set-up. */
  readonly ownerUrl: string;
  /** The application's role. */
  readonly appUrl: string;
  /** Reads that tolerate lag, as the application's role; the primary where there is no standby. */
  readonly replicaUrl: string;
  readonly appRole: string;
  readonly appPassword: string;
}

/** Connection strings for the embedded database, whose owner role is known. */
export function embeddedUrls(ownerUrl: string, installationSecret: string | Uint8Array): DatabaseUrls {
  return deriveUrls(ownerUrl, undefined, installationSecret);
}

/**
 * Connection strings from the environment; undefined when `DATABASE_URL` is not set and the embedded database is used.
 *
 * With `DATABASE_MIGRATION_URL`, the application connects as the user of `DATABASE_URL`. Without it, migrations run as
 * that user, who must be able to create roles, and the application connects as a separate role. That role's password
 * is derived from the installation secret, so that all nodes agree on it without storing it. Refuses an invalid
 * address by the variable's name and never quotes its value, which holds a password.
 */
export async function databaseUrls(
  environment: DatabaseEnvironment,
  installationSecret: string | Uint8Array,
): Promise<DatabaseUrls | undefined> {
  const { DATABASE_URL: main, DATABASE_MIGRATION_URL: migration, DATABASE_REPLICA_URL: replica } = environment;
  for (const [name, value] of Object.entries({
    DATABASE_URL: main,
    DATABASE_MIGRATION_URL: migration,
    DATABASE_REPLICA_URL: replica,
  })) {
    if (value) parse(name, value);
  }
  if (!main) {
    if (!migration && !replica) return undefined;
    throw new SetupError(
      "missingUrl",
      `${migration ? "DATABASE_MIGRATION_URL" : "DATABASE_REPLICA_URL"} is set but DATABASE_URL is not: set it too.`,
    );
  }
  if (!migration) {
    await refuseUnableToMakeRoles(main);
    return deriveUrls(main, replica, installationSecret);
  }
  const { username, password } = parse("DATABASE_URL", main);
  if (username === "" || password === "") {
    throw new SetupError(
      "invalidUrl",
      "DATABASE_URL has to name a user and a password when DATABASE_MIGRATION_URL is set.",
    );
  }
  if (username === parse("DATABASE_MIGRATION_URL", migration).username) {
    throw new SetupError(
      "roleTooPowerful",
      "DATABASE_URL and DATABASE_MIGRATION_URL name the same user: give the application one that owns nothing.",
    );
  }
  return {
    ownerUrl: migration,
    appUrl: main,
    replicaUrl: replica || main,
    appRole: decodeURIComponent(username),
    appPassword: decodeURIComponent(password),
  };
}

function deriveUrls(
  ownerUrl: string,
  replica: string | undefined,
  installationSecret: string | Uint8Array,
): DatabaseUrls {
  const appPassword = Buffer.from(
    hkdfSync("sha256", installationSecret, "", "countinghouse/database/application", 24),
  ).toString("base64url");
  const appUrl = withUser(ownerUrl, appPassword);
  return {
    ownerUrl,
    appUrl,
    replicaUrl: replica ? withUser(replica, appPassword) : appUrl,
    appRole: applicationRole,
    appPassword,
  };
}

function withUser(address: string, password: string): string {
  const url = new URL(address);
  url.username = applicationRole;
  url.password = password;
  return url.href;
}

function parse(variable: string, value: string): URL {
  if (URL.canParse(value)) {
    const url = new URL(value);
    if (["postgres:", "postgresql:"].includes(url.protocol) && url.pathname.length > 1) return url;
  }
  throw new SetupError(
    "invalidUrl",
    `${variable} is not an address of the form postgresql://user:password@host:5432/database.`,
  );
}

async function refuseUnableToMakeRoles(address: string): Promise<void> {
  const client = new pg.Client({ connectionString: address, connectionTimeoutMillis: 10_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ able: boolean }>(
      "SELECT rolsuper OR rolcreaterole AS able FROM pg_roles WHERE rolname = current_user",
    );
    if (rows[0]?.able) return;
  } catch (error) {
    throw new SetupError(
      "unreachable",
      `The database of DATABASE_URL does not answer (${(error as Error).message}): check the address and that the server runs.`,
      {
        cause: error,
      },
    );
  } finally {
    await client.end().catch(() => {});
  }
  throw new SetupError(
    "roleNotPermitted",
    `The user of DATABASE_URL may not make the role ${applicationRole}: give it CREATEROLE, or set DATABASE_MIGRATION_URL to the schema's owner and DATABASE_URL to an ordinary user.`,
  );
}
