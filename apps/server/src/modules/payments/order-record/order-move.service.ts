import { together } from "../../../platform/db/pipelined.ts";
import type { Context } from "../../../platform/http/context.ts";
import { type OrderEvent, previousOfOrder, tellMerchant } from "./order-event.service.ts";
import { type OrderChange, type OrderRow, updateOrder } from "./order-record.store.ts";
import { type Told, tellStory } from "./order-story.store.ts";

interface Move {
  readonly change: OrderChange;
  readonly told: readonly Told[];
  readonly event: OrderEvent | undefined;
  /** What the event changed beside the row, as it was before. */
  readonly previous?: object;
}

/** Writes a step of an order whose row the caller holds locked: its values, its story, and what its merchant is told. */
export async function moveOrder(
  ctx: Context,
  order: OrderRow,
  { change, told, event, previous }: Move,
): Promise<OrderRow> {
  if (Object.keys(change).length === 0 && told.length === 0 && !event) return order;
  const { merchantId, id: orderId, timelineSeq } = order;
  const values = {
    ...change,
    timelineSeq: timelineSeq + told.length,
    eventSeq: order.eventSeq + (event ? 1 : 0),
    version: order.version + 1,
  };
  await tellStory(ctx, { merchantId, orderId, after: timelineSeq }, told);
  const moved = { ...order, ...values } as OrderRow;
  const [after] = await together([
    updateOrder(ctx, order, values),
    event && tellMerchant(ctx, moved, event, previous ?? previousOfOrder(order, moved)),
  ]);
  return after;
}
