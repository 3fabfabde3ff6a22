export { restsUntil, unfitFor } from "./payout-account.policy.ts";
export {
  doubtAccount,
  fundingAccount,
  isOurAccount,
  labelOf,
  openNumber,
  payeeAccount,
  sealedNumber,
  type Unfit,
} from "./payout-account.service.ts";
export { accountById, accountsToVerify, type PayoutAccountRow } from "./payout-account.store.ts";
export { payoutAccountObject } from "./payout-account-object.service.ts";
