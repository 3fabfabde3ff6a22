import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { RowDifference } from "@countinghouse/contract/system/change-request/change-request.ts";
import type { ChangeStatus } from "@countinghouse/contract/system/change-request/change-request-enumerations.ts";
import type { Generated, JSONColumnType } from "kysely";
import type { FactsOf } from "../../../platform/db/tables.ts";

interface ChangeRequestRows {
  id: string;
  tenantId: number;
  changeNo: string;
  operation: string;
  target: string | null;
  rowCount: number;
  changes: JSONColumnType<RowDifference[]>;
  sealed: string | null;
  reason: string;
  status: Generated<ValueOf<typeof ChangeStatus>>;
  createTime: string;
  createUserId: number;
  createUserName: string | null;
  expireTime: string;
  decideTime: string | null;
  decideUserId: number | null;
  decideUserName: string | null;
  decideReason: string | null;
  overtaken: Generated<string[]>;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    changeRequests: ChangeRequestRows;
  }
}

export const changeRequestTables: FactsOf<"changeRequests"> = {
  changeRequests: {
    scope: { tenant: "tenantId", isOfOperator: true },
    placement: "local",
    grant: "readWrite",
    json: ["changes"],
    unrecorded: ["sealed"],
  },
};
