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

/** Id of a merchant: made by the server, sorts by the time it was made. */
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
/** E.164; spaces, brackets and dashes are taken out. */
const Phone = personal(
  z
    .string()
    .trim()
    .max(32)
    .transform((text) => text.replace(/[\s()-]/g, ""))
    .pipe(z.string().regex(/^\+[1-9]\d{6,14}$/)),
  { isPhone: true },
);

/** What a merchant tells about itself. */
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

/** What the operator decides; merchants do not change it about themselves. */
const placing = {
  riskLevel: RiskLevel.schema.default("low"),
  /** The organisation that looks after the merchant; the caller's own unless told. */
  orgId: reference("sysOrg").nullish(),
};

/** What a merchant may do; each is given by activation and taken by suspension. */
const capabilities = { canPay: Flag, canRefund: Flag, canWithdraw: Flag, canPayout: Flag };

/** The legal customer: who it is, how far its onboarding is, what it may do. */
export const Merchant = z.object({
  id: MerchantId,
  merchantNo: Code,
  ...profileFields,
  /** How the operator judges the merchant, and which of its organisations looks after it; its own people are not told. */
  riskLevel: operatorOnly(RiskLevel.schema),
  orgId: operatorOnly(reference("sysOrg")),
  orgName: operatorOnly(z.string()),
  status: MerchantStatus.schema,
  ...capabilities,
  /** Why the last step was taken, where it had to be told. */
  statusReason: z.string().nullable(),
  /** Accounts of the people who sign in for the merchant, joined. */
  accounts: z.string().nullable(),
  ...tenantFields,
  ...auditFields,
});
export type Merchant = z.output<typeof Merchant>;

/** One step in a merchant's life. */
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
    // Looser than the field: a part of it finds nothing, and is no mistake.
    mcc: exact(field(z.string().trim().max(4), { kind: "code" })),
    createTime: between(Instant),
  },
  sortBy: ["createTime", "name", "merchantNo", "country"],
  defaultSort: { field: "createTime", order: "desc" },
} as const;

const idAndVersion = { id: MerchantId, version: Version.nullish() };
const ById = z.object({ id: MerchantId });
const IdWithVersion = z.object(idAndVersion);
/** The version that was read binds a decision to the very case that was seen. */
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
    /** For choosing a merchant; closed ones can no longer be chosen. */
    list: query(
      z.object(lookup("merchant")),
      z.array(z.object({ id: MerchantId, name: z.string(), merchantNo: z.string(), status: MerchantStatus.schema })),
    ),
    detail: query(ById, Merchant),
    history: query(ById, z.array(MerchantStep)),
    /** In the caller's own tenant unless told: whoever sees several says in which, before anything that depends on it. */
    add: command(z.object({ tenantId: reference("sysTenant").nullish(), ...profileFields, ...placing }), MerchantId, {
      for: "operator",
      refusals: ["duplicate", "orgNotYours", "tenantNeeded", "tenantNotYours"],
    }),
    /** A merchant's people change the particulars only, and only while nobody judges them. */
    update: command(changeInput({ ...profileFields, ...placing, ...idAndVersion }), Done, {
      refusals: ["duplicate", "orgNotYours", "notEditable"],
    }),
    submit: command(IdWithVersion, Done),
    review: command(IdWithVersion, Done, decided),
    requestInfo: command(ReasonedStep, Done, decided),
    resubmit: command(IdWithVersion, Done),
    /** Never by whoever submitted the case. */
    approve: command(Decision, Done, { for: "operator", refusals: ["ownCase", "prohibited"] }),
    reject: command(ReasonedStep, Done, decided),
    reopen: command(IdWithVersion, Done, { refusals: ["tooEarly"] }),
    /** Never by whoever approved the case: two people let a merchant take payments. */
    activate: command(Decision, Done, { for: "operator", refusals: ["ownApproval", "notReady"], stepUp: true }),
    /** Says what the merchant may go on doing; at least one thing is taken away. */
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
    /** The last step of a merchant that took payments: nothing of it may be open any more. */
    finishClosing: command(IdWithVersion, Done, { for: "operator", refusals: ["notSettled"], stepUp: true }),
    withdraw: command(ReasonedStep, Done, decided),
    /**
     * Lets the caller see what the merchant's owner sees, read only, in the whole of their session. Ends by itself;
     * why it was asked for stands in the audit trail.
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
