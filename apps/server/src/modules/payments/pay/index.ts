export { buildOrderDesk } from "./pay.desk.service.ts";
export { servePayPage } from "./pay.routes.ts";
