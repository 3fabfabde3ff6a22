export {
  type Access,
  accessIsWithin,
  permissionsBeyond,
  type RoleReach,
  roleIsWithin,
  superAdmin,
} from "./role.policy.ts";
export { knownRoles, replaceRolesOfUser, roleIdsOfUser } from "./role.store.ts";
export { grantedMenuIds, readReach, resolveAccess } from "./role-access.store.ts";
