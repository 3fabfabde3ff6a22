export { meansOf } from "./merchant-webhook-config.routes.ts";
export {
  addEndpoint,
  deleteEndpoint,
  patchEndpoint,
  rotateSecret,
  sendTest,
} from "./merchant-webhook-config.service.ts";
