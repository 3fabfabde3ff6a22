import type { Generated } from "kysely";
import type { TenantRow } from "../../../platform/db/columns.ts";
import type { FactsOf } from "../../../platform/db/tables.ts";

interface PositionRows extends TenantRow {
  name: string;
  code: string | null;
  orderNo: Generated<number>;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    positions: PositionRows;
  }
}

export const posTables: FactsOf<"positions"> = {
  positions: {
    scope: { tenant: "tenantId", isOfOperator: true },
    placement: "local",
    grant: "readWrite",
    audited: true,
  },
};
