export { endpointServicesOf } from "./merchant-webhook-config.routes.ts";
export {
  addEndpoint,
  deleteEndpoint,
  patchEndpoint,
  rotateSecret,
  sendTest,
} from "./merchant-webhook-config.service.ts";
export { failingEndpoints } from "./merchant-webhook-config.waiting.store.ts";
