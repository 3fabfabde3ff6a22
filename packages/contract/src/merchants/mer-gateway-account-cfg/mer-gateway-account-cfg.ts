import { z } from "zod";
import { BindingStatus, UnknownIssuer } from "../../gateways/routing/routing-enumerations.ts";
import { exportOf } from "../../kit/export.ts";
import { Code, Flag, field, Instant, optionalText, Version } from "../../kit/field.ts";
import { exact, oneOf } from "../../kit/list.ts";
import { command, Done, list, query } from "../../kit/operation.ts";
import { auditFields, changeInput } from "../../kit/record.ts";
import { defineResource } from "../../kit/resource.ts";
import { GatewayHealth, PaymentMode, PaymentType, SwitchStatus } from "../../payment-enumerations.ts";
import { Countries, Currencies, Currency, idOf, MinorAmount } from "../../payment-fields.ts";
import { reference, storedReference } from "../../references.ts";
import { MerchantId } from "../merchant/merchant.ts";
import { merGatewayAccountCfgMessages } from "./mer-gateway-account-cfg.messages.ts";

/** Id of a binding. */
export const BindingId = idOf("mga");
const GatewayAccountId = reference("gatewayAccount");

const without = <T>(values: readonly T[]): T[] => [...new Set(values)];
const listOf = <S extends z.ZodType>(schema: S, max: number) =>
  field(z.array(schema).max(max).transform(without), { kind: "list" });

/** Caps of one merchant on one account, per currency; a currency that is not named has none. */
export const BindingLimits = field(
  z
    .array(
      z.object({
        currency: Currency,
        dailyAmount: MinorAmount.nullable(),
        dailyCount: z.number().int().min(1).max(100_000_000).nullable(),
        monthlyAmount: MinorAmount.nullable(),
      }),
    )
    .max(60)
    .refine((rows) => new Set(rows.map(({ currency }) => currency)).size === rows.length, "payment.repeated"),
  { kind: "list" },
);

const routing = {
  /** The lowest number is asked first. */
  priority: field(z.number().int().min(1).max(999), { kind: "integer" }),
  /** Share among accounts of one priority; 0 is asked only when nothing else is left. */
  weight: field(z.number().int().min(0).max(100), { kind: "integer" }),
  coinAppIds: listOf(reference("coinApp"), 100).default([]),
  /** Codes of payment methods. */
  paymentMethods: listOf(reference("paymentMethodCode"), 100).default([]),
  paymentTypes: listOf(PaymentType.schema, 20).default([]),
  currencies: Currencies.default([]),
  countries: Countries.default([]),
  binCountries: Countries.default([]),
  /** What becomes of cards whose issuer's country is not known before the gateway answers, where countries are named. */
  unknownIssuer: UnknownIssuer.schema.default("allow"),
  limits: BindingLimits.default([]),
  /** The merchant's own identity at the provider, where the account is shared. */
  subMid: optionalText(64),
  /** What payers read on their statements. */
  descriptor: optionalText(22),
  validFrom: Instant.nullish(),
  validTo: Instant.nullish(),
};

/** A merchant bound to a gateway account, with what routing needs to know. */
export const MerGatewayAccountCfg = z.object({
  id: BindingId,
  merchantId: MerchantId,
  merchantName: z.string(),
  merchantNo: Code,
  gatewayAccountId: GatewayAccountId,
  accountName: z.string(),
  accountNo: Code,
  gatewayId: storedReference("gateway"),
  gatewayName: z.string(),
  mode: PaymentMode.schema,
  ...routing,
  health: GatewayHealth.schema,
  status: BindingStatus.schema,
  /** What a change of a live binding would make of it; null where none waits. */
  proposal: field(z.record(z.string(), z.unknown()), { kind: "json" }).nullable(),
  proposeUserName: z.string().nullable(),
  proposeTime: Instant.nullable(),
  approveUserName: z.string().nullable(),
  approveTime: Instant.nullable(),
  /** Whether the reader asked for it, and so cannot approve it. */
  isOwn: Flag,
  ...auditFields,
});
export type MerGatewayAccountCfg = z.output<typeof MerGatewayAccountCfg>;

const spec = {
  filters: {
    merchantId: exact(MerchantId),
    gatewayAccountId: exact(GatewayAccountId),
    mode: exact(PaymentMode.schema),
    status: oneOf(BindingStatus.schema),
    health: oneOf(GatewayHealth.schema),
  },
  sortBy: ["merchantName", "priority", "weight", "createTime"],
  defaultSort: { field: "merchantName", order: "asc" },
} as const;

const idAndVersion = { id: BindingId, version: Version.nullish() };
/** The version that was read binds a decision to the very change that was seen. */
const deciding = { id: BindingId, version: Version };
/** Whether a change took effect or waits for somebody else. */
const Outcome = z.object({ isPending: z.boolean() });
const waiting = ["changeWaiting"] as const;

export const merGatewayAccountCfg = defineResource({
  name: "merGatewayAccountCfg",
  record: MerGatewayAccountCfg,
  for: "operator",
  refusals: {
    duplicate: { status: 409, field: "gatewayAccountId" },
    accountUnknown: { field: "gatewayAccountId" },
    windowReversed: { field: "validTo" },
    notShiftable: { field: "toAccountId" },
    ownChange: { status: 403 },
    nothingWaits: { status: 409 },
    changeWaiting: { status: 409 },
  },
  operations: {
    page: list(MerGatewayAccountCfg, spec),
    detail: query(z.object({ id: BindingId }), MerGatewayAccountCfg),
    /** What the merchant has paid over the account today and this month, per currency. */
    usage: query(
      z.object({ id: BindingId }),
      z.array(
        z.object({
          currency: z.string(),
          dailyAmount: field(z.string(), { kind: "money", currencyField: "currency" }),
          dailyCount: z.number().int(),
          monthlyAmount: field(z.string(), { kind: "money", currencyField: "currency" }),
        }),
      ),
    ),
    /** A live binding waits for somebody else's approval. */
    add: command(
      z.object({ merchantId: MerchantId, gatewayAccountId: GatewayAccountId, ...routing }),
      z.object({ id: BindingId, isPending: z.boolean() }),
      { refusals: ["duplicate", "accountUnknown", "windowReversed"] },
    ),
    update: command(changeInput({ ...idAndVersion, ...routing }), Outcome, {
      refusals: ["windowReversed", ...waiting],
    }),
    setStatus: command(z.object({ ...idAndVersion, status: SwitchStatus.schema }), Outcome, { refusals: waiting }),
    /** Moves a share of one account's orders to another of the same priority. */
    shift: command(
      z.object({
        merchantId: MerchantId,
        fromAccountId: GatewayAccountId,
        toAccountId: GatewayAccountId,
        percent: field(z.number().int().min(1).max(100), { kind: "integer" }),
      }),
      z.object({
        isPending: z.boolean(),
        weights: z.array(z.object({ accountName: z.string(), before: z.number().int(), after: z.number().int() })),
      }),
      { refusals: ["notShiftable", ...waiting] },
    ),
    approve: command(z.object(deciding), Done, { refusals: ["ownChange", "nothingWaits"], stepUp: true }),
    reject: command(
      z.object({ ...deciding, reason: field(z.string().trim().min(1).max(500), { kind: "longText" }) }),
      Done,
      { refusals: ["nothingWaits"] },
    ),
    export: exportOf(spec),
  },
  menu: {
    path: "/merchant/bindings",
    component: "mer-gateway-account-cfg/mer-gateway-account-cfg.list",
    icon: "cable",
    order: 600,
  },
  messages: merGatewayAccountCfgMessages,
});
