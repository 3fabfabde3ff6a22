export { buildPayPageOrder } from "./pay.order.service.ts";
export { servePayPage } from "./pay.routes.ts";
