export { hasCheckoutLine } from "./mer-pay-channel-cfg.store.ts";
