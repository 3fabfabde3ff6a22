export { countUsersByOrg, countUsersInPosition, refundLimitOf } from "./user.store.ts";
export { unusedAccounts } from "./user.worker.ts";
