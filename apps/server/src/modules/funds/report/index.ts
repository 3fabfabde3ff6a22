export { reportComparisonWorker, reportSlotsWorker } from "./report.worker.ts";
export { reportScheduleWorkers } from "./report-schedule.worker.ts";
export { recountReports } from "./report-slots.store.ts";
