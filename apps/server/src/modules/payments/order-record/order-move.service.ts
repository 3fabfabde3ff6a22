import { together } from "../../../platform/db/pipelined.ts";
import type { Context } from "../../../platform/http/context.ts";
import { type OrderEvent, previousOfOrder, tellMerchant } from "./order-event.service.ts";
import {
  addOrder,
  insertParticulars,
  type NewOrderRow,
  type NewParticulars,
  type OrderChange,
  type OrderRow,
  updateOrder,
} from "./order-record.store.ts";
import { type Told, tellStory } from "./order-story.store.ts";

interface Move {
  readonly change: OrderChange;
  readonly told: readonly Told[];
  readonly event: OrderEvent | undefined;
  /** What the event changed beside the row, as it was before. */
  readonly previous?: object;
}

const valuesOf = (order: OrderRow, { change, told, event }: Move) => ({
  ...change,
  timelineSeq: order.timelineSeq + told.length,
  eventSeq: order.eventSeq + (event ? 1 : 0),
  version: order.version + 1,
});

/** Writes a step of an order whose row the caller holds locked: its values, its story, and what its merchant is told. */
export async function moveOrder(
  ctx: Context,
  order: OrderRow,
  { change, told, event, previous }: Move,
): Promise<OrderRow> {
  if (Object.keys(change).length === 0 && told.length === 0 && !event) return order;
  const { merchantId, id: orderId, timelineSeq } = order;
  const values = valuesOf(order, { change, told, event });
  await tellStory(ctx, { merchantId, orderId, after: timelineSeq }, told);
  const moved = { ...order, ...values } as OrderRow;
  const [after] = await together([
    updateOrder(ctx, order, values),
    event && tellMerchant(ctx, moved, event, previous ?? previousOfOrder(order, moved)),
  ]);
  return after;
}

/** An order that is not written yet: its row as it would be made, and as it would be read then. */
export interface UnwrittenOrder {
  readonly values: NewOrderRow;
  readonly order: OrderRow;
  readonly particulars: NewParticulars;
  /** The beginning of its story. */
  readonly told: Told;
}

/**
 * Writes an order together with its first step, as if it had been made and then moved: its row goes once into every
 * index, and nothing waits for anything else.
 */
export async function addMovedOrder(
  ctx: Context,
  { values, order, particulars, told }: UnwrittenOrder,
  move: Move & { readonly event: OrderEvent },
): Promise<OrderRow> {
  const { merchantId, id: orderId } = order;
  const changes = valuesOf(order, move);
  const moved = { ...order, ...changes } as OrderRow;
  const [added] = await together([
    addOrder(ctx, { ...values, ...changes } as NewOrderRow),
    insertParticulars(ctx, particulars),
    tellStory(ctx, { merchantId, orderId, after: 0 }, [told, ...move.told]),
    tellMerchant(ctx, order, "order.created"),
    tellMerchant(ctx, moved, move.event, previousOfOrder(order, moved)),
  ]);
  return added;
}
