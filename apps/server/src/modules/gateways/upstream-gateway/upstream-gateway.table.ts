import type { LocalizedText } from "@countinghouse/contract/kit/locale.ts";
import type { Generated } from "kysely";
import type { JsonColumn, SwitchColumn, TextListColumn } from "../../../platform/db/columns.ts";
import type { AuditedColumns, FactsOf } from "../../../platform/db/tables.ts";

/** One thing that an account needs to sign in at a provider. */
interface CredentialField {
  readonly name: string;
  readonly label: LocalizedText;
  readonly isSecret: boolean;
  readonly isRequired: boolean;
}

interface UpstreamGatewayRows extends AuditedColumns {
  id: string;
  tenantId: number;
  code: string;
  name: string;
  connector: string;
  baseUrlLive: string | null;
  baseUrlTest: string | null;
  credentialSchema: JsonColumn<CredentialField[]>;
  capabilities: TextListColumn;
  exponentOverrides: JsonColumn<{ currency: string; exponent: number }[]>;
  timeoutMs: Generated<number>;
  rateLimitPerSecond: Generated<number>;
  status: SwitchColumn;
  remark: string | null;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    upstreamGateways: UpstreamGatewayRows;
  }
}

export const upstreamGatewayTables: FactsOf<"upstreamGateways"> = {
  upstreamGateways: {
    scope: { tenant: "tenantId" },
    placement: "reference",
    grant: "readWrite",
    audited: true,
    json: ["credentialSchema", "exponentOverrides"],
  },
};
