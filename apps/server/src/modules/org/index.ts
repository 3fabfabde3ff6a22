export { isInScope } from "./org.policy.ts";
export { countOrgsBeyond, findOrgIfAny, orgIdsBelow } from "./org.store.ts";
