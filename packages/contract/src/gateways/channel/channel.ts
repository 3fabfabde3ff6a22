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
  /** Empty: the accounts of every gateway may answer, as routing decides. */
  gatewayId: GatewayId.nullish(),
  currencies: Currencies.default([]),
  countries: Countries.default([]),
  /** What the payer reads; the method's own name in languages left out. */
  checkoutLabel: localeNames(40),
  sort: OrderNo.default(100),
  limits: AmountLimits.default([]),
  /** The list price: what a merchant pays unless its own terms say otherwise. */
  recommendedPercent: Rate6.default(0),
  recommendedFixed: FixedAmounts.default([]),
  remark: optionalText(128),
};

/** A method as it is sold: over one gateway or routed, in some currencies and countries. */
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
  /** Merchants that offer it. */
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
    /** For choosing a channel: those that are not disabled, by their place. */
    list: query(
      z.object({ ...lookup("channel"), merchantId: reference("merchant").nullish() }),
      z.array(z.object({ id: ChannelId, channelCode: z.string(), name: z.string(), methodName: z.string() })),
    ),
    detail: query(z.object({ id: ChannelId }), Channel),
    /** Whose checkout offers it, by name; the first 200. */
    merchants: query(
      z.object({ id: ChannelId }),
      z.array(z.object({ merchantId: z.string(), name: z.string(), merchantNo: z.string() })),
    ),
    add: command(z.object({ channelCode: SnakeCode, paymentMethodId: MethodId, ...fields }), ChannelId, { refusals }),
    /** The code and the method stay: orders name the channel by them. */
    update: command(changeInput({ ...fields, ...idAndVersion }), Done, { refusals }),
    setStatus: command(z.object({ ...idAndVersion, status: SwitchStatus.schema }), Done),
    /** A window in which nobody pays over the channel, with what the payer is told. Without a window: none any more. */
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
