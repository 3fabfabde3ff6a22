import { z } from "zod";
import { exportOf } from "../../kit/export.ts";
import { Flag, field, Instant, Integer, optionalText } from "../../kit/field.ts";
import { between, exact, oneOf } from "../../kit/list.ts";
import { command, Done, list, query } from "../../kit/operation.ts";
import { auditFields } from "../../kit/record.ts";
import { defineResource } from "../../kit/resource.ts";
import { operatorOnly } from "../../operator-only.ts";
import { CardRegion, PaymentMethodCategory } from "../../payment-enumerations.ts";
import { Currency, idOf } from "../../payment-fields.ts";
import { reference } from "../../references.ts";
import { FeeReturn, GatewayFeeChoice, TermsStatus, ThreeDsPolicy, TierMode } from "../../terms-enumerations.ts";
import { amountIn, decisionInput, Reason, rate6, startInput, versionFields } from "../../terms-fields.ts";
import { MerchantId } from "../merchant/merchant.ts";
import { merPaymentMethodCfgMessages } from "./mer-payment-method-cfg.messages.ts";

/** Id of one version of a fee rule. */
export const FeeRuleId = idOf("fee");

const Amount = amountIn("currency");
const whole = (min: number, max: number) => field(z.number().int().min(min).max(max), { kind: "integer" });
/** Code of a payment method, such as `card_visa`. */
const MethodCode = reference("paymentMethodCode");

/** From which captured volume of a month on which share is taken. */
export const FeeTier = z.object({ from: Amount, percent: rate6() });

/** What a rule is for; a part that is left out fits everything. Without a merchant it is the tenant's own price list. */
export const feeScope = {
  merchantId: MerchantId.nullish(),
  method: MethodCode.nullish(),
  methodCategory: PaymentMethodCategory.schema.nullish(),
  gatewayAccountId: reference("gatewayAccount").nullish(),
  /** The settlement currency, in which the fee is taken; every amount of the rule is in it. */
  currency: Currency.nullish(),
  cardRegion: CardRegion.schema.default("any"),
};

/** What a payment costs, and within which limits it is taken. */
export const feeTerms = {
  percent: rate6(),
  fixed: Amount.default("0"),
  minFee: Amount.nullish(),
  maxFee: Amount.nullish(),
  /** Without it, fee and tax of a payment come to no more than was captured of it. */
  feesMayExceed: Flag.default(false),
  tierMode: TierMode.schema.default("none"),
  tiers: field(z.array(FeeTier).max(10), { kind: "list" }).default([]),
  refundFee: Amount.default("0"),
  refundFeePercent: rate6().default(0),
  returnFeeOnRefund: FeeReturn.schema.default("none"),
  inquiryFee: Amount.default("0"),
  disputePenalty: Amount.default("0"),
  disputePenaltyRefundOnWin: Flag.default(false),
  refusalPenalty: Amount.default("0"),
  settlementDays: whole(0, 30).nullish(),
  reserveRatio: rate6(500_000).nullish(),
  reserveDays: whole(0, 540).nullish(),
  gatewayFeeMode: GatewayFeeChoice.schema.default("inherit"),
  minAmount: Amount.nullish(),
  maxAmount: Amount.nullish(),
  dailyAmount: Amount.nullish(),
  threeDsPolicy: ThreeDsPolicy.schema.default("inherit"),
  remark: optionalText(500),
};

/** One version of a fee rule. */
export const MerPaymentMethodCfg = z.object({
  id: FeeRuleId,
  merchantName: z.string().nullable(),
  ...feeScope,
  ...feeTerms,
  gatewayAccountId: operatorOnly(feeScope.gatewayAccountId),
  remark: operatorOnly(feeTerms.remark),
  ...versionFields,
  /** Whether the reader asked for it, and so cannot approve it. */
  isOwn: Flag,
  ...auditFields,
});
export type MerPaymentMethodCfg = z.output<typeof MerPaymentMethodCfg>;

const spec = {
  filters: {
    merchantId: exact(MerchantId),
    method: oneOf(MethodCode),
    methodCategory: oneOf(PaymentMethodCategory.schema),
    currency: oneOf(Currency),
    gatewayAccountId: exact(reference("gatewayAccount")),
    status: oneOf(TermsStatus.schema),
    validFrom: between(Instant),
    createTime: between(Instant),
  },
  sortBy: ["createTime", "validFrom", "merchantName", "method", "percent"],
  defaultSort: { field: "createTime", order: "desc" },
} as const;

const ById = z.object({ id: FeeRuleId });

/** What an order would cost. */
const Cost = z.object({ rule: MerPaymentMethodCfg, percentPart: Amount, fee: Amount, net: z.string() });

export const merPaymentMethodCfg = defineResource({
  name: "merPaymentMethodCfg",
  record: MerPaymentMethodCfg,
  refusals: {
    feeRuleMissing: { status: 409 },
    pendingExists: { status: 409, constraint: "fee_rules_pending_unique" },
    nothingToCopy: { status: 409 },
    ownChange: { status: 403 },
    notPending: { status: 409 },
    altered: { status: 409 },
    sourceAltered: { status: 409 },
  },
  operations: {
    page: list(MerPaymentMethodCfg, spec),
    detail: query(ById, MerPaymentMethodCfg),
    /** The rule that prices an order, and what the order costs by it: refused where there is none, never free. */
    effective: query(
      z.object({
        merchantId: MerchantId,
        method: MethodCode,
        methodCategory: PaymentMethodCategory.schema.nullish(),
        currency: Currency,
        gatewayAccountId: z.string().trim().max(40).nullish(),
        cardRegion: CardRegion.schema.default("any"),
        amount: Amount,
        at: Instant.nullish(),
      }),
      Cost,
      { method: "POST", refusals: ["feeRuleMissing"] },
    ),
    /** Asks for a rule, or for the next version of the rule of the same scope; it holds once somebody else approved it. */
    add: command(z.object({ ...feeScope, ...feeTerms, ...startInput }), FeeRuleId, {
      for: "operator",
      refusals: [
        "pendingExists",
        "currencyNeeded",
        "methodTwice",
        "regionNeedsCard",
        "limitsReversed",
        "tiersMalformed",
        "feeTooHigh",
      ],
    }),
    /** Asks for every rule in force of one merchant to hold for another as well; answers how many wait for approval. */
    copyPlan: command(
      z.object({ fromMerchantId: MerchantId, toMerchantId: MerchantId, ...startInput }),
      z.object({ added: Integer, skipped: Integer }),
      { for: "operator", refusals: ["samePlan", "nothingToCopy", "sourceAltered"] },
    ),
    /** Never by whoever asked for the change. */
    approve: command(z.object(decisionInput(FeeRuleId)), Done, {
      for: "operator",
      stepUp: true,
      refusals: ["ownChange", "notPending", "altered"],
    }),
    reject: command(z.object({ ...decisionInput(FeeRuleId), reason: Reason }), Done, {
      for: "operator",
      refusals: ["notPending"],
    }),
    export: exportOf(spec),
  },
  menu: {
    path: "/merchant/fees",
    component: "mer-payment-method-cfg/mer-payment-method-cfg.list",
    icon: "percent",
    order: 400,
  },
  messages: merPaymentMethodCfgMessages,
});
