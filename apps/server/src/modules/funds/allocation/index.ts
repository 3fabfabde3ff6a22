export { type BatchTaking, giveBackToBatches, isAllocated, takeFromBatches } from "./allocation.service.ts";
export { batchesOf, type ShownPart, type ShownTaking, takersOf } from "./allocation.store.ts";
