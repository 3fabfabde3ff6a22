// Brings a clone to the state the commands need: packages, Node 24, PostgreSQL's libraries, the built console.
// Every step is skipped when nothing changed, says what it does in one line, and needs no second run.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { environment, productNode, root, run, say, stop, tool } from "./steps.mjs";

const lockFile = path.join(root, "package-lock.json");
const installStamp = path.join(root, "node_modules", ".countinghouse-installed");
const consoleFolder = path.join(root, "apps", "console");
const consoleStamp = path.join(consoleFolder, "dist", ".sources");

/** Installs what is missing and answers the path of Node 24. */
export async function setup() {
  if (Number.parseInt(process.versions.node, 10) < 20)
    stop(`Node ${process.versions.node} is too old: install Node 20 or newer.`);
  const wanted = createHash("sha256").update(readFileSync(lockFile)).digest("hex");
  const isDone = () => read(installStamp) === wanted && productNode() !== undefined;
  await unlessDone(isDone, async () => {
    if (!installedMatches() || productNode() === undefined) await install();
    await prepareDatabasePrograms();
    await writeFile(installStamp, wanted);
  });
  return productNode();
}

/** Builds the console when its sources changed since it was last built. */
export async function buildConsole() {
  const sources = hashSources();
  await unlessDone(
    () => read(consoleStamp) === sources,
    async () => {
      say("building the console");
      // Built aside and moved into place, so that a failed build leaves the last good one.
      const draft = path.join(root, ".cache", "console");
      const args = ["build", "--outDir", draft, "--emptyOutDir", "--logLevel", "warn"];
      const code = await run(tool("vite"), args, { cwd: consoleFolder });
      if (code !== 0) stop("The console could not be built: see the messages above.", code);
      await writeFile(path.join(draft, ".sources"), sources);
      const dist = path.dirname(consoleStamp);
      await rm(dist, { recursive: true, force: true });
      await rename(draft, dist);
    },
  );
}

/** Does a step that is not done, one process at a time: two installs into one folder would ruin each other. */
async function unlessDone(isDone, work) {
  if (isDone()) return;
  const lock = path.join(root, ".cache", "setup.lock");
  await mkdir(path.dirname(lock), { recursive: true });
  let waitingFor;
  while (!claim(lock)) {
    const owner = Number(read(lock));
    if (owner > 0 && !isAlive(owner)) await rm(lock, { force: true });
    else if (owner > 0 && waitingFor !== owner) {
      say(`waiting for the set-up that process ${owner} is doing`);
      waitingFor = owner;
    }
    await sleep(250);
  }
  try {
    if (!isDone()) await work();
  } finally {
    await rm(lock, { force: true });
  }
}

function claim(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}

async function install() {
  say("installing packages (npm ci)");
  const args = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  // Called by npm we use that npm; its own script runs on the Node that runs us, which npm ci may be about to replace.
  const npm = process.env.npm_execpath;
  const code = npm?.endsWith(".js")
    ? await run(process.execPath, [npm, ...args], { env: process.env })
    : await run("npm", args, { env: process.env });
  if (code !== 0) stop("The packages could not be installed: check that the package registry can be reached.", code);
  if (productNode() === undefined) {
    stop(
      `npm left out Node 24 for ${process.platform}-${process.arch}, which it does without an error when it cannot fetch it or the platform is not supported: check the network and run the command again, or run it with a Node 24 of your own.`,
    );
  }
}

/** Whether npm's own record of what is installed agrees with the lock file, as after an install by hand. */
function installedMatches() {
  const record = read(path.join(root, "node_modules", ".package-lock.json"));
  if (record === undefined) return false;
  const installed = JSON.parse(record).packages;
  const { packages } = JSON.parse(readFileSync(lockFile, "utf8"));
  return Object.entries(packages).every(([place, { version, link, optional }]) => {
    if (!place.startsWith("node_modules/") || link) return true;
    return installed[place] === undefined ? optional === true : installed[place].version === version;
  });
}

async function prepareDatabasePrograms() {
  const module = pathToFileURL(path.join(root, "apps/server/src/platform/db/embedded-binaries.ts")).href;
  const code = `const { bundledBinaries } = await import(${JSON.stringify(module)});
    await bundledBinaries().catch((error) => console.log(error.message));`;
  say("preparing PostgreSQL");
  // A platform without the embedded database can still be given one by DATABASE_URL, so this only informs.
  await run(productNode(), ["--input-type=module", "--eval", code], { env: environment() });
}

/** A mark of everything the console is built from. Read in one go: every start waits for it. */
function hashSources() {
  const hash = createHash("sha256").update(readFileSync(lockFile));
  for (const folder of [consoleFolder, path.join(root, "packages")])
    for (const file of sourcesIn(folder).sort())
      hash.update(`\n${path.relative(root, file)}\n`).update(readFileSync(file));
  return hash.digest("hex");
}

function sourcesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) return ["node_modules", "dist"].includes(entry.name) ? [] : sourcesIn(place);
    return entry.isFile() && !/\.test\.tsx?$/.test(entry.name) ? [place] : [];
  });
}

function read(file) {
  return existsSync(file) ? readFileSync(file, "utf8").trim() : undefined;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await setup();
  await buildConsole();
}
