import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import { newId } from "../db/new-id.ts";
import type { TableName, Tables } from "../db/tables.ts";
import type { FileStore } from "../files/file-store.ts";
import type { RetentionSweep } from "./retention.ts";

/** A log whose rows are archived after a retention period. */
export interface RetainedLog {
  /** Name of its rows, for the node's log. */
  readonly name: string;
  readonly table: TableName;
  /** Columns that identify a row. */
  readonly key: readonly string[];
  /** Condition for rows past their retention. */
  readonly isOver: (db: Kysely<Tables>, now: Date) => Promise<RawBuilder<SqlBool>> | RawBuilder<SqlBool>;
}

/** Rows per archive; held in memory while it is written. */
export const archiveRows = 2_000;

type Row = Readonly<Record<string, unknown>>;

/** A row as an NDJSON line: bytes in base64, everything else as JSON. */
const lineOf = (row: Row): string =>
  `${JSON.stringify(
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, Buffer.isBuffer(value) ? value.toString("base64") : value]),
    ),
  )}\n`;

/** Condition for exactly these rows. */
const theseRows = ({ key }: RetainedLog, rows: readonly Row[]): RawBuilder<SqlBool> => {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  const values = rows.map((row) => sql`(${sql.join(key.map((column) => row[column]))})`);
  return sql<SqlBool>`(${columns}) IN (${sql.join(values)})`;
};

/**
 * The sweep of a log: rows past their retention are archived as compressed NDJSON and only then removed. The audit
 * entry of the removal names the file and its SHA-256. The number of removed rows must equal the number archived;
 * otherwise nothing is removed.
 */
export const archivedSweep = (files: FileStore, log: RetainedLog): RetentionSweep => ({
  name: log.name,
  run: async (db, now, inCommand) => {
    const condition = await log.isOver(db, now);
    for (let total = 0; ; ) {
      const { rows } = await sql<Row>`
        SELECT * FROM ${sql.table(log.table)} WHERE ${condition} LIMIT ${archiveRows}`.execute(db);
      if (rows.length > 0) await leave(files, log, rows, now, inCommand);
      total += rows.length;
      if (rows.length < archiveRows) return total;
    }
  },
});

async function leave(
  files: FileStore,
  log: RetainedLog,
  rows: readonly Row[],
  now: Date,
  inCommand: Parameters<RetentionSweep["run"]>[2],
): Promise<void> {
  const archive = `log-archives/${newId("arc", now)}.gz`;
  const { checksum: sha256, bytes } = await files.put(archive, Readable.from(rows.map(lineOf)).pipe(createGzip()));
  await inCommand(
    async (ctx) => {
      const { numAffectedRows } = await sql`
        DELETE FROM ${sql.table(log.table)} WHERE ${theseRows(log, rows)}`.execute(ctx.db);
      const removed = Number(numAffectedRows);
      if (removed !== rows.length)
        throw new Error(`${removed} ${log.name} would leave and ${rows.length} were archived`);
      ctx.recordChange({
        table: log.table,
        id: "old",
        before: { count: removed },
        after: { archive, sha256, bytes },
      });
    },
    { event: "sysJobRun.archiveLog", input: { log: log.table } },
  );
}
