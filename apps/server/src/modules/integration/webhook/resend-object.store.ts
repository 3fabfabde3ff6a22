import { from } from "../../../platform/db/scoped.ts";
import type { Context } from "../../../platform/http/context.ts";
import { addDeliveries, wantsEvent } from "./merchant-event.store.ts";
import { resendLeft } from "./resend.store.ts";

/** The event of an object to resend: the latest, or the latest of a type. */
export interface ResendObject {
  readonly merchantId: string;
  readonly objectType: string;
  readonly objectId: string;
  readonly eventType?: string | null | undefined;
}

async function latestEvent(ctx: Context, { merchantId, objectType, objectId, eventType }: ResendObject) {
  let query = from(ctx, "merchantEvents")
    .select(["id", "tenantId", "appId", "mode", "type", "objectNo", "objectSeq"])
    .where("merchantId", "=", merchantId)
    .where("objectType", "=", objectType)
    .where("objectId", "=", objectId)
    .orderBy("objectSeq", "desc")
    .limit(1);
  if (eventType) query = query.where("type", "=", eventType);
  return query.executeTakeFirst();
}

type Event = NonNullable<Awaited<ReturnType<typeof latestEvent>>>;

/** Endpoints that now subscribe to the event. */
async function listeningNow(ctx: Context, merchantId: string, event: Event): Promise<string[]> {
  const rows = await from(ctx, "webhookEndpoints")
    .select("id")
    .where(wantsEvent({ ...event, merchantId }))
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Resends an object's event to a merchant's endpoints under the event's own id: to those it was sent to, and to those
 * subscribed since. Answers the event and the number of deliveries; those already queued are not counted.
 */
export async function resendObject(ctx: Context, retold: ResendObject): Promise<{ type: string; count: number }> {
  const { merchantId, objectType, objectId } = retold;
  const event = await latestEvent(ctx, retold);
  if (!event) return { type: "", count: 0 };
  const past = await from(ctx, "webhookDeliveries")
    .select(["id", "endpointId"])
    .where("merchantId", "=", merchantId)
    .where("eventId", "=", event.id)
    .execute();
  const ids = past.map(({ id }) => id);
  const again = ids.length === 0 ? 0 : await resendLeft(ctx, merchantId, ids);
  const told = new Set(past.map(({ endpointId }) => endpointId));
  const more = (await listeningNow(ctx, merchantId, event)).filter((id) => !told.has(id));
  const { id, tenantId, ...rest } = event;
  if (more.length > 0)
    await addDeliveries(ctx, {
      id,
      tenantId,
      endpointIds: more,
      event: { ...rest, merchantId, objectType, objectId },
    });
  return { type: event.type, count: again + more.length };
}
