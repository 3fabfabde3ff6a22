import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { LdapSchedule, LdapTls, LdapVerdict } from "@countinghouse/contract/system/ldap/ldap-enumerations.ts";
import type { Generated } from "kysely";
import type { TenantRow } from "../../../platform/db/columns.ts";
import type { FactsOf } from "../../../platform/db/tables.ts";

interface LdapDirectoryRows extends TenantRow {
  host: string;
  port: Generated<number>;
  tls: Generated<ValueOf<typeof LdapTls>>;
  caCertificate: string | null;
  baseDn: string;
  bindDn: string;
  bindPassSealed: string;
  /** Encryption context of the password. */
  sealKey: string;
  bindPassTime: string;
  authFilter: string;
  userFilter: string;
  orgFilter: string | null;
  bindAttrAccount: string;
  bindAttrEmployeeId: string | null;
  bindAttrCode: string;
  attrRealName: string;
  attrEmail: string | null;
  attrPhone: string | null;
  orgId: number;
  addsUsers: Generated<boolean>;
  syncEvery: Generated<ValueOf<typeof LdapSchedule>>;
  lastSyncTime: string | null;
  lastVerdict: ValueOf<typeof LdapVerdict> | null;
}

interface UserLdapRows {
  userId: number;
  ldapId: number;
  /** Account in the directory. */
  account: string;
  /** Immutable id of the entry; null until it was seen once. */
  entryCode: string | null;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    ldapDirectories: LdapDirectoryRows;
    userLdaps: UserLdapRows;
  }
}

export const directoryTables: FactsOf<"ldapDirectories" | "userLdaps"> = {
  ldapDirectories: {
    scope: { tenant: "tenantId", isOfOperator: true },
    placement: "local",
    grant: "readWrite",
    audited: true,
    unrecorded: ["bindPassSealed", "sealKey"],
  },
  userLdaps: { scope: "shared", placement: "local", grant: "readWrite" },
};
