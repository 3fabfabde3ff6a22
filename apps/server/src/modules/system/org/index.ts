export { isInScope } from "./org.policy.ts";
export { countOrgsBeyond, findOrgIfAny, isBelowOrg, orgIdsBelow } from "./org.store.ts";
