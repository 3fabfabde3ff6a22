import { z } from "zod";
import { exportOf } from "../../kit/export.ts";
import { field, Instant, Integer, optionalText, requiredText, Version } from "../../kit/field.ts";
import { contains, oneOf } from "../../kit/list.ts";
import { command, Done, list, query } from "../../kit/operation.ts";
import { auditFields, changeInput } from "../../kit/record.ts";
import { defineResource } from "../../kit/resource.ts";
import { GatewayCapability, PaymentMode, SwitchStatus } from "../../payment-enumerations.ts";
import { Currency, SnakeCode } from "../../payment-fields.ts";
import { whereChanged } from "../../platform/second-person.ts";
import { lookup, reference } from "../../references.ts";
import { upstreamGatewayMessages } from "./upstream-gateway.messages.ts";

export const UpstreamGatewayId = reference("upstreamGateway");

const Label = z.string().trim().min(1).max(64);

/** A credential field of a provider's accounts. */
export const CredentialField = z.object({
  name: z
    .string()
    .trim()
    .regex(/^[a-zA-Z][a-zA-Z0-9_]{0,39}$/),
  label: z.object({ en: Label, "zh-cn": Label, "zh-tw": Label }),
  /** Hidden while typed. Other credentials are encrypted all the same. */
  isSecret: z.boolean(),
  isRequired: z.boolean(),
});
export type CredentialField = z.output<typeof CredentialField>;

/** Stands as a test address for the gateway simulator that runs beside the server. */
export const simulatorAddress = "simulator:";

const Address = field(z.string().trim().max(256), { kind: "text" });
const between = (min: number, max: number) => field(z.number().int().min(min).max(max), { kind: "integer" });
const Capabilities = field(
  z
    .array(GatewayCapability.schema)
    .max(30)
    .overwrite((all) => [...new Set(all)]),
  { kind: "list" },
);

const settings = {
  name: requiredText(64),
  connector: field(z.string().trim().min(1).max(40), { kind: "code" }),
  /** A public https address; empty while the provider is used for tests only. */
  baseUrlLive: Address.nullish(),
  /** An https address, or that of the simulator. */
  baseUrlTest: Address.nullish(),
  timeoutMs: between(1000, 120_000).default(30_000),
  rateLimitPerSecond: between(1, 10_000).default(50),
  remark: optionalText(256),
};
const taught = {
  /** The connector's schema by default. */
  credentialSchema: field(z.array(CredentialField).max(20), { kind: "list" }).nullish(),
  /** The connector's capabilities by default. */
  capabilities: Capabilities.nullish(),
  /** Decimal places of currencies where the provider differs from ISO 4217. */
  exponentOverrides: field(z.array(z.object({ currency: Currency, exponent: Integer.min(0).max(4) })).max(60), {
    kind: "list",
  }).default([]),
};

/** A provider: its connector, capabilities and credential schema. */
export const UpstreamGateway = z.object({
  id: UpstreamGatewayId,
  code: SnakeCode,
  ...settings,
  credentialSchema: field(z.array(CredentialField), { kind: "list" }),
  capabilities: Capabilities,
  exponentOverrides: field(z.array(z.object({ currency: z.string(), exponent: z.number() })), { kind: "list" }),
  status: SwitchStatus.schema,
  ...auditFields,
});
export type UpstreamGateway = z.output<typeof UpstreamGateway>;

/** Result of a connectivity test. */
export const ConnectivityVerdict = z.object({
  verdict: z.enum(["ok", "credentials_refused", "unreachable", "timeout", "unexpected"]),
  latencyMs: z.number().int(),
  httpStatus: z.number().int().nullable(),
  /** The account used. */
  accountName: z.string(),
  at: Instant,
});
export type ConnectivityVerdict = z.output<typeof ConnectivityVerdict>;

const spec = {
  filters: {
    code: contains(32),
    name: contains(64),
    status: oneOf(SwitchStatus.schema),
  },
  sortBy: ["code", "name", "createTime"],
  defaultSort: { field: "code", order: "asc" },
} as const;

const ById = z.object({ id: UpstreamGatewayId });
const idAndVersion = { id: UpstreamGatewayId, version: Version.nullish() };
/** Address, connector and units of live traffic need two people. */
const judged = {
  stepUp: true,
  secondPerson: whereChanged(
    "upstreamGateways",
    ["baseUrlLive", "connector", "exponentOverrides"],
    ({ baseUrlLive }) => baseUrlLive !== null,
  ),
  refusals: ["duplicate", "connectorUnknown", "addressRefused", "hostUnknown", "schemaIncomplete", "schemaRepeated"],
} as const;

export const upstreamGateway = defineResource({
  name: "upstreamGateway",
  record: UpstreamGateway,
  for: "operator",
  refusals: {
    noAccount: { status: 409 },
    connectorUnknown: { field: "connector" },
    duplicate: { status: 409, field: "code", constraint: "upstream_gateways_code_unique" },
    schemaIncomplete: { field: "credentialSchema" },
    schemaRepeated: { field: "credentialSchema" },
  },
  operations: {
    page: list(UpstreamGateway, spec),
    list: query(
      z.object(lookup("upstreamGateway")),
      z.array(z.object({ id: UpstreamGatewayId, code: z.string(), name: z.string(), status: SwitchStatus.schema })),
    ),
    detail: query(ById, UpstreamGateway),
    /** The server's connectors, with their credential schemas and capabilities. */
    connectors: query(
      z.object({}),
      z.array(
        z.object({
          code: z.string(),
          credentialSchema: z.array(CredentialField),
          capabilities: z.array(GatewayCapability.schema),
        }),
      ),
    ),
    capabilityMatrix: query(
      z.object({}),
      z.object({
        providers: z.array(z.object({ id: UpstreamGatewayId, name: z.string(), status: SwitchStatus.schema })),
        capabilities: z.array(
          z.object({
            capability: GatewayCapability.schema,
            /** Ids of providers with the capability. */
            providers: z.array(UpstreamGatewayId),
          }),
        ),
      }),
    ),
    add: command(z.object({ code: SnakeCode, ...settings, ...taught }), UpstreamGatewayId, judged),
    update: command(changeInput({ ...settings, ...taught, ...idAndVersion }), Done, judged),
    setStatus: command(z.object({ ...idAndVersion, status: SwitchStatus.schema }), Done, { stepUp: true }),
    /** Calls the provider with the first account that has credentials; nothing is paid. */
    testConnection: query(z.object({ id: UpstreamGatewayId, mode: PaymentMode.schema }), ConnectivityVerdict, {
      method: "POST",
      refusals: ["noAccount"],
    }),
    export: exportOf(spec),
  },
  menu: {
    path: "/acquiring/upstream",
    component: "upstream-gateway/upstream-gateway.list",
    icon: "plug-zap",
    order: 120,
  },
  messages: upstreamGatewayMessages,
});
