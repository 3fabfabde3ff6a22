import { z } from "zod";
import { exportOf } from "../../kit/export.ts";
import { Code, Day, field, Version } from "../../kit/field.ts";
import { contains, exact, oneOf } from "../../kit/list.ts";
import { command, Done, list, query } from "../../kit/operation.ts";
import { auditFields, changeInput } from "../../kit/record.ts";
import { defineResource } from "../../kit/resource.ts";
import { CardRegion, CostModel, PaymentMethodCategory, PaymentMode, SwitchStatus } from "../../payment-enumerations.ts";
import {
  AmountLimits,
  Countries,
  Currencies,
  Currency,
  FixedAmounts,
  idOf,
  MinorAmount,
  Rate6,
} from "../../payment-fields.ts";
import { GatewayAccountId } from "../gateway-account/gateway-account.ts";
import { PaymentMethodId } from "../payment-method/payment-method.ts";
import { gatewayAccountPaymentMethodMessages } from "./gateway-account-payment-method.messages.ts";

export const GatewayMethodId = idOf("gm");
const CostId = idOf("gp");

const Amount = field(MinorAmount, { kind: "money", currencyField: "currency" });

const costFields = {
  currency: Currency,
  cardRegion: CardRegion.schema.default("any"),
  percent: Rate6,
  fixed: Amount.default("0"),
  minimum: Amount.nullish(),
  maximum: Amount.nullish(),
  validFrom: Day,
};

/** Our cost of a payment in one currency, from a day on. */
export const GatewayMethodCost = z.object({
  id: CostId,
  ...costFields,
  createUserName: z.string().nullable(),
  /** Whether it applies today. */
  isCurrent: z.boolean(),
});
export type GatewayMethodCost = z.output<typeof GatewayMethodCost>;

const fields = {
  costModel: CostModel.schema.default("blended"),
  refundCost: FixedAmounts.default([]),
  disputeCost: FixedAmounts.default([]),
  limits: AmountLimits.default([]),
  currencies: Currencies.default([]),
  countries: Countries.default([]),
};

/** A method enabled for an account, within the provider's limits, with its cost to us. */
export const GatewayMethod = z.object({
  id: GatewayMethodId,
  gatewayAccountId: GatewayAccountId,
  gatewayAccountName: z.string(),
  mode: PaymentMode.schema,
  paymentMethodId: PaymentMethodId,
  paymentMethodCode: Code,
  category: PaymentMethodCategory.schema,
  ...fields,
  /** Current and future costs, and past ones. */
  cost: field(z.array(GatewayMethodCost), { kind: "list" }),
  status: SwitchStatus.schema,
  ...auditFields,
});
export type GatewayMethod = z.output<typeof GatewayMethod>;

const spec = {
  filters: {
    gatewayAccountId: exact(GatewayAccountId),
    paymentMethodId: exact(PaymentMethodId),
    mode: oneOf(PaymentMode.schema),
    currencies: contains(3),
    status: oneOf(SwitchStatus.schema),
  },
  sortBy: ["gatewayAccountName", "paymentMethodCode", "createTime"],
  defaultSort: { field: "gatewayAccountName", order: "asc" },
} as const;

const ById = z.object({ id: GatewayMethodId });
const idAndVersion = { id: GatewayMethodId, version: Version.nullish() };
const narrowed = ["beyondAccount"] as const;

export const gatewayAccountPaymentMethod = defineResource({
  name: "gatewayAccountPaymentMethod",
  record: GatewayMethod,
  for: "operator",
  refusals: {
    duplicate: { status: 409, field: "paymentMethodId", constraint: "gateway_methods_pair_unique" },
    notOffered: { field: "paymentMethodId" },
    costDuplicate: { status: 409, field: "validFrom", constraint: "method_costs_start_unique" },
    costPast: { field: "validFrom" },
    costLimitsReversed: { field: "minimum" },
    costBegun: { status: 409 },
    costUnknown: { status: 404 },
  },
  operations: {
    page: list(GatewayMethod, spec),
    /** Methods of an account, including disabled ones. */
    list: query(z.object({ gatewayAccountId: GatewayAccountId }), z.array(GatewayMethod)),
    detail: query(ById, GatewayMethod),
    /** Only methods that the account's provider offers. */
    add: command(
      z.object({ gatewayAccountId: GatewayAccountId, paymentMethodId: PaymentMethodId, ...fields }),
      GatewayMethodId,
      { refusals: ["duplicate", "notOffered", ...narrowed] },
    ),
    update: command(changeInput({ ...fields, ...idAndVersion }), Done, { refusals: narrowed }),
    setStatus: command(z.object({ ...idAndVersion, status: SwitchStatus.schema }), Done),
    /** A cost is never changed: the next one starts on another day. */
    costAdd: command(z.object({ id: GatewayMethodId, ...costFields }), Done, {
      refusals: ["costDuplicate", "costPast", "costLimitsReversed", "beyondAccount"],
    }),
    costDelete: command(z.object({ id: GatewayMethodId, costId: CostId }), Done, {
      refusals: ["costBegun", "costUnknown"],
    }),
    export: exportOf(spec),
  },
  menu: {
    path: "/acquiring/account-method",
    component: "gateway-account-payment-method/gateway-account-payment-method.list",
    icon: "badge-percent",
    order: 115,
  },
  messages: gatewayAccountPaymentMethodMessages,
});
