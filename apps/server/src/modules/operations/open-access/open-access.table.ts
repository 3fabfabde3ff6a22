import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { CallOutcome } from "@countinghouse/contract/operations/open-access/call-outcome.ts";
import type { Generated } from "kysely";
import type { TenantRow, TextListColumn } from "../../../platform/db/columns.ts";
import type { FactsOf } from "../../../platform/db/tables.ts";

interface OpenAccessRows extends TenantRow {
  name: string;
  accessKey: string;
  secretSealed: string;
  secretTime: string;
  bindUserId: number;
  allowedIps: TextListColumn;
  perSecond: Generated<number>;
  expireTime: string | null;
  lastUsedTime: string | null;
}

interface OpenAccessCallRows {
  id: Generated<number>;
  tenantId: number;
  accessKey: string;
  operation: string;
  method: string;
  status: number;
  outcome: ValueOf<typeof CallOutcome>;
  refusal: string | null;
  elapsed: number;
  ip: string;
  requestId: string;
  createTime: string;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    openAccesses: OpenAccessRows;
    openAccessCalls: OpenAccessCallRows;
  }
}

export const openAccessTables: FactsOf<"openAccesses" | "openAccessCalls"> = {
  openAccesses: {
    scope: { tenant: "tenantId", isOfOperator: true },
    placement: "local",
    grant: "readWrite",
    audited: true,
    unrecorded: ["secretSealed"],
  },
  openAccessCalls: { scope: { tenant: "tenantId", isOfOperator: true }, placement: "local", grant: "readWrite" },
};
