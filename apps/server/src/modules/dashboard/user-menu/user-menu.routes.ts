import { sysUserMenu } from "@countinghouse/contract/dashboard/user-menu/user-menu.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { Context } from "../../../platform/http/context.ts";
import { implement } from "../../../platform/http/implement.ts";
import { menuType, readOwnPages, toEntry } from "../../settings/menu/index.ts";
import { readShortcuts, replaceShortcuts } from "./user-menu.store.ts";

/** The published interface sends a user id; it must be the caller's own. */
function assertMine({ actor }: Context, userId: number | null | undefined): void {
  if (userId && userId !== actor.userId) throw refuse("sysUserMenu.notYours");
}

/** Shortcuts to pages still accessible to the caller, in their order. */
async function openShortcuts(ctx: Context) {
  const pages = new Map((await readOwnPages(ctx)).map((page) => [page.id, page]));
  return (await readShortcuts(ctx)).flatMap((id) => pages.get(id) ?? []);
}

export const sysUserMenuRoutes = implement(sysUserMenu, {
  add: async (ctx, { userId, menuIdList }) => {
    assertMine(ctx, userId);
    const pages = new Set((await readOwnPages(ctx)).filter(({ type }) => type === menuType.page).map(({ id }) => id));
    const wanted = [...new Set(menuIdList)];
    const count = wanted.filter((id) => !pages.has(id)).length;
    if (count > 0) throw refuse("sysUserMenu.menuUnknown", { count });
    await replaceShortcuts(ctx, wanted);
    return null;
  },
  delete: async (ctx, { userId, menuIdList }) => {
    assertMine(ctx, userId);
    await replaceShortcuts(
      ctx,
      (await readShortcuts(ctx)).filter((id) => !menuIdList.includes(id)),
    );
    return null;
  },
  deleteByUserId: async (ctx, { userId }) => {
    assertMine(ctx, userId);
    await replaceShortcuts(ctx, []);
    return null;
  },
  userMenuList: async (ctx, { userId }) => {
    assertMine(ctx, userId);
    return (await openShortcuts(ctx)).map(toEntry);
  },
  userMenuIdList: async (ctx, { userId }) => {
    assertMine(ctx, userId);
    return (await openShortcuts(ctx)).map(({ id }) => id);
  },
});
