import { z } from "zod";
import { exportOf } from "../../kit/export.ts";
import { Flag, field, Instant, Version } from "../../kit/field.ts";
import { between, exact, oneOf } from "../../kit/list.ts";
import { command, Done, list, query } from "../../kit/operation.ts";
import { auditFields, changeInput } from "../../kit/record.ts";
import { defineResource } from "../../kit/resource.ts";
import { PaymentType, SwitchStatus } from "../../payment-enumerations.ts";
import { Currency, idOf } from "../../payment-fields.ts";
import { PciLevel } from "../../terms-enumerations.ts";
import { amountIn } from "../../terms-fields.ts";
import { CoinAppId } from "../coin-app/coin-app.ts";
import { MerchantId } from "../merchant/merchant.ts";
import { merPaymentTypeCfgMessages } from "./mer-payment-type-cfg.messages.ts";

/** Id of a merchant's payment type. */
export const PaymentTypeCfgId = idOf("mpt");

/** The most a payment, and a day's payments, may come to in one currency. */
export const TypeLimit = z.object({
  currency: Currency,
  perTransactionMax: amountIn("currency").nullable().default(null),
  dailyMax: amountIn("currency").nullable().default(null),
});

const eachOnce = (limits: readonly { readonly currency: string }[]): boolean =>
  new Set(limits.map(({ currency }) => currency)).size === limits.length;

const terms = {
  requireCvc: Flag.default(true),
  requireThreeDs: Flag.default(false),
  allowSavedCard: Flag.default(false),
  allowManualCapture: Flag.default(false),
  /** What the app says, unless told. */
  maxAttempts: field(z.number().int().min(1).max(10), { kind: "integer" }).nullish(),
  orderExpireMinutes: field(z.number().int().min(5).max(10_080), { kind: "integer" }).nullish(),
  limits: field(z.array(TypeLimit).max(60).refine(eachOnce), { kind: "list" }).default([]),
  /** Which self-assessment the merchant handed in: card numbers on servers of its own need SAQ D. */
  pciLevel: PciLevel.schema.nullish(),
};

/** One way in which a merchant, or one of its apps, may begin payments. */
export const MerPaymentTypeCfg = z.object({
  id: PaymentTypeCfgId,
  merchantId: MerchantId,
  merchantName: z.string(),
  coinAppId: CoinAppId.nullish(),
  coinAppName: z.string().nullable(),
  paymentType: PaymentType.schema,
  status: SwitchStatus.schema,
  ...terms,
  ...auditFields,
});
export type MerPaymentTypeCfg = z.output<typeof MerPaymentTypeCfg>;

const spec = {
  filters: {
    merchantId: exact(MerchantId),
    coinAppId: exact(CoinAppId),
    paymentType: oneOf(PaymentType.schema),
    status: oneOf(SwitchStatus.schema),
    createTime: between(Instant),
  },
  sortBy: ["createTime", "merchantName", "paymentType"],
  defaultSort: { field: "merchantName", order: "asc" },
} as const;

const idAndVersion = { id: PaymentTypeCfgId, version: Version.nullish() };

export const merPaymentTypeCfg = defineResource({
  name: "merPaymentTypeCfg",
  record: MerPaymentTypeCfg,
  refusals: {
    duplicate: { status: 409, field: "paymentType", constraint: "type_terms_unique" },
    appUnknown: { status: 409, field: "coinAppId" },
    saqNeeded: { status: 409, field: "pciLevel" },
  },
  operations: {
    page: list(MerPaymentTypeCfg, spec),
    detail: query(z.object({ id: PaymentTypeCfgId }), MerPaymentTypeCfg),
    add: command(
      z.object({
        merchantId: MerchantId,
        coinAppId: CoinAppId.nullish(),
        paymentType: PaymentType.schema,
        status: SwitchStatus.schema.default("enabled"),
        ...terms,
      }),
      PaymentTypeCfgId,
      { for: "operator", refusals: ["duplicate", "appUnknown", "saqNeeded"] },
    ),
    update: command(changeInput({ ...idAndVersion, ...terms }), Done, { for: "operator", refusals: ["saqNeeded"] }),
    setStatus: command(z.object({ ...idAndVersion, status: SwitchStatus.schema }), Done, {
      for: "operator",
      refusals: ["saqNeeded"],
    }),
    export: exportOf(spec),
  },
  menu: {
    path: "/merchant/payment-types",
    component: "mer-payment-type-cfg/mer-payment-type-cfg.list",
    icon: "credit-card",
    order: 500,
  },
  messages: merPaymentTypeCfgMessages,
});
