import { sysMenu } from "@countinghouse/contract/settings/menu/menu.ts";
import { implement } from "../../../platform/http/implement.ts";
import {
  addMenu,
  deleteMenu,
  findOwnMenu,
  hasPage,
  listMenus,
  loginMenuTree,
  ownPermissions,
  updateMenu,
} from "./menu.service.ts";

export const sysMenuRoutes = implement(sysMenu, {
  loginMenuTree,
  list: listMenus,
  hasPage,
  ownBtnPermList: ownPermissions,
  detail: (ctx, { id }) => findOwnMenu(ctx, id),
  add: addMenu,
  update: updateMenu,
  delete: deleteMenu,
});
