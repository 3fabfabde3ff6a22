export { countUsersByOrg, countUsersInPosition } from "./user.store.ts";
