import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import type { EmbeddedBinaries } from "./embedded-binaries.ts";
import { EmbeddedError } from "./embedded-error.ts";

/**
 * The operating-system user that runs the database server. PostgreSQL refuses to run as root, so root needs another
 * identity.
 */
export interface ServerIdentity {
  /** Name for the log. */
  readonly label: string;
  /** Gives a file or directory made by this process to the server's user. */
  own(file: string): void;
  /** Starts a program as the server's user. The child's process id is that of the program itself. */
  spawn(program: string, args: readonly string[], options: SpawnOptions): ChildProcess;
}

interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/**
 * Chooses the user that runs the server of `cluster`. An ordinary user runs it itself. Root takes the first that works
 * of: 1. the user who owns the cluster; 2. itself under another uid in a user namespace, where files stay root's and
 * any folder is reachable; 3. another account that can reach programs and data; 4. another account with the capability
 * to enter folders closed to it.
 */
export function chooseIdentity(binaries: EmbeddedBinaries, dataDirectory: string, cluster: string): ServerIdentity {
  if (process.getuid?.() !== 0) return plainIdentity();
  const owner = existsSync(cluster) ? statSync(cluster) : { uid: 0, gid: 0 };
  const postgres = path.join(binaries.directory, "postgres");
  if (owner.uid === 0) {
    const mapped = mappedIdentity();
    if (works(mapped, postgres)) return mapped.identity;
  }
  const account = owner.uid === 0 ? standIn() : { name: `user ${owner.uid}`, uid: owner.uid, gid: owner.gid };
  // Secrets beside the cluster have restrictive modes of their own; the folder only has to let the server pass.
  chmodSync(dataDirectory, statSync(dataDirectory).mode | 0o011);
  const dropped = droppedIdentity(account);
  if (works(dropped, postgres, dataDirectory)) return owning(dropped.identity, cluster, owner.uid);
  const passing = passingIdentity(account);
  if (works(passing, postgres, dataDirectory)) return owning(passing.identity, cluster, owner.uid);
  throw new EmbeddedError(
    "notWritable",
    `PostgreSQL does not run as root, and ${account.name} cannot reach ${dataDirectory} and ${binaries.directory}: start as an ordinary user, or move both to folders open to that user.`,
  );
}

interface Candidate {
  readonly identity: ServerIdentity;
  readonly prefix: readonly string[];
  readonly options: SpawnOptions;
}

function candidate(
  label: string,
  prefix: readonly string[],
  options: SpawnOptions,
  own: (file: string) => void,
): Candidate {
  const identity: ServerIdentity = {
    label,
    own,
    spawn: (program, args, extra) => {
      const [first = program, ...rest] = [...prefix, program, ...args];
      return spawn(first, rest, { ...extra, ...options });
    },
  };
  return { identity, prefix, options };
}

function works({ prefix, options }: Candidate, postgres: string, directory?: string): boolean {
  const script = directory === undefined ? '"$0" --version' : 'cd "$1" && "$0" --version';
  const [first = "sh", ...rest] = [
    ...prefix,
    "sh",
    "-c",
    script,
    postgres,
    ...(directory === undefined ? [] : [directory]),
  ];
  return spawnSync(first, rest, { ...options, stdio: "ignore", timeout: 10_000 }).status === 0;
}

function plainIdentity(): ServerIdentity {
  return candidate("this user", [], {}, () => {}).identity;
}

/** Outside the namespace the server and its files are root's; inside it runs as an ordinary user. */
function mappedIdentity(): Candidate {
  const { uid, gid } = standIn();
  const prefix = ["unshare", "--user", `--map-user=${uid}`, `--map-group=${gid}`, "--"];
  return candidate("root in a user namespace", prefix, {}, () => {});
}

function droppedIdentity({ name, uid, gid }: Account): Candidate {
  return candidate(name, [], { uid, gid }, (file) => chownSync(file, uid, gid));
}

/** Keeps the one capability that lets the account traverse root's folders, such as a home directory. */
function passingIdentity({ name, uid, gid }: Account): Candidate {
  const ids = [`--reuid=${uid}`, `--regid=${gid}`, "--clear-groups"];
  const capability = ["--inh-caps=-all,+dac_override", "--ambient-caps=+dac_override"];
  return candidate(name, ["setpriv", ...ids, ...capability, "--"], {}, (file) => chownSync(file, uid, gid));
}

/** A cluster created while root ran in a namespace belongs to root and is given to the account once. */
function owning(identity: ServerIdentity, cluster: string, ownerUid: number): ServerIdentity {
  if (ownerUid !== 0 || !existsSync(cluster)) return identity;
  identity.own(cluster);
  for (const entry of readdirSync(cluster, { recursive: true, encoding: "utf8" }))
    identity.own(path.join(cluster, entry));
  return identity;
}

/** initdb looks its user up by uid, so the uid has to be an account of the machine. */
function standIn(): Account {
  const accounts = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
    .map(([name = "", , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ name, uid }) => name !== "" && uid > 0);
  const account =
    accounts.find(({ name }) => name === "postgres") ?? accounts.find(({ name }) => name === "nobody") ?? accounts[0];
  if (account === undefined) {
    throw new EmbeddedError(
      "notWritable",
      "PostgreSQL does not run as root and this machine has no other account: add one, or set DATABASE_URL.",
    );
  }
  return account;
}
