export { reportSlotsWorker } from "./report.worker.ts";
export { recountReports } from "./report-slots.store.ts";
