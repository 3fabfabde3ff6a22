import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { embeddedUrls } from "../../apps/server/src/platform/db/database-url.ts";
import { type Receiver, startReceiver } from "../../apps/server/test/receiver.ts";
import { startProgram } from "../bench/child.ts";
import { password, root } from "../bench/stage.ts";
import { type Cluster, openCluster } from "./cluster.ts";
import { type Gate, openGate } from "./gate.ts";
import { type Node, openNode } from "./nodes.ts";
import { accountNames, openShop, type Shop } from "./shop.ts";
import type { Timeline } from "./timeline.ts";

/** The secret of every installation of a rig. */
export const secret = "faults-installation-secret-8Wq4Zt6Lp2Xk9Vd3";

/** Real processes that a test may kill: two nodes, a database, a gateway, a merchant's server, and gates in between. */
export interface Rig {
  readonly folder: string;
  readonly cluster: Cluster;
  readonly nodes: readonly [Node, Node];
  /** Stands between the nodes and the database. */
  readonly toDatabase: Gate;
  /** Stands between the nodes and the gateway. */
  readonly toGateway: Gate;
  /** Where a gateway reaches whichever node is up. */
  readonly hooksUrl: string;
  readonly simulator: Simulator;
  readonly receiver: Receiver;
  readonly shop: Shop;
  /** Another merchant, paid over accounts of its own at the same gateway. */
  openShop(): Promise<Shop>;
  readonly timeline: Timeline;
  /** Ends every process by its number and removes the folder. */
  close(): Promise<void>;
}

/** A payment as it stands in the gateway's own book. */
export interface BookedPayment {
  readonly status: string;
  readonly capturedAmount: number;
}

/** The gateway's other side: its own book, and what it suffers. */
export interface Simulator {
  readonly url: string;
  control(method: string, path: string, body?: object): Promise<unknown>;
  /** What it booked under an order's number. */
  paymentsOf(orderNo: string): Promise<readonly BookedPayment[]>;
}

export interface RigOptions {
  readonly timeline: Timeline;
  readonly seed: number;
  /** PostgreSQL settings over the durable ones: what a red run takes away. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Sets everything up; when that fails, ends what was started. */
export async function openRig(options: RigOptions): Promise<Rig> {
  const steps: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const step of steps.splice(0).reverse()) await step();
  };
  try {
    return { ...(await build(options, (step) => steps.push(step))), close };
  } catch (error) {
    await close();
    throw error;
  }
}

type AtEnd = (step: () => Promise<unknown>) => void;

async function build({ timeline, seed, settings = {} }: RigOptions, atEnd: AtEnd): Promise<Omit<Rig, "close">> {
  const folder = await mkdtemp(join(tmpdir(), "countinghouse-faults-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once("exit", remove);
  atEnd(async () => remove());
  const cluster = await openCluster(join(folder, "database"), settings);
  atEnd(() => cluster.killTree());
  const toDatabase = await openGate({ path: cluster.socket }, { readsPostgres: true });
  atEnd(() => toDatabase.close());
  const simulator = await openSimulator(seed, atEnd);
  const gatewayPort = Number(new URL(simulator.url).port);
  const toGateway = await openGate({ host: "127.0.0.1", port: gatewayPort });
  atEnd(() => toGateway.close());
  const receiver = await startReceiver();
  atEnd(() => receiver.close());
  const gatewayUrl = `http://127.0.0.1:${toGateway.port}`;
  const nodeNamed = async (name: string): Promise<Node> => {
    const env = {
      DATABASE_URL: throughGate(cluster, toDatabase),
      COUNTINGHOUSE_DATA: join(folder, name),
      COUNTINGHOUSE_SECRET: secret,
      COUNTINGHOUSE_ADMIN_PASSWORD: password,
      COUNTINGHOUSE_DEMO: "false",
      // Both nodes are of one release: what one has compiled the other need not compile again.
      NODE_COMPILE_CACHE: join(folder, "compiled"),
      COUNTINGHOUSE_SIMULATOR: gatewayUrl,
      COUNTINGHOUSE_TEST_HOSTS: "127.0.0.1",
      COUNTINGHOUSE_API_RATE: "10000",
      // What load balancers have to notice that a node leaves.
      COUNTINGHOUSE_DRAIN_NOTICE: "1",
      COUNTINGHOUSE_LOG_LEVEL: process.env.FAULTS_LOG_LEVEL ?? "error",
    };
    const logFile = process.env.FAULTS_LOG ? `${process.env.FAULTS_LOG}.${name}` : join(folder, `${name}.log`);
    const node = await openNode({ name, env, logFile, timeline });
    atEnd(() => node.kill());
    return node;
  };
  const nodes = [await nodeNamed("node-1"), await nodeNamed("node-2")] as const;
  await nodes[0].start();
  await nodes[1].start();
  const { appUrl } = embeddedUrls(cluster.ownerUrl, secret);
  const another = () => openShop({ databaseUrl: appUrl, secret, gatewayUrl, endpointUrl: receiver.url });
  const shop = await another();
  const toNodes = await openGate(() => ({ host: "127.0.0.1", port: Number(new URL(anyUp(nodes).address).port) }));
  atEnd(() => toNodes.close());
  const hooksUrl = `http://127.0.0.1:${toNodes.port}`;
  for (const name of accountNames)
    await simulator.control("PUT", `/accounts/${name}`, { webhookUrl: hooksUrl + shop.hooks[name] });
  const parts = { folder, cluster, nodes, toDatabase, toGateway, hooksUrl, simulator, receiver, shop, timeline };
  return { ...parts, openShop: another };
}

const anyUp = (nodes: readonly [Node, Node]): Node => nodes.find(({ isUp }) => isUp) ?? nodes[0];

function throughGate({ ownerUrl }: Cluster, { port }: Gate): string {
  const url = new URL(ownerUrl);
  url.search = "";
  url.hostname = "127.0.0.1";
  url.port = String(port);
  return url.href;
}

async function openSimulator(seed: number, atEnd: AtEnd): Promise<Simulator> {
  const program = join(root, "apps/simulator/src/main.ts");
  const running = await startProgram({ command: process.execPath, args: [program, "--port=0", `--seed=${seed}`] });
  atEnd(() => running.stop());
  const control: Simulator["control"] = async (method, path, body) => {
    const answer = await fetch(`${running.address}/v1/test/simulator${path}`, {
      method,
      ...(body ? { headers: { "content-type": "application/json" }, body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  return {
    url: running.address,
    control,
    paymentsOf: async (orderNo) =>
      ((await control("GET", `/book?reference=${orderNo}`)) as { payments: readonly BookedPayment[] }).payments,
  };
}

/** A connection of the auditor's own, past every gate; answers nothing while the database is away. */
export async function ask<R extends pg.QueryResultRow>(
  { cluster }: Pick<Rig, "cluster">,
  statement: string,
  values: readonly unknown[] = [],
): Promise<R[]> {
  const client = new pg.Client({
    connectionString: cluster.ownerUrl,
    connectionTimeoutMillis: 5_000,
    application_name: "auditor",
  });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    return (await client.query<R>(statement, [...values])).rows;
  } finally {
    await client.end().catch(() => {});
  }
}
