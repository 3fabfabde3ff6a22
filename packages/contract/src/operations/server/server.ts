import { z } from "zod";
import { defineEnumeration } from "../../kit/enumeration.ts";
import { Flag, field, Instant } from "../../kit/field.ts";
import { text3 } from "../../kit/locale.ts";
import { Nothing, query } from "../../kit/operation.ts";
import { defineResource } from "../../kit/resource.ts";
import { sysServerMessages } from "./server.messages.ts";

/** What a process of the installation does. */
export const NodeRole = defineEnumeration("NodeRoleEnum", text3("Role of a node", "节点角色", "節點角色"), {
  All: ["all", text3("API and jobs", "接口与作业", "API 與作業"), "info"],
  Api: ["api", text3("API", "接口", "API"), "neutral"],
  Worker: ["worker", text3("Jobs", "作业", "作業"), "neutral"],
});

const Count = field(z.number().int().nonnegative(), { kind: "integer" });
/** Thousandths of all processors of the machine. */
const Load = field(z.number().int().min(0).max(1_000), { kind: "integer" });

/** A process of the installation, as it told of itself when it started. */
export const ServerNode = z.object({
  id: z.string(),
  name: z.string(),
  role: NodeRole.schema,
  /** Whether it answers this very call. */
  isSelf: Flag,
  /** Heard of within the last half minute. */
  isWorking: Flag,
  version: z.string(),
  host: z.string(),
  pid: Count,
  runtime: z.string(),
  system: z.string(),
  arch: z.string(),
  cpus: Count,
  memoryBytes: Count,
  isProduction: Flag,
  startedAt: Instant,
  seenAt: Instant,
  stoppedAt: Instant.nullable(),
});
export type ServerNode = z.output<typeof ServerNode>;

/** How a node is getting on now. */
export const NodeUse = z.object({
  machineCpu: Load,
  processCpu: Load,
  memoryTotal: Count,
  memoryUsed: Count,
  /** Memory of the process. */
  rss: Count,
  heapUsed: Count,
  heapTotal: Count,
  diskTotal: Count,
  diskUsed: Count,
  /** Longest time since the last look that the process did nothing else, in ms. */
  loopDelay: Count,
  /** Seconds since it started. */
  uptime: Count,
  poolSize: Count,
  poolIdle: Count,
  poolWaiting: Count,
});
export type NodeUse = z.output<typeof NodeUse>;

/** How the database is getting on now. */
export const DatabaseUse = z.object({
  version: z.string(),
  bytes: Count,
  connections: Count,
  connectionsMax: Count,
  active: Count,
  /** Seconds that the oldest transaction has been open. */
  oldestSeconds: Count,
  /** Thousandths of the blocks that were found in memory. */
  cacheHits: Load,
});
export type DatabaseUse = z.output<typeof DatabaseUse>;

/** What waits to be worked. */
export const QueueUse = z.object({
  waiting: Count,
  active: Count,
  failed: Count,
  /** Seconds that the oldest job has been due. */
  oldestSeconds: Count,
});
export type QueueUse = z.output<typeof QueueUse>;

const Using = z.object({
  now: Instant,
  nodes: z.array(NodeUse.extend({ id: z.string(), name: z.string() })),
  /** Names of nodes that work and did not answer. */
  silent: z.array(z.string()),
  database: DatabaseUse,
  queues: QueueUse,
});
export type ServerUse = z.output<typeof Using>;

const NodeDisk = z.object({ id: z.string(), name: z.string(), total: Count, used: Count, free: Count });

/** The last day in steps of five minutes; null where nothing was measured. */
const ServerHistory = z.object({
  /** Beginnings of the steps. */
  steps: z.array(Instant),
  nodes: z.array(
    z.object({
      name: z.string(),
      machineCpu: z.array(Load.nullable()),
      processCpu: z.array(Load.nullable()),
      memoryUsed: z.array(Count.nullable()),
      rss: z.array(Count.nullable()),
      loopDelay: z.array(Count.nullable()),
    }),
  ),
  connections: z.array(Count.nullable()),
  /** Transactions a second. */
  commits: z.array(Count.nullable()),
  jobsWaiting: z.array(Count.nullable()),
  jobsActive: z.array(Count.nullable()),
});
export type ServerHistory = z.output<typeof ServerHistory>;

/** The machinery of the installation: its nodes, its database and its queues, now and over the last day. */
export const sysServer = defineResource({
  name: "sysServer",
  record: ServerNode,
  for: "operator",
  operations: {
    /** The nodes of the last day. */
    serverBase: query(Nothing, z.array(ServerNode), { passive: true }),
    /** Loads and figures, measured where each node runs. */
    serverUsed: query(Nothing, Using, { passive: true }),
    serverDisk: query(Nothing, z.array(NodeDisk), { passive: true }),
    history: query(Nothing, ServerHistory, { passive: true }),
    /** The libraries that the product is made of, with their versions. */
    assemblyList: query(Nothing, z.array(z.object({ name: z.string(), version: z.string() }))),
  },
  menu: { path: "/develop/server", component: "server/server.page", icon: "server", order: 150 },
  messages: sysServerMessages,
});
