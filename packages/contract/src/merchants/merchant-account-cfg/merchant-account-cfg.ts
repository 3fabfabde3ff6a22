import { z } from "zod";
import { ChosenCalendar } from "../../funds/calendar/calendar.ts";
import { exportOf } from "../../kit/export.ts";
import { Day, Flag, field, Instant, Integer, optionalText } from "../../kit/field.ts";
import { between, exact, oneOf } from "../../kit/list.ts";
import { command, Done, list, query } from "../../kit/operation.ts";
import { auditFields } from "../../kit/record.ts";
import { defineResource } from "../../kit/resource.ts";
import { operatorOnly } from "../../operator-only.ts";
import { FeeBearing } from "../../payment-enumerations.ts";
import { Currency, idOf, TimeZone } from "../../payment-fields.ts";
import {
  LateSuccessPolicy,
  RefundSource,
  ReserveType,
  SettlementFrequency,
  TermsStatus,
  WithdrawFeeMode,
} from "../../terms-enumerations.ts";
import { amountIn, decisionInput, Reason, rate6, startInput, versionFields } from "../../terms-fields.ts";
import { MerchantId } from "../merchant/merchant.ts";
import { merchantAccountCfgMessages } from "./merchant-account-cfg.messages.ts";

/** Id of one version of account terms. */
export const AccountCfgId = idOf("mac");

const Amount = amountIn("settlementCurrency");
const whole = (min: number, max: number) => field(z.number().int().min(min).max(max), { kind: "integer" });

/** Terms for one settlement currency. */
export const accountTerms = {
  settlementCurrency: Currency,
  /** N of T+N, in business days. */
  settlementDays: whole(0, 30).default(3),
  settlementFrequency: SettlementFrequency.schema.default("daily"),
  /** ISO weekday for weekly, day of the month for monthly collection. */
  settlementDay: whole(1, 28).nullish(),
  /** A business day is one in all of them. */
  calendars: field(z.array(ChosenCalendar).max(8), { kind: "list" }).default([]),
  settlementZone: TimeZone,
  /** Local cut-off time, from which captures count for the next day; midnight by default. */
  cutoffTime: field(z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/), { kind: "code", format: "timeOfDay" }).nullish(),
  minSettlementAmount: Amount.default("0"),
  autoSettle: Flag.default(true),
  reserveType: ReserveType.schema.default("none"),
  reserveRatio: rate6(500_000).default(0),
  reserveDays: whole(0, 540).default(0),
  reserveCap: Amount.nullish(),
  fixedDepositTarget: Amount.nullish(),
  negativeBalanceLimit: Amount.default("0"),
  withdrawMin: Amount.default("0"),
  withdrawMax: Amount.nullish(),
  withdrawDailyMax: Amount.nullish(),
  withdrawStep: Amount.default("1"),
  withdrawFeePercent: rate6().default(0),
  withdrawFeeFixed: Amount.default("0"),
  withdrawFeeMode: WithdrawFeeMode.schema.default("inside"),
  /** Withdrawals up to this amount need no approval; zero means that all do. */
  autoApproveLimit: Amount.default("0"),
  minRetained: Amount.default("0"),
  fxMarkup: rate6(100_000).default(0),
  gatewayFeeMode: FeeBearing.schema.default("absorb"),
  refundSource: RefundSource.schema.default("auto"),
  lateSuccessPolicy: LateSuccessPolicy.schema.default("auto_refund"),
  remark: optionalText(500),
};

/** One version of a merchant's account terms. */
export const MerchantAccountCfg = z.object({
  id: AccountCfgId,
  merchantId: MerchantId,
  merchantName: z.string(),
  ...accountTerms,
  remark: operatorOnly(accountTerms.remark),
  ...versionFields,
  /** Whether the reader asked for it, and so cannot approve it. */
  isOwn: Flag,
  ...auditFields,
});
export type MerchantAccountCfg = z.output<typeof MerchantAccountCfg>;

const spec = {
  filters: {
    merchantId: exact(MerchantId),
    settlementCurrency: oneOf(Currency),
    status: oneOf(TermsStatus.schema),
    reserveType: oneOf(ReserveType.schema),
    settlementDays: exact(whole(0, 30)),
    validFrom: between(Instant),
    createTime: between(Instant),
  },
  sortBy: ["createTime", "validFrom", "merchantName", "settlementCurrency"],
  defaultSort: { field: "createTime", order: "desc" },
} as const;

const ById = z.object({ id: AccountCfgId });
const Draft = z.object({ merchantId: MerchantId, ...accountTerms, ...startInput });

/** Settlement of one day's captures, before and after a draft. */
const DatePreview = z.object({
  captureDay: Day,
  before: Day.nullable(),
  after: Day,
  beforeTotal: Integer.nullable(),
  afterTotal: Integer,
});

export const merchantAccountCfg = defineResource({
  name: "merchantAccountCfg",
  record: MerchantAccountCfg,
  refusals: {
    pendingExists: { status: 409, constraint: "account_terms_pending_unique" },
    ownChange: { status: 403 },
    notPending: { status: 409 },
    altered: { status: 409 },
    quoteExpired: { status: 409 },
    quoteUsed: { status: 409 },
    quoteAltered: { status: 409 },
  },
  operations: {
    page: list(MerchantAccountCfg, spec),
    detail: query(ById, MerchantAccountCfg),
    /** Every version of a merchant, newest first. */
    history: query(z.object({ merchantId: MerchantId }), z.array(MerchantAccountCfg)),
    /** Terms in force at an instant, of all settlement currencies or one. */
    effective: query(
      z.object({ merchantId: MerchantId, currency: Currency.nullish(), at: Instant.nullish() }),
      z.array(MerchantAccountCfg),
    ),
    /** Effect of a draft: next settlement dates, reserve, cost of a withdrawal. Nothing is stored. */
    preview: query(
      Draft,
      z.object({
        dates: z.array(DatePreview),
        sample: Amount,
        reserveBefore: Amount.nullable(),
        reserveAfter: Amount,
        reserveUntil: Day.nullable(),
        withdrawalBefore: Amount.nullable(),
        withdrawalAfter: Amount,
      }),
      { method: "POST", refusals: ["dayNeeded", "depositNeeded", "rangeReversed"] },
    ),
    /** Requests a new version; it takes effect after somebody else's approval. */
    add: command(Draft, AccountCfgId, {
      for: "operator",
      refusals: ["pendingExists", "dayNeeded", "depositNeeded", "rangeReversed"],
    }),
    /** Not by the requester. */
    approve: command(z.object(decisionInput(AccountCfgId)), Done, {
      for: "operator",
      stepUp: true,
      refusals: ["ownChange", "notPending", "altered"],
    }),
    reject: command(z.object({ ...decisionInput(AccountCfgId), reason: Reason }), Done, {
      for: "operator",
      refusals: ["notPending"],
    }),
    /** A rate guaranteed to the merchant, while valid. */
    lockedRate: query(
      z.object({ merchantId: MerchantId, quoteId: z.string().max(40) }),
      z.object({
        id: z.string(),
        baseCurrency: z.string(),
        quoteCurrency: z.string(),
        mid: z.string(),
        rate: z.string(),
        baseAmount: amountIn("baseCurrency"),
        quoteAmount: amountIn("quoteCurrency"),
        expireTime: Instant,
      }),
      { refusals: ["quoteExpired", "quoteUsed"] },
    ),
    export: exportOf(spec),
  },
  menu: {
    path: "/merchant/account-config",
    component: "merchant-account-cfg/merchant-account-cfg.list",
    icon: "file-text",
    order: 300,
  },
  messages: merchantAccountCfgMessages,
});
