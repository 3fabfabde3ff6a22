import { everyEvent } from "@countinghouse/contract/integration/webhook/event-types.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { sql } from "kysely";
import { change, from } from "../../../platform/db/scoped.ts";
import type { Context } from "../../../platform/http/context.ts";
import { addDeliveries, sendQueue } from "../webhook/index.ts";
import type { EndpointRow } from "./merchant-webhook-config.store.ts";

/** Most events of one replay. */
const replayMax = 10_000;

/** The events to replay. */
export interface ReplaySpan {
  readonly from: string;
  readonly to: string;
  /** All subscribed types by default. */
  readonly eventTypes?: readonly string[] | null | undefined;
  /** Only dead and skipped deliveries; otherwise also delivered events, and those never sent to the endpoint. */
  readonly onlyFailed: boolean;
}

/** The event types to replay: those wanted and subscribed, or null for all. */
const meantTypes = ({ events }: EndpointRow, { eventTypes }: ReplaySpan): readonly string[] | null => {
  const heard = events.includes(everyEvent) ? null : events;
  if (!eventTypes || eventTypes.length === 0) return heard;
  return heard ? eventTypes.filter((type) => heard.includes(type)) : eventTypes;
};

interface PastEvents {
  eventId: string;
  deliveryId: string | null;
  status: string | null;
  type: string;
  objectType: string;
  objectId: string;
  objectNo: string;
  objectSeq: number;
  appId: string | null;
}

/** Sends the events of a span to the endpoint again, in order; answers how many. */
export async function replaySpan(ctx: Context, endpoint: EndpointRow, span: ReplaySpan): Promise<number> {
  const past = (await readPast(ctx, endpoint, span)).filter(({ status }) => isMeant(status, span));
  if (past.length > replayMax) throw refuse("merchantWebhookConfig.tooMuch", { max: replayMax });
  const known = past.flatMap(({ deliveryId }) => (deliveryId === null ? [] : [deliveryId]));
  if (known.length > 0) await queueAgain(ctx, endpoint, known);
  const { merchantId, tenantId, mode } = endpoint;
  for (const { eventId, deliveryId, ...about } of past) {
    if (deliveryId !== null) continue;
    // One wake-up at the end is enough for all of them.
    const quiet: Context = { ...ctx, enqueue: async () => {} };
    await addDeliveries(quiet, {
      id: eventId,
      tenantId,
      endpointIds: [endpoint.id],
      event: { ...about, merchantId, mode },
    });
  }
  if (past.length > 0) await ctx.enqueue({ queue: sendQueue, data: { merchantId, endpointId: endpoint.id } });
  return past.length;
}

/** Open deliveries are sent anyway. */
const isMeant = (status: string | null, { onlyFailed }: ReplaySpan): boolean =>
  onlyFailed ? status === "dead" || status === "skipped" : status === null || /^(dead|skipped|delivered)$/.test(status);

async function readPast(ctx: Context, endpoint: EndpointRow, span: ReplaySpan): Promise<PastEvents[]> {
  const { merchantId, id, mode, appId } = endpoint;
  const types = meantTypes(endpoint, span);
  let query = from(ctx, "merchantEvents")
    .leftJoin("webhookDeliveries", (join) =>
      join
        .onRef("webhookDeliveries.merchantId", "=", "merchantEvents.merchantId")
        .onRef("webhookDeliveries.eventId", "=", "merchantEvents.id")
        .on("webhookDeliveries.endpointId", "=", id),
    )
    .select([
      "merchantEvents.id as eventId",
      "webhookDeliveries.id as deliveryId",
      "webhookDeliveries.status",
      "merchantEvents.type",
      "merchantEvents.objectType",
      "merchantEvents.objectId",
      "merchantEvents.objectNo",
      "merchantEvents.objectSeq",
      "merchantEvents.appId",
    ])
    .where("merchantEvents.merchantId", "=", merchantId)
    .where("merchantEvents.mode", "=", mode)
    .where("merchantEvents.createTime", ">=", span.from)
    .where("merchantEvents.createTime", "<", span.to)
    .orderBy("merchantEvents.id")
    .limit(replayMax + 1);
  if (types) query = query.where(sql<boolean>`merchant_events.type = ANY(${[...types]}::text[])`);
  if (appId !== null) query = query.where("merchantEvents.appId", "=", appId);
  if (span.onlyFailed) query = query.where("webhookDeliveries.status", "in", ["dead", "skipped"]);
  return query.execute();
}

const queueAgain = (ctx: Context, { merchantId }: EndpointRow, ids: readonly string[]): Promise<unknown> =>
  change(ctx, "webhookDeliveries")
    .set({ status: "queued", isManual: true, nextAttemptTime: ctx.now.toISOString(), doneTime: null, reason: null })
    .where("merchantId", "=", merchantId)
    .where(sql<boolean>`id = ANY(${[...ids]}::text[])`)
    .execute();
