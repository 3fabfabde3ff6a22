import { sampleData } from "@countinghouse/contract/integration/open-api/event-samples.ts";
import type { EventType } from "@countinghouse/contract/integration/webhook/event-types.ts";
import { newId } from "../../../platform/db/new-id.ts";
import type { Context } from "../../../platform/http/context.ts";
import { addDeliveries } from "../webhook/index.ts";
import type { EndpointRow } from "./merchant-webhook-config.store.ts";

/**
 * Sends a sample event to an endpoint, whatever its subscriptions; answers the event's id. It refers to an object of
 * its own, not to any order.
 */
export async function sendSample(ctx: Context, endpoint: EndpointRow, type: EventType): Promise<string> {
  const { merchantId, tenantId, mode, appId } = endpoint;
  const id = newId("evt", ctx.now);
  const objectType = type.split(".")[0] ?? "test";
  const about = { objectType, objectId: newId("smp", ctx.now), objectNo: "SAMPLE", objectSeq: 1 };
  await ctx.db
    .insertInto("merchantEvents")
    .values({
      ...about,
      merchantId,
      id,
      tenantId,
      mode,
      appId,
      type,
      data: JSON.stringify(sampleData(type, about.objectId)),
      endpointIds: JSON.stringify([endpoint.id]),
      createTime: ctx.now.toISOString(),
    })
    .execute();
  await addDeliveries(ctx, {
    id,
    tenantId,
    endpointIds: [endpoint.id],
    event: { ...about, merchantId, mode, appId, type },
  });
  return id;
}
