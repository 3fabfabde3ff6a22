import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { RequestStatus } from "@countinghouse/contract/merchants/merchant-request/request-enumerations.ts";
import type { Generated } from "kysely";
import type { AuditedColumns, FactsOf } from "../../../platform/db/tables.ts";
import type { FieldDifference } from "./merchant-request.policy.ts";

interface MerchantRequests extends AuditedColumns {
  merchantId: string;
  id: string;
  tenantId: number;
  wanted: readonly FieldDifference[];
  note: string | null;
  status: Generated<ValueOf<typeof RequestStatus>>;
  answer: string | null;
  decideUserName: string | null;
  decideTime: string | null;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    merchantRequests: MerchantRequests;
  }
}

export const merchantRequestTables: FactsOf<"merchantRequests"> = {
  merchantRequests: {
    scope: { tenant: "tenantId", merchant: "merchantId" },
    placement: "distributed",
    grant: "readWrite",
    audited: true,
    json: ["wanted"],
  },
};
