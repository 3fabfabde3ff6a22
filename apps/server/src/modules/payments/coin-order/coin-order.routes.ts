import { coinOrder } from "@countinghouse/contract/payments/coin-order/coin-order.ts";
import { exportable } from "../../../platform/export/exportable.ts";
import { implement } from "../../../platform/http/implement.ts";
import { commandCancel, commandCapture, commandSync, commandVoid } from "./order-command.service.ts";
import { readExchanges, readOrder, readTimeline, revealOrder } from "./order-detail.store.ts";
import { explainOrder } from "./order-explain.service.ts";
import { findOrders } from "./order-find.store.ts";
import {
  countOrdersByStatus,
  describedOrders,
  orderColumn,
  orderKey,
  pageOrders,
  summariseOrders,
} from "./order-list.store.ts";
import { addNote } from "./order-note.service.ts";
import { resendWebhook } from "./order-resend.service.ts";
import { simulateOrder } from "./order-simulate.service.ts";

export const coinOrderRoutes = implement(coinOrder, {
  page: pageOrders,
  summary: summariseOrders,
  statusCount: countOrdersByStatus,
  detail: (ctx, { id }) => readOrder(ctx, id),
  timeline: (ctx, { id }) => readTimeline(ctx, id),
  log: (ctx, { id }) => readExchanges(ctx, id),
  explain: (ctx, { id }) => explainOrder(ctx, id),
  simulate: simulateOrder,
  find: findOrders,
  capture: commandCapture,
  void: commandVoid,
  cancel: commandCancel,
  sync: commandSync,
  resendWebhook,
  addNote,
  reveal: (ctx, { id }) => revealOrder(ctx, id),
  export: exportable(coinOrder, describedOrders, { columnOf: orderColumn, id: orderKey }),
});
