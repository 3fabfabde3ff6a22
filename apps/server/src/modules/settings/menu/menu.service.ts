import { notFound, refuse } from "@countinghouse/contract/kit/refusal.ts";
import { type InputOf, permissionOf } from "@countinghouse/contract/kit/resource.ts";
import { resources } from "@countinghouse/contract/resources.ts";
import { type MenuNode, type MenuTreeNode, sysMenu } from "@countinghouse/contract/settings/menu/menu.ts";
import { isOfMerchant } from "../../../platform/access/actor.ts";
import { holds } from "../../../platform/access/permission.ts";
import { lockRow, recordOperations } from "../../../platform/db/table-operations.ts";
import type { Context } from "../../../platform/http/context.ts";
import { grantedMenuIds } from "../../system/role/index.ts";
import {
  inUse,
  isAddressOf,
  type MenuRow,
  menuType,
  ownEntries,
  pagesToFill,
  shapedMenu,
  titleMatches,
  toEntry,
  toTree,
  usableEntries,
} from "./menu.policy.ts";
import { emptyPages, findMenuIfAny, lockMenus, readMenus, removeMenus, type StoredMenu } from "./menu.store.ts";

type Operations = typeof sysMenu.operations;
const menus = recordOperations({ table: "menus", resource: sysMenu });

/** Every entry, and those granted to the actor. */
async function readGranted(ctx: Context): Promise<{ rows: readonly StoredMenu[]; granted: MenuRow[] }> {
  const rows = await readMenus(ctx);
  const ids = await grantedMenuIds(ctx);
  return { rows, granted: ids === "all" ? rows : rows.filter(({ id }) => ids.has(id)) };
}

/** The actor's enabled and usable pages and directories. */
export async function readOwnPages(ctx: Context): Promise<MenuRow[]> {
  const { rows, granted } = await readGranted(ctx);
  const known = new Set(rows.flatMap(({ permission }) => permission ?? []));
  return usableEntries({ granted: inUse(granted), known, holds: (permission) => holds(ctx.actor, permission) });
}

export async function loginMenuTree(ctx: Context): Promise<MenuTreeNode[]> {
  const rows = await readOwnPages(ctx);
  if (!isOfMerchant(ctx.actor)) return toTree(rows, toEntry);
  const empty = await emptyPages(
    ctx,
    pagesToFill((permission) => holds(ctx.actor, permission)),
  );
  return toTree(ownEntries(rows, empty), toEntry);
}

/** Whether an enabled entry has this address. */
export const hasPage = async (ctx: Context, { path }: InputOf<Operations["hasPage"]>): Promise<boolean> =>
  inUse(await readMenus(ctx)).some((row) => row.path && isAddressOf(row.path, path));

/** The granted entries as a tree, or flat for a search. */
export async function listMenus(ctx: Context, { title, type }: InputOf<Operations["list"]>): Promise<MenuNode[]> {
  const { granted: rows } = await readGranted(ctx);
  const leaf = (row: MenuRow): MenuNode => ({ ...row, children: [] });
  if (!title && !type) return toTree(rows, leaf);
  return rows.filter((row) => (!title || titleMatches(row, title)) && (!type || row.type === type)).map(leaf);
}

/** The actor's permissions; the platform administrator has all. */
export async function ownPermissions(ctx: Context): Promise<string[]> {
  if (!ctx.actor.holdsAll) return [...ctx.actor.permissions].sort();
  const declared = resources.flatMap(({ name, operations }) =>
    Object.keys(operations).map((operation) => permissionOf(name, operation)),
  );
  const added = (await readMenus(ctx)).flatMap(({ permission }) => permission ?? []);
  return [...new Set([...declared, ...added])].sort();
}

export async function findOwnMenu(ctx: Context, id: number): Promise<MenuRow> {
  const row = await findMenuIfAny(ctx, id);
  const granted = await grantedMenuIds(ctx);
  if (!row || (granted !== "all" && !granted.has(id))) throw notFound("sysMenu", id);
  return row;
}

async function assertParent(ctx: Context, pid: number): Promise<StoredMenu | undefined> {
  if (pid === 0) return undefined;
  const parent = await findMenuIfAny(ctx, pid);
  if (!parent) throw refuse("sysMenu.parentUnknown");
  if (parent.type === menuType.button) throw refuse("sysMenu.parentIsButton");
  return parent;
}

/** A granted button must not be changed to a permission that its editor does not have. */
function assertHeld(ctx: Context, permission: string | null | undefined): void {
  if (permission && !holds(ctx.actor, permission)) {
    throw refuse("sysMenu.permissionNotYours", { permission });
  }
}

export async function addMenu(ctx: Context, input: InputOf<Operations["add"]>): Promise<number> {
  const values = shapedMenu(input);
  assertHeld(ctx, values.permission);
  await lockMenus(ctx);
  await assertParent(ctx, values.pid);
  return menus.add(ctx, values);
}

export async function updateMenu(ctx: Context, input: InputOf<Operations["update"]>): Promise<null> {
  const values = shapedMenu(input);
  await lockMenus(ctx);
  const before = await lockRow(ctx, "menus", sysMenu, input.id);
  if ((before.type === menuType.button) !== (values.type === menuType.button)) {
    throw refuse("sysMenu.typeFixed");
  }
  if (values.permission !== before.permission) assertHeld(ctx, values.permission);
  if (values.pid === input.id) throw refuse("sysMenu.parentIsSelf", { title: input.title });
  const parent = await assertParent(ctx, values.pid);
  if (parent && subtree(await readMenus(ctx), input.id).some(({ id }) => id === parent.id)) {
    throw refuse("sysMenu.parentIsBelow", { title: input.title, parent: parent.title });
  }
  return menus.update(ctx, values);
}

/** A row and its descendants. */
function subtree(rows: readonly StoredMenu[], id: number): StoredMenu[] {
  const kept = new Set([id]);
  for (let size = 0; size !== kept.size; ) {
    size = kept.size;
    for (const row of rows) if (kept.has(row.pid)) kept.add(row.id);
  }
  return rows.filter((row) => kept.has(row.id));
}

export async function deleteMenu(ctx: Context, input: InputOf<Operations["delete"]>): Promise<null> {
  await lockMenus(ctx);
  const row = await lockRow(ctx, "menus", sysMenu, input.id);
  const rows = subtree(await readMenus(ctx), row.id);
  const builtIn = rows.find(({ code }) => code !== null);
  if (builtIn) throw refuse("sysMenu.builtIn", { title: builtIn.title });
  await removeMenus(ctx, rows);
  return null;
}
