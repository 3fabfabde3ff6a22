export { meansOf } from "./merchant-webhook-config.routes.ts";
export { addEndpoint, deleteEndpoint } from "./merchant-webhook-config.service.ts";
