import { together } from "../../../platform/db/pipelined.ts";
import type { Context } from "../../../platform/http/context.ts";
import { type OrderEvent, previousOfOrder, publishOrderEvent } from "./order-event.service.ts";
import {
  addOrder,
  insertParticulars,
  type NewOrderParticulars,
  type NewOrderRow,
  type OrderChange,
  type OrderRow,
  updateOrder,
} from "./order-record.store.ts";
import { type NewTimelineEntry, writeTimeline } from "./order-timeline.store.ts";

interface Move {
  readonly change: OrderChange;
  readonly timeline: readonly NewTimelineEntry[];
  readonly event: OrderEvent | undefined;
  /** Previous values of changes outside the order's row. */
  readonly previous?: object;
}

const valuesOf = (order: OrderRow, { change, timeline, event }: Move) => ({
  ...change,
  timelineSeq: order.timelineSeq + timeline.length,
  eventSeq: order.eventSeq + (event ? 1 : 0),
  version: order.version + 1,
});

/** Writes a step of an order whose lock the caller holds: its columns, its timeline entries and its webhook event. */
export async function moveOrder(
  ctx: Context,
  order: OrderRow,
  { change, timeline, event, previous }: Move,
): Promise<OrderRow> {
  if (Object.keys(change).length === 0 && timeline.length === 0 && !event) return order;
  const { merchantId, id: orderId, timelineSeq } = order;
  const values = valuesOf(order, { change, timeline, event });
  await writeTimeline(ctx, { merchantId, orderId, after: timelineSeq }, timeline);
  const moved = { ...order, ...values } as OrderRow;
  const [after] = await together([
    updateOrder(ctx, order, values),
    event && publishOrderEvent(ctx, moved, event, previous ?? previousOfOrder(order, moved)),
  ]);
  return after;
}

/** An order not written yet: its row for insertion, and as it would be read. */
export interface PreparedOrder {
  readonly values: NewOrderRow;
  readonly order: OrderRow;
  readonly particulars: NewOrderParticulars;
  /** Its first timeline entries. */
  readonly timeline: NewTimelineEntry;
}

/**
 * Inserts an order together with its first step, as if it had been inserted and then moved: each index gets one entry,
 * in one round trip.
 */
export async function addMovedOrder(
  ctx: Context,
  { values, order, particulars, timeline }: PreparedOrder,
  move: Move & { readonly event: OrderEvent },
): Promise<OrderRow> {
  const { merchantId, id: orderId } = order;
  const changes = valuesOf(order, move);
  const moved = { ...order, ...changes } as OrderRow;
  const [added] = await together([
    addOrder(ctx, { ...values, ...changes } as NewOrderRow),
    insertParticulars(ctx, particulars),
    writeTimeline(ctx, { merchantId, orderId, after: 0 }, [timeline, ...move.timeline]),
    publishOrderEvent(ctx, order, "order.created"),
    publishOrderEvent(ctx, moved, move.event, previousOfOrder(order, moved)),
  ]);
  return added;
}
