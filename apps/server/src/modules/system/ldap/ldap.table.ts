import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { LdapKind, LdapVerdict } from "@countinghouse/contract/system/ldap/ldap-enumerations.ts";
import type { LdapFacts } from "@countinghouse/contract/system/ldap/ldap-sentence.ts";
import type { Generated } from "kysely";
import type { JsonColumn } from "../../../platform/db/columns.ts";
import type { FactsOf } from "../../../platform/db/tables.ts";

interface OrgLdapRows {
  orgId: number;
  ldapId: number;
  entryCode: string;
  /** Distinguished name of the entry at the last reading, in lower case. */
  dn: string;
}

interface LdapRunRows {
  id: Generated<number>;
  tenantId: number;
  ldapId: number;
  kind: ValueOf<typeof LdapKind>;
  verdict: Generated<ValueOf<typeof LdapVerdict>>;
  /** Values for the text of the verdict. */
  facts: JsonColumn<LdapFacts>;
  detail: string | null;
  added: Generated<number>;
  linked: Generated<number>;
  changed: Generated<number>;
  disabled: Generated<number>;
  skipped: Generated<number>;
  startUserName: string | null;
  startTime: string;
  endTime: string | null;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    orgLdaps: OrgLdapRows;
    ldapRuns: LdapRunRows;
  }
}

export const ldapTables: FactsOf<"orgLdaps" | "ldapRuns"> = {
  orgLdaps: { scope: "shared", placement: "local", grant: "readWrite" },
  ldapRuns: {
    scope: { tenant: "tenantId", isOfOperator: true },
    placement: "local",
    grant: "readWrite",
    json: ["facts"],
  },
};
