import { mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { manifest } from "./modules/tables.ts";
import { ConfigError } from "./platform/config/config-error.ts";
import { filesBucketOf } from "./platform/config/outside-config.ts";
import { secretFingerprint } from "./platform/crypto/secret-fingerprint.ts";
import { type BackupReport, backup } from "./platform/db/backup.ts";
import { type DatabaseUrls, databaseUrls, embeddedUrls } from "./platform/db/database-url.ts";
import { runningEmbeddedUrl, startEmbedded } from "./platform/db/embedded.ts";
import { EmbeddedError } from "./platform/db/embedded-error.ts";
import { restore } from "./platform/db/restore.ts";
import { SetupError } from "./platform/db/setup-error.ts";
import { sizeOfBucket } from "./platform/files/bucket-files.ts";
import { sizeOfFolder } from "./platform/files/folder-files.ts";
import { openBucket } from "./platform/files/object-bucket.ts";

const directory = fileURLToPath(new URL("../migrations", import.meta.url));
const log = {
  info: (message: string) => process.stdout.write(`${message}\n`),
  warn: (message: string) => process.stderr.write(`${message}\n`),
};
const { env } = process;
const dataDir = path.resolve(env.COUNTINGHOUSE_DATA || "data");
/** Fills a place that is not used: neither command gives the application's role a password. */
const noPassword = "";

/** `backup FILE` or `restore FILE`, on the database that the environment names or the embedded one. */
async function main([action, target]: string[]): Promise<void> {
  if ((action !== "backup" && action !== "restore") || target === undefined)
    throw new SetupError("backupInvalid", "Say which file: npm run backup -- FILE, or npm run restore -- FILE.");
  const file = path.resolve(env.INIT_CWD ?? ".", target);
  const { urls, close } = await openDatabase(action);
  try {
    if (action === "backup") await mkdir(path.dirname(file), { recursive: true });
    const started = performance.now();
    const report = await (action === "backup"
      ? backup(urls.ownerUrl, file)
      : restore({ urls, file, directory, manifest, log }));
    const seconds = (performance.now() - started) / 1000;
    log.info(`${action === "backup" ? "backed up to" : "restored from"} ${file}: ${sizeAndRate(report, seconds)}`);
    await (action === "backup" ? sayWhatIsMissing(report) : sayWhatIsNeeded(report));
  } finally {
    await close();
  }
}

function sizeAndRate({ rows, tables, bytes, takenAt }: BackupReport, seconds: number): string {
  const rate = `${Math.round(rows / seconds)} rows/s, ${megabytes(bytes / seconds)}/s`;
  const moment = takenAt === null ? "" : `, as of ${takenAt}`;
  return `${rows} rows of ${tables} tables, ${megabytes(bytes)} in ${tenths(seconds)} s (${rate})${moment}`;
}

const tenths = (value: number): number => Math.round(value * 10) / 10;
const megabytes = (bytes: number): string => `${tenths(bytes / 1_000_000)} MB`;

/** Names what a restored installation needs beside the file. */
async function sayWhatIsMissing({ secretFingerprint: fingerprint }: BackupReport): Promise<void> {
  log.info(
    `Not in this file: the secret${named(fingerprint)}. Keep it apart from the backup: without it, sealed values stay closed.`,
  );
  const place = filesOutside();
  if (place === undefined) return;
  const size = await place.size().catch((error: Error) => {
    log.warn(`Not in this file: what lies in ${place.name}. It was not counted: ${error.message}.`);
  });
  if (size && size.files > 0)
    log.info(`Not in this file: ${size.files} files (${megabytes(size.bytes)}) in ${place.name}. Copy all of it too.`);
}

/** Says whether the secret that is at hand opens what came back. */
async function sayWhatIsNeeded({ secretFingerprint: fingerprint }: BackupReport): Promise<void> {
  const secret = env.COUNTINGHOUSE_SECRET || (await readFile(path.join(dataDir, "secret"), "utf8").catch(() => ""));
  const isOurs = fingerprint !== null && secret !== "" && secretFingerprint(secret.trim()) === fingerprint;
  log.info(
    isOurs
      ? "The secret at hand is the one of this backup."
      : `To start, bring back the secret of this backup${named(fingerprint)}: COUNTINGHOUSE_SECRET, or the file secret of the data directory.`,
  );
  const place = filesOutside();
  if (place !== undefined)
    log.info(`Files that lay outside the database are not in a backup: bring them back to ${place.name}.`);
}

const named = (fingerprint: string | null): string =>
  fingerprint === null ? "" : ` with the fingerprint ${fingerprint.slice(0, 16)}`;

interface PlaceOfFiles {
  readonly name: string;
  size(): ReturnType<typeof sizeOfFolder>;
}

/** Where files are kept outside the database; undefined while it keeps them itself. */
function filesOutside(): PlaceOfFiles | undefined {
  const { COUNTINGHOUSE_FILES: files, DATABASE_URL: url } = env;
  const settings = filesBucketOf(env);
  if (settings) {
    const bucket = openBucket(settings);
    return { name: bucket.name, size: () => sizeOfBucket(bucket) };
  }
  if (files === "database" || (!files && url)) return undefined;
  const folder = files || path.join(dataDir, "files");
  return { name: folder, size: () => sizeOfFolder(folder) };
}

type Target = Pick<DatabaseUrls, "ownerUrl" | "appRole">;

async function openDatabase(action: "backup" | "restore"): Promise<{ urls: Target; close(): Promise<void> }> {
  const close = async () => {};
  const { DATABASE_URL: main, DATABASE_MIGRATION_URL: owner } = env;
  // To read all rows is all that a backup needs: the user need not be able to make roles.
  if (main && action === "backup") return { urls: { ownerUrl: owner || main, appRole: "" }, close };
  const external = await databaseUrls(env, noPassword);
  if (external !== undefined) return { urls: external, close };
  const running = await runningEmbeddedUrl(dataDir);
  if (running !== undefined && action === "backup") return { urls: embeddedUrls(running, noPassword), close };
  const embedded = await startEmbedded({ dataDir, log });
  return { urls: embeddedUrls(embedded.ownerUrl, noPassword), close: () => embedded.stop() };
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof SetupError || error instanceof EmbeddedError || error instanceof ConfigError)) throw error;
  log.warn(error.message);
  process.exitCode = 1;
}
