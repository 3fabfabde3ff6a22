import { sysRole } from "@countinghouse/contract/system/role/role.ts";
import { exportable } from "../../../platform/export/exportable.ts";
import { implement } from "../../../platform/http/implement.ts";
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
import { findRole, listRoles, pageRoles, visibleRoles } from "./role.store.ts";

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
  export: exportable(sysRole, visibleRoles),
});
