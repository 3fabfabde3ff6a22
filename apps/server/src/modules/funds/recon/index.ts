export { agesOfLines } from "./line-age.store.ts";
export { lockAsked, merchantNames, resolutionStamp } from "./line-ending.service.ts";
export { receiveOfFile } from "./recon.service.ts";
export { readAccount } from "./recon.store.ts";
export { agedClaims, agedSuspense, openReconciliations, unpaidReconciliations } from "./recon.waiting.store.ts";
export { matchFile, reconWorkers } from "./recon.worker.ts";
export { type OurRecord, unlistedRecords } from "./recon-counterpart.store.ts";
export { importFile } from "./recon-import.service.ts";
export { unreconciledOrders } from "./recon-open.store.ts";
