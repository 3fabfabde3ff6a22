import type { Delivery } from "@countinghouse/contract/integration/webhook/webhook.ts";
import { notFound } from "@countinghouse/contract/kit/refusal.ts";
import { sql } from "kysely";
import { isOfMerchant } from "../../../platform/access/actor.ts";
import { from } from "../../../platform/db/scoped.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { NotificationFacts } from "./notification.policy.ts";

/** Whether a delivery's reason is hidden from the caller. */
const isHeldBack = ({ actor }: Context) =>
  sql`${isOfMerchant(actor)}::boolean AND webhook_deliveries.status = 'skipped'`;

/** Deliveries in scope, with the names of what they refer to. */
export const describedDeliveries = (ctx: Context) =>
  from(ctx, "webhookDeliveries")
    .innerJoin("webhookEndpoints", (join) =>
      join
        .onRef("webhookEndpoints.merchantId", "=", "webhookDeliveries.merchantId")
        .onRef("webhookEndpoints.id", "=", "webhookDeliveries.endpointId"),
    )
    .innerJoin("merchants", "merchants.id", "webhookDeliveries.merchantId")
    .select([
      "webhookDeliveries.id",
      "webhookDeliveries.merchantId",
      "merchants.name as merchantName",
      "webhookDeliveries.endpointId",
      "webhookEndpoints.name as endpointName",
      sql<string>`coalesce(webhook_deliveries.url, webhook_endpoints.url)`.as("url"),
      "webhookDeliveries.eventId",
      "webhookDeliveries.eventType",
      "webhookDeliveries.mode",
      "webhookDeliveries.objectType",
      "webhookDeliveries.objectNo",
      "webhookDeliveries.objectSeq",
      "webhookDeliveries.status",
      "webhookDeliveries.attemptCount",
      "webhookDeliveries.isManual",
      "webhookDeliveries.nextAttemptTime",
      "webhookDeliveries.lastHttpStatus",
      "webhookDeliveries.lastError",
      // The skipping user is not stored: an operator's reason must be hidden from the merchant.
      sql<string | null>`CASE WHEN ${isHeldBack(ctx)} THEN NULL ELSE webhook_deliveries.reason END`.as("reason"),
      "webhookDeliveries.createTime",
      "webhookDeliveries.doneTime",
    ]);

export const deliveryColumn = (field: string) => sql.ref(`webhookDeliveries.${field}`);

/** One delivery in scope; with its merchant, only one shard is searched. */
export async function findDelivery(ctx: Context, { id, merchantId }: DeliveryRef): Promise<Delivery> {
  let query = describedDeliveries(ctx).where("webhookDeliveries.id", "=", id);
  if (merchantId) query = query.where("webhookDeliveries.merchantId", "=", merchantId);
  const row = await query.executeTakeFirst();
  if (!row) throw notFound("webhook", id);
  return row;
}

/** A delivery by its id, and by its merchant where that is known. */
export interface DeliveryRef {
  readonly id: string;
  readonly merchantId?: string | null | undefined;
}

/** The tries of a delivery, newest first. */
export const listAttempts = (ctx: Context, { merchantId, id }: Pick<Delivery, "merchantId" | "id">) =>
  from(ctx, "webhookAttempts")
    .select([
      "id",
      "number",
      "at",
      "url",
      "signature",
      "httpStatus",
      "latencyMs",
      "responseHead",
      "error",
      "isManual",
      "isSuccess",
    ])
    .where("merchantId", "=", merchantId)
    .where("deliveryId", "=", id)
    .orderBy("number", "desc")
    .limit(200)
    .execute();

/** An event as it is told to servers; it must exist. */
export const readNotification = (
  db: Context["db"],
  { merchantId, eventId }: { readonly merchantId: string; readonly eventId: string },
): Promise<NotificationFacts> =>
  db
    .selectFrom("merchantEvents")
    .innerJoin("merchants", "merchants.id", "merchantEvents.merchantId")
    .leftJoin("coinApps", "coinApps.id", "merchantEvents.appId")
    .select([
      "merchantEvents.id",
      "merchantEvents.type",
      "merchantEvents.mode",
      "merchantEvents.createTime",
      "merchants.merchantNo",
      "coinApps.appNo",
      "merchantEvents.objectType",
      "merchantEvents.objectNo",
      "merchantEvents.objectSeq",
      "merchantEvents.data",
    ])
    .where("merchantEvents.merchantId", "=", merchantId)
    .where("merchantEvents.id", "=", eventId)
    .executeTakeFirstOrThrow();

/** What of an endpoint shapes its requests. */
export const readRequestShape = (
  db: Context["db"],
  { merchantId, endpointId }: { readonly merchantId: string; readonly endpointId: string },
) =>
  db
    .selectFrom("webhookEndpoints")
    .select(["apiVersion", "customHeaders"])
    .where("merchantId", "=", merchantId)
    .where("id", "=", endpointId)
    .executeTakeFirstOrThrow();

const dayMs = 86_400_000;

/** Deliveries by status: open ones, and those finished in the last day. */
export async function countDeliveries(ctx: Context, { mode }: { readonly mode: "live" | "test" }) {
  const since = new Date(ctx.now.getTime() - dayMs).toISOString();
  const counted = await from(ctx, "webhookDeliveries")
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere("status", "in", ["queued", "sending"]).as("queued"),
      fn.countAll<number>().filterWhere("status", "=", "retry_wait").as("retrying"),
      fn.countAll<number>().filterWhere("status", "=", "delivered").as("delivered"),
      fn.countAll<number>().filterWhere("status", "=", "dead").as("dead"),
      fn.min("nextAttemptTime").as("oldestDue"),
    ])
    .where("mode", "=", mode)
    // Open ones of any age and finished ones of a day: the two parts that small indexes cover.
    .where((eb) => eb.or([eb("nextAttemptTime", "is not", null), eb("createTime", ">=", since)]))
    .executeTakeFirstOrThrow();
  return counted;
}
