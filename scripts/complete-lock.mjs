// Run after every change of dependencies. npm leaves out of the lock file the packages for other platforms that the
// registry in use does not serve, and `npm ci` then refuses that very file on every machine. This adds them back by
// name and platform, so that each machine skips what is not for it, whatever its registry serves.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root, say } from "./steps.mjs";

const file = path.join(root, "package-lock.json");
const systems = {
  android: "android",
  darwin: "darwin",
  freebsd: "freebsd",
  linux: "linux",
  openharmony: "openharmony",
  win32: "win32",
  windows: "win32",
};
const processors = ["arm64", "arm", "ia32", "loong64", "ppc64", "riscv64", "s390x", "wasm32", "x64"];

const lock = JSON.parse(readFileSync(file, "utf8"));
const added = [];
for (const [place, { optionalDependencies = {}, dev }] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    if (isLocked(place, name)) continue;
    if (!/^\d+\.\d+\.\d+/.test(version))
      throw new Error(`${name}@${version}, optional for ${place}, is not an exact version.`);
    lock.packages[`node_modules/${name}`] = entry(name, version, dev);
    added.push(`${name}@${version}`);
  }
}
if (added.length > 0) {
  const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, "en"));
  writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
}
say(
  `${added.length} packages for other platforms added to package-lock.json${added.length > 0 ? `: ${added.join(", ")}` : ""}`,
);

function isLocked(place, name) {
  return [`${place}/node_modules/${name}`, `node_modules/${name}`].some((key) => key in lock.packages);
}

function entry(name, version, dev) {
  const words = name.split(/[^a-z0-9]+/);
  const cpu = words.map((word) => processors.find((processor) => processor === word)).filter(Boolean);
  const os = words.map((word) => systems[word]).filter(Boolean);
  const libc = words.some((word) => word.startsWith("musl"))
    ? ["musl"]
    : words.some((word) => word.startsWith("gnu"))
      ? ["glibc"]
      : [];
  return {
    version,
    ...(cpu.length > 0 ? { cpu } : {}),
    ...(dev ? { dev } : {}),
    ...(libc.length > 0 ? { libc } : {}),
    optional: true,
    ...(os.length > 0 ? { os } : {}),
  };
}
