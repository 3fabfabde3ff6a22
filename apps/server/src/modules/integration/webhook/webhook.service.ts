import type { DeliveryDetail } from "@countinghouse/contract/integration/webhook/webhook.ts";
import type { Context } from "../../../platform/http/context.ts";
import { type DeliveryRef, findDelivery, listAttempts, readNotification, readRequestShape } from "./delivery.store.ts";
import { bodyOf } from "./notification.policy.ts";
import { unsignedHeaders } from "./notification.service.ts";

/** A delivery with its request as received, and every attempt. */
export async function describeDelivery(ctx: Context, named: DeliveryRef): Promise<DeliveryDetail> {
  const delivery = await findDelivery(ctx, named);
  const told = await readNotification(ctx.db, delivery);
  const endpoint = await readRequestShape(ctx.db, delivery);
  const attempts = await listAttempts(ctx, delivery);
  const [latest] = attempts;
  const number = latest?.number ?? 1;
  return {
    ...delivery,
    body: bodyOf(told, endpoint.apiVersion),
    headers: {
      ...unsignedHeaders(endpoint, told, number),
      ...(latest ? { "x-webhook-signature": latest.signature } : {}),
    },
    attempts,
  };
}
