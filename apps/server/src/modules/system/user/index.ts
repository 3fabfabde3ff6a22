export {
  changeUser,
  countUsersByOrg,
  countUsersInPosition,
  insertUser,
  refundLimitOf,
  takenOfUsers,
  usersForDirectory,
} from "./user.store.ts";
export { unusedAccounts } from "./user.worker.ts";
