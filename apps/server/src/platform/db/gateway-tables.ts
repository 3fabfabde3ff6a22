import type { Text } from "@countinghouse/contract/kit/locale.ts";
import type { Generated, JSONColumnType } from "kysely";
import type { AuditedColumns, Mode, TableFacts } from "./tables.ts";

type Switch = Generated<"enabled" | "disabled">;
type Service = Generated<"enabled" | "draining" | "disabled">;
/** What kind of money a payment method takes. */
export type MethodCategory = "card" | "wallet" | "bank_transfer" | "bank_debit" | "voucher" | "bnpl" | "local";
type Health = "healthy" | "degraded" | "down";
type Region = "any" | "domestic" | "intra" | "inter";

/** Limits of one currency, in minor units as text. */
export interface AmountLimit {
  readonly currency: string;
  readonly min: string | null;
  readonly max: string | null;
}

/** Limits of a gateway account in one currency, in minor units as text. */
export interface AccountLimit extends AmountLimit {
  readonly dailyAmount: string | null;
  readonly dailyCount: number | null;
  readonly monthlyAmount: string | null;
}

/** A fixed amount of one currency, in minor units as text. */
export interface FixedAmount {
  readonly currency: string;
  readonly amount: string;
}

/** One thing that an account needs to sign in at a provider. */
export interface CredentialField {
  readonly name: string;
  readonly label: Text;
  readonly isSecret: boolean;
  readonly isRequired: boolean;
}

type List = Generated<string[]>;
type Json<T extends object> = JSONColumnType<T, string | undefined, string>;

interface PaymentMethodRows extends AuditedColumns {
  id: string;
  tenantId: number;
  code: string;
  nameEn: string;
  nameZhCn: string;
  nameZhTw: string;
  category: MethodCategory;
  sort: Generated<number>;
  status: Switch;
  remark: string | null;
}

interface UpstreamGatewayRows extends AuditedColumns {
  id: string;
  tenantId: number;
  code: string;
  name: string;
  connector: string;
  baseUrlLive: string | null;
  baseUrlTest: string | null;
  credentialSchema: Json<CredentialField[]>;
  capabilities: List;
  exponentOverrides: Json<{ currency: string; exponent: number }[]>;
  timeoutMs: Generated<number>;
  rateLimitPerSecond: Generated<number>;
  settlementFileFormat: string | null;
  status: Switch;
  remark: string | null;
}

interface UpstreamMethodRows extends AuditedColumns {
  id: string;
  tenantId: number;
  upstreamGatewayId: string;
  paymentMethodId: string;
  upstreamCode: string;
  flow: "direct" | "redirect" | "qr" | "voucher" | "sdk";
  currencies: List;
  countries: List;
  limits: Json<AmountLimit[]>;
  supports: List;
  refundWindowDays: Generated<number>;
  disputeWindowDays: Generated<number>;
  settlementLagDays: Generated<number>;
  defaultCostPercent: number;
  defaultCostFixed: Json<FixedAmount[]>;
  status: Switch;
}

interface GatewayRows extends AuditedColumns {
  id: string;
  tenantId: number;
  gatewayNo: string;
  name: string;
  upstreamGatewayId: string;
  mode: Mode;
  region: string | null;
  legalEntity: string | null;
  cutoffTime: Generated<string>;
  cutoffTimezone: Generated<string>;
  settlementLagDays: Generated<number>;
  businessCalendar: string | null;
  feeBearing: Generated<"absorb" | "passthrough">;
  priority: Generated<number>;
  status: Service;
  remark: string | null;
}

interface GatewayTaxRows extends AuditedColumns {
  id: string;
  tenantId: number;
  gatewayId: string;
  country: string;
  base: "our_fee" | "gateway_fee" | "gross";
  taxName: string;
  rate: number;
  isInclusive: Generated<boolean>;
  currency: string | null;
  registrationNo: string | null;
  validFrom: string;
  validTo: string | null;
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
  mccs: List;
  descriptorPrefix: string | null;
  limits: Json<AccountLimit[]>;
  inFlightMax: Generated<number>;
  merchantInFlightMax: Generated<number>;
  queueSeconds: Generated<number>;
  weight: Generated<number>;
  priority: Generated<number>;
  status: Service;
  health: Generated<Health>;
  healthTime: string | null;
  forcedHealth: Health | null;
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

interface GatewayMethodRows extends AuditedColumns {
  id: string;
  tenantId: number;
  gatewayAccountId: string;
  paymentMethodId: string;
  costModel: Generated<"blended" | "interchange_plus">;
  refundCost: Json<FixedAmount[]>;
  disputeCost: Json<FixedAmount[]>;
  limits: Json<AmountLimit[]>;
  currencies: List;
  countries: List;
  status: Switch;
}

interface GatewayMethodCostRows {
  id: string;
  tenantId: number;
  gatewayMethodId: string;
  currency: string;
  cardRegion: Generated<Region>;
  percent: number;
  fixed: Generated<string>;
  minimum: string | null;
  maximum: string | null;
  validFrom: string;
  createTime: Generated<string>;
  createUserId: number | null;
  createUserName: string | null;
}

interface GatewayPaceRows {
  gatewayAccountId: string;
  freeAt: string;
}

interface GatewayShareRows {
  gatewayAccountId: string;
  nodes: Json<Record<string, { readonly places: number; readonly endsAt: number }>>;
}

/** Methods, providers, gateways and the accounts held there. */
export interface GatewayTables {
  gatewayPaces: GatewayPaceRows;
  gatewayShares: GatewayShareRows;
  paymentMethods: PaymentMethodRows;
  upstreamGateways: UpstreamGatewayRows;
  upstreamMethods: UpstreamMethodRows;
  gateways: GatewayRows;
  gatewayTaxes: GatewayTaxRows;
  gatewayAccounts: GatewayAccountRows;
  gatewayCredentials: GatewayCredentialRows;
  credentialChanges: CredentialChangeRows;
  gatewayMethods: GatewayMethodRows;
  gatewayMethodCosts: GatewayMethodCostRows;
}

const configuration = {
  scope: { tenant: "tenantId" },
  placement: "reference",
  grant: "readWrite",
  audited: true,
} as const;
const { audited: _audited, ...unstamped } = configuration;

export const gatewayManifest: Readonly<Record<keyof GatewayTables, TableFacts>> = {
  gatewayPaces: { scope: "shared", placement: "local", grant: "readWrite" },
  gatewayShares: { scope: "shared", placement: "local", grant: "readWrite" },
  paymentMethods: configuration,
  upstreamGateways: configuration,
  upstreamMethods: configuration,
  gateways: configuration,
  gatewayTaxes: configuration,
  gatewayAccounts: configuration,
  // Reached through the account, which is found inside the caller's scope first.
  gatewayCredentials: { scope: "shared", placement: "reference", grant: "readWrite" },
  credentialChanges: unstamped,
  gatewayMethods: configuration,
  gatewayMethodCosts: unstamped,
};
