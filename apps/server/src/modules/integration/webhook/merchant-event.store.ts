import type { EventType } from "@countinghouse/contract/integration/webhook/event-types.ts";
import { type Expression, type SqlBool, sql } from "kysely";
import { newId, newPlacedId } from "../../../platform/db/new-id.ts";
import { alongside } from "../../../platform/db/pipelined.ts";
import type { Context } from "../../../platform/http/context.ts";
import { perOrderEndpoint } from "./per-order-endpoint.store.ts";

/** The queue whose jobs each send what one endpoint is due. */
export const sendQueue = "webhook-send";

/** An event about a merchant's object, for its webhooks. */
export interface MerchantEvent {
  readonly merchantId: string;
  /** The merchant's tenant, where the caller knows it. */
  readonly tenantId?: number;
  /** Null for an event without an app: it goes to the endpoints for all apps. */
  readonly appId: string | null;
  readonly mode: "live" | "test";
  readonly type: EventType;
  readonly objectType: string;
  readonly objectId: string;
  /** The object's business number. */
  readonly objectNo: string;
  /** Increases with each event of an object, so that receivers can order them. */
  readonly objectSeq: number;
  /** The object in the open API's form, without card data. */
  readonly object: object;
  /** Further members of the object, as SQL. */
  readonly more?: Expression<object>;
  /** Changed members of the object, with their previous values. */
  readonly previous?: object | undefined;
  /** The object's own notification URL, as SQL; nothing more is sent without one. */
  readonly notifyUrl?: Expression<string | null>;
}

interface EventToRecord {
  tenantId: number;
  endpointIds: string[];
}

interface RecordedEvent extends EventToRecord {
  notifyUrl: string | null;
}

/**
 * Records an event in the caller's transaction, with a delivery for every subscribed endpoint. Without one it is a
 * single INSERT; senders are woken only where there is work.
 */
export const recordMerchantEvent = (ctx: Context, event: MerchantEvent): Promise<void> =>
  alongside(ctx.db, async () => {
    // Events are listed by id: those of one object stay ordered within a millisecond.
    const id = newPlacedId("evt", ctx.now, event.objectSeq);
    const { tenantId, endpointIds, notifyUrl } = await insertEvent(ctx, id, event);
    if (endpointIds.length > 0) await addDeliveries(ctx, { id, tenantId, endpointIds, event });
    if (notifyUrl !== null) await addOwnDelivery(ctx, { id, tenantId, event, url: notifyUrl });
  });

/** Condition on `webhook_endpoints`: subscribed to an event of now. */
export const wantsEvent = ({
  merchantId,
  appId,
  mode,
  type,
}: Pick<AddressedEvent["event"], "merchantId" | "appId" | "mode" | "type">): Expression<SqlBool> =>
  sql<SqlBool>`merchant_id = ${merchantId} AND mode = ${mode}
    AND kind = 'listed' AND status = 'enabled' AND delete_time IS NULL AND (app_id IS NULL OR app_id = ${appId}::text)
    AND (events @> '["*"]'::jsonb OR events @> ${JSON.stringify([type])}::jsonb)`;

/** Inserts the event and finds its endpoints in the same statement. */
async function insertEvent(ctx: Context, id: string, event: MerchantEvent): Promise<RecordedEvent> {
  const {
    merchantId,
    tenantId,
    appId,
    mode,
    type,
    objectType,
    objectId,
    objectNo,
    objectSeq,
    object,
    more = sql`'{}'::jsonb`,
    previous,
    notifyUrl = sql`NULL`,
  } = event;
  const beside = JSON.stringify({ previous });
  const { rows } = await sql<RecordedEvent>`
    INSERT INTO merchant_events (merchant_id, id, tenant_id, mode, app_id, type, object_type, object_id, object_no,
                                 object_seq, data, endpoint_ids, notify_url, create_time)
    SELECT ${merchantId}::text, ${id}::text, ${tenantId ?? sql`(SELECT m.tenant_id FROM merchants m WHERE m.id = ${merchantId})`}::bigint,
           ${mode}::text, ${appId}::text, ${type}::text, ${objectType}::text, ${objectId}::text, ${objectNo}::text,
           ${objectSeq}::integer,
           jsonb_build_object('object', ${JSON.stringify(object)}::jsonb || coalesce((${more}), '{}'::jsonb)) || ${beside}::jsonb,
           wanted.ids, (${notifyUrl})::text, ${ctx.now.toISOString()}::timestamptz
      FROM (SELECT coalesce(jsonb_agg(id), '[]'::jsonb) AS ids
              FROM webhook_endpoints WHERE ${wantsEvent(event)}) AS wanted
    RETURNING tenant_id, endpoint_ids, notify_url`.execute(ctx.db);
  const [recorded] = rows;
  if (!recorded) throw new Error(`the event ${id} was not recorded`);
  return recorded;
}

/** An event with its endpoints. */
export interface AddressedEvent extends EventToRecord {
  readonly id: string;
  /** The URL, for endpoints without an address of their own. */
  readonly url?: string;
  readonly event: Omit<MerchantEvent, "object" | "more" | "previous" | "notifyUrl" | "type"> & {
    readonly type: string;
  };
}

/** Adds a delivery for each endpoint, and wakes its sender. */
export async function addDeliveries(
  ctx: Context,
  { id: eventId, tenantId, endpointIds, url, event }: AddressedEvent,
): Promise<void> {
  const { merchantId, appId, mode, type, objectType, objectId, objectNo, objectSeq } = event;
  const at = ctx.now.toISOString();
  const about = { objectType, objectId, objectNo, objectSeq };
  await ctx.db
    .insertInto("webhookDeliveries")
    .values(
      endpointIds.map((endpointId) => ({
        merchantId,
        id: newId("whd", ctx.now),
        tenantId,
        endpointId,
        eventId,
        mode,
        appId,
        eventType: type,
        url: url ?? null,
        ...about,
        nextAttemptTime: at,
        createTime: at,
      })),
    )
    .execute();
  for (const endpointId of endpointIds) await ctx.enqueue({ queue: sendQueue, data: { merchantId, endpointId } });
}

/** Adds a delivery to the order's own notification URL. */
export async function addOwnDelivery(
  ctx: Context,
  { event, tenantId, ...addressed }: Omit<AddressedEvent, "endpointIds"> & { readonly url: string },
): Promise<void> {
  const { merchantId, appId, mode } = event;
  if (appId === null) return;
  const endpointId = await perOrderEndpoint(ctx, { merchantId, tenantId, appId, mode });
  await addDeliveries(ctx, { ...addressed, tenantId, event, endpointIds: [endpointId] });
}
