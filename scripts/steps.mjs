// What every script stands on. Plain JavaScript with built-ins only: it runs before anything is installed, on Node 20.
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
export const inCi = process.env.CI === "true" || process.env.CI === "1";

/** Prints one line about what happens now. */
export function say(text) {
  process.stdout.write(`${text}\n`);
}

/** Ends the command with one sentence. */
export function stop(text, code = 1) {
  process.stderr.write(`${text}\n`);
  process.exit(code);
}

/** The Node 24 that npm brought for this platform, or the running one where it is new enough. */
export function productNode() {
  const brought = path.join(root, "node_modules", `node-${process.platform}-${process.arch}`, "bin", "node");
  if (existsSync(brought) && majorOf(brought) >= 24) return brought;
  if (Number.parseInt(process.versions.node, 10) >= 24 && existsSync(process.execPath)) return process.execPath;
  return undefined;
}

/** Majors by path. What runs is asked once; what does not may have been replaced by an install meanwhile. */
const majors = new Map();

function majorOf(node) {
  const known = majors.get(node);
  if (known !== undefined) return known;
  const { stdout } = spawnSync(node, ["--print", "process.versions.node"], { encoding: "utf8" });
  const major = Number.parseInt(stdout ?? "", 10);
  if (major >= 24) majors.set(node, major);
  return major;
}

/** Path of a tool that npm installed. */
export function tool(name) {
  return path.join(root, "node_modules", ".bin", name);
}

/** The environment of everything we start: Node 24 first on the path, no colour where a machine reads. */
export function environment(extra = {}) {
  const node = productNode() ?? process.execPath;
  const env = { ...process.env, ...extra, PATH: [path.dirname(node), process.env.PATH].join(path.delimiter) };
  if (inCi) {
    env.NO_COLOR = "1";
    delete env.FORCE_COLOR;
  }
  return env;
}

/** Runs a program to its end and answers its exit code; 127 when it cannot be started. */
export function run(program, args, { env = environment(), cwd = root, stdio = "inherit" } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd, env, stdio });
    child.once("error", (error) => {
      process.stderr.write(`${program}: ${error.message}\n`);
      resolve(127);
    });
    child.once("exit", (code, signal) => resolve(code ?? (signal === "SIGINT" ? 130 : 143)));
  });
}
