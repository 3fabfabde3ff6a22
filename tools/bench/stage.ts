import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sysAuth } from "@countinghouse/contract/system/auth/auth.ts";
import type pg from "pg";
import { embeddedUrls } from "../../apps/server/src/platform/db/database-url.ts";
import { startEmbedded } from "../../apps/server/src/platform/db/embedded.ts";
import { openPool } from "../../apps/server/src/platform/db/pool.ts";
import { freePort, type Running, startProgram } from "./child.ts";
import { type Client, openClient } from "./http-client.ts";
import { openRecorder, type Recorder } from "./recording.ts";

export const root = join(import.meta.dirname, "../..");
const secret = "bench-installation-secret-5Kq9Vw2Tz7Lm4Xd8";
export const password = "river-Basin-41-quartz";
const silent = { info: () => {}, warn: () => {} };

/** Setup of a measurement: a database, an API node, the minimal API, and connections to each. */
export interface Stage {
  readonly node: Running;
  readonly peer: Running;
  readonly postmasterPid: number;
  /** Data directory of the measured nodes. */
  readonly dataDir: string;
  /** Program and environment of further nodes on the same database. */
  readonly main: string;
  readonly environment: Readonly<Record<string, string>>;
  /** The node over HTTP. */
  readonly api: Client;
  readonly peerApi: Client;
  /** Connections to the database with the application's role, as many as the node has. */
  readonly bare: pg.Pool;
  readonly owner: pg.Pool;
  readonly recorder: Recorder;
  readonly tenantId: number;
  /** The database as the application's role. */
  readonly appUrl: string;
}

/**
 * Opens a stage in a folder of its own; `close` ends every process and removes the folder, also after a failure. A
 * named folder is kept with its rows for later runs.
 */
export async function openStage(keptIn?: string): Promise<{ stage: Stage; close: () => Promise<void> }> {
  const closing: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const step of closing.splice(0).reverse()) await step();
  };
  try {
    return { stage: await build((step) => closing.push(step), keptIn), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function build(atEnd: (step: () => Promise<unknown>) => void, keptIn?: string): Promise<Stage> {
  const dataDir = keptIn ?? (await mkdtemp(join(tmpdir(), "countinghouse-bench-")));
  if (!keptIn) atEnd(() => rm(dataDir, { recursive: true, force: true }));
  const embedded = await startEmbedded({ dataDir, log: silent });
  atEnd(() => embedded.stop());
  const { ownerUrl, appUrl } = embeddedUrls(embedded.ownerUrl, secret);
  const env = {
    DATABASE_URL: ownerUrl,
    COUNTINGHOUSE_DATA: dataDir,
    COUNTINGHOUSE_SECRET: secret,
    COUNTINGHOUSE_ADMIN_PASSWORD: password,
    COUNTINGHOUSE_DEMO: "false",
    COUNTINGHOUSE_TEST_HOSTS: "127.0.0.1",
    COUNTINGHOUSE_LOG_LEVEL: "info",
    // Sign-ins are limited by address; behind a trusted proxy each can have an address of its own.
    COUNTINGHOUSE_TRUST_PROXY: "1",
    PORT: String(await freePort()),
  };
  const main = join(root, "apps/server/src/main.ts");
  // A kept folder may need indexes over millions of rows first.
  const startNode = () =>
    startProgram({ command: process.execPath, args: [main, "--role=api"], env, cwd: root, readyMsMax: 1_800_000 });
  // The first start migrates and seeds; the measured one finds everything in place.
  await (await startNode()).stop();
  const node = await startNode();
  atEnd(() => node.stop());
  const peer = await startProgram({
    command: process.execPath,
    args: [join(import.meta.dirname, "minimal-api.ts")],
    env: { BENCH_DATABASE_URL: appUrl, PORT: String(await freePort()) },
  });
  atEnd(() => peer.stop());
  const pool = (url: string, max: number): pg.Pool => {
    const opened = openPool({ url, max, onError: () => {} });
    atEnd(() => opened.end());
    return opened;
  };
  const bare = pool(appUrl, 16);
  const owner = pool(ownerUrl, 2);
  const recorder = await openRecorder(appUrl, env);
  atEnd(() => recorder.close());
  const api = openClient(node.address);
  const peerApi = openClient(peer.address);
  atEnd(async () => {
    api.close();
    peerApi.close();
  });
  const postmaster = await readFile(join(dataDir, "postgres/postmaster.pid"), "utf8");
  const { rows } = await owner.query<{ tenant_id: number }>("SELECT tenant_id FROM users WHERE account = 'admin'");
  return {
    node,
    peer,
    postmasterPid: Number(postmaster.split("\n")[0]),
    dataDir,
    main,
    environment: env,
    api,
    peerApi,
    bare,
    owner,
    recorder,
    tenantId: rows[0]?.tenant_id ?? 1,
    appUrl,
  };
}

let callers = 0;

/** A new network, for calls with limits per network. */
export function newNetwork(): string {
  callers += 1;
  return `10.${(callers >> 8) & 255}.${callers & 255}.1`;
}

/** Signs in and answers the session's headers. */
export async function signIn(api: Client, account = "admin"): Promise<Record<string, string>> {
  const answer = await api.call<{ outcome: string; accessToken?: string }>(
    sysAuth,
    "login",
    { account, password },
    { "x-forwarded-for": newNetwork() },
  );
  if (answer.outcome !== "signedIn") throw new Error(`the sign-in ended in ${answer.outcome}`);
  return { authorization: `Bearer ${answer.accessToken}` };
}
