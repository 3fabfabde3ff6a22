export { agesOfLines } from "./line-age.store.ts";
export { lockAsked, merchantNames, resolutionStamp } from "./line-ending.service.ts";
export { receiveOfFile } from "./recon.service.ts";
export { agedClaims, agedSuspense, openReconciliations, unpaidReconciliations } from "./recon.waiting.store.ts";
export { reconWorkers } from "./recon.worker.ts";
export { unreconciledOrders } from "./recon-open.store.ts";
