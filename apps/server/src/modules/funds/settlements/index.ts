export { unsettledBatch } from "./settlement-batch.store.ts";
export { type SettlementFacts, settlementObject } from "./settlement-object.service.ts";
export { closingTime, dayIn, daysToOpen, plannedReserve } from "./settlements.policy.ts";
export { describedBatches } from "./settlements.store.ts";
export { blockedBatches, heldBatches } from "./settlements.waiting.store.ts";
export { settlementWorkers } from "./settlements.worker.ts";
