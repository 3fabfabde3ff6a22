export type { SetUpTenant } from "./tenant.service.ts";
export { countTenants, findTenant } from "./tenant.store.ts";
