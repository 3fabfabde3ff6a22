export { buildJobRunRoutes } from "./job-run.routes.ts";
export { buildJobRunWorkers, type ExportDatabases, jobFiles } from "./job-run.workers.ts";
