import { z } from "zod";
import { PublicAddress } from "../../address-field.ts";
import { exportOf } from "../../kit/export.ts";
import {
  Code,
  Day,
  doerName,
  type FieldFacts,
  Flag,
  field,
  Instant,
  optionalLongText,
  optionalText,
  requiredText,
  Version,
} from "../../kit/field.ts";
import { between, contains, exact, numbered, oneOf } from "../../kit/list.ts";
import { text3 } from "../../kit/locale.ts";
import { command, Done, list, query } from "../../kit/operation.ts";
import { auditFields, changeInput, tenantFields } from "../../kit/record.ts";
import { defineResource } from "../../kit/resource.ts";
import { operatorOnly } from "../../operator-only.ts";
import { Country, Currency, TimeZone } from "../../payment-fields.ts";
import { lookup, reference } from "../../references.ts";
import { merchantMessages } from "./merchant.messages.ts";
import { MerchantStatus, MerchantType, RiskLevel } from "./merchant-enumerations.ts";

/** Id of a merchant: server-generated, sorts by creation time. */
export const MerchantId = reference("merchant");

/** Merchant category code (ISO 18245). */
const CategoryCode = field(
  z
    .string()
    .trim()
    .regex(/^\d{4}$/),
  { kind: "code", isCategoryCode: true },
);

const Amount = field(z.string().regex(/^(?:0|[1-9]\d{0,17})$/), { kind: "money", currencyField: "currency" });
const personal = <S extends z.ZodType>(schema: S, facts: Partial<FieldFacts> = {}) =>
  field(schema, { kind: "text", personal: true, ...facts });
/** E.164; spaces, brackets and dashes are removed. */
const Phone = personal(
  z
    .string()
    .trim()
    .max(32)
    .transform((text) => text.replace(/[\s()-]/g, ""))
    .pipe(z.string().regex(/^\+[1-9]\d{6,14}$/)),
  { isPhone: true },
);

/** Particulars of a merchant, given by itself. */
export const profileFields = {
  name: requiredText(64),
  legalName: requiredText(128),
  nameEn: optionalText(128),
  type: MerchantType.schema,
  country: Country,
  registrationNo: requiredText(64),
  taxNo: optionalText(64),
  incorporationDate: Day.nullish(),
  registeredAddress: optionalText(256),
  mcc: CategoryCode,
  businessModel: optionalLongText(2000),
  website: PublicAddress(256).nullish(),
  currency: Currency,
  expectedMonthlyVolume: Amount.nullish(),
  averageTicket: Amount.nullish(),
  timezone: TimeZone,
  contactName: personal(z.string().trim().min(1).max(64)),
  contactPhone: Phone,
  contactEmail: personal(z.email().max(128)),
};

/** Fields set by the operator only. */
const placing = {
  riskLevel: RiskLevel.schema.default("low"),
  /** The organisation in charge of the merchant; the caller's own by default. */
  orgId: reference("sysOrg").nullish(),
};

/** Capabilities of a merchant; granted by activation and revoked by suspension. */
const capabilities = { canPay: Flag, canRefund: Flag, canWithdraw: Flag, canPayout: Flag };

/** The legal customer: its identity, onboarding state and capabilities. */
export const Merchant = z.object({
  id: MerchantId,
  merchantNo: Code,
  ...profileFields,
  /** The operator's assessment and organisation; hidden from merchants' users. */
  riskLevel: operatorOnly(RiskLevel.schema),
  orgId: operatorOnly(reference("sysOrg")),
  orgName: operatorOnly(z.string()),
  status: MerchantStatus.schema,
  ...capabilities,
  /** Reason of the last transition, where one is required. */
  statusReason: z.string().nullable(),
  /** Accounts of the merchant's users, joined. */
  accounts: z.string().nullable(),
  ...tenantFields,
  ...auditFields,
});
export type Merchant = z.output<typeof Merchant>;

/** A transition in a merchant's history. */
export const MerchantStep = z.object({
  id: z.string(),
  at: Instant,
  action: z.string(),
  fromStatus: MerchantStatus.schema.nullable(),
  toStatus: MerchantStatus.schema,
  userName: doerName(),
  reason: z.string().nullable(),
});

const spec = {
  filters: {
    name: contains(64),
    merchantNo: numbered("MC"),
    status: oneOf(MerchantStatus.schema),
    riskLevel: oneOf(RiskLevel.schema),
    country: oneOf(Country),
    // Not validated like the field: a partial code matches nothing, and is no error.
    mcc: exact(field(z.string().trim().max(4), { kind: "code" })),
    createTime: between(Instant),
  },
  sortBy: ["createTime", "name", "merchantNo", "country"],
  defaultSort: { field: "createTime", order: "desc" },
} as const;

const idAndVersion = { id: MerchantId, version: Version.nullish() };
const ById = z.object({ id: MerchantId });
const IdWithVersion = z.object(idAndVersion);
/** The version binds a decision to the application as it was read. */
const Decision = z.object({ id: MerchantId, version: Version });
const Reason = field(z.string().trim().min(1).max(500), { kind: "longText" });
const ReasonedStep = z.object({ ...idAndVersion, reason: Reason });
const decided = { for: "operator" } as const;

export const merchant = defineResource({
  name: "merchant",
  record: Merchant,
  refusals: {
    duplicate: { status: 409, field: "registrationNo", constraint: "merchants_registration_unique" },
    orgNotYours: { field: "orgId" },
    notEditable: { status: 409 },
    ownCase: { status: 403 },
    prohibited: { status: 409 },
    tooEarly: { status: 409 },
    ownApproval: { status: 403 },
    notReady: { status: 409 },
    nothingTaken: { field: "canPay" },
    tenantNeeded: { field: "tenantId" },
    tenantNotYours: { field: "tenantId" },
    notSettled: { status: 409 },
  },
  operations: {
    page: list(Merchant, spec),
    /** For choosing a merchant; without closed ones. */
    list: query(
      z.object(lookup("merchant")),
      z.array(z.object({ id: MerchantId, name: z.string(), merchantNo: z.string(), status: MerchantStatus.schema })),
    ),
    detail: query(ById, Merchant),
    history: query(ById, z.array(MerchantStep)),
    /** In the caller's own tenant by default: callers in scope of several name one, before dependent fields. */
    add: command(z.object({ tenantId: reference("sysTenant").nullish(), ...profileFields, ...placing }), MerchantId, {
      for: "operator",
      refusals: ["duplicate", "orgNotYours", "tenantNeeded", "tenantNotYours"],
    }),
    /** A merchant's users change the particulars only, and not during a review. */
    update: command(changeInput({ ...profileFields, ...placing, ...idAndVersion }), Done, {
      refusals: ["duplicate", "orgNotYours", "notEditable"],
    }),
    submit: command(IdWithVersion, Done),
    review: command(IdWithVersion, Done, decided),
    requestInfo: command(ReasonedStep, Done, decided),
    resubmit: command(IdWithVersion, Done),
    /** Not by the submitter. */
    approve: command(Decision, Done, { for: "operator", refusals: ["ownCase", "prohibited"] }),
    reject: command(ReasonedStep, Done, decided),
    reopen: command(IdWithVersion, Done, { refusals: ["tooEarly"] }),
    /** Not by the approver: activation takes two people. */
    activate: command(Decision, Done, { for: "operator", refusals: ["ownApproval", "notReady"], stepUp: true }),
    /** Sets the remaining capabilities; at least one is removed. */
    suspend: command(
      z.object({
        ...idAndVersion,
        canPay: Flag.default(false),
        canRefund: Flag.default(true),
        canWithdraw: Flag.default(false),
        canPayout: Flag.default(false),
        reason: Reason,
      }),
      Done,
      { for: "operator", refusals: ["nothingTaken"], stepUp: true },
    ),
    resume: command(ReasonedStep, Done, { ...decided, stepUp: true }),
    close: command(ReasonedStep, Done, { ...decided, stepUp: true }),
    /** Last transition of a merchant that took payments: nothing may be open. */
    finishClosing: command(IdWithVersion, Done, { for: "operator", refusals: ["notSettled"], stepUp: true }),
    withdraw: command(ReasonedStep, Done, decided),
    /**
     * Switches the caller's session to the view of the merchant's owner, read only. Expires by itself; the reason is
     * stored in the audit trail.
     */
    viewAs: command(z.object({ id: MerchantId, reason: Reason }), z.object({ until: Instant }), {
      for: "operator",
      stepUp: true,
    }),
    export: exportOf(spec, { stepUp: true }),
  },
  menu: {
    path: "/merchant/merchant",
    component: "merchant/merchant.list",
    icon: "store",
    order: 100,
    ownTitle: text3("My company", "我的公司", "我的公司"),
  },
  messages: merchantMessages,
});
