import { z } from "zod";
import { exportOf } from "../../kit/export.ts";
import { Code, field, Version } from "../../kit/field.ts";
import { contains, exact, oneOf } from "../../kit/list.ts";
import { command, Done, list, query } from "../../kit/operation.ts";
import { auditFields, changeInput } from "../../kit/record.ts";
import { defineResource } from "../../kit/resource.ts";
import { GatewayCapability, PaymentFlow, PaymentMethodCategory, SwitchStatus } from "../../payment-enumerations.ts";
import { AmountLimits, Countries, Currencies, FixedAmounts, idOf, Rate6 } from "../../payment-fields.ts";
import { PaymentMethodId } from "../payment-method/payment-method.ts";
import { UpstreamGatewayId } from "../upstream-gateway/upstream-gateway.ts";
import { upstreamGatewayPaymentMethodMessages } from "./upstream-gateway-payment-method.messages.ts";

export const UpstreamMethodId = idOf("um");

const days = (max: number) => field(z.number().int().min(0).max(max), { kind: "integer" });

const fields = {
  flow: PaymentFlow.schema,
  currencies: Currencies.default([]),
  countries: Countries.default([]),
  limits: AmountLimits.default([]),
  supports: field(
    z
      .array(GatewayCapability.schema)
      .max(30)
      .overwrite((all) => [...new Set(all)]),
    { kind: "list" },
  ).default([]),
  refundWindowDays: days(3650).default(180),
  disputeWindowDays: days(3650).default(120),
  /** Default cost of a payment for accounts without their own. */
  defaultCostPercent: Rate6,
  defaultCostFixed: FixedAmounts.default([]),
};

/** A method as a provider offers it: countries, limits and default cost. */
export const UpstreamMethod = z.object({
  id: UpstreamMethodId,
  upstreamGatewayId: UpstreamGatewayId,
  upstreamGatewayName: z.string(),
  paymentMethodId: PaymentMethodId,
  paymentMethodCode: Code,
  category: PaymentMethodCategory.schema,
  ...fields,
  status: SwitchStatus.schema,
  ...auditFields,
});
export type UpstreamMethod = z.output<typeof UpstreamMethod>;

const spec = {
  filters: {
    upstreamGatewayId: exact(UpstreamGatewayId),
    paymentMethodId: exact(PaymentMethodId),
    flow: oneOf(PaymentFlow.schema),
    // An empty list means all, and matches every filter.
    countries: contains(2),
    currencies: contains(3),
    status: oneOf(SwitchStatus.schema),
  },
  sortBy: ["upstreamGatewayName", "paymentMethodCode", "createTime"],
  defaultSort: { field: "upstreamGatewayName", order: "asc" },
} as const;

const ById = z.object({ id: UpstreamMethodId });
const idAndVersion = { id: UpstreamMethodId, version: Version.nullish() };

export const upstreamGatewayPaymentMethod = defineResource({
  name: "upstreamGatewayPaymentMethod",
  record: UpstreamMethod,
  for: "operator",
  refusals: {
    duplicate: { status: 409, field: "paymentMethodId", constraint: "upstream_methods_pair_unique" },
    beyondProvider: { field: "supports" },
    sameProvider: { field: "fromUpstreamGatewayId" },
  },
  operations: {
    page: list(UpstreamMethod, spec),
    /** Methods of a provider, including disabled ones. */
    list: query(z.object({ upstreamGatewayId: UpstreamGatewayId }), z.array(UpstreamMethod)),
    detail: query(ById, UpstreamMethod),
    add: command(
      z.object({ upstreamGatewayId: UpstreamGatewayId, paymentMethodId: PaymentMethodId, ...fields }),
      UpstreamMethodId,
      { refusals: ["duplicate", "otherTenant", "beyondProvider"] },
    ),
    update: command(changeInput({ ...fields, ...idAndVersion }), Done, { refusals: ["beyondProvider"] }),
    setStatus: command(z.object({ ...idAndVersion, status: SwitchStatus.schema }), Done),
    /** Copies missing methods from another provider; answers how many. */
    copy: command(
      z.object({ fromUpstreamGatewayId: UpstreamGatewayId, upstreamGatewayId: UpstreamGatewayId }),
      z.number().int(),
      { refusals: ["sameProvider", "otherTenant"] },
    ),
    export: exportOf(spec),
  },
  menu: {
    path: "/acquiring/upstream-method",
    component: "upstream-gateway-payment-method/upstream-gateway-payment-method.list",
    icon: "list-checks",
    order: 130,
  },
  messages: upstreamGatewayPaymentMethodMessages,
});
