export { oldVisits } from "./kept-visits.store.ts";
export { recordVisit, type SignInVisit } from "./log-vis.store.ts";
export { askedClearings } from "./visit-clearing.waiting.store.ts";
export { clearingWorker } from "./visit-clearing.worker.ts";
