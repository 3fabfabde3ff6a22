import pg from "pg";
import type { BackupHeader, BackupSequence, BackupTable } from "./backup-file.ts";
import { jobSchema } from "./job-schema.ts";
import { SetupError } from "./setup-error.ts";
import { migrationTable } from "./table-manifest.ts";

/** Tables of the job library that hold jobs and schedules; its other tables are internal. */
const jobTables = ["queue", "schedule", "subscription", "job", "job_dependency"];

/**
 * Session settings for COPY text that reads back the same whatever the server's defaults, without a statement timeout.
 * Set within the transaction, so that they also hold behind a transaction pooler.
 */
export const plainText = [
  "SET LOCAL search_path = pg_catalog",
  "SET LOCAL DateStyle = 'ISO, YMD'",
  "SET LOCAL IntervalStyle = 'postgres'",
  "SET LOCAL TimeZone = 'UTC'",
  "SET LOCAL extra_float_digits = 3",
  "SET LOCAL bytea_output = 'hex'",
  "SET LOCAL synchronize_seqscans = off",
  "SET LOCAL statement_timeout = 0",
  "SET LOCAL idle_in_transaction_session_timeout = 0",
];

/** Opens a dedicated connection for `work` and closes it again. */
export async function withBackupClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url, application_name: "countinghouse-backup" });
  client.on("error", () => {});
  await client.connect().catch((cause: Error) => {
    throw new SetupError(
      "unreachable",
      `The database does not answer (${cause.message}): check its address, that the server runs, and that its user may sign in.`,
      { cause },
    );
  });
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Tables in dependency order, parents first, with their columns. Generated columns are left out: the server recomputes
 * them.
 */
export async function tablesOf(client: pg.ClientBase): Promise<BackupTable[]> {
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
    // Only a superuser can load tables with circular references; their order does not matter.
    const next = ready.length > 0 ? ready : waiting;
    ordered.push(...next);
    waiting = waiting.filter((table) => !next.includes(table));
  }
  return ordered.map(({ schema, name, columns }) => ({ schema, name, columns }));
}

/** The next value of each identity column. */
export async function sequencesOf(client: pg.ClientBase): Promise<BackupSequence[]> {
  const { rows } = await client.query<Omit<BackupSequence, "next"> & { sequence: string }>(
    `SELECT n.nspname AS schema, c.relname AS table, a.attname AS column, pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname) AS sequence
       FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND a.attnum > 0 AND NOT a.attisdropped
        AND pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname) IS NOT NULL`,
  );
  const sequences: BackupSequence[] = [];
  for (const { sequence, ...place } of rows) {
    // Sequences are not part of a snapshot: the value may be later than the rows, and so never repeats a number.
    const { rows: values } = await client.query<{ next: string }>(
      `SELECT (CASE WHEN is_called THEN last_value + 1 ELSE last_value END)::text AS next FROM ${sequence}`,
    );
    sequences.push({ ...place, next: values[0]?.next ?? "1" });
  }
  return sequences;
}

/** Applied migrations, oldest first. */
export async function migrationsOf(client: pg.ClientBase): Promise<BackupHeader["migrations"]> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    `SELECT name, checksum FROM public.${migrationTable} ORDER BY name`,
  );
  return rows;
}

/** Version of the job library's schema; null where it is not installed. */
export async function jobSchemaVersion(client: pg.ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ installed: boolean }>("SELECT to_regclass($1) IS NOT NULL AS installed", [
    `${jobSchema}.version`,
  ]);
  if (!rows[0]?.installed) return null;
  const { rows: versions } = await client.query<{ version: string }>(`SELECT version::text FROM ${jobSchema}.version`);
  return versions[0]?.version ?? null;
}

/** The COPY statement that reads a table. */
export const copyOut = (table: BackupTable): string => `COPY (SELECT ${names(table)} FROM ${quoted(table)}) TO STDOUT`;

/** The COPY statement that loads a table. */
export const copyIn = (table: BackupTable): string => `COPY ${quoted(table)} (${names(table)}) FROM STDIN`;

/** A table's quoted name for SQL. */
export const quoted = ({ schema, name }: BackupTable): string =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;

const names = ({ columns }: BackupTable): string => columns.map((column) => pg.escapeIdentifier(column)).join(", ");
