import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import type { Generated, JSONColumnType } from "kysely";
import type { MethodCategory } from "./gateway-tables.ts";
import type { AuditedColumns, Mode, TableFacts } from "./tables.ts";

type Switch = "enabled" | "disabled";

interface CoinAppRows extends AuditedColumns {
  id: string;
  tenantId: number;
  merchantId: string;
  appNo: string;
  name: string;
  category: Generated<"game" | "software" | "content" | "education" | "travel" | "retail" | "service" | "other">;
  description: string | null;
  platforms: Generated<("web" | "ios" | "android" | "server")[]>;
  descriptorSuffix: string | null;
  defaultCurrency: string;
  returnUrl: string | null;
  cancelUrl: string | null;
  notifyUrl: string | null;
  allowedOrigins: Generated<string[]>;
  maxAttempts: Generated<number>;
  orderExpireMinutes: Generated<number>;
  payerNames: JSONColumnType<Readonly<Partial<Record<Locale, string | undefined>>>> | null;
  brandColor: string | null;
  status: Generated<Switch>;
}

interface AppLogoRows {
  appId: string;
  tenantId: number;
  merchantId: string;
  contentType: string;
  content: Buffer;
  checksum: string;
  updateTime: string;
}

interface AppKeyRows {
  appKey: string;
  tenantId: number;
  merchantId: string;
  appId: string;
  mode: Mode;
  publishableKey: string;
  scopes: Generated<string[]>;
  allowedIps: Generated<string[]>;
  isEnabled: Generated<boolean>;
  expireTime: string | null;
  lastUsedTime: string | null;
  generation: Generated<number>;
  secretSealed: string | null;
  secretTime: string | null;
  previousSealed: string | null;
  previousUntil: string | null;
}

/** Columns of rows that hold from one instant to another once somebody else approved them. */
export interface DecidedColumns {
  validFrom: string;
  validTo: string | null;
  decision: Generated<"pending" | "approved" | "rejected">;
  decisionReason: string | null;
  decideTime: string | null;
  approveUserId: number | null;
  approveUserName: string | null;
}

interface AccountTermsRows extends AuditedColumns, DecidedColumns {
  id: string;
  tenantId: number;
  merchantId: string;
  settlementCurrency: string;
  settlementDays: number;
  settlementFrequency: "daily" | "weekly" | "monthly";
  settlementDay: number | null;
  calendars: Generated<string[]>;
  settlementZone: string;
  cutoffTime: string | null;
  minSettlementAmount: Generated<string>;
  autoSettle: Generated<boolean>;
  reserveType: Generated<"none" | "rolling" | "fixed">;
  reserveRatio: Generated<number>;
  reserveDays: Generated<number>;
  reserveCap: string | null;
  fixedDepositTarget: string | null;
  negativeBalanceLimit: Generated<string>;
  withdrawMin: Generated<string>;
  withdrawMax: string | null;
  withdrawDailyMax: string | null;
  withdrawStep: Generated<string>;
  withdrawFeePercent: Generated<number>;
  withdrawFeeFixed: Generated<string>;
  withdrawFeeMode: Generated<"inside" | "on_top">;
  autoApproveLimit: Generated<string>;
  minRetained: Generated<string>;
  fxMarkup: Generated<number>;
  gatewayFeeMode: Generated<"absorb" | "passthrough">;
  refundSource: Generated<"auto" | "available_only">;
  lateSuccessPolicy: Generated<"accept" | "auto_refund">;
  remark: string | null;
}

interface StoredTier {
  readonly from: string;
  readonly percent: number;
}

interface FeeRuleRows extends AuditedColumns, DecidedColumns {
  id: string;
  tenantId: number;
  merchantId: string | null;
  method: string | null;
  methodCategory: MethodCategory | null;
  gatewayAccountId: string | null;
  currency: string | null;
  cardRegion: Generated<"any" | "domestic" | "intra" | "inter">;
  percent: number;
  fixed: Generated<string>;
  minFee: string | null;
  maxFee: string | null;
  feesMayExceed: Generated<boolean>;
  tierMode: Generated<"none" | "whole" | "graduated">;
  tiers: JSONColumnType<StoredTier[], string | undefined, string>;
  refundFee: Generated<string>;
  refundFeePercent: Generated<number>;
  returnFeeOnRefund: Generated<"none" | "proportional">;
  inquiryFee: Generated<string>;
  disputePenalty: Generated<string>;
  disputePenaltyRefundOnWin: Generated<boolean>;
  refusalPenalty: Generated<string>;
  settlementDays: number | null;
  reserveRatio: number | null;
  reserveDays: number | null;
  gatewayFeeMode: Generated<"inherit" | "absorb" | "passthrough">;
  minAmount: string | null;
  maxAmount: string | null;
  dailyAmount: string | null;
  threeDsPolicy: Generated<"inherit" | "never" | "risk_based" | "always">;
  remark: string | null;
}

interface StoredLimit {
  readonly currency: string;
  readonly perTransactionMax: string | null;
  readonly dailyMax: string | null;
}

interface PaymentTypeTermsRows extends AuditedColumns {
  id: string;
  tenantId: number;
  merchantId: string;
  coinAppId: string | null;
  paymentType:
    | "hosted_page"
    | "server_to_server"
    | "payment_link"
    | "virtual_page"
    | "subscription"
    | "moto"
    | "payout";
  status: Generated<Switch>;
  requireCvc: Generated<boolean>;
  requireThreeDs: Generated<boolean>;
  allowSavedCard: Generated<boolean>;
  allowManualCapture: Generated<boolean>;
  maxAttempts: number | null;
  orderExpireMinutes: number | null;
  limits: JSONColumnType<StoredLimit[], string | undefined, string>;
  pciLevel: "saq_a" | "saq_a_ep" | "saq_d" | null;
}

interface MerchantVolumeRows {
  merchantId: string;
  mode: Mode;
  month: string;
  currency: string;
  captured: string;
}

interface FxQuoteRows {
  merchantId: string;
  id: string;
  baseCurrency: string;
  quoteCurrency: string;
  side: "sellsBase" | "buysBase";
  mid: string;
  markup: number;
  rate: string;
  baseAmount: string;
  quoteAmount: string;
  midAmount: string;
  rateIds: JSONColumnType<number[], string | undefined, string>;
  createTime: string;
  expireTime: string;
  useTime: string | null;
  usedBy: string | null;
}

/** Merchants' apps, and the terms they pay by. */
export interface TermsTables {
  coinApps: CoinAppRows;
  appLogos: AppLogoRows;
  appKeys: AppKeyRows;
  accountTerms: AccountTermsRows;
  feeRules: FeeRuleRows;
  paymentTypeTerms: PaymentTypeTermsRows;
  merchantVolumes: MerchantVolumeRows;
  fxQuotes: FxQuoteRows;
}

const configuration = {
  scope: { tenant: "tenantId", merchant: "merchantId" },
  placement: "reference",
  grant: "readWrite",
} as const;

export const termsManifest: Readonly<Record<keyof TermsTables, TableFacts>> = {
  coinApps: { ...configuration, audited: true },
  appLogos: configuration,
  appKeys: configuration,
  accountTerms: { ...configuration, audited: true },
  feeRules: { ...configuration, audited: true },
  paymentTypeTerms: { ...configuration, audited: true },
  merchantVolumes: { scope: { merchant: "merchantId" }, placement: "distributed", grant: "readWrite" },
  fxQuotes: { scope: { merchant: "merchantId" }, placement: "distributed", grant: "readWrite" },
};
