import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { DataScope } from "@countinghouse/contract/system-enumerations.ts";
import type { Generated } from "kysely";
import type { TenantRow } from "../../../platform/db/columns.ts";
import type { FactsOf } from "../../../platform/db/tables.ts";

interface RoleRows extends TenantRow {
  name: string;
  code: string | null;
  orderNo: Generated<number>;
  dataScope: Generated<ValueOf<typeof DataScope>>;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    roles: RoleRows;
    userRoles: { userId: number; roleId: number };
    roleMenus: { roleId: number; menuId: number };
    roleOrgs: { roleId: number; orgId: number };
  }
}

export const roleTables: FactsOf<"roles" | "userRoles" | "roleMenus" | "roleOrgs"> = {
  roles: { scope: { tenant: "tenantId", isOfOperator: true }, placement: "local", grant: "readWrite", audited: true },
  userRoles: { scope: "shared", placement: "local", grant: "readWrite" },
  roleMenus: { scope: "shared", placement: "local", grant: "readWrite" },
  roleOrgs: { scope: "shared", placement: "local", grant: "readWrite" },
};
