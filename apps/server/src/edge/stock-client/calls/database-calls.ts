import {
  type DatabaseColumn,
  type DatabaseTable,
  sysDatabase,
} from "@countinghouse/contract/operations/database/database.ts";
import type { OwnResult, StockCall } from "../stock-call.ts";

/** The id by which this client asks for the product's one database. */
export const databaseId = "1300000000001";

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

/** Calls about the database, which is looked at and never changed. */
export const databaseCalls: readonly StockCall[] = [
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
  { call: "POST sysDatabase/createEntity", unsafe: "writesCode" },
  { call: "POST sysDatabase/createSeedData", unsafe: "writesCode" },
];
