export { type MerchantRole, permissionsOfMerchantRole, permissionsOfOperators } from "./merchant-permissions.policy.ts";
export {
  accessIsWithin,
  type EffectiveAccess,
  isMember,
  permissionsBeyond,
  type RoleReach,
  roleIsWithin,
} from "./role.policy.ts";
export { knownRoles, replaceRolesOfUser, roleIdsOfUser } from "./role.store.ts";
export { grantedMenuIds, readReach, resolveAccess } from "./role-access.store.ts";
