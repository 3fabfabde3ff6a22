export { coolingEndsAt, nameMatch, payeeObstacleOf } from "./payout-account.policy.ts";
export {
  accountCheckQueue,
  beneficiaryIn,
  fundingAccount,
  isOurAccount,
  labelOf,
  openNumber,
  type PayeeObstacle,
  payeeAccount,
  revokeVerification,
  sealedNumber,
  takeCheck,
} from "./payout-account.service.ts";
export { accountById, accountsToVerify, type PayoutAccountRow, payingFor } from "./payout-account.store.ts";
export { payoutAccountObject } from "./payout-account-object.service.ts";
