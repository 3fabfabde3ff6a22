import { closeSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { binariesIn, bundledBinaries, type EmbeddedBinaries } from "./embedded-binaries.ts";
import {
  type ClusterPaths,
  createCluster,
  embeddedOwner,
  inspectCluster,
  openLog,
  type Postmaster,
  preparePaths,
  prepareSocketDirectory,
  readPostmaster,
} from "./embedded-cluster.ts";
import { EmbeddedError } from "./embedded-error.ts";
import { chooseIdentity, type ServerIdentity } from "./embedded-identity.ts";
import { lockDirectory } from "./embedded-lock.ts";

/** Log of the supervisor. */
export interface EmbeddedLog {
  info(message: string): void;
  warn(message: string): void;
}

/** Options of the embedded database. */
export interface EmbeddedOptions {
  /** The product's data directory; the cluster is its folder `postgres`. */
  readonly dataDir: string;
  readonly log: EmbeddedLog;
  /** Server settings over the defaults, by their PostgreSQL names. */
  readonly settings?: Readonly<Record<string, string>>;
  /** A folder with `initdb` and `postgres` to use instead of the bundled ones. */
  readonly binaryDirectory?: string;
  /** Called whenever a PostgreSQL program was started: the time until it is ready can be used for other work. */
  readonly onSpawn?: () => void;
}

/** A running embedded database. */
export interface EmbeddedDatabase {
  /** Connection string of the owner, who is also the cluster's superuser. */
  readonly ownerUrl: string;
  /** Whether the server was already running, left by a killed process. */
  readonly adopted: boolean;
  /** Stops the server and releases the directory. Safe to call twice. */
  stop(): Promise<void>;
}

const database = "countinghouse";
const port = 5432;
const startMsMax = 30_000;
const stopMsMax = 30_000;
const pollMs = 25;
const watchMs = 1000;

// Messages of a server whose killed predecessor has not exited yet. Waiting helps.
const passing = /lock file ".*" already exists|pre-existing shared memory block|could not bind Unix address/;
// Messages of a server with damaged files. Waiting does not help.
const damage =
  /PANIC:|checkpoint record|incorrect checksum in control file|database files are incompatible|could not open file "(global|base|pg_)|pg_control/;

const defaults: Readonly<Record<string, string>> = {
  cluster_name: "countinghouse",
  listen_addresses: "",
  unix_socket_permissions: "0700",
  max_connections: "100",
  timezone: "UTC",
  log_timezone: "UTC",
  log_checkpoints: "off",
};

/**
 * Starts the embedded PostgreSQL of a data directory, or adopts one that still runs there, and restarts it until
 * `stop`. It listens on a Unix socket only, in a folder closed to other users.
 *
 * Throws an `EmbeddedError`. The caller handles signals: stop the users of the database first, then call `stop`.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const paths = await preparePaths(options.dataDir);
  const lock = await lockDirectory(paths.data);
  try {
    const binaries = options.binaryDirectory ? await binariesIn(options.binaryDirectory) : await bundledBinaries();
    const state = await inspectCluster(paths, binaries);
    const chosen = chooseIdentity(binaries, paths.data, paths.cluster);
    const identity: ServerIdentity = {
      ...chosen,
      spawn: (...program) => {
        const child = chosen.spawn(...program);
        options.onSpawn?.();
        return child;
      },
    };
    await prepareSocketDirectory(paths, identity);
    if (state === "absent") {
      options.log.info(`making a new PostgreSQL ${binaries.major} database in ${paths.cluster}`);
      await createCluster(paths, binaries, identity);
    }
    const server: Server = {
      paths,
      binaries,
      identity,
      settings: { ...defaults, ...options.settings },
      log: options.log,
    };
    const adoptable = await answering(paths.cluster);
    const postmaster = adoptable ?? (await launch(server));
    options.log.info(
      `${adoptable ? "adopted" : "started"} PostgreSQL ${binaries.major} as ${identity.label}, process ${postmaster.pid}`,
    );
    await createDatabase(postmaster);
    const watch = keepRunning(server, postmaster);
    return {
      ownerUrl: urlOf(postmaster, database),
      adopted: adoptable !== undefined,
      stop: once(async () => {
        await halt(await watch.end());
        await lock.release();
      }),
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** The owner's connection string if the embedded database of this directory is running, for command-line tools. */
export async function runningEmbeddedUrl(dataDir: string): Promise<string | undefined> {
  const postmaster = await answering(path.join(dataDir, "postgres"));
  return postmaster === undefined ? undefined : urlOf(postmaster, database);
}

interface Server {
  readonly paths: ClusterPaths;
  readonly binaries: EmbeddedBinaries;
  readonly identity: ServerIdentity;
  readonly settings: Readonly<Record<string, string>>;
  readonly log: EmbeddedLog;
}

/** Starts the server, retrying for 30 s while a killed predecessor still holds files. */
async function launch(server: Server): Promise<Postmaster> {
  const deadline = performance.now() + startMsMax;
  for (;;) {
    const outcome = await attempt(server, deadline);
    if (typeof outcome !== "string") return outcome;
    const said = outcome.match(/(?:FATAL|PANIC|ERROR):.*/g)?.at(-1) ?? outcome.trim().split("\n").at(-1) ?? "";
    if (damage.test(outcome)) {
      throw new EmbeddedError(
        "corrupt",
        `The database in ${server.paths.cluster} is damaged (${said}): move the folder away and restore a backup with npm run restore.`,
      );
    }
    if (!passing.test(outcome) || performance.now() > deadline) {
      throw new EmbeddedError("startFailed", `PostgreSQL did not start (${said}): see ${server.paths.log}.`);
    }
    await sleep(250);
  }
}

/** One start: answers once the server accepts connections, or with its output if it exited first. */
async function attempt(server: Server, deadline: number): Promise<Postmaster | string> {
  const { paths, binaries, identity } = server;
  const output = openLog(paths.log);
  const from = statSync(paths.log).size;
  const settings = { ...server.settings, port: String(port), unix_socket_directories: paths.sockets };
  const args = [
    "-D",
    paths.cluster,
    ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ];
  // A separate process group: Ctrl-C in a terminal must reach us first, so that the database stops last.
  const child = identity.spawn(path.join(binaries.directory, "postgres"), args, {
    stdio: ["ignore", output, output],
    detached: true,
  });
  closeSync(output);
  let ended = false;
  child.once("exit", () => {
    ended = true;
  });
  child.once("error", () => {
    ended = true;
  });
  child.unref();
  for (;;) {
    const isLate = performance.now() > deadline + startMsMax;
    const postmaster = readPostmaster(paths.cluster);
    // Crash recovery may take long; only a server that exited, or is not ready after a minute, has failed. It is looked at
    // once more after that: this process, which reads its own code meanwhile, may have been the slow one.
    if (postmaster?.ready && postmaster.pid === child.pid) return postmaster;
    if (ended || isLate) break;
    await sleep(pollMs);
  }
  if (!ended) child.kill("SIGQUIT");
  return readFileSync(paths.log).subarray(from).toString("utf8");
}

/** The postmaster of the cluster if it runs, accepts connections and serves this data folder. */
async function answering(cluster: string): Promise<Postmaster | undefined> {
  const postmaster = readPostmaster(cluster);
  if (postmaster === undefined || !isAlive(postmaster.pid)) return undefined;
  const client = new pg.Client({ connectionString: urlOf(postmaster, "postgres"), connectionTimeoutMillis: 5000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>("SHOW data_directory");
    return path.resolve(rows[0]?.data_directory ?? "") === path.resolve(cluster) ? postmaster : undefined;
  } catch {
    return undefined;
  } finally {
    await client.end().catch(() => {});
  }
}

async function createDatabase(postmaster: Postmaster): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(postmaster, "postgres") });
  await client.connect();
  try {
    const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [database]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${database}`);
  } finally {
    await client.end();
  }
}

/** Restarts the server when it exits by itself; the application's pools reconnect on their own. */
function keepRunning(server: Server, first: Postmaster): { end(): Promise<Postmaster> } {
  let postmaster = first;
  let restart: Promise<void> | undefined;
  const timer = setInterval(() => {
    if (restart !== undefined || isAlive(postmaster.pid)) return;
    server.log.warn("PostgreSQL ended unexpectedly and is started again");
    restart = launch(server)
      .then((next) => {
        postmaster = next;
      })
      .catch((error: Error) => server.log.warn(error.message))
      .finally(() => {
        restart = undefined;
      });
  }, watchMs).unref();
  return {
    end: async () => {
      clearInterval(timer);
      await restart;
      return postmaster;
    },
  };
}

/** Fast shutdown: open transactions are rolled back. A server that hangs is killed and recovers at the next start. */
async function halt({ pid }: Postmaster): Promise<void> {
  for (const signal of ["SIGINT", "SIGQUIT", "SIGKILL"] as const) {
    if (!isAlive(pid)) return;
    process.kill(pid, signal);
    const deadline = performance.now() + stopMsMax;
    while (isAlive(pid) && performance.now() < deadline) await sleep(pollMs);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A killed process that was not reaped yet (zombie) still accepts signals.
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function urlOf(postmaster: Postmaster, name: string): string {
  return `postgresql://${embeddedOwner}@localhost/${name}?host=${encodeURIComponent(postmaster.sockets)}&port=${postmaster.port}`;
}

function once(action: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= action();
    return running;
  };
}
