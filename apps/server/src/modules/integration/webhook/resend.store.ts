import { deliveryLifecycle } from "@countinghouse/contract/integration/webhook/delivery.lifecycle.ts";
import { resendMax, webhook } from "@countinghouse/contract/integration/webhook/webhook.ts";
import { notFound, refuse } from "@countinghouse/contract/kit/refusal.ts";
import { whereFilters } from "../../../platform/db/list-query.ts";
import { change, from } from "../../../platform/db/scoped.ts";
import type { Context } from "../../../platform/http/context.ts";
import { deliveryColumn, describedDeliveries } from "./delivery.store.ts";
import { sendQueue } from "./merchant-event.store.ts";

const resendable = deliveryLifecycle.actions.resend.from;
const skippable = deliveryLifecycle.actions.skip.from;

interface ResendTarget {
  readonly id: string;
  readonly merchantId: string;
  readonly endpointId: string;
}

/** Deliveries by id, and their merchant where known. */
export interface DeliveryRefs {
  readonly ids: readonly string[];
  readonly merchantId?: string | null | undefined;
}

/** The caller's deliveries by id, each with its merchant; an unknown one is refused by name. */
async function aimAt(ctx: Context, { ids: given, merchantId }: DeliveryRefs): Promise<ResendTarget[]> {
  const ids = [...new Set(given)];
  let query = from(ctx, "webhookDeliveries").select(["id", "merchantId", "endpointId"]).where("id", "in", ids);
  if (merchantId) query = query.where("merchantId", "=", merchantId);
  const found: ResendTarget[] = await query.execute();
  const known = new Set(found.map(({ id }) => id));
  const missing = ids.find((id) => !known.has(id));
  if (missing) throw notFound("webhook", missing);
  return found;
}

const byMerchant = (deliveries: readonly ResendTarget[]): ReadonlyMap<string, ResendTarget[]> =>
  Map.groupBy(
    [...deliveries].sort((a, b) => (a.merchantId < b.merchantId ? -1 : 1)),
    ({ merchantId }) => merchantId,
  );

/** Refuses a disabled or removed endpoint. */
async function assertOn(ctx: Context, merchantId: string, deliveries: readonly ResendTarget[]): Promise<void> {
  const off = await from(ctx, "webhookEndpoints")
    .select(["name"])
    .where("merchantId", "=", merchantId)
    .where("id", "in", [...new Set(deliveries.map(({ endpointId }) => endpointId))])
    .where((eb) => eb.or([eb("status", "<>", "enabled"), eb("deleteTime", "is not", null)]))
    .executeTakeFirst();
  if (off) throw refuse("webhook.endpointOff", { name: off.name });
}

const idsOf = (deliveries: readonly ResendTarget[]): string[] => deliveries.map(({ id }) => id);

/** Queues deliveries first for one manual attempt; answers those whose state allowed it. */
async function queueAgain(
  ctx: Context,
  merchantId: string,
  deliveries: readonly ResendTarget[],
): Promise<ResendTarget[]> {
  return change(ctx, "webhookDeliveries")
    .set({ status: "queued", isManual: true, nextAttemptTime: ctx.now.toISOString(), doneTime: null, reason: null })
    .where("merchantId", "=", merchantId)
    .where("id", "in", idsOf(deliveries))
    .where("status", "in", [...resendable])
    .returning(["id", "merchantId", "endpointId"])
    .execute();
}

async function wakeSenders(ctx: Context, deliveries: readonly ResendTarget[]): Promise<void> {
  const endpoints = new Map(deliveries.map(({ merchantId, endpointId }) => [endpointId, { merchantId, endpointId }]));
  for (const data of endpoints.values()) await ctx.enqueue({ queue: sendQueue, data });
}

/** Resends all of them, or none where one cannot be sent. */
export async function resendDeliveries(ctx: Context, named: DeliveryRefs): Promise<number> {
  const deliveries = await aimAt(ctx, named);
  for (const [merchantId, own] of byMerchant(deliveries)) {
    await assertOn(ctx, merchantId, own);
    const queued = new Set(idsOf(await queueAgain(ctx, merchantId, own)));
    const refused = own.find(({ id }) => !queued.has(id));
    if (refused) throw refuse("webhook.notOver", { id: refused.id });
  }
  await wakeSenders(ctx, deliveries);
  return deliveries.length;
}

/** Resends the remaining ones, for a job: those queued already, or without an endpoint, are skipped. */
export async function resendLeft(ctx: Context, merchantId: string, ids: readonly string[]): Promise<number> {
  const deliveries: ResendTarget[] = await from(ctx, "webhookDeliveries")
    .innerJoin("webhookEndpoints", (join) =>
      join
        .onRef("webhookEndpoints.merchantId", "=", "webhookDeliveries.merchantId")
        .onRef("webhookEndpoints.id", "=", "webhookDeliveries.endpointId"),
    )
    .select(["webhookDeliveries.id", "webhookDeliveries.merchantId", "webhookDeliveries.endpointId"])
    .where("webhookDeliveries.merchantId", "=", merchantId)
    .where("webhookDeliveries.id", "in", [...ids])
    .where("webhookEndpoints.status", "=", "enabled")
    .where("webhookEndpoints.deleteTime", "is", null)
    .execute();
  if (deliveries.length === 0) return 0;
  const queued = await queueAgain(ctx, merchantId, deliveries);
  await wakeSenders(ctx, queued);
  return queued.length;
}

/** Resends every failed delivery that matches the filters, if its endpoint is enabled. */
export async function resendFound(ctx: Context, input: object): Promise<number> {
  const found = await whereFilters(describedDeliveries(ctx), webhook.operations.page.list, input, deliveryColumn)
    .where("webhookDeliveries.status", "=", "dead")
    .where("webhookEndpoints.status", "=", "enabled")
    .where("webhookEndpoints.deleteTime", "is", null)
    .limit(resendMax + 1)
    .execute();
  if (found.length > resendMax) throw refuse("webhook.tooMany", { count: found.length, max: resendMax });
  let count = 0;
  for (const [merchantId, own] of byMerchant(found)) count += (await queueAgain(ctx, merchantId, own)).length;
  await wakeSenders(ctx, found);
  return count;
}

/** Cancels deliveries; none where one of them is finished or being sent. */
export async function skipDeliveries(
  ctx: Context,
  { reason, ...named }: DeliveryRefs & { readonly reason: string },
): Promise<number> {
  const deliveries = await aimAt(ctx, named);
  for (const [merchantId, own] of byMerchant(deliveries)) {
    const skipped = await change(ctx, "webhookDeliveries")
      .set({ status: "skipped", reason, nextAttemptTime: null, doneTime: ctx.now.toISOString() })
      .where("merchantId", "=", merchantId)
      .where("id", "in", idsOf(own))
      .where("status", "in", [...skippable])
      .returning("id")
      .execute();
    const done = new Set(skipped.map(({ id }) => id));
    const refused = own.find(({ id }) => !done.has(id));
    if (refused) throw refuse("webhook.notOpen", { id: refused.id });
  }
  ctx.recordReason(reason);
  return deliveries.length;
}
