import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { LoginType } from "@countinghouse/contract/system-enumerations.ts";
import type { Generated } from "kysely";
import type { FactsOf } from "../../../platform/db/tables.ts";

interface VisitRows {
  id: Generated<number>;
  tenantId: number | null;
  createTime: string;
  visitType: ValueOf<typeof LoginType>;
  account: string | null;
  realName: string | null;
  status: string;
  actionName: string | null;
  remoteIp: string | null;
  location: string | null;
  longitude: number | null;
  latitude: number | null;
  browser: string | null;
  os: string | null;
  elapsed: number | null;
}

/** A clearing of the visit log, from request to archive. */
export interface VisitClearingRow {
  id: string;
  tenantId: number;
  upTo: string;
  rows: number;
  askUserId: number;
  askUserName: string;
  askTime: string;
  approveUserId: number | null;
  approveUserName: string | null;
  approveTime: string | null;
  archive: string | null;
  sha256: string | null;
  doneTime: string | null;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    visits: VisitRows;
    visitClearings: VisitClearingRow;
  }
}

export const logVisTables: FactsOf<"visits" | "visitClearings"> = {
  visits: { scope: { tenant: "tenantId", personAccount: "account" }, placement: "local", grant: "readWrite" },
  visitClearings: { scope: { tenant: "tenantId", isOfOperator: true }, placement: "local", grant: "readWrite" },
};
