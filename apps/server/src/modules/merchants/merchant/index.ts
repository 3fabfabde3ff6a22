export type { ActivationRequirement, ClosingCondition } from "./merchant.service.ts";
export {
  findHouse,
  findMerchant,
  lockMerchant,
  type MerchantRow,
  merchantInReach,
  ofVisibleMerchants,
} from "./merchant.store.ts";
export { casesToApprove, casesToTakeUp } from "./merchant.waiting.store.ts";
