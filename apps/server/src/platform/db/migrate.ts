import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { type InstallationFacts, recordInstallation, refuseForeign } from "./installation.ts";
import { type Migration, migrationStages, readMigrations } from "./migration-file.ts";
import { ensureAppRole } from "./roles.ts";
import { SetupError } from "./setup-error.ts";
import { splitAlterTable } from "./sql-statements.ts";
import {
  bySqlName,
  compareWithManifest,
  grantTables,
  hasCitus,
  migrationTable,
  placeTables,
  refuseUnspread,
  type TableManifest,
} from "./table-manifest.ts";

/** Options of a migration. */
export interface MigrateOptions {
  /** Connection string of the role that owns the schema. */
  readonly ownerUrl: string;
  /** Folder of the files `NNNN_name.sql`. */
  readonly directory: string;
  readonly manifest: TableManifest;
  /** The application's login role: created or updated; owns nothing. */
  readonly appRole: string;
  /** The role's password; without one the role keeps its own. */
  readonly appPassword?: string;
  /**
   * Facts of the installation as configured on the node, compared before anything is changed; not compared when
   * absent.
   */
  readonly installation?: InstallationFacts;
  readonly log: { info(message: string): void };
}

interface Applied {
  readonly name: string;
  readonly checksum: string;
}

const serverVersionMin = 150_000;
const roleAttempts = 10;
/** Advisory lock of the set-up, held by one node at a time. Released at commit, also behind a pooler. */
export const setupLock = "SELECT pg_advisory_xact_lock(7310455290011648)";

/**
 * Brings the database up to this release: missing migrations, the application's role, its grants. Any number of nodes
 * may call it concurrently; one does the work and the others find it done. Throws a `SetupError`, after which the
 * database is as it was before the migration that failed.
 */
export async function migrate(options: MigrateOptions): Promise<{ applied: string[] }> {
  const manifest = bySqlName(options.manifest);
  const { installation } = options;
  if (installation) await withClient(options.ownerUrl, (client) => refuseForeign(client, installation));
  const applied = await migrateSchema(options);
  await withClient(options.ownerUrl, (client) =>
    settleRole(client, async () => {
      await compareWithManifest(client, manifest);
      if (installation) await recordInstallation(client, installation);
      await ensureAppRole(client, { role: options.appRole, password: options.appPassword });
      await grantTables(client, options.appRole, manifest);
    }),
  );
  return { applied };
}

/** Applies missing migrations, at most up to the one named `until`, and answers their names. */
export async function migrateSchema(
  options: Pick<MigrateOptions, "ownerUrl" | "directory" | "manifest" | "log"> & { readonly until?: string },
): Promise<string[]> {
  const all = await readMigrations(options.directory);
  const migrations = all.filter(({ name }) => options.until === undefined || name <= options.until);
  const manifest = bySqlName(options.manifest);
  return withClient(options.ownerUrl, async (client) => {
    await refuseOldServer(client);
    await refuseUnspread(client, manifest);
    await inTransaction(client, () => createMigrationTable(client));
    const applied: string[] = [];
    for (;;) {
      const next = await inTransaction(client, () => applyNext(client, migrations, manifest));
      if (next === undefined) return applied;
      options.log.info(`applied migration ${next}`);
      applied.push(next);
    }
  });
}

async function withClient<Result>(ownerUrl: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: "countinghouse-migrate" });
  client.on("error", () => {});
  await connect(client);
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

async function connect(client: pg.Client): Promise<void> {
  try {
    await client.connect();
  } catch (error) {
    throw new SetupError(
      "unreachable",
      `The database does not answer (${(error as Error).message}): check DATABASE_URL and that the server runs.`,
      {
        cause: error,
      },
    );
  }
}

async function refuseOldServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ number: string; name: string }>(
    "SELECT current_setting('server_version_num') AS number, current_setting('server_version') AS name",
  );
  if (Number(rows[0]?.number) < serverVersionMin) {
    throw new SetupError("serverTooOld", `PostgreSQL ${rows[0]?.name} is too old: use 15 or newer.`);
  }
}

/** Runs `work` in a transaction that excludes every other node's set-up. */
async function inTransaction<Result>(client: pg.Client, work: () => Promise<Result>): Promise<Result> {
  await client.query("BEGIN");
  try {
    await client.query(setupLock);
    // A table that stays busy must fail this start instead of queueing every reader behind our lock request.
    await client.query("SET LOCAL lock_timeout = '15s'");
    // A later commit flushes this one along; migrations lost in a crash are applied again at the next start.
    await client.query("SET LOCAL synchronous_commit = off");
    const result = await work();
    await client.query("COMMIT");
    return result;
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {});
    throw error;
  }
}

/**
 * Roles are server-wide and the lock is per database, so a set-up of another database on the same server can change
 * the same role concurrently. The loser of that race starts over.
 */
async function settleRole(client: pg.Client, work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inTransaction(client, work);
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      const raced = code === "42710" || code === "23505" || message === "tuple concurrently updated";
      if (!raced || attempt === roleAttempts) throw error;
      await sleep(20 * attempt);
    }
  }
}

async function createMigrationTable(client: pg.Client): Promise<void> {
  await client.query(
    `CREATE TABLE IF NOT EXISTS public.${migrationTable} (
       name text COLLATE "C" CONSTRAINT schema_migrations_pk PRIMARY KEY,
       checksum text NOT NULL,
       applied_at timestamptz(3) NOT NULL DEFAULT now()
     )`,
  );
}

/** Applies the first missing migration; answers its name, or undefined when the database is up to date. */
async function applyNext(
  client: pg.Client,
  migrations: readonly Migration[],
  manifest: TableManifest,
): Promise<string | undefined> {
  const { rows } = await client.query<Applied>(`SELECT name, checksum FROM public.${migrationTable} ORDER BY name`);
  const next = nextMigration(migrations, rows);
  if (next === undefined) return undefined;
  // On Citus, tables placed in the same transaction can be altered one shard at a time only.
  const isSpread = await hasCitus(client);
  if (isSpread) await client.query("SET LOCAL citus.multi_shard_modify_mode TO 'sequential'");
  for (const stage of migrationStages) {
    for (const { text, line } of next.stages[stage])
      for (const one of isSpread ? splitAlterTable(text) : [text]) await runStatement(client, next.name, one, line);
    if (stage === "tables") await placeTables(client, manifest);
  }
  await client.query(`INSERT INTO public.${migrationTable} (name, checksum) VALUES ($1, $2)`, [
    next.name,
    next.checksum,
  ]);
  return next.name;
}

/** The first file that is not applied; refuses an applied history that these files do not continue. */
export function nextMigration(migrations: readonly Migration[], applied: readonly Applied[]): Migration | undefined {
  const newest = migrations.at(-1)?.name ?? "";
  const files = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { name, checksum } of applied) {
    const file = files.get(name);
    if (file === undefined && name > newest) {
      throw new SetupError(
        "databaseNewer",
        `The database is newer than this release (it has migration ${name}, this release ends with ${newest || "none"}): start the newer release.`,
      );
    }
    if (file === undefined) {
      throw new SetupError(
        "migrationMissing",
        `Migration ${name} was applied but its file is gone: bring ${name}.sql back.`,
      );
    }
    if (file.checksum !== checksum && !file.formerChecksums.includes(checksum)) {
      throw new SetupError(
        "migrationEdited",
        `Migration ${name}.sql was edited after it was applied: restore it and put the change into a new file.`,
      );
    }
  }
  const done = new Set(applied.map(({ name }) => name));
  const next = migrations.find(({ name }) => !done.has(name));
  const last = applied.at(-1)?.name ?? "";
  if (next !== undefined && next.name < last) {
    throw new SetupError(
      "migrationInvalid",
      `Migration ${next.name}.sql is older than ${last}, which is applied already: give it the next free number.`,
    );
  }
  return next;
}

async function runStatement(client: pg.Client, name: string, text: string, line: number): Promise<void> {
  try {
    await client.query(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SetupError(
      "migrationFailed",
      `Migration ${name}.sql failed at line ${line} and was rolled back: ${reason}`,
      { cause: error },
    );
  }
}
