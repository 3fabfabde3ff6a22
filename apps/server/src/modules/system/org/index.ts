export { isInScope } from "./org.policy.ts";
export {
  changeOrg,
  countOrgsBeyond,
  findOrgIfAny,
  insertOrg,
  isBelowOrg,
  lockTree,
  orgIdsBelow,
  orgsOfTenant,
} from "./org.store.ts";
