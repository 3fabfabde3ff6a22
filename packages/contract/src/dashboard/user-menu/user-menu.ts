import { z } from "zod";
import { field, Id } from "../../kit/field.ts";
import { command, Done, query } from "../../kit/operation.ts";
import { defineResource } from "../../kit/resource.ts";
import { MenuEntryOutput } from "../../settings/menu/menu.ts";
import { sysUserMenuMessages } from "./user-menu.messages.ts";

const menuIdList = field(z.array(Id).max(100), { kind: "list" });
const mine = { access: "signedIn", refusals: ["notYours"] } as const;
const changing = { access: "signedIn", refusals: ["notYours", "menuUnknown"] } as const;
const ByUser = z.object({ userId: Id });

/** Shortcuts to pages on a user's home page. Everyone keeps their own. */
export const sysUserMenu = defineResource({
  name: "sysUserMenu",
  record: z.object({ userId: Id, menuId: Id }),
  refusals: {
    notYours: { status: 403 },
  },
  operations: {
    /** Replaces the whole list, in the given order. */
    add: command(z.object({ userId: Id.nullish(), menuIdList }), Done, changing),
    delete: command(z.object({ userId: Id.nullish(), menuIdList }), Done, mine),
    deleteByUserId: command(ByUser, Done, { ...mine, path: "deleteByUserId/:userId" }),
    userMenuList: query(ByUser, z.array(MenuEntryOutput), { ...mine, path: "userMenuList/:userId" }),
    userMenuIdList: query(ByUser, z.array(Id), { ...mine, path: "userMenuIdList/:userId" }),
  },
  messages: sysUserMenuMessages,
});
