import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { SetupError } from "./setup-error.ts";
import { type SqlStatement, splitSql } from "./sql-statements.ts";

/** Stages of a migration in the order they run. Citus places tables after the first. */
export const migrationStages = ["tables", "constraints", "seed"] as const;
/** One stage of a migration. */
export type MigrationStage = (typeof migrationStages)[number];

/** One file `NNNN_name.sql`. */
export interface Migration {
  /** File name without its ending, such as `0007_refund`. */
  readonly name: string;
  readonly number: number;
  /** SHA-256 of the text with normalised line endings. */
  readonly checksum: string;
  /**
   * Checksums of earlier texts with the same effect, from lines `-- formerly: <checksum>`: a database that applied one
   * of them is up to date.
   */
  readonly formerChecksums: readonly string[];
  readonly stages: Readonly<Record<MigrationStage, readonly SqlStatement[]>>;
}

const fileName = /^(\d{4})_[a-z0-9]+(?:_[a-z0-9]+)*\.sql$/;
const stageMark = /^--\s*stage:\s*(.*)$/;
const formerMark = /^--\s*formerly:\s*([0-9a-f]{64})\s*$/;
// The runner owns the transaction of a migration, and some statements cannot run inside one.
const forbidden = /^(?:BEGIN|START\s+TRANSACTION|COMMIT|ROLLBACK|VACUUM|CREATE\s+DATABASE|.*\bINDEX\s+CONCURRENTLY)\b/i;

/** Reads all migrations of a folder in order; refuses an invalid name, a duplicate number and a broken file. */
export async function readMigrations(directory: string): Promise<Migration[]> {
  const files = (await readdir(directory)).filter((file) => file.endsWith(".sql")).sort();
  const migrations = await Promise.all(
    files.map(async (file) => parseMigration(file, await readFile(path.join(directory, file), "utf8"))),
  );
  for (const [index, { name, number }] of migrations.entries()) {
    if (migrations[index - 1]?.number === number) {
      throw new SetupError(
        "migrationInvalid",
        `Migration ${name}.sql has the number of ${migrations[index - 1]?.name}.sql: give it the next free one.`,
      );
    }
  }
  return migrations;
}

/** Reads one migration. Every statement stands below a line `-- stage: tables`, `constraints` or `seed`. */
export function parseMigration(file: string, text: string): Migration {
  const number = Number(fileName.exec(file)?.[1] ?? Number.NaN);
  if (Number.isNaN(number)) invalid(file, "the name has to look like 0042_payout_account.sql");
  const normal = text.replaceAll("\r\n", "\n").replace(/^\uFEFF/, "");
  const stages: Record<MigrationStage, SqlStatement[]> = { tables: [], constraints: [], seed: [] };
  const formerChecksums: string[] = [];
  let current = -1;
  for (const { kind, text: piece, line } of pieces(file, normal)) {
    const former = kind === "comment" ? formerMark.exec(piece)?.[1] : undefined;
    if (former !== undefined) formerChecksums.push(former);
    const mark = kind === "comment" ? stageMark.exec(piece)?.[1]?.trim() : undefined;
    if (mark !== undefined) {
      const next = (migrationStages as readonly string[]).indexOf(mark);
      if (next < 0) invalid(file, `line ${line}: there is no stage "${mark}", only ${migrationStages.join(", ")}`);
      if (next <= current) invalid(file, `line ${line}: stage ${mark} comes too late or twice`);
      current = next;
    } else if (kind === "statement") {
      const stage = migrationStages[current];
      if (stage === undefined) invalid(file, `line ${line}: the statement stands above the first "-- stage:" line`);
      if (forbidden.test(piece)) invalid(file, `line ${line}: this statement cannot run in a migration's transaction`);
      stages[stage].push({ text: piece, line });
    }
  }
  return {
    name: path.basename(file, ".sql"),
    number,
    checksum: createHash("sha256").update(normal).digest("hex"),
    formerChecksums,
    stages,
  };
}

function pieces(file: string, text: string): ReturnType<typeof splitSql> {
  try {
    return splitSql(text);
  } catch (error) {
    return invalid(file, (error as Error).message);
  }
}

function invalid(file: string, reason: string): never {
  throw new SetupError("migrationInvalid", `Migration ${file} cannot be read: ${reason}.`);
}
