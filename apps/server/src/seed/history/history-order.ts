import type { CaptureRow } from "../../modules/payments/capture/index.ts";
import { draftBy, type NewOrder, type OrderingApp } from "../../modules/payments/order-acceptance/index.ts";
import { pageGivenUp } from "../../modules/payments/order-outcome/index.ts";
import { canceledMove, expiredMove } from "../../modules/payments/order-processing/index.ts";
import {
  type NewTimelineEntry,
  type OrderChange,
  type OrderRow,
  orderObject,
  previousOfOrder,
  timelineRows,
} from "../../modules/payments/order-record/index.ts";
import type { AttemptRow } from "../../modules/payments/payment-attempt/index.ts";
import type { RefundRow } from "../../modules/payments/refund-record/index.ts";
import type { Context } from "../../platform/http/context.ts";
import type { MerchantHistory } from "./history-merchant.ts";

/** An order of a history with everything of it; the rows change until the history is over. */
export interface HistoryOrder {
  readonly row: OrderRow;
  readonly attempts: AttemptRow[];
  readonly captures: CaptureRow[];
  readonly refunds: RefundRow[];
  /** What merchants' servers are told of its items and metadata. */
  readonly particulars: object;
}

type OrderEvent = Parameters<MerchantHistory["tell"]>[0]["type"];

interface Move {
  readonly change: OrderChange;
  readonly timeline: readonly NewTimelineEntry[];
  readonly event: OrderEvent | undefined;
}

/** Orders are made through an app with the settings that a new one has. */
const ordering = {
  mode: "test",
  maxAttempts: 5,
  orderExpireMinutes: 30,
  descriptor: null,
  defaultReturnUrl: null,
  defaultCancelUrl: null,
  defaultNotifyUrl: null,
} as const;

/** When an order that nobody pays is closed. */
export const closedAfterMs = (ordering.orderExpireMinutes + 1) * 60_000;

const toldItem = ({ sku, name, quantity, unitAmount, amount }: NonNullable<NewOrder["items"]>[number]) => ({
  ...(sku === null ? {} : { sku }),
  name,
  quantity,
  unitAmount: Number(unitAmount.amountMinor),
  amount: Number(amount.amountMinor),
});

/** Makes an order as `createOrder` does. */
export function makeOrder(history: MerchantHistory, asked: NewOrder): HistoryOrder {
  const ctx = history.ctx();
  const app: OrderingApp = { ...history.trade, ...ordering };
  const { values, order, particulars, timeline } = draftBy(ctx, app, asked, history.settings);
  const row = { ...order, ...values, origin: "platform", importId: null } as OrderRow;
  const made: HistoryOrder = {
    row,
    attempts: [],
    captures: [],
    refunds: [],
    particulars: { metadata: {}, items: (asked.items ?? []).map(toldItem) },
  };
  history.rows.add("coinOrders", row);
  history.sealLast("coinOrders", row);
  history.rows.add("coinOrderParticulars", particulars);
  addTimeline(history, ctx, made, 0, [timeline]);
  tellOfOrder(history, made, "order.created", undefined);
  return made;
}

function addTimeline(
  history: MerchantHistory,
  ctx: Context,
  { row: { merchantId, id: orderId } }: HistoryOrder,
  after: number,
  entries: readonly NewTimelineEntry[],
): void {
  for (const row of timelineRows(ctx, { merchantId, orderId, after }, entries)) history.rows.add("orderTimeline", row);
}

function tellOfOrder(
  history: MerchantHistory,
  { row, particulars }: HistoryOrder,
  type: OrderEvent,
  previous?: object,
) {
  const { appId, id: objectId, orderNo: objectNo, eventSeq: objectSeq } = row;
  const object = orderObject(row);
  history.tell({ appId, type, objectType: "order", objectId, objectNo, objectSeq, object, previous }, particulars);
}

/** Takes a step of an order as `moveOrder` does. */
export function move(
  history: MerchantHistory,
  ctx: Context,
  order: HistoryOrder,
  { change, timeline, event }: Move,
): void {
  const { row } = order;
  const before = { ...row };
  addTimeline(history, ctx, order, row.timelineSeq, timeline);
  Object.assign(row, change, {
    timelineSeq: row.timelineSeq + timeline.length,
    eventSeq: row.eventSeq + (event ? 1 : 0),
    version: row.version + 1,
  });
  if (event) tellOfOrder(history, order, event, previousOfOrder(before, row));
}

/** The payer calls an order off. */
export function cancel(history: MerchantHistory, order: HistoryOrder): void {
  const ctx = history.ctx();
  move(history, ctx, order, canceledMove(ctx, order.row, { by: "reasonPayer" }));
}

/** Closes an order whose time has passed, with the page on which its payer was left. */
export function expire(history: MerchantHistory, order: HistoryOrder): void {
  const ctx = history.ctx();
  const given: NewTimelineEntry[] = [];
  for (const attempt of order.attempts.filter(({ status }) => status === "authentication_pending")) {
    const { change, timeline } = pageGivenUp(ctx, attempt);
    Object.assign(attempt, change, { nextQueryTime: null });
    given.push(timeline);
  }
  const expired = expiredMove(ctx, order.row);
  move(history, ctx, order, { ...expired, timeline: [...given, ...expired.timeline] });
}
