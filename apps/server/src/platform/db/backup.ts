import { createHash } from "node:crypto";
import { once } from "node:events";
import pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import {
  type BackupHeader,
  type BackupRecord,
  type BackupSequence,
  type BackupSum,
  type BackupTable,
  backupFormat,
  readBackup,
  verifyBackup,
  writeBackup,
} from "./backup-file.ts";
import type { DatabaseUrls } from "./database-url.ts";
import { installJobSchema, jobSchema } from "./job-schema.ts";
import { migrate, migrateSchema } from "./migrate.ts";
import { readMigrations } from "./migration-file.ts";
import { ensureAppRole } from "./roles.ts";
import { SetupError } from "./setup-error.ts";
import { migrationTable, type TableManifest, tableNames } from "./table-manifest.ts";

/** Tables of the job library that hold work; the rest is its own bookkeeping. */
const jobTables = ["queue", "schedule", "subscription", "job", "job_dependency"];

/** Text that reads back the same whatever the server's or the database's own settings are. */
const plainText = [
  "SET search_path = pg_catalog",
  "SET DateStyle = 'ISO, YMD'",
  "SET IntervalStyle = 'postgres'",
  "SET TimeZone = 'UTC'",
  "SET extra_float_digits = 3",
  "SET bytea_output = 'hex'",
  "SET synchronize_seqscans = off",
];

/** What a backup or a restore came to. */
export interface BackupReport {
  readonly tables: number;
  readonly rows: number;
}

/**
 * Writes every row of the product into one compressed file, as of one moment, while the product goes on.
 * The file holds no secrets of the installation and no uploaded files: those lie beside the database.
 */
export async function backup(ownerUrl: string, file: string): Promise<BackupReport> {
  const report = { tables: 0, rows: 0 };
  await withClient(ownerUrl, async (client) => {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    await writeBackup(file, recordsOf(client, report));
    await client.query("COMMIT");
  });
  return report;
}

async function* recordsOf(client: pg.Client, report: { tables: number; rows: number }): AsyncGenerator<BackupRecord> {
  const migrations = await migrationsOf(client);
  yield { kind: "header", value: { format: backupFormat, migrations, jobSchema: await jobSchemaVersion(client) } };
  for (const table of await tablesOf(client)) {
    yield { kind: "table", value: table };
    const sum = startSum();
    for await (const chunk of client.query(copyTo(copyText(table))) as AsyncIterable<Buffer>) {
      sum.add(chunk);
      yield { kind: "data", value: chunk };
    }
    yield { kind: "sum", value: sum.end() };
    report.tables += 1;
    report.rows += sum.end().rows;
  }
  yield { kind: "sequences", value: await sequencesOf(client) };
  yield { kind: "end", value: { tables: report.tables, sha256: "" } };
}

/** Where and with what to restore. */
export interface RestoreOptions {
  readonly urls: DatabaseUrls;
  readonly file: string;
  readonly directory: string;
  readonly manifest: TableManifest;
  readonly log: { info(message: string): void };
}

/**
 * Loads a backup into an empty database, compares every table's count and checksum with the file's, and brings the
 * result up to this release. All of the data comes in or none of it. Refuses a damaged or newer file before it touches
 * anything, and a database that already holds tables.
 */
export async function restore({ urls, file, directory, manifest, log }: RestoreOptions): Promise<BackupReport> {
  const header = await verifyBackup(file);
  await refuseNewer(file, header, directory);
  await withClient(urls.ownerUrl, refuseFilled);
  try {
    return await fill({ urls, file, directory, manifest, log }, header);
  } catch (error) {
    // It was empty when we came, and has to be for the next attempt.
    await withClient(urls.ownerUrl, empty);
    throw error;
  }
}

async function fill(
  { urls, file, directory, manifest, log }: RestoreOptions,
  header: BackupHeader,
): Promise<BackupReport> {
  const until = header.migrations.at(-1)?.name ?? "";
  await migrateSchema({ ownerUrl: urls.ownerUrl, directory, manifest, log, until });
  await createRole(urls);
  await installJobSchema(urls.ownerUrl, { appRole: urls.appRole });
  const report = await withClient(urls.ownerUrl, async (client) => {
    await client.query("BEGIN");
    await loosenConstraints(client);
    const loaded = await load(client, file, header, log);
    await client.query("COMMIT");
    return loaded;
  });
  await migrate({ ...urls, directory, manifest, log });
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
  // Jobs of another version of the library may have another shape; the work they stand for is in our own tables.
  const withJobs = header.jobSchema === (await jobSchemaVersion(client));
  if (!withJobs) log.info("waiting jobs are left out: they were written by another version of the job library");
  const report = { tables: 0, rows: 0 };
  let table: BackupTable | undefined;
  let copy: ReturnType<typeof copyFrom> | undefined;
  for await (const { kind, value } of readBackup(file)) {
    if (kind === "table") {
      table = value;
      const wanted = table.schema !== jobSchema || withJobs;
      copy = wanted ? client.query(copyFrom(`COPY ${quoted(table)} (${names(table)}) FROM STDIN`)) : undefined;
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
  const sum = startSum();
  for await (const chunk of client.query(copyTo(copyText(table))) as AsyncIterable<Buffer>) sum.add(chunk);
  const { rows, sha256 } = sum.end();
  if (rows === expected.rows && sha256 === expected.sha256) return;
  throw new SetupError(
    "backupInvalid",
    `${table.schema}.${table.name} came back different (${rows} rows, ${expected.rows} in the file): nothing was restored.`,
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

/** The job library's grants need the role before the last migrations have run. */
async function createRole({ ownerUrl, appRole, appPassword }: DatabaseUrls): Promise<void> {
  await withClient(ownerUrl, (client) => ensureAppRole(client, { role: appRole, password: appPassword }));
}

/** A superuser need not check each row again. Others load parents before children, which needs no right at all. */
async function loosenConstraints(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ on: boolean }>(
    "SELECT rolsuper AS on FROM pg_roles WHERE rolname = current_user",
  );
  if (rows[0]?.on) await client.query("SET LOCAL session_replication_role = replica");
}

/** Tables with parents before children, and their columns in order. Generated columns are made again by the server. */
async function tablesOf(client: pg.ClientBase): Promise<BackupTable[]> {
  const { rows } = await client.query<BackupTable & { oid: number; parents: number[] }>(
    `SELECT c.oid::int, n.nspname AS schema, c.relname AS name,
            ARRAY(SELECT a.attname::text FROM pg_attribute a
                   WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' ORDER BY a.attnum) AS columns,
            ARRAY(SELECT DISTINCT k.confrelid::int FROM pg_constraint k
                   WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.confrelid <> c.oid) AS parents
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND (n.nspname = 'public' AND c.relname <> $1 OR n.nspname = $2 AND c.relname = ANY ($3))
      ORDER BY n.nspname DESC, c.relname`,
    [migrationTable, jobSchema, jobTables],
  );
  const ordered: typeof rows = [];
  let waiting = rows;
  while (waiting.length > 0) {
    const ready = waiting.filter(({ parents }) => !parents.some((parent) => waiting.some(({ oid }) => oid === parent)));
    // Tables that refer to each other in a circle can be loaded by a superuser only, in any order.
    const next = ready.length > 0 ? ready : waiting;
    ordered.push(...next);
    waiting = waiting.filter((table) => !next.includes(table));
  }
  return ordered.map(({ schema, name, columns }) => ({ schema, name, columns }));
}

async function sequencesOf(client: pg.ClientBase): Promise<BackupSequence[]> {
  const { rows } = await client.query<Omit<BackupSequence, "next"> & { sequence: string }>(
    `SELECT n.nspname AS schema, c.relname AS table, a.attname AS column, pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname) AS sequence
       FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND a.attnum > 0 AND NOT a.attisdropped
        AND pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname) IS NOT NULL`,
  );
  const sequences: BackupSequence[] = [];
  for (const { sequence, ...place } of rows) {
    // Sequences stand outside of snapshots: this may be later than the rows, and so never gives a number twice.
    const { rows: values } = await client.query<{ next: string }>(
      `SELECT (CASE WHEN is_called THEN last_value + 1 ELSE last_value END)::text AS next FROM ${sequence}`,
    );
    sequences.push({ ...place, next: values[0]?.next ?? "1" });
  }
  return sequences;
}

async function restoreSequences(client: pg.ClientBase, sequences: readonly BackupSequence[]): Promise<void> {
  for (const { schema, table, column, next } of sequences) {
    const name = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(table)}`;
    await client.query("SELECT setval(pg_get_serial_sequence($1, $2), $3::bigint, false)", [name, column, next]);
  }
}

async function migrationsOf(client: pg.ClientBase): Promise<BackupHeader["migrations"]> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    `SELECT name, checksum FROM public.${migrationTable} ORDER BY name`,
  );
  return rows;
}

async function jobSchemaVersion(client: pg.ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ installed: boolean }>("SELECT to_regclass($1) IS NOT NULL AS installed", [
    `${jobSchema}.version`,
  ]);
  if (!rows[0]?.installed) return null;
  const { rows: versions } = await client.query<{ version: string }>(`SELECT version::text FROM ${jobSchema}.version`);
  return versions[0]?.version ?? null;
}

function copyText(table: BackupTable): string {
  return `COPY (SELECT ${names(table)} FROM ${quoted(table)}) TO STDOUT`;
}

function quoted({ schema, name }: BackupTable): string {
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
}

function names({ columns }: BackupTable): string {
  return columns.map((column) => pg.escapeIdentifier(column)).join(", ");
}

/** COPY writes each row as one line; line feeds inside values are escaped. */
function startSum(): { add(chunk: Buffer): void; end(): BackupSum } {
  const hash = createHash("sha256");
  let rows = 0;
  let sum: BackupSum | undefined;
  return {
    add: (chunk) => {
      hash.update(chunk);
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) rows += 1;
    },
    end: () => {
      sum ??= { rows, sha256: hash.digest("hex") };
      return sum;
    },
  };
}

async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, application_name: "countinghouse-backup" });
  client.on("error", () => {});
  await client.connect();
  try {
    for (const setting of plainText) await client.query(setting);
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
