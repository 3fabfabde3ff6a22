import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { GatewayHealth } from "@countinghouse/contract/payment-enumerations.ts";
import type { Generated, JSONColumnType } from "kysely";
import type { AmountLimit, JsonColumn, ServiceColumn, TextListColumn } from "../../../platform/db/columns.ts";
import type { AuditedColumns, FactsOf, Mode } from "../../../platform/db/tables.ts";

/** Limits of a gateway account in one currency, in minor units as text. */
interface AccountLimit extends AmountLimit {
  readonly dailyAmount: string | null;
  readonly dailyCount: number | null;
  readonly monthlyAmount: string | null;
}

interface GatewayAccountRows extends AuditedColumns {
  id: string;
  tenantId: number;
  accountNo: string;
  name: string;
  gatewayId: string;
  mode: Mode;
  upstreamMid: string;
  currencies: string[];
  settlementCurrency: string;
  mccs: TextListColumn;
  descriptorPrefix: string | null;
  limits: JsonColumn<AccountLimit[]>;
  inFlightMax: Generated<number>;
  merchantInFlightMax: Generated<number>;
  queueSeconds: Generated<number>;
  weight: Generated<number>;
  priority: Generated<number>;
  status: ServiceColumn;
  health: Generated<ValueOf<typeof GatewayHealth>>;
  healthTime: string | null;
  forcedHealth: ValueOf<typeof GatewayHealth> | null;
  forcedUntil: string | null;
  forcedReason: string | null;
  forcedUserName: string | null;
  webhookToken: string;
  remark: string | null;
}

interface GatewayCredentialRows {
  gatewayAccountId: string;
  name: string;
  sealed: string;
  setTime: string;
  setUserName: string | null;
}

interface CredentialChangeRows {
  id: string;
  tenantId: number;
  gatewayAccountId: string;
  names: string[];
  sealed: string | null;
  reason: string;
  status: Generated<"pending" | "approved" | "rejected" | "withdrawn">;
  createTime: string;
  createUserId: number;
  createUserName: string | null;
  decideTime: string | null;
  decideUserId: number | null;
  decideUserName: string | null;
  decideReason: string | null;
}

interface GatewayPaceRows {
  gatewayAccountId: string;
  freeAt: string;
}

interface GatewayShareRows {
  gatewayAccountId: string;
  nodes: JSONColumnType<Record<string, { readonly places: number; readonly endsAt: number }>>;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    gatewayAccounts: GatewayAccountRows;
    gatewayCredentials: GatewayCredentialRows;
    credentialChanges: CredentialChangeRows;
    gatewayPaces: GatewayPaceRows;
    gatewayShares: GatewayShareRows;
  }
}

export const gatewayAccountTables: FactsOf<
  "gatewayAccounts" | "gatewayCredentials" | "credentialChanges" | "gatewayPaces" | "gatewayShares"
> = {
  gatewayAccounts: {
    scope: { tenant: "tenantId" },
    placement: "reference",
    grant: "readWrite",
    audited: true,
    json: ["limits"],
  },
  // Reached only through the account, which is read in the caller's scope first.
  gatewayCredentials: { scope: "shared", placement: "reference", grant: "readWrite" },
  credentialChanges: { scope: { tenant: "tenantId" }, placement: "reference", grant: "readWrite" },
  gatewayPaces: { scope: "shared", placement: "local", grant: "readWrite" },
  gatewayShares: { scope: "shared", placement: "local", grant: "readWrite", json: ["nodes"] },
};
