import { closeSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { bundledBinaries, type EmbeddedBinaries } from "../../apps/server/src/platform/db/embedded-binaries.ts";
import {
  type ClusterPaths,
  createCluster,
  embeddedOwner,
  openLog,
  preparePaths,
  prepareSocketDirectory,
  readPostmaster,
} from "../../apps/server/src/platform/db/embedded-cluster.ts";
import { chooseIdentity, type ServerIdentity } from "../../apps/server/src/platform/db/embedded-identity.ts";

const database = "countinghouse";
const port = 5432;
const startMsMax = 60_000;
const endMsMax = 30_000;

/** What every test of durability stands on: an acknowledged commit is on the disk. */
const durable: Readonly<Record<string, string>> = {
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
  listen_addresses: "",
  unix_socket_permissions: "0700",
  max_connections: "120",
  timezone: "UTC",
  log_timezone: "UTC",
};

/** A PostgreSQL server of its own, started and ended as roughly as a test asks. */
export interface Cluster {
  /** Connection string of the owner, past every gate. */
  readonly ownerUrl: string;
  /** The server's socket, for a gate that stands before it. */
  readonly socket: string;
  /** Milliseconds until it accepted connections again. */
  start(): Promise<number>;
  /** Ends it without a checkpoint, as `pg_ctl stop -m immediate` does. */
  stopImmediately(): Promise<void>;
  /** Ends the server and every process of it at the same moment. */
  killTree(): Promise<void>;
}

interface Server {
  readonly paths: ClusterPaths;
  readonly binaries: EmbeddedBinaries;
  readonly identity: ServerIdentity;
  readonly settings: Readonly<Record<string, string>>;
}

/** Makes a cluster in a folder and starts it; `settings` stand over the durable ones. */
export async function openCluster(folder: string, settings: Readonly<Record<string, string>>): Promise<Cluster> {
  const paths = await preparePaths(folder);
  const binaries = await bundledBinaries();
  const identity = chooseIdentity(binaries, paths.data, paths.cluster);
  await prepareSocketDirectory(paths, identity);
  await createCluster(paths, binaries, identity);
  const server = { paths, binaries, identity, settings: { ...durable, ...settings } };
  let pid = await launch(server);
  // Whatever ends the run, the server does not outlive it.
  process.once("exit", () => {
    for (const one of [pid, ...childrenOf(pid)]) if (isOurs(one, paths.cluster)) kill(one, "SIGKILL");
  });
  const urlOf = (name: string) =>
    `postgresql://${embeddedOwner}@localhost/${name}?host=${encodeURIComponent(paths.sockets)}&port=${port}`;
  const client = new pg.Client({ connectionString: urlOf("postgres") });
  await client.connect();
  await client.query(`CREATE DATABASE ${database}`);
  await client.end();
  const endAll = async (family: readonly number[], signal: "SIGQUIT" | "SIGKILL", to: readonly number[]) => {
    for (const one of to) kill(one, signal);
    const deadline = performance.now() + endMsMax;
    while (family.some(isAlive) && performance.now() < deadline) await sleep(10);
    for (const one of family) kill(one, "SIGKILL");
  };
  return {
    ownerUrl: urlOf(database),
    socket: join(paths.sockets, `.s.PGSQL.${port}`),
    start: async () => {
      const began = performance.now();
      pid = await launch(server);
      return performance.now() - began;
    },
    stopImmediately: () => endAll([pid, ...childrenOf(pid)], "SIGQUIT", [pid]),
    killTree: () => {
      const family = [pid, ...childrenOf(pid)];
      return endAll(family, "SIGKILL", family);
    },
  };
}

/** Starts the server, once more while the remains of a killed one stand in the way; answers its process. */
async function launch(server: Server): Promise<number> {
  const deadline = performance.now() + startMsMax;
  for (;;) {
    const started = await attempt(server, deadline);
    if (typeof started === "number") return started;
    if (performance.now() > deadline) throw new Error(`PostgreSQL did not start: ${started}`);
    await sleep(100);
  }
}

async function attempt({ paths, binaries, identity, settings }: Server, deadline: number): Promise<number | string> {
  const output = openLog(paths.log);
  const told = { ...settings, port: String(port), unix_socket_directories: paths.sockets };
  const args = ["-D", paths.cluster, ...Object.entries(told).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
  const child = identity.spawn(join(binaries.directory, "postgres"), args, {
    stdio: ["ignore", output, output],
    detached: true,
  });
  closeSync(output);
  let hasEnded = false;
  child.once("exit", () => {
    hasEnded = true;
  });
  child.unref();
  while (!hasEnded && performance.now() < deadline) {
    const postmaster = readPostmaster(paths.cluster);
    if (postmaster?.ready && postmaster.pid === child.pid) return postmaster.pid;
    await sleep(10);
  }
  child.kill("SIGKILL");
  return readFileSync(paths.log, "utf8").trim().split("\n").slice(-3).join(" | ");
}

/** Parent and state of a process; nothing where it is gone. */
function statOf(pid: number): { readonly state: string; readonly parent: number } | undefined {
  try {
    const [state = "", parent = ""] = (readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1] ?? "").split(" ");
    return { state, parent: Number(parent) };
  } catch {
    return undefined;
  }
}

const childrenOf = (pid: number): number[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((one) => statOf(one)?.parent === pid);

function isAlive(pid: number): boolean {
  const stat = statOf(pid);
  return stat !== undefined && stat.state !== "Z";
}

/** A number may belong to another process by now. */
function isOurs(pid: number, cluster: string): boolean {
  try {
    // The folder may be gone by now, and is then said to be.
    return readlinkSync(`/proc/${pid}/cwd`).startsWith(cluster);
  } catch {
    return false;
  }
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It was quicker.
  }
}
