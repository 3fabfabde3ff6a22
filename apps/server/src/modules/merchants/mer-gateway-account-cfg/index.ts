export { proposedBindings } from "./mer-gateway-account-cfg.waiting.store.ts";
