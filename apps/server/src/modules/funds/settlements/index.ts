export type { BatchRow } from "./settlement-batch.store.ts";
export { settlementObject } from "./settlement-object.service.ts";
export type { SettlementReserve } from "./settlement-reserve.port.ts";
export { settlementWorkers } from "./settlements.worker.ts";
