import type { Generated, JSONColumnType } from "kysely";
import type { FactsOf } from "../../../platform/db/tables.ts";

/** Common columns of both logs. */
interface CallColumns {
  id: Generated<number>;
  createTime: string;
  tenantId: number | null;
  userId: number | null;
  account: string | null;
  realName: string | null;
  module: string | null;
  operation: string | null;
  status: string;
  bizCode: string | null;
  message: string | null;
  httpMethod: string;
  requestUrl: string;
  requestParam: JSONColumnType<object> | null;
  remoteIp: string;
  location: string;
  browser: string;
  os: string;
  elapsed: number;
  requestId: string;
  node: string;
}

interface ExceptionLogs extends CallColumns {
  errorType: string;
  stack: string | null;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    operationLogs: CallColumns;
    exceptionLogs: ExceptionLogs;
  }
}

const facts = {
  scope: { tenant: "tenantId", isOfOperator: true },
  placement: "local",
  grant: "keptForAWhile",
  json: ["requestParam"],
} as const;

export const callLogTables: FactsOf<"operationLogs" | "exceptionLogs"> = {
  operationLogs: facts,
  exceptionLogs: facts,
};
