export { buildJobRoutes } from "./job.routes.ts";
export { serveJobBoard } from "./job-board.routes.ts";
export { restingJobs } from "./job-detail.store.ts";
export { jobTriggerWorker } from "./job-trigger.worker.ts";
