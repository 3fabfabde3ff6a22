import type { RoutingStrategy } from "@countinghouse/contract/gateways/routing/routing-enumerations.ts";
import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { GatewayHealth } from "@countinghouse/contract/payment-enumerations.ts";
import type { Generated } from "kysely";
import type { JsonColumn, TextListColumn } from "../../../platform/db/columns.ts";
import type { AuditedColumns, FactsOf, Mode } from "../../../platform/db/tables.ts";

/** A rule as it is stored: amounts of minor units as text. */
interface StoredRouteRule {
  readonly currencies: string[];
  readonly countries: string[];
  readonly methods: string[];
  readonly types: string[];
  readonly minAmount: string | null;
  readonly maxAmount: string | null;
  readonly shares: { readonly accountId: string; readonly percent: number }[];
}

interface MerchantRoutingRows extends AuditedColumns {
  merchantId: string;
  mode: Mode;
  tenantId: number;
  strategy: ValueOf<typeof RoutingStrategy>;
  rules: JsonColumn<StoredRouteRule[]>;
  fallbackAccountIds: TextListColumn;
}

interface GatewayCallRows {
  id: string;
  gatewayAccountId: string;
  at: string;
  calls: number;
  failures: number;
  trailingFailures: number;
  isMisconfigured: Generated<boolean>;
  latencyMs: number;
}

interface GatewayAccountHealthRows {
  gatewayAccountId: string;
  health: ValueOf<typeof GatewayHealth>;
  since: string;
  probeAt: string | null;
  goodProbes: Generated<number>;
  badAt: string | null;
  cause: string | null;
}

interface RouteUsageRows {
  gatewayAccountId: string;
  merchantId: string;
  period: string;
  currency: string;
  amount: string;
  payments: number;
}

interface RouteApprovalRows {
  gatewayAccountId: string;
  method: string;
  binCountry: string;
  hour: string;
  attempts: number;
  approved: number;
}

interface RouteRateRows {
  gatewayAccountId: string;
  method: string;
  binCountry: string;
  attempts: number;
  approved: number;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    merchantRoutings: MerchantRoutingRows;
    gatewayCalls: GatewayCallRows;
    gatewayAccountHealths: GatewayAccountHealthRows;
    routeUsages: RouteUsageRows;
    routeApprovals: RouteApprovalRows;
    routeRates: RouteRateRows;
  }
}

export const routingTables: FactsOf<
  "merchantRoutings" | "gatewayCalls" | "gatewayAccountHealths" | "routeUsages" | "routeApprovals" | "routeRates"
> = {
  merchantRoutings: {
    scope: { tenant: "tenantId", merchant: "merchantId" },
    placement: "reference",
    grant: "readWrite",
    audited: true,
    json: ["rules"],
  },
  gatewayCalls: { scope: "shared", placement: "local", grant: "readWrite" },
  gatewayAccountHealths: { scope: "shared", placement: "local", grant: "readWrite" },
  routeUsages: { scope: "shared", placement: "local", grant: "readWrite" },
  routeApprovals: { scope: "shared", placement: "local", grant: "readWrite" },
  routeRates: { scope: "shared", placement: "local", grant: "readWrite" },
};
