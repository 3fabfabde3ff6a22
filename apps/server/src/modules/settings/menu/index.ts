export { menuType, toEntry } from "./menu.policy.ts";
export { ownPermissions, readOwnPages } from "./menu.service.ts";
