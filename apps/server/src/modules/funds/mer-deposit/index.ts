export { depositObject } from "./deposit-object.service.ts";
export { addDeposit, freezeHold, heldReserve, holdReserve, type WithheldReserve } from "./mer-deposit.service.ts";
export { merDepositWorkers } from "./mer-deposit.worker.ts";
export { negativesToCollect, negativesToWriteOff } from "./negative-balance.store.ts";
