import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "../src/platform/config/config.ts";
import type { RunningNode } from "../src/run-node.ts";
import { startNode } from "../src/start-node.ts";
import { createEmptyDatabase, type TestDatabase } from "./database.ts";

const program = "/usr/sbin/pgbouncer";
const isInstalled = existsSync(program);
const isWanted = isInstalled && !process.env.CI;
if (!isWanted)
  process.stderr.write(
    isInstalled
      ? "SKIPPED: a node behind PgBouncer is not tried in CI.\n"
      : "SKIPPED: a node behind PgBouncer was not tried, because the package pgbouncer is not installed.\n",
  );

const password = "river-Basin-41-quartz";
let database: TestDatabase;
let folder: string;
let bouncer: ChildProcess;
let bouncedUrl: string;
let node: RunningNode;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no port was given");
  return address.port;
}

/** Hands every transaction to whichever of three connections is free. */
const configuration = (port: number, { searchParams }: URL): string => `
[databases]
* = host=${searchParams.get("host")} port=${searchParams.get("port") ?? 5432}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, "users.txt")}
pool_mode = transaction
default_pool_size = 3
max_client_conn = 200
`;

/** PgBouncer does not run as root either; in a user namespace root's files stay readable. */
const asOrdinaryUser = process.getuid?.() === 0 ? ["unshare", "--user", "--map-user=65534", "--map-group=65534"] : [];

async function startBouncer(): Promise<void> {
  const url = new URL(database.appUrl);
  const port = await freePort();
  const file = join(folder, "pgbouncer.ini");
  await writeFile(join(folder, "users.txt"), `"${url.username}" "${decodeURIComponent(url.password)}"\n`);
  await writeFile(file, configuration(port, url));
  const [first = program, ...rest] = [...asOrdinaryUser, program, "-q", file];
  bouncer = spawn(first, rest, { stdio: "ignore" });
  bouncedUrl = `postgres://${url.username}:${url.password}@127.0.0.1:${port}${url.pathname}`;
  for (let attempt = 1; ; attempt += 1) {
    const client = new pg.Client({ connectionString: bouncedUrl });
    try {
      await client.connect();
      return await client.end();
    } catch (error) {
      if (attempt === 50) throw error;
      await sleep(100);
    }
  }
}

async function post<R>(path: string, body: object, token?: string): Promise<{ status: number; result: R }> {
  const answer = await fetch(`${node.address}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });
  const { result } = (await answer.json()) as { result: R };
  return { status: answer.status, result };
}

const signedIn = async (): Promise<string> =>
  (await post<{ accessToken: string }>("/api/sysAuth/login", { account: "admin", password })).result.accessToken;

describe.skipIf(!isWanted)(
  "a node behind PgBouncer in transaction mode",
  () => {
    beforeAll(async () => {
      database = await createEmptyDatabase();
      folder = await mkdtemp(join(tmpdir(), "pgbouncer-"));
      await startBouncer();
      const environment = {
        DATABASE_URL: bouncedUrl,
        DATABASE_MIGRATION_URL: database.ownerUrl,
        DATABASE_LISTEN_URL: database.appUrl,
        COUNTINGHOUSE_DATA: folder,
        COUNTINGHOUSE_ADMIN_PASSWORD: password,
        COUNTINGHOUSE_LANGUAGE: "en",
        COUNTINGHOUSE_LOG_LEVEL: "silent",
        PORT: String(await freePort()),
      };
      node = await startNode(readConfig(environment, []), () => {});
    });
    afterAll(async () => {
      await node?.stop();
      bouncer?.kill("SIGTERM");
      await database?.drop();
      await rm(folder, { recursive: true, force: true });
    });

    test("migrates, seeds and signs in", async () => {
      const token = await signedIn();
      const { status, result } = await post<{ items: unknown[] }>("/api/sysPos/page", {}, token);
      expect(status).toBe(200);
      expect(result.items.length).toBeGreaterThan(0);
    });

    test("keeps forty commands at once apart on its three connections", async () => {
      const token = await signedIn();
      const names = Array.from({ length: 40 }, (_, index) => `Behind the pooler ${index}`);
      const answers = await Promise.all(
        names.map((name, index) => post("/api/sysPos/add", { name, code: `pooled-${index}`, orderNo: index }, token)),
      );
      expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200));
      const { result } = await post<{ items: { name: string }[] }>(
        "/api/sysPos/page",
        { name: "Behind the pooler", pageSize: 100 },
        token,
      );
      expect(result.items.map(({ name }) => name).sort()).toEqual(names.sort());
    });

    test("takes the payments of the demo history and exports them by a job", async () => {
      const token = await signedIn();
      const paid = () =>
        post<{ items: unknown[] }>("/api/coinOrder/page", { mode: "test", status: ["paid"] }, token).then(
          ({ result }) => result.items.length,
        );
      await expect.poll(paid, { timeout: 60_000, interval: 500 }).toBeGreaterThanOrEqual(20);
      const asked = { format: "csv", columns: ["orderNo"], filter: { mode: "test", status: ["paid"] } };
      const { result } = await post<{ jobId: string }>("/api/coinOrder/export", asked, token);
      const state = async () => {
        const answer = await fetch(`${node.address}/api/sysJobRun/detail?id=${result.jobId}`, {
          headers: { authorization: `Bearer ${token}` },
        });
        return ((await answer.json()) as { result: { state: string } }).result.state;
      };
      await expect.poll(state, { timeout: 30_000, interval: 200 }).toBe("done");
    });

    test("keeps no statement prepared, because the next transaction may meet another session", async () => {
      const client = new pg.Client({ connectionString: bouncedUrl });
      await client.connect();
      const prepared = "SELECT count(*)::int AS count FROM pg_prepared_statements WHERE name LIKE 'ch\\_%'";
      const counts = [];
      for (let times = 0; times < 10; times += 1) counts.push((await client.query(prepared)).rows[0]?.count);
      await client.end();
      expect(new Set(counts)).toEqual(new Set([0]));
    });
  },
  120_000,
);
