export { refreshOrderSlots } from "./order-slots.store.ts";
export { orderStatsWorker } from "./order-stats.worker.ts";
