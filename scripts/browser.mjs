// Finds the browser of the suites, or installs the system's where that is allowed.
import { accessSync, constants, existsSync } from "node:fs";
import path from "node:path";
import { run, say } from "./steps.mjs";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** Path of a Chromium, or nothing where there is none and none can be installed. */
export async function findBrowser() {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (isProgram(given)) return given;
    say(`CHROMIUM_PATH is ${given}, which is not a program; looking elsewhere`);
  }
  return onPath() ?? (await installed());
}

function onPath() {
  const folders = [...(process.env.PATH ?? "").split(path.delimiter), "/usr/bin", "/usr/local/bin"];
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isProgram);
}

async function installed() {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return undefined;
  say("installing Chromium for the browser suites (apt-get)");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const quiet = ["ignore", "ignore", "inherit"];
  await run("apt-get", ["update", "--quiet"], { env, stdio: quiet });
  await run("apt-get", ["install", "--yes", "--no-install-recommends", "chromium"], { env, stdio: quiet });
  return onPath();
}

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
