import { stat } from "node:fs/promises";
import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { type BackupHeader, type BackupRecord, backupFormat, writeBackup } from "./backup-file.ts";
import {
  copyOut,
  jobSchemaVersion,
  migrationsOf,
  plainText,
  sequencesOf,
  tablesOf,
  withBackupClient,
} from "./backup-tables.ts";
import { recordedFingerprint } from "./installation.ts";
import { RowSum } from "./row-sum.ts";

/** Result of a backup or a restore. */
export interface BackupReport {
  readonly tables: number;
  readonly rows: number;
  /** Size of the file in bytes. */
  readonly bytes: number;
  /** Instant of the snapshot, by the database's clock. */
  readonly takenAt: string | null;
  /** Fingerprint of the secret that decrypts sealed values in the rows. */
  readonly secretFingerprint: string | null;
}

/**
 * Writes every row of the product into one compressed file, from one snapshot, while the product keeps running. Works
 * on the embedded database and any other, as a user with read access to all tables. Files stored in the database are
 * included; the installation secret and files in a folder are not.
 */
export async function backup(url: string, file: string): Promise<BackupReport> {
  const seen = { tables: 0, rows: 0, header: undefined as BackupHeader | undefined };
  await withBackupClient(url, async (client) => {
    // One snapshot for all statements: later commits are not seen, and nobody waits for the backup.
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    for (const setting of plainText) await client.query(setting);
    await writeBackup(file, recordsOf(client, seen));
    await client.query("COMMIT");
  });
  const { tables, rows, header } = seen;
  const { size: bytes } = await stat(file);
  return {
    tables,
    rows,
    bytes,
    takenAt: header?.takenAt ?? null,
    secretFingerprint: header?.secretFingerprint ?? null,
  };
}

async function* recordsOf(
  client: pg.Client,
  seen: { tables: number; rows: number; header: BackupHeader | undefined },
): AsyncGenerator<BackupRecord> {
  seen.header = {
    format: backupFormat,
    migrations: await migrationsOf(client),
    jobSchema: await jobSchemaVersion(client),
    takenAt: await transactionTime(client),
    secretFingerprint: await recordedFingerprint(client),
  };
  yield { kind: "header", value: seen.header };
  for (const table of await tablesOf(client)) {
    yield { kind: "table", value: table };
    const sum = new RowSum();
    for await (const chunk of client.query(copyTo(copyOut(table))) as AsyncIterable<Buffer>) {
      sum.add(chunk);
      yield { kind: "data", value: chunk };
    }
    yield { kind: "sum", value: { rows: sum.rows, content: sum.content } };
    seen.tables += 1;
    seen.rows += sum.rows;
  }
  yield { kind: "sequences", value: await sequencesOf(client) };
  yield { kind: "end", value: { tables: seen.tables, sha256: "" } };
}

async function transactionTime(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ now: Date }>("SELECT now()");
  return rows[0]?.now.toISOString() ?? "";
}
