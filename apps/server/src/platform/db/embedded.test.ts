import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type EmbeddedDatabase, type EmbeddedLog, startEmbedded } from "./embedded.ts";

const quiet: EmbeddedLog = { info: () => {}, warn: () => {} };
const settings = { fsync: "off" };
const module = fileURLToPath(new URL("./embedded.ts", import.meta.url));

let dataDir: string;
let running: EmbeddedDatabase[] = [];
let children: ChildProcess[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), "embedded-test-"));
});

afterEach(async () => {
  for (const child of children) child.kill("SIGKILL");
  for (const embedded of running) await embedded.stop();
  running = [];
  children = [];
  await rm(dataDir, { recursive: true, force: true });
});

async function start(directory = dataDir): Promise<EmbeddedDatabase> {
  const embedded = await startEmbedded({ dataDir: directory, log: quiet, settings });
  running.push(embedded);
  return embedded;
}

async function ask(url: string, text: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  const { rows } = await client.query({ text, rowMode: "array" });
  await client.end();
  return String(rows[0]?.[0]);
}

/** Another process that starts the same directory and stays; resolves when its server runs. */
function startElsewhere(): Promise<ChildProcess> {
  const script = `const { startEmbedded } = await import(${JSON.stringify(module)});
    const log = { info() {}, warn() {} };
    await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, log, settings: { fsync: "off" } });
    process.stdout.write("running"); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  return new Promise((resolve, reject) => {
    child.stdout?.once("data", () => resolve(child));
    child.once("exit", (code) => reject(new Error(`ended with ${code}`)));
  });
}

async function killHard(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await gone;
}

async function postmasterPid(): Promise<number> {
  return Number((await readFile(path.join(dataDir, "postgres", "postmaster.pid"), "utf8")).split("\n")[0]);
}

describe("startEmbedded", () => {
  test("makes a UTF8 database with bytewise order and page checksums, reachable by socket only", async () => {
    const { ownerUrl, adopted } = await start();
    expect(adopted).toBe(false);
    expect(await ask(ownerUrl, "SHOW server_encoding")).toBe("UTF8");
    expect(await ask(ownerUrl, "SHOW data_checksums")).toBe("on");
    expect(await ask(ownerUrl, "SHOW listen_addresses")).toBe("");
    expect(await ask(ownerUrl, "SELECT 'B' < 'a'")).toBe("true");
  });

  test("keeps what was committed over a stop and a start", async () => {
    const first = await start();
    await ask(first.ownerUrl, "CREATE TABLE kept (id int)");
    await first.stop();
    const second = await start();
    expect(await ask(second.ownerUrl, "SELECT count(*) FROM kept")).toBe("0");
  });

  test("refuses a directory in use, naming it and the process that uses it", async () => {
    await start();
    await expect(startEmbedded({ dataDir, log: quiet })).rejects.toMatchObject({
      code: "directoryLocked",
      message: expect.stringContaining(`${dataDir} is in use by process ${process.pid}`),
    });
  });

  test("gives the directory free when it refuses to start", async () => {
    await mkdir(path.join(dataDir, "postgres"));
    await writeFile(path.join(dataDir, "postgres", "stray"), "");
    await expect(start()).rejects.toMatchObject({ code: "corrupt" });
    await rm(path.join(dataDir, "postgres"), { recursive: true });
    expect((await start()).adopted).toBe(false);
  });

  test("adopts the server left behind by a process that was killed, and stops it", async () => {
    await killHard(await startElsewhere());
    const pid = await postmasterPid();
    const embedded = await start();
    expect(embedded.adopted).toBe(true);
    expect(await postmasterPid()).toBe(pid);
    await embedded.stop();
    await expect(postmasterPid()).rejects.toThrow("ENOENT");
  });

  test("starts again after the server and its supervisor were both killed", async () => {
    const child = await startElsewhere();
    process.kill(await postmasterPid(), "SIGKILL");
    await killHard(child);
    expect(await ask((await start()).ownerUrl, "SELECT 1")).toBe("1");
  }, 40_000);

  test("starts the server again when only the server was killed", async () => {
    const { ownerUrl } = await start();
    const pid = await postmasterPid();
    process.kill(pid, "SIGKILL");
    await expect
      .poll(() => ask(ownerUrl, "SELECT 1").catch(() => "down"), { timeout: 35_000, interval: 100 })
      .toBe("down");
    await expect
      .poll(() => ask(ownerUrl, "SELECT 1").catch(() => "down"), { timeout: 35_000, interval: 250 })
      .toBe("1");
    expect(await postmasterPid()).not.toBe(pid);
  }, 75_000);

  test("refuses a newer and an older database, saying which version made it", async () => {
    await (await start()).stop();
    const versionFile = path.join(dataDir, "postgres", "PG_VERSION");
    await writeFile(versionFile, "99\n");
    await expect(start()).rejects.toMatchObject({
      code: "newerVersion",
      message: expect.stringContaining("PostgreSQL 99"),
    });
    await writeFile(versionFile, "9\n");
    await expect(start()).rejects.toMatchObject({
      code: "olderVersion",
      message: expect.stringContaining("npm run backup"),
    });
  });

  test("refuses a damaged control file at once and says how to recover", async () => {
    await (await start()).stop();
    await writeFile(path.join(dataDir, "postgres", "global", "pg_control"), Buffer.alloc(8192, 7));
    await expect(start()).rejects.toMatchObject({
      code: "corrupt",
      message: expect.stringContaining("npm run restore"),
    });
  });

  test("refuses a data directory that cannot be made", async () => {
    await writeFile(path.join(dataDir, "file"), "");
    await expect(start(path.join(dataDir, "file", "data"))).rejects.toMatchObject({ code: "notWritable" });
  });

  test("serves a directory whose path is longer than a socket's name may be", async () => {
    const deep = path.join(dataDir, "d".repeat(120));
    expect(await ask((await start(deep)).ownerUrl, "SELECT 1")).toBe("1");
  });

  test("ends a half-made database of an interrupted first start and makes a whole one", async () => {
    await mkdir(path.join(dataDir, ".postgres-new-abandoned", "base"), { recursive: true });
    expect(await ask((await start()).ownerUrl, "SELECT 1")).toBe("1");
    await expect(readFile(path.join(dataDir, ".postgres-new-abandoned"))).rejects.toThrow("ENOENT");
  });
});
