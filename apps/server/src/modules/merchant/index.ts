export { findMerchant, lockMerchant } from "./merchant.store.ts";
