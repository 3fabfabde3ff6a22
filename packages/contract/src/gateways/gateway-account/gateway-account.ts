import { z } from "zod";
import { exportOf } from "../../kit/export.ts";
import { Code, field, Instant, optionalText, requiredText, Version } from "../../kit/field.ts";
import { contains, exact, oneOf } from "../../kit/list.ts";
import { command, Done, list, query } from "../../kit/operation.ts";
import { auditFields, changeInput } from "../../kit/record.ts";
import { defineResource } from "../../kit/resource.ts";
import { GatewayHealth, PaymentMode, ServiceStatus } from "../../payment-enumerations.ts";
import { AccountLimits, Currencies, Currency, idOf } from "../../payment-fields.ts";
import { ofRealMoney, whereChanged } from "../../platform/second-person.ts";
import { lookup, reference } from "../../references.ts";
import { GatewayId } from "../gateway/gateway.ts";
import { ConnectivityVerdict, CredentialField } from "../upstream-gateway/upstream-gateway.ts";
import { gatewayAccountMessages } from "./gateway-account.messages.ts";

export const GatewayAccountId = reference("gatewayAccount");
const ChangeId = idOf("gc");

const between = (min: number, max: number) => field(z.number().int().min(min).max(max), { kind: "integer" });
const CategoryCodes = field(
  z
    .array(
      field(
        z
          .string()
          .trim()
          .regex(/^\d{4}$/),
        { kind: "code", isCategoryCode: true },
      ),
    )
    .max(200)
    .overwrite((codes) => [...new Set(codes)]),
  { kind: "list" },
);
const Reason = field(z.string().trim().min(1).max(500), { kind: "longText" });

const fields = {
  name: requiredText(64),
  /** Our merchant number at the provider. */
  upstreamMid: requiredText(64),
  currencies: field(Currencies.min(1), { kind: "list" }),
  settlementCurrency: Currency,
  /** Category codes (ISO 18245) of eligible merchants; empty means any. */
  mccs: CategoryCodes.default([]),
  descriptorPrefix: optionalText(10),
  limits: AccountLimits.default([]),
  /** Concurrent calls over all nodes: of all merchants, and of one. */
  inFlightMax: between(1, 1_000).default(50),
  merchantInFlightMax: between(1, 1_000).default(40),
  /** Time-out of the queue. Payments are queried from 90 seconds on, so it ends well before. */
  queueSeconds: between(0, 60).default(45),
  weight: between(0, 10_000).default(100),
  priority: between(0, 10_000).default(100),
  remark: optionalText(256),
};

/** A merchant number at a gateway, with its credentials. */
export const GatewayAccount = z.object({
  id: GatewayAccountId,
  accountNo: Code,
  gatewayId: GatewayId,
  gatewayName: z.string(),
  mode: PaymentMode.schema,
  ...fields,
  /** Health for routing: an operator's override while it lasts, else the measured one. */
  health: GatewayHealth.schema,
  measuredHealth: GatewayHealth.schema,
  forcedUntil: Instant.nullable(),
  forcedReason: z.string().nullable(),
  forcedUserName: z.string().nullable(),
  /** Whether all required credentials are set. */
  isComplete: field(z.boolean(), { kind: "boolean" }),
  /** Whether new credentials wait for approval. */
  hasPendingChange: field(z.boolean(), { kind: "boolean" }),
  status: ServiceStatus.schema,
  ...auditFields,
});
export type GatewayAccount = z.output<typeof GatewayAccount>;

/** State of a credential: whether it is set, when and by whom. Never its value. */
export const CredentialState = CredentialField.extend({
  setTime: Instant.nullable(),
  setUserName: z.string().nullable(),
});

/** New credentials waiting for approval. */
export const CredentialChange = z.object({
  id: ChangeId,
  names: z.array(z.string()),
  reason: z.string(),
  createTime: Instant,
  createUserName: z.string().nullable(),
  /** Whether the reader requested it, and so cannot approve it. */
  isOwn: z.boolean(),
});

/** An account with the details of its page. */
export const GatewayAccountDetail = GatewayAccount.extend({
  credentials: z.array(CredentialState),
  change: CredentialChange.nullable(),
  /** Unguessable webhook address for the provider; shown on the account's page only. */
  webhookUrl: z.string(),
});
export type GatewayAccountDetail = z.output<typeof GatewayAccountDetail>;

/** Volume of an account in one currency. */
export const AccountUsage = z.object({
  currency: z.string(),
  dailyAmount: z.string(),
  dailyCount: z.number().int(),
  monthlyAmount: z.string(),
});

const spec = {
  filters: {
    name: contains(64),
    gatewayId: exact(GatewayId),
    mode: oneOf(PaymentMode.schema),
    status: oneOf(ServiceStatus.schema),
    health: oneOf(GatewayHealth.schema),
    currencies: contains(3),
    upstreamMid: contains(64),
  },
  sortBy: ["createTime", "name", "priority", "gatewayName"],
  defaultSort: { field: "createTime", order: "desc" },
} as const;

const ById = z.object({ id: GatewayAccountId });
const idAndVersion = { id: GatewayAccountId, version: Version.nullish() };
/** Values by the credential schema's names, and `webhookSecret`. Omitted ones stay. */
const CredentialValues = field(z.record(z.string().max(40), z.string().min(1).max(8192)), { kind: "secret" });
const deciding = z.object({ id: GatewayAccountId, changeId: ChangeId });

/** Fields that affect money; the others are names and remarks. */
const steering = ["upstreamMid", "currencies", "settlementCurrency", "mccs", "limits", "weight", "priority"];

export const gatewayAccount = defineResource({
  name: "gatewayAccount",
  record: GatewayAccount,
  for: "operator",
  refusals: {
    duplicate: { status: 409, field: "upstreamMid", constraint: "gateway_accounts_mid_unique" },
    shareTooLarge: { field: "merchantInFlightMax" },
    credentialsMissing: { status: 409 },
    credentialUnknown: { field: "values" },
    changePending: { status: 409, constraint: "credential_changes_pending_unique" },
    ownChange: { status: 403 },
    changeDecided: { status: 409 },
    notOwnChange: { status: 403 },
  },
  operations: {
    page: list(GatewayAccount, spec),
    /** For choosing an account. */
    list: query(
      z.object({
        ...lookup("gatewayAccount"),
        gatewayId: GatewayId.optional(),
        mode: PaymentMode.schema.optional(),
        merchantId: reference("merchant").nullish(),
      }),
      z.array(
        z.object({
          id: GatewayAccountId,
          name: z.string(),
          accountNo: z.string(),
          gatewayName: z.string(),
          mode: PaymentMode.schema,
          currencies: z.array(z.string()),
          status: ServiceStatus.schema,
        }),
      ),
    ),
    detail: query(ById, GatewayAccountDetail),
    /** Volume of the account today and this month, in UTC, as its limits count it. */
    usage: query(ById, z.array(AccountUsage), { passive: true }),
    /** Created disabled; credentials are set by {@link setCredentials}. */
    add: command(z.object({ ...fields, gatewayId: GatewayId }), GatewayAccountId, {
      refusals: ["duplicate", "shareTooLarge"],
      stepUp: true,
    }),
    /** Fields that affect the money of a live account need two people. */
    update: command(changeInput({ ...fields, ...idAndVersion }), Done, {
      refusals: ["duplicate", "shareTooLarge"],
      stepUp: true,
      secondPerson: whereChanged("gatewayAccounts", steering, ofRealMoney),
    }),
    setStatus: command(z.object({ ...idAndVersion, status: ServiceStatus.schema }), Done, {
      refusals: ["credentialsMissing"],
    }),
    /**
     * Immediate for a test account; for a live one after somebody else's approval. Answers the id of the pending
     * change, or null.
     */
    setCredentials: command(
      z.object({ id: GatewayAccountId, values: CredentialValues, reason: Reason }),
      ChangeId.nullable(),
      { refusals: ["credentialUnknown", "nothingSet", "changePending"], secretInputs: ["values"], stepUp: true },
    ),
    approveCredentials: command(deciding, Done, { refusals: ["ownChange", "changeDecided"], stepUp: true }),
    rejectCredentials: command(deciding.extend({ reason: Reason }), Done, { refusals: ["changeDecided"] }),
    withdrawCredentials: command(deciding, Done, { refusals: ["changeDecided", "notOwnChange"] }),
    /** Replaces the webhook address; the old one is refused from then on. */
    renewWebhookUrl: command(z.object(idAndVersion), Done, {
      stepUp: true,
      secondPerson: whereChanged("gatewayAccounts", ["webhookToken"], ofRealMoney),
    }),
    /** Calls the provider with the account's credentials; nothing is paid or changed. */
    test: query(ById, ConnectivityVerdict, { method: "POST", refusals: ["credentialsMissing"] }),
    /** Overrides the measured health for a limited time. */
    setHealth: command(
      z.object({
        id: GatewayAccountId,
        health: GatewayHealth.schema,
        minutes: between(1, 10_080).default(60),
        reason: Reason,
      }),
      Done,
    ),
    clearHealth: command(ById, Done),
    export: exportOf(spec),
  },
  menu: {
    path: "/acquiring/account",
    component: "gateway-account/gateway-account.list",
    icon: "key-round",
    order: 110,
  },
  messages: gatewayAccountMessages,
});
