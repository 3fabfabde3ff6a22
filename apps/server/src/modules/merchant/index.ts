export { assertOperator, isOfMerchant } from "./merchant.policy.ts";
export { findMerchant, lockMerchant } from "./merchant.store.ts";
