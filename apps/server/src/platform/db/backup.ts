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

/** What a backup or a restore came to. */
export interface BackupReport {
  readonly tables: number;
  readonly rows: number;
  /** Size of the file. */
  readonly bytes: number;
  /** The moment the rows are of, by the database's clock. */
  readonly takenAt: string | null;
  /** Fingerprint of the secret that opens what is sealed in the rows. */
  readonly secretFingerprint: string | null;
}

/**
 * Writes every row of the product into one compressed file, as of one moment, while the product goes on; of the embedded
 * database or any other, as a user who may read all of it. Files that are kept in the database are rows. The secret and
 * files in a folder are not part of it.
 */
export async function backup(url: string, file: string): Promise<BackupReport> {
  const seen = { tables: 0, rows: 0, header: undefined as BackupHeader | undefined };
  await withBackupClient(url, async (client) => {
    // One snapshot for all statements: nothing that is committed later is seen, and nothing waits for us.
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
