import { sysCache } from "@countinghouse/contract/operations/cache/cache.ts";
import {
  type DatabaseColumn,
  type DatabaseTable,
  sysDatabase,
} from "@countinghouse/contract/operations/database/database.ts";
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

/** The id by which this client asks for the product's one database. */
const databaseId = "1300000000001";

const columnShape = (tableName: string, { name, type, nullable, isKey }: DatabaseColumn) => ({
  tableName,
  tableId: 0,
  dbColumnName: name,
  propertyName: name,
  dataType: type,
  propertyType: null,
  length: Number(/\((\d+)/.exec(type)?.[1] ?? 0),
  columnDescription: null,
  defaultValue: null,
  isNullable: nullable,
  isIdentity: false,
  isPrimarykey: isKey,
  value: null,
  decimalDigits: Number(/,(\d+)\)/.exec(type)?.[1] ?? 0),
  scale: 0,
  isArray: type.endsWith("[]"),
  isJson: type.startsWith("json"),
  isUnsigned: null,
  createTableFieldSort: 0,
});

function visualShape({ tables, relations }: OwnResult) {
  const across = Math.ceil(Math.sqrt(tables.length));
  return {
    visualTableList: tables.map(({ name }: DatabaseTable, at: number) => ({
      tableName: name,
      tableComents: name,
      x: (at % across) * 400,
      y: Math.floor(at / across) * 400,
    })),
    visualColumnList: tables.flatMap(({ name, columns }: DatabaseTable) =>
      columns.map((column) => ({
        tableName: name,
        columnName: column.name,
        dataType: column.type,
        dataLength: String(columnShape(name, column).length),
        columnDescription: null,
      })),
    ),
    columnRelationList: relations.flatMap(({ from, to, columns, kind }: OwnResult) =>
      columns.map((pair: OwnResult) => ({
        sourceTableName: to,
        sourceColumnName: pair.to,
        type: kind === "oneToOne" ? "ONE_TO_ONE" : "ONE_TO_MANY",
        targetTableName: from,
        targetColumnName: pair.from,
      })),
    ),
  };
}

const changesTables = ["addTable", "updateTable", "deleteTable", "addColumn", "updateColumn", "deleteColumn"] as const;

const database: readonly StockCall[] = [
  { call: "GET sysDatabase/list", resource: sysDatabase, operation: "visual", result: () => [databaseId] },
  { call: "GET sysDatabase/visualDbTable", resource: sysDatabase, operation: "visual", result: visualShape },
  {
    call: "GET sysDatabase/tableList/:configId",
    resource: sysDatabase,
    operation: "visual",
    result: ({ tables }) => tables.map(({ name }: DatabaseTable) => ({ name, description: null, dbObjectType: 0 })),
  },
  {
    call: "GET sysDatabase/columnList/:tableName/:configId",
    resource: sysDatabase,
    operation: "visual",
    result: ({ tables }, _request, { tableName }) => {
      const table = tables.find(({ name }: DatabaseTable) => name === tableName);
      return (table?.columns ?? []).map((column: DatabaseColumn) => columnShape(String(tableName), column));
    },
  },
  ...changesTables.map((action): StockCall => ({ call: `POST sysDatabase/${action}`, unsafe: "ddl" })),
  { call: "POST sysDatabase/createEntity", unsafe: "runsCode" },
  { call: "POST sysDatabase/createSeedData", unsafe: "runsCode" },
];

const accessPage = "/develop/openAccess";
const methods = ["GET", "POST"];

const openAccess: readonly StockCall[] = [
  {
    call: "POST sysOpenAccess/page",
    resource: sysOpenAccess,
    operation: "page",
    // The secret is shown once, when it is created.
    result: (page) => pageShape(page, (one) => ({ ...one, accessSecret: "", bindUser: null })),
  },
  {
    call: "POST sysOpenAccess/add",
    run: async (_sent, request) => {
      throw request.tell("accessKey", { page: request.page(accessPage) });
    },
  },
  { call: "POST sysOpenAccess/update", overwrites: true },
  {
    call: "POST sysOpenAccess/secret",
    run: async (_sent, request) => {
      throw request.tell("accessKey", { page: request.page(accessPage) });
    },
  },
  {
    call: "POST sysOpenAccess/generateSignature",
    resource: sysOpenAccess,
    operation: "generateSignature",
    input: ({ method, ...asked }) => ({ ...asked, method: methods[Number(method)] ?? method }),
    result: ({ sign }) => sign,
  },
];

/** Calls about operating the installation. */
export const operationCalls: readonly StockCall[] = [...server, ...cache, ...database, ...openAccess];
