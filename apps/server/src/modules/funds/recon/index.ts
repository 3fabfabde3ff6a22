export { agedSuspense, openReconciliations, unpaidReconciliations } from "./recon.waiting.store.ts";
export { reconWorkers } from "./recon.worker.ts";
