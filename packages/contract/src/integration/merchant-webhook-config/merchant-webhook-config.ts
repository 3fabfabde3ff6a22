import { z } from "zod";
import { Code, Flag, field, Instant, Integer, requiredText, Version } from "../../kit/field.ts";
import { contains, exact, oneOf } from "../../kit/list.ts";
import { command, Done, list, Nothing, query } from "../../kit/operation.ts";
import { auditFields, changeInput } from "../../kit/record.ts";
import { defineResource } from "../../kit/resource.ts";
import { CoinAppId } from "../../merchants/coin-app/coin-app.ts";
import { MerchantId } from "../../merchants/merchant/merchant.ts";
import { PaymentMode } from "../../payment-enumerations.ts";
import { lookup, reference, storedReference } from "../../references.ts";
import { eventTypes, everyEvent } from "../webhook/event-types.ts";
import { EndpointStatus } from "../webhook/webhook-enumerations.ts";
import { merchantWebhookConfigMessages } from "./merchant-webhook-config.messages.ts";

export const EndpointId = reference("merchantWebhookConfig");

/** Endpoints one merchant may have in each mode. */
export const endpointsMax = 16;
/** Headers a merchant may add to its notifications. */
export const headersMax = 5;
/** Seconds that a receiver has to answer. */
export const timeoutSecondsMin = 3;
export const timeoutSecondsMax = 30;
/** The same where nobody set it. */
export const timeoutSecondsElse = 10;

/** Types of events as they are kept: each once, in one order, and no other beside the word for every one. */
export const distinctEvents = (types: readonly string[]): string[] =>
  types.includes(everyEvent) ? [everyEvent] : [...new Set(types)].sort();

/** Which events an endpoint is told of: types by name, or every one. */
const Events = field(
  z
    .array(z.enum([everyEvent, ...eventTypes]))
    .min(1)
    .max(eventTypes.length + 1)
    .transform(distinctEvents),
  { kind: "list" },
);

/** Names that are ours, that steer the connection, or under which credentials travel: a signature proves who sends. */
const takenHeader =
  /^(host|cookie|authorization|proxy-.*|content-.*|transfer-encoding|connection|upgrade|te|trailer|expect|user-agent|accept-encoding|x-event-.*|x-delivery-.*|x-webhook-.*|.*(secret|token|password|credential|api-?key).*)$/i;
/** Headers that are added to every notification, such as the name of a tenant behind the receiver. */
const CustomHeaders = field(
  z
    .record(
      z
        .string()
        .regex(/^[A-Za-z0-9-]{1,64}$/)
        .refine((name) => !takenHeader.test(name), "merchantWebhookConfig.headerTaken"),
      z
        .string()
        .max(256)
        .regex(/^[\x20-\x7e]*$/),
    )
    .refine((headers) => Object.keys(headers).length <= headersMax, "merchantWebhookConfig.headersMax"),
  { kind: "json" },
);

const settings = {
  name: requiredText(60),
  url: requiredText(512),
  events: Events,
  timeoutSeconds: field(z.number().int().min(timeoutSecondsMin).max(timeoutSecondsMax), { kind: "integer" }).default(
    timeoutSecondsElse,
  ),
  maxInFlight: field(z.number().int().min(1).max(20), { kind: "integer" }).default(5),
  customHeaders: CustomHeaders.default({}),
};

/** Where a merchant wants to be told of what. Its secret is shown when it is made and never again. */
export const Endpoint = z.object({
  id: EndpointId,
  merchantId: MerchantId,
  merchantName: z.string(),
  mode: PaymentMode.schema,
  /** None: events of every app. */
  appId: storedReference("coinApp").nullable(),
  appName: z.string().nullable(),
  name: z.string(),
  url: z.string(),
  events: field(z.array(z.string()), { kind: "list" }),
  /** Version of the notifications' shape, the one the endpoint was made with. */
  apiVersion: Code,
  timeoutSeconds: Integer,
  maxInFlight: Integer,
  customHeaders: field(z.record(z.string(), z.string()), { kind: "json" }),
  status: EndpointStatus.schema,
  statusReason: z.string().nullable(),
  /** Until when the secret before this one counts as well. */
  previousSecretExpireTime: Instant.nullable(),
  lastSuccessTime: Instant.nullable(),
  lastFailureTime: Instant.nullable(),
  /** Failures since the last success. */
  failures: Integer,
  ...auditFields,
});
export type Endpoint = z.output<typeof Endpoint>;

const count = field(z.number().int().nonnegative(), { kind: "integer" });

/** How an endpoint did in the last 24 hours, and what waits for it. */
export const EndpointHealth = z.object({
  tries: count,
  failures: count,
  /** Share of the tries that failed, in millionths; none where nothing was sent. */
  failureRate: count.nullable(),
  medianLatencyMs: count.nullable(),
  p95LatencyMs: count.nullable(),
  open: count,
  oldestDue: Instant.nullable(),
  dead: count,
  lastSuccessTime: Instant.nullable(),
  lastFailureTime: Instant.nullable(),
  failingSince: Instant.nullable(),
});
export type EndpointHealth = z.output<typeof EndpointHealth>;

const spec = {
  filters: {
    merchantId: exact(MerchantId),
    name: contains(60),
    url: contains(128),
    status: oneOf(EndpointStatus.schema),
    mode: exact(PaymentMode.schema),
    appId: exact(CoinAppId),
  },
  sortBy: ["createTime", "name"],
  defaultSort: { field: "createTime", order: "desc" },
} as const;

const idAndVersion = { id: EndpointId, version: Version.nullish() };
const ById = z.object({ id: EndpointId });
/** Shown once: whoever lost it makes a new one. */
const Secret = field(z.string(), { kind: "secret" });

export const merchantWebhookConfig = defineResource({
  name: "merchantWebhookConfig",
  record: Endpoint,
  refusals: {
    merchantMissing: { field: "merchantId" },
    appUnknown: { field: "appId" },
    urlRefused: { field: "url" },
    alreadyThere: { status: 409, field: "url" },
    tooMany: { status: 409 },
    endpointOff: { status: 409 },
    pingOnly: { field: "eventType" },
    rangeReversed: { field: "to" },
    tooMuch: { status: 409 },
  },
  operations: {
    page: list(Endpoint, spec),
    /** For choosing an endpoint. */
    list: query(
      z.object(lookup("merchantWebhookConfig")),
      z.array(z.object({ id: EndpointId, name: z.string(), url: z.string(), merchantId: MerchantId })),
    ),
    detail: query(ById, Endpoint),
    /** What endpoints can be told of. */
    eventTypes: query(Nothing, z.array(z.object({ group: z.string(), types: z.array(z.string()) })), {
      access: "signedIn",
      passive: true,
    }),
    health: query(ById, EndpointHealth),
    /** People of a merchant make endpoints of their own merchant alone. Answers the secret, once. */
    add: command(
      z.object({
        merchantId: MerchantId.nullish(),
        mode: PaymentMode.schema,
        appId: CoinAppId.nullish(),
        ...settings,
      }),
      z.object({ id: EndpointId, secret: Secret }),
      {
        refusals: [
          "merchantMissing",
          "appUnknown",
          "urlRefused",
          "alreadyThere",
          "tooMany",
          "headerTaken",
          "headersMax",
        ],
        stepUp: true,
        secretResult: true,
      },
    ),
    update: command(changeInput({ ...idAndVersion, ...settings }), Done, {
      stepUp: true,
      refusals: ["urlRefused", "alreadyThere"],
    }),
    /** Nothing is sent until it is switched on again; what happens meanwhile can be replayed. */
    pause: command(z.object(idAndVersion), Done),
    resume: command(z.object(idAndVersion), Done),
    delete: command(z.object(idAndVersion), Done),
    /** The secret before this one goes on counting for a day, so that the receiver can change over. */
    rotateSecret: command(z.object(idAndVersion), z.object({ secret: Secret }), { stepUp: true, secretResult: true }),
    /** Sends a sample. Samples of real events go to test endpoints only. */
    test: command(z.object({ id: EndpointId, eventType: z.enum(eventTypes).default("test.ping") }), Done, {
      refusals: ["endpointOff", "pingOnly"],
    }),
    /** Sends what happened in a span of time once more, and what the endpoint was never told of. */
    replay: command(
      z.object({
        id: EndpointId,
        from: Instant,
        to: Instant,
        eventTypes: field(z.array(z.enum(eventTypes)).max(eventTypes.length), { kind: "list" }).nullish(),
        onlyFailed: Flag.default(true),
      }),
      z.object({ count }),
      { refusals: ["endpointOff", "rangeReversed", "tooMuch"] },
    ),
  },
  menu: {
    path: "/integration/endpoints",
    component: "merchant-webhook-config/merchant-webhook-config.list",
    icon: "radio",
    order: 100,
  },
  messages: merchantWebhookConfigMessages,
});
