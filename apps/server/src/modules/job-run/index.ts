export { buildJobRunRoutes } from "./job-run.routes.ts";
