import {
  type DatabaseColumn,
  type DatabaseTable,
  sysDatabase,
} from "@countinghouse/contract/operations/database/database.ts";
import { pageOfList, type StockCall } from "../stock-call.ts";
import { databaseId } from "./database-calls.ts";

const tableShape = ({ name }: DatabaseTable) => ({
  configId: databaseId,
  tableName: name,
  entityName: name,
  createTime: null,
  updateTime: null,
  tableComment: null,
});

const columnShape = ({ name, type, nullable, isKey }: DatabaseColumn) => ({
  columnName: name,
  propertyName: name,
  columnLength: Number(/\((\d+)/.exec(type)?.[1] ?? 0),
  dataType: type,
  isPrimarykey: isKey,
  isNullable: nullable,
  netType: null,
  columnComment: null,
  columnKey: isKey ? "True" : "False",
});

const writes = ["add", "update", "delete", "preview", "runLocal"] as const;

/**
 * Calls of the code generator. The database may be looked at by who may see its map; nothing is generated, so that
 * there are no rows of templates and no namespaces to put files into.
 */
export const generatorCalls: readonly StockCall[] = [
  {
    call: "GET sysCodeGen/databaseList",
    resource: sysDatabase,
    operation: "visual",
    result: () => [{ configId: databaseId, dbType: "PostgreSQL", connectionString: "" }],
  },
  {
    call: "GET sysCodeGen/tableList/:configId",
    resource: sysDatabase,
    operation: "visual",
    result: ({ tables }) => tables.map(tableShape),
  },
  {
    call: "GET sysCodeGen/columnListByTableName/:tableName/:configId",
    resource: sysDatabase,
    operation: "visual",
    result: ({ tables }, _request, { tableName }) =>
      (tables.find(({ name }: DatabaseTable) => name === tableName)?.columns ?? []).map(columnShape),
  },
  { call: "POST sysCodeGen/page", run: async (sent) => pageOfList([], sent) },
  { call: "GET sysCodeGen/applicationNamespaces", run: async () => [] },
  { call: "GET sysCodeGenConfig/list", run: async () => [] },
  ...writes.map((action): StockCall => ({ call: `POST sysCodeGen/${action}`, unsafe: "writesCode" })),
  { call: "POST sysCodeGenConfig/update", unsafe: "writesCode" },
];
