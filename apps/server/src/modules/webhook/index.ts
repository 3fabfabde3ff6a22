export { type MerchantEvent, recordMerchantEvent } from "./merchant-event.store.ts";
