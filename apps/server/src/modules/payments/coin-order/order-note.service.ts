import type { InputOf } from "@countinghouse/contract/kit/resource.ts";
import type { coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { isOfMerchant } from "../../../platform/access/actor.ts";
import type { Context } from "../../../platform/http/context.ts";
import { addTimelineEntry } from "../order-record/index.ts";
import { findMerchantOfOrder } from "./order-detail.store.ts";

/** Adds a note to the order's timeline. The merchant can read its own users' notes. */
export async function addNote(
  ctx: Context,
  { id, text, visibility }: InputOf<typeof coinOrder.operations.addNote>,
): Promise<null> {
  const merchantId = await findMerchantOfOrder(ctx, id);
  await addTimelineEntry(ctx, merchantId, id, {
    kind: "note",
    title: "eventNote",
    detail: { text },
    visibility: isOfMerchant(ctx.actor) ? "all" : visibility,
  });
  return null;
}
