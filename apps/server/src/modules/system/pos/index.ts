export { hasPosition, positionsOfTenant } from "./pos.store.ts";
