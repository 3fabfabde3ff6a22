export { countTenants, findTenant } from "./tenant.store.ts";
