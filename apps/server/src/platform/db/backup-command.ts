import { mkdir } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { type BackupReport, backup, restore } from "./backup.ts";
import { type DatabaseUrls, databaseUrls, embeddedUrls } from "./database-url.ts";
import { runningEmbeddedUrl, startEmbedded } from "./embedded.ts";
import { EmbeddedError } from "./embedded-error.ts";
import { SetupError } from "./setup-error.ts";
import { manifest } from "./tables.ts";

const directory = fileURLToPath(new URL("../../../migrations", import.meta.url));
const log = {
  info: (message: string) => process.stdout.write(`${message}\n`),
  warn: (message: string) => process.stderr.write(`${message}\n`),
};
/** The role's password is set anew by the next start, from the secret of the installation that starts. */
const passwordUntilStart = crypto.getRandomValues(new Uint8Array(32));

/** `backup FILE` or `restore FILE`, on the database that the environment names or the embedded one. */
async function main([action, target]: string[]): Promise<void> {
  if ((action !== "backup" && action !== "restore") || target === undefined)
    throw new SetupError("backupInvalid", "Say which file: npm run backup -- FILE, or npm run restore -- FILE.");
  const file = path.resolve(process.env.INIT_CWD ?? ".", target);
  const { urls, close } = await openDatabase(action);
  try {
    if (action === "backup") await mkdir(path.dirname(file), { recursive: true });
    const work = action === "backup" ? backup(urls.ownerUrl, file) : restore({ urls, file, directory, manifest, log });
    const { tables, rows }: BackupReport = await work;
    log.info(`${action === "backup" ? "backed up to" : "restored from"} ${file}: ${rows} rows of ${tables} tables`);
    log.info("Not in this file: the secrets and uploaded files in the data directory. Keep a copy of them beside it.");
  } finally {
    await close();
  }
}

async function openDatabase(action: "backup" | "restore"): Promise<{ urls: DatabaseUrls; close(): Promise<void> }> {
  const external = await databaseUrls(process.env, passwordUntilStart);
  if (external !== undefined) return { urls: external, close: async () => {} };
  const dataDir = path.resolve(process.env.COUNTINGHOUSE_DATA || "data");
  const running = await runningEmbeddedUrl(dataDir);
  if (running !== undefined && action === "backup")
    return { urls: embeddedUrls(running, passwordUntilStart), close: async () => {} };
  const embedded = await startEmbedded({ dataDir, log });
  return { urls: embeddedUrls(embedded.ownerUrl, passwordUntilStart), close: () => embedded.stop() };
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof SetupError || error instanceof EmbeddedError)) throw error;
  log.warn(error.message);
  process.exitCode = 1;
}
