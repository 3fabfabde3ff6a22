export { findOrderByNo, lockOrder, type OrderRef, type OrderRow } from "./coin-order.store.ts";
export { expiringAuthorizations, unpricedCaptures } from "./coin-order.waiting.store.ts";
export { orderWorkers } from "./coin-order.worker.ts";
export {
  contentOfNumbers,
  countWorkedWith,
  type ImportedOrder,
  insertImportedOrders,
  removeImportedOrders,
} from "./imported-order.store.ts";
export { oldExchanges } from "./kept-exchanges.store.ts";
export {
  createOrder,
  type MadeOrder,
  makeOrder,
  type NewOrder,
  type OrderingApp,
  type OrderLine,
} from "./new-order.service.ts";
export type { PaymentDetails, Sending } from "./order-call.service.ts";
export {
  beginCapture,
  type CaptureRequest,
  requestCapture,
  sendCapture,
} from "./order-capture.service.ts";
export {
  beginPayment,
  type ConfirmedOrder,
  confirmOrder,
  finishPayment,
  tellNoRoute,
} from "./order-confirm.service.ts";
export { dueOrders } from "./order-due-decision.service.ts";
export { orderObject } from "./order-event.service.ts";
export {
  type CanceledBy,
  cancelOrder,
  expireOrder,
  queryAttempt,
  requestSync,
  syncOrder,
  voidOrder,
} from "./order-follow-up.service.ts";
export { changeMetadata } from "./order-metadata.service.ts";
export type { Along, Caller, OrderNode } from "./order-node.port.ts";
export { applyNotification } from "./order-notification.service.ts";
export { applyOutcome } from "./order-outcome.service.ts";
export { keepExchanges } from "./order-story.store.ts";
