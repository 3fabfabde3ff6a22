export { sysJobRoutes } from "./job.routes.ts";
export { serveJobBoard } from "./job-board.routes.ts";
