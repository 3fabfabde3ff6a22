import { from, remove } from "../../../platform/db/scoped.ts";
import type { Context } from "../../../platform/http/context.ts";

/** The caller's shortcuts in their order. */
export const readShortcuts = async (ctx: Context): Promise<number[]> =>
  (await from(ctx, "userMenus").select("menuId").orderBy("orderNo").orderBy("menuId").execute()).map(
    ({ menuId }) => menuId,
  );

export async function replaceShortcuts(ctx: Context, menuIds: readonly number[]): Promise<void> {
  await remove(ctx, "userMenus").execute();
  if (menuIds.length === 0) return;
  const { userId } = ctx.actor;
  await ctx.db
    .insertInto("userMenus")
    .values(menuIds.map((menuId, orderNo) => ({ userId, menuId, orderNo })))
    .execute();
}
