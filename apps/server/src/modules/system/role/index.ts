export { type MerchantRole, permissionsOfMerchantRole, permissionsOfOperators } from "./merchant-permissions.policy.ts";
export { type OperatorRole, permissionsOfOperatorRole } from "./operator-permissions.policy.ts";
export {
  accessIsWithin,
  type EffectiveAccess,
  isMember,
  permissionsBeyond,
  type RoleReach,
  roleIsWithin,
} from "./role.policy.ts";
export {
  administratorRoleOf,
  knownRoles,
  menuIdsOf as grantedMenuIdsOf,
  replaceMenus,
  replaceRolesOfUser,
  roleIdsOfUser,
  rolesOfTenant,
  unknownMenus,
  withdrawMenus,
} from "./role.store.ts";
export { grantedMenuIds, readReach, resolveAccess } from "./role-access.store.ts";
