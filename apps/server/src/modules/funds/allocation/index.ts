export { allocateOldestFirst, type BatchPart } from "./allocation.policy.ts";
export { allocateToBatches, type BatchAllocation, isAllocated, releaseAllocations } from "./allocation.service.ts";
export { type AllocationPartView, type BatchAllocationView, batchesOf, takersOf } from "./allocation.store.ts";
