export { giveBackToBatches, type Taking, takeFromBatches } from "./allocation.service.ts";
export { batchesOf, type ShownPart, type ShownTaking, takersOf } from "./allocation.store.ts";
