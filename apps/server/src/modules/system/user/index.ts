export {
  changeUser,
  countUsersByOrg,
  countUsersInPosition,
  insertUser,
  takenOfUsers,
  usersForDirectory,
} from "./user.store.ts";
export { unusedAccounts } from "./user.worker.ts";
