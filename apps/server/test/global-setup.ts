import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { type DatabaseUrls, embeddedUrls } from "../src/platform/db/database-url.ts";
import { startEmbedded } from "../src/platform/db/embedded.ts";
import { installJobSchema } from "../src/platform/db/job-schema.ts";
import { migrate } from "../src/platform/db/migrate.ts";
import { becomeCoordinator, citusBinaries, citusSettings, leaveAlone } from "./citus.ts";

/** What every test file is told about the server of this run. */
export interface TestServer {
  /** Connection string of the owner, on a database nobody clones. */
  readonly ownerUrl: string;
  /** Password of the application's role, which is the same in every database. */
  readonly appPassword: string;
  /** Name of the migrated database that is cloned, or why there is none. */
  readonly template: { readonly name: string } | { readonly failure: string };
}

declare module "vitest" {
  interface ProvidedContext {
    testServer: TestServer;
  }
}

const prefix = "countinghouse-test-";
const templateName = "countinghouse_template";
const silent = { info: () => {}, warn: () => {} };
const testSecret = "the secret of test databases, which are thrown away";
const migrations = fileURLToPath(new URL("../migrations", import.meta.url));
const onCitus = process.env.TEST_POSTGRES === "citus";
const templateModule = new URL("./template.ts", import.meta.url);

// A crash loses nothing worth keeping here, so nothing waits for the disk.
const settings = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  max_connections: "200",
  wal_level: "minimal",
  max_wal_senders: "0",
  max_wal_size: "2GB",
  shared_buffers: "256MB",
  autovacuum_naptime: "1h",
};

/** Starts one throw-away server for the run and makes the template; answers how to take both away. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeAbandoned();
  const dataDir = await mkdtemp(path.join(os.tmpdir(), `${prefix}${process.pid}-`));
  const binaryDirectory = chosenBinaries();
  const server = await startEmbedded({
    dataDir,
    log: silent,
    settings: onCitus ? { ...settings, ...citusSettings } : settings,
    ...(binaryDirectory ? { binaryDirectory } : {}),
  });
  const { appPassword } = embeddedUrls(server.ownerUrl, testSecret);
  project.provide("testServer", {
    ownerUrl: server.ownerUrl,
    appPassword,
    template: await buildTemplate(server.ownerUrl),
  });
  return async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

/**
 * `TEST_POSTGRES=15` runs the suites on the machine's own PostgreSQL of that version, `TEST_POSTGRES=citus` on a cluster
 * of one node with the programs in `CITUS_BIN`.
 */
function chosenBinaries(): string | undefined {
  const version = process.env.TEST_POSTGRES;
  if (!version) return undefined;
  if (onCitus) return citusBinaries();
  const directory = `/usr/lib/postgresql/${version}/bin`;
  if (!existsSync(directory)) throw new Error(`TEST_POSTGRES=${version}, but ${directory} does not exist.`);
  return directory;
}

/** A template that cannot be made fails the tests that need a database, and no other. */
async function buildTemplate(serverUrl: string): Promise<TestServer["template"]> {
  try {
    const client = new pg.Client({ connectionString: serverUrl });
    await client.connect();
    await client.query(`CREATE DATABASE ${templateName}`);
    await client.end();
    const url = new URL(serverUrl);
    url.pathname = templateName;
    if (onCitus) await becomeCoordinator(url.href);
    await fillDatabase(url.href);
    if (onCitus) await leaveAlone(serverUrl, templateName);
    return { name: templateName };
  } catch (error) {
    const failure = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`No test database: ${failure}\n`);
    return { failure };
  }
}

/** Makes an empty database what every test starts from; answers how it is reached. */
export async function fillDatabase(ownerUrl: string): Promise<DatabaseUrls> {
  const urls = embeddedUrls(ownerUrl, testSecret);
  const { manifest } = await import("../src/modules/tables.ts");
  await migrate({ ...urls, directory: migrations, manifest, log: silent });
  await installJobSchema(urls.ownerUrl, { appRole: urls.appRole });
  // Rows that every test may count on, where the suites need any.
  if (existsSync(templateModule)) await (await import(templateModule.href)).prepareTemplate(urls);
  return urls;
}

/** Ends the servers of runs that were killed before they could. */
async function removeAbandoned(): Promise<void> {
  for (const entry of await readdir(os.tmpdir())) {
    const owner = new RegExp(`^${prefix}(\\d+)-`).exec(entry)?.[1];
    if (owner === undefined || isAlive(Number(owner))) continue;
    const directory = path.join(os.tmpdir(), entry);
    const postmaster = await readFile(path.join(directory, "postgres", "postmaster.pid"), "utf8").catch(() => "");
    const pid = Number(postmaster.split("\n")[0]);
    const command = pid > 0 ? await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "") : "";
    if (command.includes(directory)) process.kill(pid, "SIGQUIT");
    await rm(directory, { recursive: true, force: true, maxRetries: 5 }).catch(() => {});
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
