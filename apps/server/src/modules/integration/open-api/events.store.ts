import type { Selectable } from "kysely";
import { from } from "../../../platform/db/scoped.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { PagePosition } from "./cursor.wire.ts";

/** An event with its list keys. */
export type ListedEvent = Selectable<Tables["merchantEvents"]> & {
  readonly merchantNo: string;
  readonly appNo: string | null;
};

/** Filter of events. */
export interface EventFilter {
  readonly merchantId: string;
  readonly mode: "live" | "test";
  readonly appId: string;
  readonly limit: number;
  readonly after: PagePosition | undefined;
  readonly type?: string | undefined;
  readonly objectNo?: string | undefined;
  readonly createdFrom?: string | undefined;
  readonly createdTo?: string | undefined;
}

type Reading = Pick<Context, "actor" | "db">;

/** Events of an app, and those of its merchant without an app. */
const eventsOf = (ctx: Reading, { merchantId, mode, appId }: Pick<EventFilter, "merchantId" | "mode" | "appId">) =>
  from(ctx, "merchantEvents")
    .innerJoin("merchants", "merchants.id", "merchantEvents.merchantId")
    .leftJoin("coinApps", "coinApps.id", "merchantEvents.appId")
    .selectAll("merchantEvents")
    .select(["merchants.merchantNo", "coinApps.appNo"])
    .where("merchantEvents.merchantId", "=", merchantId)
    .where("merchantEvents.mode", "=", mode)
    .where((eb) => eb.or([eb("merchantEvents.appId", "is", null), eb("merchantEvents.appId", "=", appId)]));

/**
 * A page of events, newest first, with one more than requested. Event ids sort by creation time, then by `objectSeq`.
 */
export async function listEvents(ctx: Reading, filter: EventFilter): Promise<ListedEvent[]> {
  const { limit, after, type, objectNo, createdFrom, createdTo } = filter;
  let query = eventsOf(ctx, filter);
  if (after) query = query.where("merchantEvents.id", "<", after.id);
  if (type !== undefined) query = query.where("merchantEvents.type", "=", type);
  if (objectNo !== undefined) query = query.where("merchantEvents.objectNo", "=", objectNo);
  if (createdFrom !== undefined) query = query.where("merchantEvents.createTime", ">=", createdFrom);
  if (createdTo !== undefined) query = query.where("merchantEvents.createTime", "<", createdTo);
  return query
    .orderBy("merchantEvents.id", "desc")
    .limit(limit + 1)
    .execute();
}

/** An event of an app; undefined for any other's. */
export const findEvent = (
  ctx: Reading,
  filter: Pick<EventFilter, "merchantId" | "mode" | "appId"> & { readonly id: string },
): Promise<ListedEvent | undefined> =>
  eventsOf(ctx, filter).where("merchantEvents.id", "=", filter.id).executeTakeFirst();

/** Cursor after an event. */
export const positionOfEvent = ({ createTime, id }: ListedEvent): PagePosition => ({ time: createTime, id });

/** Deliveries of an event, in any state. */
export async function deliveriesOf(ctx: Reading, merchantId: string, eventId: string): Promise<string[]> {
  const rows = await from(ctx, "webhookDeliveries")
    .select("id")
    .where("merchantId", "=", merchantId)
    .where("eventId", "=", eventId)
    .execute();
  return rows.map(({ id }) => id);
}

/** Endpoints for an app's events: its own, and its merchant's for all apps. */
export const endpointsOf = (
  ctx: Reading,
  { merchantId, mode, appId }: Pick<EventFilter, "merchantId" | "mode" | "appId">,
) =>
  from(ctx, "webhookEndpoints")
    .select(["id", "url", "events", "status", "name", "appId", "previousSecretExpireTime", "version", "createTime"])
    .where("merchantId", "=", merchantId)
    .where("mode", "=", mode)
    .where("kind", "=", "listed")
    .where("deleteTime", "is", null)
    .where((eb) => eb.or([eb("appId", "is", null), eb("appId", "=", appId)]))
    .orderBy("id", "desc");
