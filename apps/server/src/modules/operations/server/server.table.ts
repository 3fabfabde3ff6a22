import type { Generated, JSONColumnType } from "kysely";
import type { FactsOf } from "../../../platform/db/tables.ts";

/** Facts about a node at its start. */
export interface NodeFacts {
  readonly version: string;
  readonly host: string;
  readonly pid: number;
  readonly runtime: string;
  readonly system: string;
  readonly arch: string;
  readonly cpus: number;
  readonly memoryBytes: number;
  readonly isProduction: boolean;
}

interface Nodes {
  id: string;
  name: string;
  role: "all" | "api" | "worker";
  facts: JSONColumnType<NodeFacts>;
  startedAt: string;
  seenAt: string;
  stoppedAt: string | null;
}

interface NodeAnswers {
  askId: string;
  nodeId: string;
  answer: JSONColumnType<object>;
  createdAt: Generated<string>;
}

interface NodeSamples {
  nodeName: string;
  at: string;
  machineCpu: number;
  processCpu: number;
  memoryUsed: number;
  memoryTotal: number;
  rss: number;
  diskUsed: number;
  diskTotal: number;
  loopDelay: number;
}

interface DatabaseSamples {
  at: string;
  bytes: number;
  connections: number;
  active: number;
  commits: number;
  jobsWaiting: number;
  jobsActive: number;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    nodes: Nodes;
    nodeAnswers: NodeAnswers;
    nodeSamples: NodeSamples;
    databaseSamples: DatabaseSamples;
  }
}

export const serverTables: FactsOf<"nodes" | "nodeAnswers" | "nodeSamples" | "databaseSamples"> = {
  nodes: { scope: "shared", placement: "local", grant: "readWrite", json: ["facts"] },
  nodeAnswers: { scope: "shared", placement: "local", grant: "readWrite", json: ["answer"] },
  nodeSamples: { scope: "shared", placement: "local", grant: "keptForAWhile" },
  databaseSamples: { scope: "shared", placement: "local", grant: "keptForAWhile" },
};
