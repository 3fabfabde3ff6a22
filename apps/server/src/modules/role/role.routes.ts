import { sysRole } from "@countinghouse/contract/role/role.ts";
import { tableOperations } from "../../platform/db/table-operations.ts";
import { implement } from "../../platform/http/implement.ts";
import { findRole, listRoles, pageRoles } from "./role.store.ts";
import {
  addRole,
  deleteRole,
  grantDataScope,
  grantedMenus,
  grantedOrgs,
  grantMenu,
  setRoleStatus,
  updateRole,
} from "./role.service.ts";

export const sysRoleRoutes = implement(sysRole, {
  page: pageRoles,
  list: listRoles,
  detail: (ctx, { id }) => findRole(ctx, id),
  add: addRole,
  update: updateRole,
  delete: deleteRole,
  grantMenu,
  grantDataScope,
  ownMenuList: (ctx, { id }) => grantedMenus(ctx, id),
  ownOrgList: (ctx, { id }) => grantedOrgs(ctx, id),
  setStatus: setRoleStatus,
  export: tableOperations("roles", sysRole).export,
});
