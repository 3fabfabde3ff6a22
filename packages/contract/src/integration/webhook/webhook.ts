import { z } from "zod";
import { exportOf } from "../../kit/export.ts";
import { Code, Flag, field, Instant, Integer } from "../../kit/field.ts";
import { between, contains, exact, listInput, oneOf, prefix } from "../../kit/list.ts";
import { command, list, query } from "../../kit/operation.ts";
import { defineResource } from "../../kit/resource.ts";
import { MerchantId } from "../../merchants/merchant/merchant.ts";
import { PaymentMode } from "../../payment-enumerations.ts";
import { idOf } from "../../payment-fields.ts";
import { reference, storedReference } from "../../references.ts";
import { webhookMessages } from "./webhook.messages.ts";
import { DeliveryStatus } from "./webhook-enumerations.ts";

export const DeliveryId = idOf("whd");

/** One event on its way to one endpoint of a merchant. */
export const Delivery = z.object({
  id: DeliveryId,
  merchantId: MerchantId,
  merchantName: z.string(),
  endpointId: storedReference("merchantWebhookConfig"),
  endpointName: z.string(),
  url: z.string(),
  /** Stays the same over all tries: receivers tell duplicates by it. */
  eventId: Code,
  eventType: z.string(),
  mode: PaymentMode.schema,
  objectType: z.string(),
  objectNo: z.string(),
  objectSeq: Integer,
  status: DeliveryStatus.schema,
  attemptCount: Integer,
  isManual: Flag,
  nextAttemptTime: Instant.nullable(),
  lastHttpStatus: Integer.nullable(),
  lastError: z.string().nullable(),
  /** Why somebody skipped it, or why it was given up. */
  reason: z.string().nullable(),
  createTime: Instant,
  doneTime: Instant.nullable(),
});
export type Delivery = z.output<typeof Delivery>;

/** One try to deliver, with the head of what was answered. */
export const DeliveryAttempt = z.object({
  id: z.string(),
  number: Integer,
  at: Instant,
  url: z.string(),
  /** The signature header as it was sent. */
  signature: z.string(),
  httpStatus: Integer.nullable(),
  latencyMs: Integer,
  responseHead: z.string().nullable(),
  error: z.string().nullable(),
  isManual: Flag,
  isSuccess: Flag,
});

/** A delivery with what is sent and every try. */
export const DeliveryDetail = Delivery.extend({
  /** The body byte for byte as it is signed. */
  body: z.string(),
  headers: z.record(z.string(), z.string()),
  attempts: z.array(DeliveryAttempt),
});
export type DeliveryDetail = z.output<typeof DeliveryDetail>;

const spec = {
  filters: {
    createTime: between(Instant),
    status: oneOf(DeliveryStatus.schema),
    eventType: contains(64),
    objectNo: exact(z.string().trim().max(64)),
    merchantId: exact(MerchantId),
    endpointId: exact(reference("merchantWebhookConfig")),
    eventId: prefix(field(z.string().trim().max(64), { kind: "code" })),
    lastHttpStatus: exact(Integer),
    mode: exact(PaymentMode.schema),
  },
  sortBy: ["createTime"],
  defaultSort: { field: "createTime", order: "desc" },
} as const;

/** Deliveries that one call may send again. */
export const resendMax = 5_000;

const count = field(z.number().int().nonnegative(), { kind: "integer" });
const Ids = z.array(DeliveryId).min(1).max(200);
/** The merchant of what is named, where the caller knows it: its rows lie together and are found without a search. */
const ofMerchant = { merchantId: MerchantId.nullish() };
const resending = { refusals: ["notOver", "endpointOff"] } as const;
const searching = listInput(spec).omit({ page: true, pageSize: true, cursor: true, field: true, order: true });

export const webhook = defineResource({
  name: "webhook",
  record: Delivery,
  refusals: {
    tooMany: { status: 409 },
    notOpen: { status: 409 },
    endpointOff: { status: 409 },
    notOver: { status: 409 },
  },
  operations: {
    page: list(Delivery, spec),
    detail: query(z.object({ id: DeliveryId, ...ofMerchant }), DeliveryDetail),
    /** How deliveries stand: what is open now, and what ended in the last 24 hours. */
    stat: query(
      z.object({ mode: PaymentMode.schema.default("live") }),
      z.object({ queued: count, retrying: count, delivered: count, dead: count, oldestDue: Instant.nullable() }),
      { passive: true },
    ),
    /** Sends each once more under the same event id, also what arrived already. */
    resend: command(z.object({ ids: Ids, ...ofMerchant }), z.object({ count }), resending),
    /** Sends everything once more that the filters find and that was given up. */
    bulkResend: command(searching, z.object({ count }), { refusals: ["tooMany"] }),
    skip: command(
      z.object({ ids: Ids, ...ofMerchant, reason: field(z.string().trim().min(1).max(500), { kind: "longText" }) }),
      z.object({ count }),
      { refusals: ["notOpen"] },
    ),
    export: exportOf(spec),
  },
  menu: {
    path: "/integration/webhooks",
    component: "webhook/webhook.list",
    icon: "send",
    order: 200,
  },
  messages: webhookMessages,
});
