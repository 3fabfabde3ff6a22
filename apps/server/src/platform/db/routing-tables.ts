import type { Generated, JSONColumnType } from "kysely";
import type { AmountLimit, FixedAmount } from "./gateway-tables.ts";
import type { AuditedColumns, Mode, TableFacts } from "./tables.ts";

type List = Generated<string[]>;
type Json<T extends object> = JSONColumnType<T, string | undefined, string>;
type NullableJson<T extends object> = JSONColumnType<T | null, string | null | undefined, string | null>;
type Words = Readonly<Partial<Record<"en" | "zh-cn" | "zh-tw", string>>>;

/** Caps of a merchant on an account in one currency, in minor units as text. */
export interface BindingLimit {
  readonly currency: string;
  readonly dailyAmount: string | null;
  readonly dailyCount: number | null;
  readonly monthlyAmount: string | null;
}

interface ChannelRows extends AuditedColumns {
  id: string;
  tenantId: number;
  channelCode: string;
  name: string;
  paymentMethodId: string;
  gatewayId: string | null;
  currencies: List;
  countries: List;
  checkoutLabel: NullableJson<Words>;
  sort: Generated<number>;
  limits: Json<AmountLimit[]>;
  recommendedPercent: Generated<number>;
  recommendedFixed: Json<FixedAmount[]>;
  status: Generated<"enabled" | "disabled">;
  maintenanceFrom: string | null;
  maintenanceTo: string | null;
  maintenanceMessage: NullableJson<Words>;
  remark: string | null;
}

interface MerGatewayAccountCfgRows extends AuditedColumns {
  id: string;
  tenantId: number;
  merchantId: string;
  gatewayAccountId: string;
  mode: Mode;
  priority: number;
  weight: number;
  coinAppIds: List;
  paymentMethods: List;
  paymentTypes: List;
  currencies: List;
  countries: List;
  binCountries: List;
  unknownIssuer: Generated<"allow" | "exclude">;
  limits: Json<BindingLimit[]>;
  subMid: string | null;
  descriptor: string | null;
  validFrom: string | null;
  validTo: string | null;
  status: "pending" | "enabled" | "disabled";
  proposal: NullableJson<Record<string, unknown>>;
  proposeUserId: number | null;
  proposeUserName: string | null;
  proposeTime: string | null;
  approveUserId: number | null;
  approveUserName: string | null;
  approveTime: string | null;
}

/** A rule as it is stored: amounts of minor units as text. */
export interface StoredRouteRule {
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
  strategy: "priority_weight" | "least_cost" | "success_rate" | "rule";
  rules: Json<StoredRouteRule[]>;
  fallbackAccountIds: List;
}

interface MerPayChannelCfgRows extends AuditedColumns {
  id: string;
  tenantId: number;
  merchantId: string;
  coinAppId: string | null;
  channelId: string;
  isOffered: Generated<boolean>;
  sort: Generated<number>;
  currencies: List;
  countries: List;
  devices: List;
  limits: Json<AmountLimit[]>;
  status: Generated<"enabled" | "disabled">;
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
  health: "healthy" | "degraded" | "down";
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

/** Channels, bindings, how orders are routed, and how calls to gateway accounts go. */
export interface RoutingTables {
  channels: ChannelRows;
  merGatewayAccountCfgs: MerGatewayAccountCfgRows;
  merchantRoutings: MerchantRoutingRows;
  merPayChannelCfgs: MerPayChannelCfgRows;
  gatewayCalls: GatewayCallRows;
  gatewayAccountHealths: GatewayAccountHealthRows;
  routeUsages: RouteUsageRows;
  routeApprovals: RouteApprovalRows;
  routeRates: RouteRateRows;
}

const ofMerchant = {
  scope: { tenant: "tenantId", merchant: "merchantId" },
  placement: "reference",
  grant: "readWrite",
  audited: true,
} as const;
/** Counted by the platform itself; no operation reads them but through an account that the caller may see. */
const counted = { scope: "shared", placement: "local", grant: "readWrite" } as const;

export const routingManifest: Readonly<Record<keyof RoutingTables, TableFacts>> = {
  channels: { scope: { tenant: "tenantId" }, placement: "reference", grant: "readWrite", audited: true },
  merGatewayAccountCfgs: ofMerchant,
  merchantRoutings: ofMerchant,
  merPayChannelCfgs: ofMerchant,
  gatewayCalls: counted,
  gatewayAccountHealths: counted,
  routeUsages: counted,
  routeApprovals: counted,
  routeRates: counted,
};
