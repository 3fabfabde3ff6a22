import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf } from "@countinghouse/contract/kit/resource.ts";
import type { coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import type { Context } from "../../../platform/http/context.ts";
import { resendObject } from "../../integration/webhook/index.ts";
import { addTimelineEntry } from "../order-record/index.ts";
import { findMerchantOfOrder } from "./order-detail.store.ts";

/** Resends the order's webhook to the merchant, and records in the timeline who requested it. */
export async function resendWebhook(
  ctx: Context,
  { id, merchantId: named, eventType }: InputOf<typeof coinOrder.operations.resendWebhook>,
): Promise<{ count: number }> {
  const merchantId = await findMerchantOfOrder(ctx, id, named);
  const { count, type } = await resendObject(ctx, { merchantId, objectType: "order", objectId: id, eventType });
  if (count === 0) throw refuse("coinOrder.nobodyToTell");
  await addTimelineEntry(ctx, merchantId, id, {
    kind: "webhook_out",
    title: "eventNotifiedAgain",
    detail: { event: type, count },
    visibility: "all",
  });
  return { count };
}
