export { exportRuns } from "./export-runs.store.ts";
export { buildJobRunRoutes } from "./job-run.routes.ts";
export { readyRuns } from "./job-run.waiting.store.ts";
export { buildJobRunWorkers, type ExportDatabases } from "./job-run.worker.ts";
export { runSweeps } from "./kept-runs.store.ts";
export { actorOfUser } from "./run-user.service.ts";
