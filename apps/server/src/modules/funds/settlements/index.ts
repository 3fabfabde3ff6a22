export { type SettlementFacts, settlementObject } from "./settlement-object.service.ts";
export { describedBatches } from "./settlements.store.ts";
export { blockedBatches, heldBatches } from "./settlements.waiting.store.ts";
export { settlementWorkers } from "./settlements.worker.ts";
