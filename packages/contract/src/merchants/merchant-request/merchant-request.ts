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

/** Id of a request: server-generated, sorts by creation time. */
export const MerchantRequestId = idOf("mrq");

const text = z.string().nullable();

/** A field's value at the time of the request, and the requested one. */
export const WantedChange = z.object({ field: Code, from: text, to: text });

/** A merchant's request to change its data, and the decision. */
export const MerchantRequest = z.object({
  id: MerchantRequestId,
  merchantId: MerchantId,
  merchantName: z.string(),
  wanted: field(z.array(WantedChange), { kind: "json", personal: true }),
  note: text,
  status: RequestStatus.schema,
  /** The operator's answer; required for a rejection. */
  answer: text,
  decideUserName: doerName(),
  decideTime: Instant.nullable(),
  ...tenantFields,
  ...auditFields,
});
export type MerchantRequest = z.output<typeof MerchantRequest>;

const { expectedMonthlyVolume: _volume, averageTicket: _ticket, type: _type, ...particulars } = profileFields;

/** Fields that can be requested: the particulars, except estimates. */
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
    /** Only particulars that differ from the current ones are requested. */
    add: command(
      z.object({ merchantId: MerchantId, ...askedParticulars.shape, note: optionalLongText(1000) }),
      MerchantRequestId,
      { refusals: ["nothingAsked"] },
    ),
    /** Marks the request as done; the change itself is made on the merchant's page. */
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
