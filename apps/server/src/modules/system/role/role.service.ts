import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf } from "@countinghouse/contract/kit/resource.ts";
import { sysRole } from "@countinghouse/contract/system/role/role.ts";
import { DataScope } from "@countinghouse/contract/system-enumerations.ts";
import { recordOperations } from "../../../platform/db/table-operations.ts";
import type { Context } from "../../../platform/http/context.ts";
import { countOrgsBeyond, orgIdsBelow } from "../org/index.ts";
import { isAdministratorRole, roleIsWithin, scopeIsWithin } from "./role.policy.ts";
import {
  countHolders,
  findRole,
  lockRole,
  menuIdsOf,
  orgIdsOf,
  type RoleRow,
  replaceMenus,
  replaceScope,
} from "./role.store.ts";
import { countMenusBeyond, readReach } from "./role-access.store.ts";

type Operations = typeof sysRole.operations;
const roles = recordOperations({ table: "roles", resource: sysRole });

/** Refuses menus that the actor lacks: nobody grants more than they have. */
async function assertMenusMine(ctx: Context, menuIds: readonly number[]): Promise<void> {
  const count = await countMenusBeyond(ctx, menuIds);
  if (count > 0) throw refuse("sysRole.menuNotYours", { count });
}

/** Refuses a role that grants more than the actor has: changing it could grant or revoke that. */
async function assertWithin(ctx: Context, role: RoleRow): Promise<void> {
  if (ctx.actor.holdsAll) return;
  const reach = (await readReach(ctx, [role.id])).get(role.id);
  const below = await orgIdsBelow(ctx, [ctx.actor.orgId]);
  if (!reach || !roleIsWithin(ctx.actor, reach, below)) throw refuse("sysRole.wider", { name: role.name });
}

export async function addRole(ctx: Context, asked: InputOf<Operations["add"]>): Promise<number> {
  const { menuIdList, dataScope: scope, orgIdList = [], ...input } = asked;
  if (menuIdList) await assertMenusMine(ctx, menuIdList);
  const id = await roles.add(ctx, input);
  if (menuIdList) await replaceMenus(ctx, id, menuIdList);
  if (scope !== undefined) await grantDataScope(ctx, { id, dataScope: scope, orgIdList });
  return id;
}

export async function updateRole(ctx: Context, { menuIdList, ...input }: InputOf<Operations["update"]>): Promise<null> {
  const role = await lockRole(ctx, input.id);
  await assertWithin(ctx, role);
  if (isAdministratorRole(role)) {
    if (input.code !== undefined && input.code !== role.code) throw refuse("sysRole.builtInCode", { name: role.name });
    if (input.status !== undefined && input.status !== 1) throw refuse("sysRole.builtInStatus", { name: role.name });
  }
  if (menuIdList) await assertMenusMine(ctx, menuIdList);
  await roles.update(ctx, input);
  if (menuIdList) await replaceMenus(ctx, role.id, menuIdList);
  return null;
}

export async function deleteRole(ctx: Context, input: InputOf<Operations["delete"]>): Promise<null> {
  const role = await lockRole(ctx, input.id);
  if (isAdministratorRole(role)) throw refuse("sysRole.builtIn", { name: role.name });
  await assertWithin(ctx, role);
  const count = await countHolders(ctx, role.id);
  if (count > 0) throw refuse("sysRole.inUse", { name: role.name, count });
  return roles.delete(ctx, input);
}

export async function grantMenu(ctx: Context, { id, menuIdList }: InputOf<Operations["grantMenu"]>): Promise<null> {
  const role = await lockRole(ctx, id);
  await assertWithin(ctx, role);
  await assertMenusMine(ctx, menuIdList);
  await replaceMenus(ctx, id, menuIdList);
  return null;
}

export async function grantDataScope(ctx: Context, input: InputOf<Operations["grantDataScope"]>): Promise<null> {
  const role = await lockRole(ctx, input.id);
  await assertWithin(ctx, role);
  const orgIds = input.dataScope === DataScope.Define ? input.orgIdList : [];
  if (input.dataScope === DataScope.Define) {
    if (orgIds.length === 0) throw refuse("sysRole.orgMissing");
    const count = await countOrgsBeyond(ctx, role.tenantId, orgIds);
    if (count > 0) throw refuse("sysRole.orgNotYours", { count });
  }
  const below = await orgIdsBelow(ctx, [ctx.actor.orgId]);
  if (!scopeIsWithin(ctx.actor, { dataScope: input.dataScope, orgIds }, below)) {
    const scope = DataScope.memberOf(input.dataScope)?.text[ctx.request.locale] ?? "";
    throw refuse("sysRole.scopeNotYours", { scope });
  }
  await replaceScope(ctx, role, input.dataScope, orgIds);
  const change = { id: role.id, dataScope: input.dataScope };
  return roles.update(ctx, change);
}

export async function setRoleStatus(ctx: Context, input: InputOf<Operations["setStatus"]>): Promise<null> {
  const role = await lockRole(ctx, input.id);
  if (isAdministratorRole(role) && input.status !== 1) throw refuse("sysRole.builtInStatus", { name: role.name });
  await assertWithin(ctx, role);
  return roles.update(ctx, input);
}

export async function grantedMenus(ctx: Context, id: number): Promise<number[]> {
  await findRole(ctx, id);
  return menuIdsOf(ctx, id);
}

export async function grantedOrgs(ctx: Context, id: number): Promise<number[]> {
  await findRole(ctx, id);
  return orgIdsOf(ctx, id);
}
