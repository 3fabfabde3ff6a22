import { createHash } from "node:crypto";
import { closeSync, existsSync, lstatSync, openSync, readFileSync, renameSync, statSync } from "node:fs";
import {
  access,
  constants,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  unlink,
  writeFile,
} from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { EmbeddedBinaries } from "./embedded-binaries.ts";
import { EmbeddedError } from "./embedded-error.ts";
import type { ServerIdentity } from "./embedded-identity.ts";

/** Superuser of an embedded cluster and owner of everything in it. */
export const embeddedOwner = "countinghouse_owner";

/** Paths of one embedded database. */
export interface ClusterPaths {
  readonly data: string;
  readonly cluster: string;
  readonly log: string;
  readonly sockets: string;
}

/** Contents of a running server's `postmaster.pid`. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly sockets: string;
}

const logBytesMax = 8 * 1024 * 1024;
// sun_path holds 107 bytes, of which "/.s.PGSQL.5432.lock" takes 19.
const socketDirectoryBytesMax = 85;

/** Creates the data directory where missing and refuses one that is not writable. */
export async function preparePaths(dataDirectory: string): Promise<ClusterPaths> {
  try {
    await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
    const probe = path.join(dataDirectory, `.probe-${process.pid}`);
    await writeFile(probe, "");
    await unlink(probe);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new EmbeddedError(
      "notWritable",
      `The data directory ${dataDirectory} cannot be written (${reason}): give this user the right to it, or set COUNTINGHOUSE_DATA to another directory.`,
    );
  }
  const data = await realpath(dataDirectory);
  return {
    data,
    cluster: path.join(data, "postgres"),
    log: path.join(data, "postgres.log"),
    sockets: socketDirectory(data),
  };
}

function socketDirectory(data: string): string {
  const inside = path.join(data, "run");
  if (Buffer.byteLength(inside) <= socketDirectoryBytesMax) return inside;
  const name = createHash("sha256").update(data).digest("hex").slice(0, 16);
  const outside = path.join(os.tmpdir(), `countinghouse-${name}`);
  return Buffer.byteLength(outside) <= socketDirectoryBytesMax ? outside : path.join("/tmp", `countinghouse-${name}`);
}

/** Creates the folder of the socket, closed to everybody else: access to the folder is ownership of the database. */
export async function prepareSocketDirectory(paths: ClusterPaths, identity: ServerIdentity): Promise<void> {
  await mkdir(paths.sockets, { recursive: true, mode: 0o700 });
  // In the temporary folder anybody may have created it first.
  const { mode, uid } = lstatSync(paths.sockets);
  const expected = [process.getuid?.(), statSync(path.dirname(paths.log)).uid];
  if (existsSync(paths.cluster)) expected.push(statSync(paths.cluster).uid);
  const isDirectory = (mode & constants.S_IFMT) === constants.S_IFDIR;
  if (!isDirectory || (mode & 0o077) !== 0 || !expected.includes(uid)) {
    throw new EmbeddedError(
      "notWritable",
      `The socket folder ${paths.sockets} belongs to somebody else or is open to others: remove it and start again.`,
    );
  }
  identity.own(paths.sockets);
}

/** Refuses a cluster that this server version cannot open; answers whether a cluster exists at all. */
export async function inspectCluster(paths: ClusterPaths, binaries: EmbeddedBinaries): Promise<"absent" | "usable"> {
  const entries = await readdir(paths.cluster).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw new EmbeddedError(
      "corrupt",
      `${paths.cluster} cannot be read (${error.code}): move it away and restore a backup with npm run restore.`,
    );
  });
  if (entries === undefined || entries.length === 0) return "absent";
  const major = Number.parseInt(await readFile(path.join(paths.cluster, "PG_VERSION"), "utf8").catch(() => ""), 10);
  const complete = await access(path.join(paths.cluster, "global", "pg_control")).then(
    () => true,
    () => false,
  );
  if (!Number.isInteger(major) || !complete) {
    throw new EmbeddedError(
      "corrupt",
      `${paths.cluster} is damaged or not a database: move it away and restore a backup with npm run restore.`,
    );
  }
  if (major > binaries.major) {
    throw new EmbeddedError(
      "newerVersion",
      `${paths.cluster} was made by PostgreSQL ${major}, newer than the ${binaries.major} of this release: start the release that made it.`,
    );
  }
  if (major < binaries.major) {
    throw new EmbeddedError(
      "olderVersion",
      `${paths.cluster} was made by PostgreSQL ${major} and this release brings ${binaries.major}: run npm run backup with the release that made it, move the folder away, then npm run restore.`,
    );
  }
  return "usable";
}

/** Creates a new cluster. It gets its final name only when complete, so that a power cut leaves nothing half made. */
export async function createCluster(
  paths: ClusterPaths,
  binaries: EmbeddedBinaries,
  identity: ServerIdentity,
): Promise<void> {
  for (const entry of await readdir(paths.data)) {
    if (entry.startsWith(".postgres-new-")) await rm(path.join(paths.data, entry), { recursive: true });
  }
  const draft = await mkdtemp(path.join(paths.data, ".postgres-new-"));
  identity.own(draft);
  const args = [
    "-D",
    draft,
    "-U",
    embeddedOwner,
    "--auth=trust",
    "--encoding=UTF8",
    "--data-checksums",
    ...localeOf(binaries),
  ];
  const output = openSync(path.join(paths.data, "postgres-setup.log"), "w", 0o600);
  const code = await new Promise<number | string>((resolve) => {
    const child = identity.spawn(path.join(binaries.directory, "initdb"), args, { stdio: ["ignore", output, output] });
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (status, signal) => resolve(status ?? signal ?? "unknown"));
  });
  closeSync(output);
  if (code !== 0) {
    const said = readFileSync(path.join(paths.data, "postgres-setup.log"), "utf8").trim().split("\n").at(-1);
    throw new EmbeddedError(
      "startFailed",
      `A new database cannot be made in ${paths.data} (initdb ended with ${code}): ${said}`,
    );
  }
  await rename(draft, paths.cluster);
}

/** Bytewise order is the same on every machine; queries that sort words name an ICU collation. */
function localeOf(binaries: EmbeddedBinaries): string[] {
  return binaries.major >= 17
    ? ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"]
    : ["--locale=C.UTF-8"];
}

/** Reads `postmaster.pid` of this cluster; it may be left over from a killed server. */
export function readPostmaster(cluster: string): (Postmaster & { ready: boolean }) | undefined {
  try {
    const [pid, , , port, sockets, , , status] = readFileSync(path.join(cluster, "postmaster.pid"), "utf8").split("\n");
    if (pid === undefined || port === undefined || sockets === undefined) return undefined;
    return { pid: Number(pid), port: Number(port), sockets, ready: status?.trim() === "ready" };
  } catch {
    return undefined;
  }
}

/** Opens the server's log for appending; rotates one above 8 MiB and keeps the previous one. */
export function openLog(log: string): number {
  if (existsSync(log) && statSync(log).size > logBytesMax) renameSync(log, `${log}.1`);
  return openSync(log, "a", 0o600);
}
