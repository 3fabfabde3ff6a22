import { sysCache } from "@countinghouse/contract/operations/cache/cache.ts";
import { sysOpenAccess } from "@countinghouse/contract/operations/open-access/open-access.ts";
import { type ServerNode, sysServer } from "@countinghouse/contract/operations/server/server.ts";
import { nothing, type OwnResult, pageShape, type StockCall, type StockRequest } from "../stock-call.ts";
import type { StockInput } from "../values.ts";

const gigabyte = 1_073_741_824;
const inGigabytes = (bytes: number): number => Math.round((bytes / gigabyte) * 100) / 100;
const perCent = (part: number, whole: number): number => (whole > 0 ? Math.round((part / whole) * 100) : 0);

/** Of all nodes the one that answers: this client knows a single server. */
const here = (nodes: readonly ServerNode[]): ServerNode | undefined => nodes.find(({ isSelf }) => isSelf) ?? nodes[0];

/** An uptime in hours and minutes. */
function since(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

function baseShape(nodes: readonly ServerNode[], { now, times }: StockRequest) {
  const node = here(nodes);
  if (!node) return null;
  const startedAt = Date.parse(times.read(node.startedAt));
  return {
    hostName: node.host,
    systemOs: node.system,
    osArchitecture: node.arch,
    processorCount: String(node.cpus),
    sysRunTime: since((now.getTime() - startedAt) / 1_000),
    remoteIp: null,
    localIp: null,
    frameworkDescription: node.runtime,
    environment: node.isProduction ? "Production" : "Development",
    wwwroot: null,
    stage: node.version,
  };
}

async function used(_sent: StockInput, request: StockRequest) {
  const { nodes } = await request.ask(sysServer, "serverUsed", {});
  const all: ServerNode[] = await request.ask(sysServer, "serverBase", {});
  const self = here(all);
  const node = nodes.find(({ id }: OwnResult) => id === self?.id) ?? nodes[0];
  if (!node) return null;
  return {
    freeRam: `${inGigabytes(node.memoryTotal - node.memoryUsed)} GB`,
    usedRam: `${inGigabytes(node.memoryUsed)} GB`,
    totalRam: `${inGigabytes(node.memoryTotal)} GB`,
    ramRate: `${perCent(node.memoryUsed, node.memoryTotal)} %`,
    cpuRate: `${Math.round(node.machineCpu / 10)} %`,
    startTime: self?.startedAt ?? null,
    runTime: since(node.uptime),
  };
}

const diskShape = (disk: OwnResult) => ({
  diskName: disk.name,
  typeName: "Fixed",
  totalFree: inGigabytes(disk.free),
  used: inGigabytes(disk.used),
  totalSize: inGigabytes(disk.total),
  availableFreeSpace: inGigabytes(disk.free),
  availablePercent: perCent(disk.used, disk.total),
});

const server: readonly StockCall[] = [
  { call: "GET sysServer/serverBase", resource: sysServer, operation: "serverBase", result: baseShape },
  { call: "GET sysServer/serverUsed", run: used },
  {
    call: "GET sysServer/serverDisk",
    resource: sysServer,
    operation: "serverDisk",
    result: (disks: OwnResult[]) => disks.map(diskShape),
  },
];

const cache: readonly StockCall[] = [
  {
    call: "GET sysCache/keyList",
    resource: sysCache,
    operation: "keyList",
    result: ({ keys }) => keys.map(({ key }: OwnResult) => key).sort(),
  },
  {
    call: "GET sysCache/value/:key",
    resource: sysCache,
    operation: "value",
    result: ({ holders }) => (holders.length === 1 ? holders[0].value : holders),
  },
  { call: "POST sysCache/delete/:key", resource: sysCache, operation: "delete", result: ({ count }) => count },
  { call: "POST sysCache/clear", resource: sysCache, operation: "clear", result: nothing },
  {
    call: "POST sysCache/deleteByPreKey/:prefix",
    resource: sysCache,
    operation: "deleteByPreKey",
    result: ({ count }) => count,
  },
];

const methods = ["GET", "POST"];

const openAccess: readonly StockCall[] = [
  {
    call: "POST sysOpenAccess/page",
    resource: sysOpenAccess,
    operation: "page",
    // The secret is shown once, when it is created.
    result: (page) => pageShape(page, (one) => ({ ...one, accessSecret: "", bindUser: null })),
  },
  { call: "POST sysOpenAccess/add", elsewhere: "accessKey" },
  { call: "POST sysOpenAccess/update", overwrites: true },
  { call: "POST sysOpenAccess/secret", elsewhere: "accessKey" },
  {
    call: "POST sysOpenAccess/generateSignature",
    resource: sysOpenAccess,
    operation: "generateSignature",
    input: ({ method, ...asked }) => ({ ...asked, method: methods[Number(method)] ?? method }),
    result: ({ sign }) => sign,
  },
];

/** Calls about operating the installation. */
export const operationCalls: readonly StockCall[] = [...server, ...cache, ...openAccess];
