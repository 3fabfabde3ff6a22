import { z } from "zod";
import { exportOf } from "../../kit/export.ts";
import { Code, field, Instant, OrderNo, optionalText, requiredText, Version } from "../../kit/field.ts";
import { contains, exact, oneOf } from "../../kit/list.ts";
import { command, Done, list, query } from "../../kit/operation.ts";
import { auditFields, changeInput } from "../../kit/record.ts";
import { defineResource } from "../../kit/resource.ts";
import { localeNames } from "../../names.ts";
import { SwitchStatus } from "../../payment-enumerations.ts";
import { AmountLimits, Countries, Currencies, FixedAmounts, Rate6, SnakeCode } from "../../payment-fields.ts";
import { lookup, reference } from "../../references.ts";
import { ChannelStatus } from "../routing/routing-enumerations.ts";
import { channelMessages } from "./channel.messages.ts";

/** Id of a channel. */
export const ChannelId = reference("channel");
const MethodId = reference("paymentMethod");
const GatewayId = reference("gateway");

const fields = {
  name: requiredText(64),
  /** Empty: any gateway's accounts, as routing decides. */
  gatewayId: GatewayId.nullish(),
  currencies: Currencies.default([]),
  countries: Countries.default([]),
  /** Label for payers; the method's own name in omitted languages. */
  checkoutLabel: localeNames(40),
  sort: OrderNo.default(100),
  limits: AmountLimits.default([]),
  /** List price: a merchant's price without terms of its own. */
  recommendedPercent: Rate6.default(0),
  recommendedFixed: FixedAmounts.default([]),
  remark: optionalText(128),
};

/** A payment method as offered: by one gateway or routed, in some currencies and countries. */
export const Channel = z.object({
  id: ChannelId,
  channelCode: SnakeCode,
  ...fields,
  paymentMethodId: MethodId,
  methodCode: Code,
  methodName: z.string(),
  gatewayName: z.string().nullable(),
  status: ChannelStatus.schema,
  maintenanceFrom: Instant.nullable(),
  maintenanceTo: Instant.nullable(),
  maintenanceMessage: localeNames(200),
  /** Number of merchants that offer it. */
  merchants: field(z.number().int(), { kind: "integer" }),
  ...auditFields,
});
export type Channel = z.output<typeof Channel>;

const spec = {
  filters: {
    channelCode: contains(32),
    name: contains(64),
    paymentMethodId: exact(MethodId),
    gatewayId: exact(GatewayId),
    status: oneOf(ChannelStatus.schema),
  },
  sortBy: ["sort", "channelCode", "name", "createTime"],
  defaultSort: { field: "sort", order: "asc" },
} as const;

const idAndVersion = { id: ChannelId, version: Version.nullish() };
const refusals = ["duplicate", "methodUnknown", "gatewayUnknown"] as const;

export const channel = defineResource({
  name: "channel",
  record: Channel,
  for: "operator",
  refusals: {
    windowReversed: { field: "to" },
    windowPast: { field: "to" },
    inUse: { status: 409 },
    duplicate: { status: 409, field: "channelCode", constraint: "channels_code_unique" },
    gatewayUnknown: { field: "gatewayId" },
    methodUnknown: { field: "paymentMethodId" },
  },
  operations: {
    page: list(Channel, spec),
    /** For choosing a channel: without disabled ones, in order. */
    list: query(
      z.object({ ...lookup("channel"), merchantId: reference("merchant").nullish() }),
      z.array(z.object({ id: ChannelId, channelCode: z.string(), name: z.string(), methodName: z.string() })),
    ),
    detail: query(z.object({ id: ChannelId }), Channel),
    /** Merchants whose checkout offers it, by name; up to 200. */
    merchants: query(
      z.object({ id: ChannelId }),
      z.array(z.object({ merchantId: z.string(), name: z.string(), merchantNo: z.string() })),
    ),
    add: command(z.object({ channelCode: SnakeCode, paymentMethodId: MethodId, ...fields }), ChannelId, { refusals }),
    /** Code and method cannot be changed: orders refer to them. */
    update: command(changeInput({ ...fields, ...idAndVersion }), Done, { refusals }),
    setStatus: command(z.object({ ...idAndVersion, status: SwitchStatus.schema }), Done),
    /** Maintenance window of a channel, with the message for payers. Omitting the window ends it. */
    maintenance: command(
      z.object({
        ...idAndVersion,
        from: Instant.nullish(),
        to: Instant.nullish(),
        message: localeNames(200),
      }),
      Done,
      { refusals: ["windowReversed", "windowPast"] },
    ),
    /** Only while no merchant offers it. */
    delete: command(z.object(idAndVersion), Done, { refusals: ["inUse"] }),
    export: exportOf(spec),
  },
  menu: {
    path: "/acquiring/channel",
    component: "channel/channel.list",
    icon: "split",
    order: 600,
  },
  messages: channelMessages,
});
