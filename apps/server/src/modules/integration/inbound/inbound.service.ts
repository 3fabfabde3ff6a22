import { createHash } from "node:crypto";
import { systemActor } from "../../../platform/access/actor.ts";
import { transact } from "../../../platform/db/transact.ts";
import type { Context, RequestFacts } from "../../../platform/http/context.ts";
import type { Runtime } from "../../../platform/http/open-context.ts";
import { bodyWithoutCardNumbers } from "../../../platform/observability/body-redaction.ts";
import type { Platform } from "../../../platform/platform.ts";
import { connectorOf, type GatewayAccountForCalls, type NotificationReading } from "../../gateways/connector/index.ts";
import { findByWebhookToken } from "../../gateways/gateway-account/index.ts";
import { recordException } from "../../logs/event-exception-log/index.ts";
import { keptHeaders } from "./inbound.policy.ts";
import { keepNotification, type NewNotification, reopenNotifications } from "./inbound.store.ts";

/** The queue in which notifications wait to be worked off. */
export const notificationQueue = "gateway-notification";

/** A raw notification request. */
export interface IncomingRequest {
  readonly token: string;
  readonly body: Buffer;
  readonly request: RequestFacts;
}

/** The receipt for the sender. */
export type NotificationReceipt = "stored" | "unproven" | "unknown";

type ReceiveOptions = Pick<Runtime, "db" | "clock" | "seals" | "enqueue">;
type ProvenNotification = Exclude<NotificationReading, string>;

/** Bytes stored of a body without a valid signature. */
const unprovenBytesMax = 4_096;
const minuteMs = 60_000;

/**
 * Receives a notification: verifies it, stores its bytes with card numbers masked, and queues it, in one transaction.
 * Only then is it acknowledged; a worker applies it, so that the sender never waits for that.
 */
export async function receiveNotification(
  platform: Platform,
  spine: ReceiveOptions,
  incoming: IncomingRequest,
): Promise<NotificationReceipt> {
  const account = await findByWebhookToken(platform, incoming.token);
  if (!account) return "unknown";
  const { body, request } = incoming;
  const now = platform.clock.now();
  const reading = connectorOf(account.connector).readNotification(account, {
    headers: request.headers,
    rawBody: body,
    now,
    isProven: false,
  });
  const actor = { ...systemActor, tenantId: account.tenantId };
  // Verified as received, stored and applied with card numbers masked: its sender would only send it again. Of an
  // unverified body only the stored part is scanned.
  const kept = bodyWithoutCardNumbers(reading === "invalid_signature" ? body.subarray(0, unprovenBytesMax) : body);
  const known =
    kept === body || typeof reading === "string"
      ? reading
      : connectorOf(account.connector).readNotification(account, { headers: {}, rawBody: kept, now, isProven: true });
  await transact(spine, { actor, request }, async (ctx) => {
    const row = rowOf(account, incoming, kept);
    if (known === "invalid_signature") await keepUnproven(ctx, row);
    else if (known === "unparsable") await keepUnreadable(ctx, row);
    else await keepProven(ctx, row, known);
  });
  return reading === "invalid_signature" ? "unproven" : "stored";
}

type EmptyNotification = Omit<NewNotification, "dedupeKey" | "verdict">;

const rowOf = (
  account: GatewayAccountForCalls,
  { body: arrived, request }: IncomingRequest,
  body: Buffer,
): EmptyNotification => ({
  tenantId: account.tenantId,
  gatewayAccountId: account.id,
  mode: account.mode,
  headers: JSON.stringify(keptHeaders(request.headers)),
  body,
  bodyBytes: arrived.length,
  bodySha256: createHash("sha256").update(body).digest("hex"),
});

/** A forger must not fill the table: one row per minute and account, further ones are counted on it. */
async function keepUnproven(ctx: Context, row: EmptyNotification): Promise<void> {
  const slot = Math.floor(ctx.now.getTime() / minuteMs);
  await keepNotification(ctx, {
    ...row,
    dedupeKey: `unproven:${slot}`,
    verdict: "invalid_signature",
    status: "failed",
    reason: "signature",
    doneTime: ctx.now.toISOString(),
  });
}

async function keepUnreadable(ctx: Context, row: EmptyNotification): Promise<void> {
  const { id, isNew } = await keepNotification(ctx, {
    ...row,
    dedupeKey: `sha256:${row.bodySha256}`,
    verdict: "unparsable",
    status: "failed",
    reason: "unparsable",
    doneTime: ctx.now.toISOString(),
  });
  if (!isNew) return;
  await recordException(ctx, {
    source: "inbound_webhook",
    eventType: "unparsable",
    level: "error",
    message: "A proven notification could not be read.",
    objectType: "inboundNotification",
    objectId: id,
  });
}

const objectNoOf = ({ facts: [fact] }: ProvenNotification): string | null => {
  if (fact?.subject === "payment") return fact.orderNo;
  return fact?.subject === "refund" ? fact.refundNo : null;
};

async function keepProven(ctx: Context, row: EmptyNotification, reading: ProvenNotification): Promise<void> {
  const { eventId, eventType, occurredAt } = reading;
  const read = { ...row, eventId, eventType, occurredAt, objectNo: objectNoOf(reading) };
  const kept = await keepNotification(ctx, { ...read, dedupeKey: eventId, verdict: "valid" });
  if (kept.isNew) return ctx.enqueue({ queue: notificationQueue, data: { id: kept.id } });
  if (kept.bodySha256 === row.bodySha256) return;
  const altered = await keepNotification(ctx, {
    ...read,
    dedupeKey: `${eventId}#${row.bodySha256}`,
    verdict: "altered_copy",
    status: "failed",
    reason: "altered_copy",
    doneTime: ctx.now.toISOString(),
  });
  if (!altered.isNew) return;
  await recordException(ctx, {
    source: "inbound_webhook",
    eventType,
    level: "critical",
    message: "A proven notification came again under its number with another body. It was not applied.",
    objectType: "inboundNotification",
    objectId: altered.id,
    payload: { eventId, firstId: kept.id },
  });
}

/** Queues unfinished notifications in the actor's scope again; answers how many. */
export async function reprocessNotifications(ctx: Context, ids: readonly string[]): Promise<number> {
  const reopened = await reopenNotifications(ctx, ids);
  for (const id of reopened) await ctx.enqueue({ queue: notificationQueue, data: { id } });
  return reopened.length;
}
