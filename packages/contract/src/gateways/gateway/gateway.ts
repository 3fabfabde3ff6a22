import { z } from "zod";
import { ChosenCalendar } from "../../funds/calendar/calendar.ts";
import { exportOf } from "../../kit/export.ts";
import { Code, Day, Flag, field, optionalText, requiredText, Version } from "../../kit/field.ts";
import { contains, exact, oneOf } from "../../kit/list.ts";
import { command, Done, list, query } from "../../kit/operation.ts";
import { auditFields, changeInput } from "../../kit/record.ts";
import { defineResource } from "../../kit/resource.ts";
import { PaymentMode, ServiceStatus, TaxBase } from "../../payment-enumerations.ts";
import { Country, Currency, idOf, Rate6, TimeZone } from "../../payment-fields.ts";
import { whereChanged } from "../../platform/second-person.ts";
import { lookup, reference } from "../../references.ts";
import { UpstreamGatewayId } from "../upstream-gateway/upstream-gateway.ts";
import { gatewayMessages } from "./gateway.messages.ts";

export const GatewayId = reference("gateway");
export const GatewayTaxId = idOf("gt");

const between = (min: number, max: number) => field(z.number().int().min(min).max(max), { kind: "integer" });

const fields = {
  name: requiredText(64),
  region: optionalText(64),
  /** Our contracting company. */
  legalEntity: optionalText(128),
  cutoffTime: field(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/), { kind: "text", format: "timeOfDay" }).default(
    "00:00",
  ),
  cutoffTimezone: TimeZone.default("UTC"),
  settlementLagDays: between(0, 365).default(2),
  businessCalendar: ChosenCalendar.nullish(),
  priority: between(0, 10_000).default(100),
  remark: optionalText(256),
};
const foundation = { upstreamGatewayId: UpstreamGatewayId, mode: PaymentMode.schema };

/** A provider under one contract of ours, in one mode. */
export const Gateway = z.object({
  id: GatewayId,
  gatewayNo: Code,
  ...fields,
  ...foundation,
  upstreamGatewayName: z.string(),
  /** Number of accounts. */
  accounts: field(z.number().int(), { kind: "integer" }),
  status: ServiceStatus.schema,
  ...auditFields,
});
export type Gateway = z.output<typeof Gateway>;

const taxFields = {
  country: Country,
  base: TaxBase.schema,
  taxName: requiredText(64),
  rate: Rate6,
  /** Whether prices include the tax. */
  isInclusive: Flag.default(false),
  /** Currency of the tax return, if not the fee's. */
  currency: Currency.nullish(),
  registrationNo: optionalText(64),
  validFrom: Day,
  /** First day on which it no longer applies. */
  validTo: Day.nullish(),
};

/** A tax on fees, for a period. */
export const GatewayTax = z.object({ id: GatewayTaxId, gatewayId: GatewayId, ...taxFields, ...auditFields });
export type GatewayTax = z.output<typeof GatewayTax>;

const spec = {
  filters: {
    name: contains(64),
    upstreamGatewayId: exact(UpstreamGatewayId),
    mode: oneOf(PaymentMode.schema),
    status: oneOf(ServiceStatus.schema),
    region: contains(64),
  },
  sortBy: ["priority", "name", "createTime"],
  defaultSort: { field: "priority", order: "asc" },
} as const;

const ById = z.object({ id: GatewayId });
const idAndVersion = { id: GatewayId, version: Version.nullish() };
const TaxDays = z.object({ ...taxFields, gatewayId: GatewayId });

/** Taxes are charged to merchants, like fees. */
const chargesTwo = {
  stepUp: true,
  secondPerson: whereChanged("gatewayTaxes", [
    "country",
    "base",
    "rate",
    "isInclusive",
    "currency",
    "validFrom",
    "validTo",
  ]),
} as const;

export const gateway = defineResource({
  name: "gateway",
  record: Gateway,
  for: "operator",
  refusals: {
    duplicate: { status: 409, field: "name", constraint: "gateways_name_unique" },
    addressMissing: { field: "upstreamGatewayId" },
    taxReversed: { field: "validTo" },
    taxOverlaps: { status: 409, field: "validFrom" },
    taxBegun: { status: 409 },
    taxUnknown: { status: 404 },
  },
  operations: {
    page: list(Gateway, spec),
    list: query(
      z.object({ ...lookup("gateway"), mode: PaymentMode.schema.optional() }),
      z.array(z.object({ id: GatewayId, name: z.string(), mode: PaymentMode.schema, status: ServiceStatus.schema })),
    ),
    detail: query(ById, Gateway),
    /** Provider and mode cannot be changed: accounts, orders and journals depend on them. */
    add: command(z.object({ ...fields, ...foundation }), GatewayId, { refusals: ["duplicate", "addressMissing"] }),
    update: command(changeInput({ ...fields, ...idAndVersion }), Done, { refusals: ["duplicate"] }),
    setStatus: command(z.object({ ...idAndVersion, status: ServiceStatus.schema }), Done),
    taxList: query(z.object({ gatewayId: GatewayId }), z.array(GatewayTax)),
    /** With `replaces`, an open-ended row in force on the first day ends there. */
    taxAdd: command(TaxDays.extend({ replaces: Flag.default(false) }), GatewayTaxId, {
      ...chargesTwo,
      refusals: ["taxReversed", "taxOverlaps"],
    }),
    /** A tax in force keeps its terms: only its end and registration number can be changed. */
    taxUpdate: command(
      changeInput({ ...taxFields, taxId: GatewayTaxId, gatewayId: GatewayId, version: Version.nullish() }),
      Done,
      { ...chargesTwo, refusals: ["taxReversed", "taxOverlaps", "taxBegun", "taxUnknown"] },
    ),
    taxDelete: command(z.object({ taxId: GatewayTaxId, gatewayId: GatewayId, version: Version.nullish() }), Done, {
      ...chargesTwo,
      refusals: ["taxBegun", "taxUnknown"],
    }),
    export: exportOf(spec),
  },
  menu: {
    path: "/acquiring/gateway",
    component: "gateway/gateway.list",
    icon: "cable",
    order: 100,
  },
  messages: gatewayMessages,
});
