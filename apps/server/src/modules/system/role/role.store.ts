import type { LookupInput } from "@countinghouse/contract/kit/reference.ts";
import { notFound } from "@countinghouse/contract/kit/refusal.ts";
import { sysRole } from "@countinghouse/contract/system/role/role.ts";
import { AccountType, Status } from "@countinghouse/contract/system-enumerations.ts";
import { type Selectable, sql } from "kysely";
import { type ListRequest, pageQuery } from "../../../platform/db/list-query.ts";
import { whereLookup } from "../../../platform/db/lookup-query.ts";
import { from } from "../../../platform/db/scoped.ts";
import { lockRow } from "../../../platform/db/table-operations.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import { tenantNameIn } from "../../../platform/db/tenant-name.ts";
import type { Context } from "../../../platform/http/context.ts";

export type RoleRow = Selectable<Tables["roles"]>;

/** Roles visible to the actor: all of the tenant for its administrators, self-created ones for everybody else. */
export const visibleRoles = (ctx: Context) => {
  const query = from(ctx, "roles").selectAll("roles").select(tenantNameIn(ctx, "roles"));
  return ctx.actor.accountType >= AccountType.SysAdmin
    ? query
    : query.where("roles.createUserId", "=", ctx.actor.userId);
};

export const pageRoles = (ctx: Context, input: ListRequest) =>
  pageQuery(ctx, visibleRoles(ctx), {
    spec: sysRole.operations.page.list,
    input,
    nullable: ["code"],
  });

type ListedRole = Pick<RoleRow, "id" | "name" | "code"> & { tenantName?: string | null };

/** Enabled roles that the actor may see or holds. */
export async function listRoles(ctx: Context, asked: LookupInput): Promise<ListedRole[]> {
  const usable = from(ctx, "roles")
    .select(["id", "name", "code"])
    .select(tenantNameIn(ctx, "roles"))
    .where("status", "=", Status.Enable)
    .orderBy("orderNo")
    .orderBy("id");
  const query = whereLookup(usable, asked, { id: "id", texts: ["name", "code"] });
  if (ctx.actor.accountType >= AccountType.SysAdmin) return query.execute();
  return query
    .where(
      sql<boolean>`(create_user_id = ${ctx.actor.userId}
        OR id IN (SELECT role_id FROM user_roles WHERE user_id = ${ctx.actor.userId}))`,
    )
    .execute();
}

export async function findRole(ctx: Context, id: number): Promise<RoleRow> {
  const row = await visibleRoles(ctx).where("roles.id", "=", id).executeTakeFirst();
  if (!row) throw notFound("sysRole", id);
  return row;
}

/** Locks a role visible to the actor. */
export async function lockRole(ctx: Context, id: number): Promise<RoleRow> {
  await findRole(ctx, id);
  return lockRow(ctx, "roles", sysRole, id);
}

export const countHolders = async (ctx: Context, roleId: number): Promise<number> => {
  const row = await ctx.db
    .selectFrom("userRoles")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("roleId", "=", roleId)
    .executeTakeFirstOrThrow();
  return Number(row.count);
};

export const menuIdsOf = async (ctx: Context, roleId: number): Promise<number[]> =>
  (await ctx.db.selectFrom("roleMenus").select("menuId").where("roleId", "=", roleId).orderBy("menuId").execute()).map(
    ({ menuId }) => menuId,
  );

export const orgIdsOf = async (ctx: Context, roleId: number): Promise<number[]> =>
  (await ctx.db.selectFrom("roleOrgs").select("orgId").where("roleId", "=", roleId).orderBy("orgId").execute()).map(
    ({ orgId }) => orgId,
  );

/** Replaces the menus and buttons of a role. */
export async function replaceMenus(ctx: Context, roleId: number, menuIds: readonly number[]): Promise<void> {
  const before = await menuIdsOf(ctx, roleId);
  const after = [...new Set(menuIds)].sort((a, b) => a - b);
  await ctx.db.deleteFrom("roleMenus").where("roleId", "=", roleId).execute();
  if (after.length > 0) {
    await ctx.db
      .insertInto("roleMenus")
      .values(after.map((menuId) => ({ roleId, menuId })))
      .execute();
  }
  ctx.recordChange({ table: "roleMenus", id: roleId, before: { menuIds: before }, after: { menuIds: after } });
}

/** Sets the data scope; organisations are stored only for the scope of selected ones. */
export async function replaceScope(
  ctx: Context,
  role: RoleRow,
  scope: RoleRow["dataScope"],
  orgIds: readonly number[],
): Promise<void> {
  const before = await orgIdsOf(ctx, role.id);
  const after = [...new Set(orgIds)].sort((a, b) => a - b);
  await ctx.db.deleteFrom("roleOrgs").where("roleId", "=", role.id).execute();
  if (after.length > 0)
    await ctx.db
      .insertInto("roleOrgs")
      .values(after.map((orgId) => ({ roleId: role.id, orgId })))
      .execute();
  ctx.recordChange({ table: "roleOrgs", id: role.id, before: { orgIds: before }, after: { scope, orgIds: after } });
}

export const roleIdsOfUser = async ({ db }: Pick<Context, "db">, userId: number): Promise<number[]> =>
  (await db.selectFrom("userRoles").select("roleId").where("userId", "=", userId).orderBy("roleId").execute()).map(
    ({ roleId }) => roleId,
  );

/** Ids of the given roles that are enabled, of the actor's tenant and visible to the actor. */
export async function knownRoles(ctx: Context, tenantId: number, roleIds: readonly number[]): Promise<Set<number>> {
  if (roleIds.length === 0) return new Set();
  const usable = (await listRoles(ctx, { ids: roleIds, limit: roleIds.length })).map(({ id }) => id);
  const rows = await from(ctx, "roles")
    .select("id")
    .where("tenantId", "=", tenantId)
    .where("id", "in", [...roleIds])
    .execute();
  return new Set(rows.map(({ id }) => id).filter((id) => usable.includes(id)));
}

/** Enabled roles of a tenant, for matching names in a file. */
export const rolesOfTenant = (ctx: Context, tenantId: number) =>
  from(ctx, "roles")
    .select(["id", "name", "code"])
    .where("tenantId", "=", tenantId)
    .where("status", "=", Status.Enable)
    .execute();

/** Replaces the roles of a user. */
export async function replaceRolesOfUser(ctx: Context, userId: number, roleIds: readonly number[]): Promise<void> {
  const before = await roleIdsOfUser(ctx, userId);
  const after = [...new Set(roleIds)].sort((a, b) => a - b);
  if (before.join() === after.join()) return;
  await ctx.db.deleteFrom("userRoles").where("userId", "=", userId).execute();
  if (after.length > 0)
    await ctx.db
      .insertInto("userRoles")
      .values(after.map((roleId) => ({ userId, roleId })))
      .execute();
  ctx.recordChange({ table: "userRoles", id: userId, before: { roleIds: before }, after: { roleIds: after } });
}

/** The role of a tenant's administrators; undefined where it has none. */
export async function administratorRoleOf({ db }: Pick<Context, "db">, tenantId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom("roles")
    .select("id")
    .where("tenantId", "=", tenantId)
    .where("code", "=", "sys_admin")
    .orderBy("id")
    .executeTakeFirst();
  return row?.id;
}

/** Number of menu ids that do not exist. */
export async function unknownMenus({ db }: Pick<Context, "db">, menuIds: readonly number[]): Promise<number> {
  const wanted = [...new Set(menuIds)];
  const rows = await db.selectFrom("menus").select("id").where(sql<boolean>`id = ANY(${wanted}::bigint[])`).execute();
  return wanted.length - rows.length;
}

/** Revokes all but some menus from every role of a tenant. */
export async function withdrawMenus(ctx: Context, tenantId: number, kept: readonly number[]): Promise<void> {
  const roles = await ctx.db.selectFrom("roles").select("id").where("tenantId", "=", tenantId).orderBy("id").execute();
  const rest = new Set(kept);
  for (const { id } of roles) {
    const held = await menuIdsOf(ctx, id);
    const left = held.filter((menuId) => rest.has(menuId));
    if (left.length < held.length) await replaceMenus(ctx, id, left);
  }
}
