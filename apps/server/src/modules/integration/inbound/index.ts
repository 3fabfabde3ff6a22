export { receiveGatewayNotifications } from "./inbound.routes.ts";
export { reprocessNotifications } from "./inbound.service.ts";
export { oldNotifications } from "./inbound.store.ts";
export { inboundWorkers } from "./inbound.worker.ts";
export { keepSimulatorInformed } from "./simulated-account.service.ts";
