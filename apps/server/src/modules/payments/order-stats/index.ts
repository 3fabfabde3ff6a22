export { recountOrders, refreshOrderSlots } from "./order-slots.store.ts";
export { tallyOrders } from "./order-stats.service.ts";
export { orderStatsWorker } from "./order-stats.worker.ts";
