import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { Status } from "@countinghouse/contract/system-enumerations.ts";
import type { Generated } from "kysely";
import type { AuditedColumns, FactsOf } from "../../../platform/db/tables.ts";

interface TenantRows extends AuditedColumns {
  id: Generated<number>;
  name: string;
  orgId: number | null;
  userId: number | null;
  host: string | null;
  /** Since when changes require two people. */
  twoPeopleSince: string | null;
  orderNo: Generated<number>;
  status: Generated<ValueOf<typeof Status>>;
  remark: string | null;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    tenants: TenantRows;
  }
}

export const tenantTables: FactsOf<"tenants"> = {
  tenants: { scope: { tenant: "id" }, placement: "local", grant: "readWrite", audited: true },
};
