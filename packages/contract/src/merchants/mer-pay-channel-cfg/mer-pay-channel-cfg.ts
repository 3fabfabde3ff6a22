import { z } from "zod";
import { ChannelId } from "../../gateways/channel/channel.ts";
import { ChannelStatus, PayerDevice, RouteExclusion } from "../../gateways/routing/routing-enumerations.ts";
import { exportOf } from "../../kit/export.ts";
import { Code, Flag, field, OrderNo, Version } from "../../kit/field.ts";
import { exact, oneOf } from "../../kit/list.ts";
import { command, Done, list, query } from "../../kit/operation.ts";
import { auditFields, changeInput } from "../../kit/record.ts";
import { defineResource } from "../../kit/resource.ts";
import { operatorOnly } from "../../operator-only.ts";
import { PaymentFlow, PaymentMethodCategory, PaymentMode, SwitchStatus } from "../../payment-enumerations.ts";
import { AmountLimits, Countries, Country, Currencies, Currency, idOf, MinorAmount } from "../../payment-fields.ts";
import { reference } from "../../references.ts";
import { MerchantId } from "../merchant/merchant.ts";
import { merPayChannelCfgMessages } from "./mer-pay-channel-cfg.messages.ts";

/** Id of a channel in a merchant's checkout. */
export const PayChannelCfgId = idOf("mpc");
const AppId = reference("coinApp");

/** When a channel is shown; an empty set allows everything. */
const conditions = {
  currencies: Currencies.default([]),
  countries: Countries.default([]),
  devices: field(z.array(PayerDevice.schema).max(2), { kind: "list" }).default([]),
  limits: AmountLimits.default([]),
};

/** A channel in the checkout of a merchant, or of one of its apps. */
export const MerPayChannelCfg = z.object({
  id: PayChannelCfgId,
  merchantId: MerchantId,
  merchantName: z.string(),
  coinAppId: AppId.nullable(),
  appName: z.string().nullable(),
  channelId: ChannelId,
  channelCode: Code,
  channelName: z.string(),
  methodName: z.string(),
  /** Over whom payments go is the operator's business. */
  gatewayName: operatorOnly(z.string()),
  channelStatus: ChannelStatus.schema,
  /** The merchant's own word: what it hides is not shown although it may offer it. */
  isOffered: Flag,
  sort: OrderNo,
  ...conditions,
  status: SwitchStatus.schema,
  ...auditFields,
});
export type MerPayChannelCfg = z.output<typeof MerPayChannelCfg>;

const spec = {
  filters: {
    merchantId: exact(MerchantId),
    channelId: exact(ChannelId),
    status: oneOf(SwitchStatus.schema),
    isOffered: exact(Flag),
  },
  sortBy: ["merchantName", "sort", "createTime"],
  defaultSort: { field: "sort", order: "asc" },
} as const;

const idAndVersion = { id: PayChannelCfgId, version: Version.nullish() };
const place = { isOffered: Flag.default(true), sort: OrderNo.default(100) };

/** A line of a checkout, or what keeps it out of it. */
const PreviewLine = z.object({
  channelId: z.string(),
  channelName: z.string(),
  methodCode: z.string(),
  category: PaymentMethodCategory.schema,
  flow: PaymentFlow.schema.nullable(),
  label: z.string(),
  isShown: Flag,
  /** Words why not. */
  reason: z
    .enum([
      "hidden",
      "switchedOff",
      "channelOff",
      "maintenance",
      "methodOff",
      "currency",
      "country",
      "amount",
      "device",
      "noRoute",
    ])
    .nullable(),
  /** What payers are told about the maintenance. */
  message: z.string().nullable(),
  /** Accounts that would take the payment, in their order. */
  accounts: z.array(z.string()),
  excluded: z.array(z.object({ name: z.string(), reasons: z.array(RouteExclusion.schema) })),
});

export const merPayChannelCfg = defineResource({
  name: "merPayChannelCfg",
  record: MerPayChannelCfg,
  refusals: {
    duplicate: { status: 409, field: "channelId" },
    channelUnknown: { field: "channelId" },
    appUnknown: { field: "coinAppId" },
    ownTemplate: { field: "fromMerchantId" },
  },
  operations: {
    page: list(MerPayChannelCfg, spec),
    detail: query(z.object({ id: PayChannelCfgId }), MerPayChannelCfg),
    add: command(
      z.object({ merchantId: MerchantId, coinAppId: AppId.nullish(), channelId: ChannelId, ...place, ...conditions }),
      PayChannelCfgId,
      { for: "operator", refusals: ["duplicate", "channelUnknown", "appUnknown"] },
    ),
    update: command(changeInput({ ...idAndVersion, ...place, ...conditions }), Done, { for: "operator" }),
    /** The one change a merchant makes by itself: whether and where the channel stands in its checkout. */
    arrange: command(z.object({ ...idAndVersion, ...place }), Done),
    setStatus: command(z.object({ ...idAndVersion, status: SwitchStatus.schema }), Done, { for: "operator" }),
    delete: command(z.object(idAndVersion), Done, { for: "operator" }),
    /** Adds what is missing: the channels of another merchant with their conditions, or every channel there is. */
    applyTemplate: command(
      z.object({ merchantId: MerchantId, coinAppId: AppId.nullish(), fromMerchantId: MerchantId.nullish() }),
      z.object({ added: z.number().int() }),
      { for: "operator", refusals: ["ownTemplate", "appUnknown"] },
    ),
    /** What a payer would be offered, and why not the rest. */
    preview: query(
      z.object({
        merchantId: MerchantId,
        coinAppId: AppId.nullish(),
        mode: PaymentMode.schema.default("test"),
        country: Country.nullish(),
        currency: Currency,
        amount: field(MinorAmount, { kind: "money", currencyField: "currency" }),
        device: PayerDevice.schema.nullish(),
      }),
      z.array(PreviewLine),
      { method: "POST" },
    ),
    export: exportOf(spec),
  },
  menu: {
    path: "/merchant/channels",
    component: "mer-pay-channel-cfg/mer-pay-channel-cfg.list",
    icon: "list-checks",
    order: 650,
  },
  messages: merPayChannelCfgMessages,
});
