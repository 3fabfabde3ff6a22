export type { Ending, Requirement } from "./merchant.service.ts";
export {
  findMerchant,
  lockMerchant,
  type MerchantRow,
  merchantInReach,
  ofVisibleMerchants,
} from "./merchant.store.ts";
export { casesToApprove, casesToTakeUp } from "./merchant.waiting.store.ts";
