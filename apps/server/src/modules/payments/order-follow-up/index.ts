export { expiringAuthorizations, unpricedCaptures } from "./order-follow-up.waiting.store.ts";
export { orderWorkers } from "./order-follow-up.worker.ts";
export { applyNotification } from "./order-notification.service.ts";
export { requestSync, syncOrder } from "./order-query.service.ts";
