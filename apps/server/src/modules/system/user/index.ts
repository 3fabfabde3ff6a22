export { countUsersByOrg, countUsersInPosition } from "./user.store.ts";
export { unusedAccounts } from "./user.worker.ts";
