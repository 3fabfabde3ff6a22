import { once } from "node:events";
import { stat } from "node:fs/promises";
import pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import type { BackupReport } from "./backup.ts";
import {
  type BackupHeader,
  type BackupSequence,
  type BackupSum,
  type BackupTable,
  readBackup,
  verifyBackup,
} from "./backup-file.ts";
import { copyIn, copyOut, jobSchemaVersion, plainText, quoted, tablesOf, withBackupClient } from "./backup-tables.ts";
import type { DatabaseUrls } from "./database-url.ts";
import { installJobSchema, jobSchema } from "./job-schema.ts";
import { migrate, migrateSchema } from "./migrate.ts";
import { readMigrations } from "./migration-file.ts";
import { ensureAppRole } from "./roles.ts";
import { RowSum } from "./row-sum.ts";
import { SetupError } from "./setup-error.ts";
import { type TableManifest, tableNames } from "./table-manifest.ts";

/** Target and source of a restore. */
export interface RestoreOptions {
  readonly urls: Pick<DatabaseUrls, "ownerUrl" | "appRole">;
  readonly file: string;
  readonly directory: string;
  readonly manifest: TableManifest;
  readonly log: { info(message: string): void };
}

/**
 * Loads a backup into an empty database, compares every table's count and checksum with the file's, and migrates the
 * result to this release. All or nothing. Refuses a damaged or newer file before it changes anything, and a database
 * that already holds tables. The application's role keeps its password: the next start sets it, and another database
 * of the same server may use the role meanwhile.
 */
export async function restore({ urls, file, directory, manifest, log }: RestoreOptions): Promise<BackupReport> {
  const header = await verifyBackup(file);
  await refuseNewer(file, header, directory);
  await withBackupClient(urls.ownerUrl, refuseFilled);
  try {
    return await fill({ urls, file, directory, manifest, log }, header);
  } catch (error) {
    // The database was empty before, and has to be for the next attempt.
    await withBackupClient(urls.ownerUrl, empty);
    throw error;
  }
}

async function fill(
  { urls, file, directory, manifest, log }: RestoreOptions,
  header: BackupHeader,
): Promise<BackupReport> {
  const until = header.migrations.at(-1)?.name ?? "";
  await migrateSchema({ ownerUrl: urls.ownerUrl, directory, manifest, log, until });
  // The job library's grants need the role before the last migrations run.
  await withBackupClient(urls.ownerUrl, (client) => ensureAppRole(client, { role: urls.appRole }));
  await installJobSchema(urls.ownerUrl, { appRole: urls.appRole });
  const report = await withBackupClient(urls.ownerUrl, async (client) => {
    await client.query("BEGIN");
    for (const setting of plainText) await client.query(setting);
    await silenceTriggers(client);
    const rebuild = await setAside(client);
    const loaded = await load(client, file, header, log);
    for (const statement of rebuild) await client.query(statement);
    await client.query("COMMIT");
    return loaded;
  });
  await migrate({ ownerUrl: urls.ownerUrl, appRole: urls.appRole, directory, manifest, log });
  return report;
}

async function empty(client: pg.Client): Promise<void> {
  await client.query(`DROP SCHEMA IF EXISTS ${jobSchema} CASCADE`);
  for (const table of await tableNames(client))
    await client.query(`DROP TABLE public.${pg.escapeIdentifier(table)} CASCADE`);
}

async function load(
  client: pg.Client,
  file: string,
  header: BackupHeader,
  log: RestoreOptions["log"],
): Promise<BackupReport> {
  const known = await tablesOf(client);
  await client.query(`TRUNCATE ${known.map(quoted).join(", ")}`);
  // Another version of the job library may store jobs differently; the work they stand for is in our own tables.
  const withJobs = header.jobSchema === (await jobSchemaVersion(client));
  if (!withJobs) log.info("waiting jobs are left out: they were written by another version of the job library");
  const { size: bytes } = await stat(file);
  const { takenAt = null, secretFingerprint = null } = header;
  const report = { tables: 0, rows: 0, bytes, takenAt, secretFingerprint };
  let table: BackupTable | undefined;
  let copy: ReturnType<typeof copyFrom> | undefined;
  for await (const { kind, value } of readBackup(file)) {
    if (kind === "table") {
      table = value;
      const wanted = table.schema !== jobSchema || withJobs;
      copy = wanted ? client.query(copyFrom(copyIn(table))) : undefined;
    } else if (kind === "data" && copy !== undefined) {
      if (!copy.write(value)) await once(copy, "drain");
    } else if (kind === "sum" && copy !== undefined && table !== undefined) {
      const finished = once(copy, "finish");
      copy.end();
      await finished;
      await compare(client, table, value);
      report.tables += 1;
      report.rows += value.rows;
    } else if (kind === "sequences") await restoreSequences(client, value);
  }
  return report;
}

async function compare(client: pg.Client, table: BackupTable, expected: BackupSum): Promise<void> {
  const sum = new RowSum();
  for await (const chunk of client.query(copyTo(copyOut(table))) as AsyncIterable<Buffer>) sum.add(chunk);
  // Checksums of format 1 depend on row order, which another server does not keep.
  if (sum.rows === expected.rows && (expected.content ?? sum.content) === sum.content) return;
  throw new SetupError(
    "backupInvalid",
    `${table.schema}.${table.name} came back different (${sum.rows} rows, ${expected.rows} in the file): nothing was restored.`,
  );
}

async function refuseNewer(file: string, header: BackupHeader, directory: string): Promise<void> {
  const known = new Map((await readMigrations(directory)).map(({ name, checksum }) => [name, checksum]));
  const strange = header.migrations.find(({ name, checksum }) => known.get(name) !== checksum);
  if (strange !== undefined) {
    throw new SetupError(
      "backupNewer",
      `${file} was taken from another release (it has migration ${strange.name}): restore it with that release.`,
    );
  }
}

async function refuseFilled(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ count: string }>(
    "SELECT count(*) FROM pg_class WHERE relnamespace IN (SELECT oid FROM pg_namespace WHERE nspname IN ('public', $1)) AND relkind IN ('r', 'p')",
    [jobSchema],
  );
  if (Number(rows[0]?.count) > 0)
    throw new SetupError("notEmpty", "The database already holds tables: restore into an empty one.");
}

/** Disables triggers: their effects are in the backed-up rows. Only a superuser can; otherwise they run again. */
async function silenceTriggers(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ on: boolean }>(
    "SELECT rolsuper AS on FROM pg_roles WHERE rolname = current_user",
  );
  if (rows[0]?.on) await client.query("SET LOCAL session_replication_role = replica");
}

/**
 * Drops foreign keys, and indexes that back no constraint, and answers the statements that recreate them. Built once
 * over the loaded rows they take a fraction of the time, and every reference is checked in whatever order the tables
 * came.
 */
async function setAside(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ drop: string; rebuild: string }>(
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', k.conrelid::regclass, k.conname) AS drop,
            format('ALTER TABLE %s ADD CONSTRAINT %I %s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid)) AS rebuild
       FROM pg_constraint k WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace AND k.conparentid = 0
     UNION ALL
     SELECT format('DROP INDEX %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid)
       FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
      WHERE c.relnamespace = 'public'::regnamespace AND NOT c.relispartition
        AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid)`,
  );
  for (const { drop } of rows) await client.query(drop);
  // Foreign keys come last: they are checked with the indexes.
  await client.query("SET LOCAL maintenance_work_mem = '256MB'");
  return rows
    .map(({ rebuild }) => rebuild)
    .sort((one, other) => Number(one.startsWith("ALTER")) - Number(other.startsWith("ALTER")));
}

async function restoreSequences(client: pg.ClientBase, sequences: readonly BackupSequence[]): Promise<void> {
  for (const { schema, table, column, next } of sequences) {
    const name = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(table)}`;
    await client.query("SELECT setval(pg_get_serial_sequence($1, $2), $3::bigint, false)", [name, column, next]);
  }
}
