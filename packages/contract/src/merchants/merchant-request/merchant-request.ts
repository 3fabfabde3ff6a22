import { z } from "zod";
import { Code, doerName, field, Instant, optionalLongText, requiredText, Version } from "../../kit/field.ts";
import { between, oneOf } from "../../kit/list.ts";
import { command, Done, list, query } from "../../kit/operation.ts";
import { auditFields, tenantFields } from "../../kit/record.ts";
import { defineResource } from "../../kit/resource.ts";
import { idOf } from "../../payment-fields.ts";
import { MerchantId, profileFields } from "../merchant/merchant.ts";
import { merchantRequestMessages } from "./merchant-request.messages.ts";
import { RequestStatus } from "./request-enumerations.ts";

/** Id of a request: made by the server, sorts by the time it was made. */
export const MerchantRequestId = idOf("mrq");

const text = z.string().nullable();

/** A field of the merchant with what it was when this was asked, and what it should be. */
export const WantedChange = z.object({ field: Code, from: text, to: text });

/** What a merchant asks the operator to change about it, and the answer. */
export const MerchantRequest = z.object({
  id: MerchantRequestId,
  merchantId: MerchantId,
  merchantName: z.string(),
  wanted: field(z.array(WantedChange), { kind: "json", personal: true }),
  note: text,
  status: RequestStatus.schema,
  /** What the operator said to it; always there where it was declined. */
  answer: text,
  decideUserName: doerName(),
  decideTime: Instant.nullable(),
  ...tenantFields,
  ...auditFields,
});
export type MerchantRequest = z.output<typeof MerchantRequest>;

const { expectedMonthlyVolume: _volume, averageTicket: _ticket, type: _type, ...particulars } = profileFields;

/** What of a merchant can be asked for: its particulars, but for what it only estimates. */
export const askedParticulars = z.object(particulars).partial();

const spec = {
  filters: { createTime: between(Instant), merchantId: oneOf(MerchantId), status: oneOf(RequestStatus.schema) },
  sortBy: ["createTime"],
  defaultSort: { field: "createTime", order: "desc" },
} as const;

const idAndVersion = { id: MerchantRequestId, version: Version.nullish() };
const decided = { for: "operator" } as const;

export const merchantRequest = defineResource({
  name: "merchantRequest",
  record: MerchantRequest,
  refusals: {
    nothingAsked: { field: "note" },
    answered: { status: 409 },
  },
  operations: {
    page: list(MerchantRequest, spec),
    detail: query(z.object({ id: MerchantRequestId }), MerchantRequest),
    /** Of the particulars that are sent, those that differ from what is known are asked for. */
    add: command(
      z.object({ merchantId: MerchantId, ...askedParticulars.shape, note: optionalLongText(1000) }),
      MerchantRequestId,
      { refusals: ["nothingAsked"] },
    ),
    /** Says that it was seen to; the change itself is made on the merchant's page. */
    finish: command(z.object(idAndVersion), Done, { ...decided, refusals: ["answered"] }),
    decline: command(z.object({ ...idAndVersion, reason: requiredText(500) }), Done, {
      ...decided,
      refusals: ["answered"],
    }),
  },
  menu: {
    path: "/merchant/requests",
    component: "merchant-request/merchant-request.list",
    icon: "message-square",
    order: 170,
  },
  messages: merchantRequestMessages,
});
