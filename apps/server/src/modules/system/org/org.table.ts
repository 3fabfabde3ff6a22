import type { Generated, GeneratedAlways } from "kysely";
import type { TenantRow } from "../../../platform/db/columns.ts";
import type { FactsOf } from "../../../platform/db/tables.ts";

interface OrgRows extends TenantRow {
  pid: Generated<number>;
  parentId: GeneratedAlways<number | null>;
  name: string;
  code: string | null;
  level: number | null;
  type: string | null;
  directorId: number | null;
  orderNo: Generated<number>;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    orgs: OrgRows;
  }
}

export const orgTables: FactsOf<"orgs"> = {
  orgs: { scope: { tenant: "tenantId", isOfOperator: true }, placement: "local", grant: "readWrite", audited: true },
};
