export { issuerOf } from "./card-range.service.ts";
export { cardRangeWorker, idleCardRangeFiles } from "./card-range.worker.ts";
