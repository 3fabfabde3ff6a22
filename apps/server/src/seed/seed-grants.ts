import { sql } from "kysely";
import { merchantRoles } from "./merchant-roles.ts";
import type { SeedContext } from "./seed-context.ts";

/** What every role of the first start may open. */
const openToAll = ["dashboard", "home", "inbox", "sysAbout"];
/** Entries that concern every tenant: what stands below the area of settings, the rates and who is signed in. */
const platformEntries = [
  "settings",
  "sysRate",
  "sysOnlineUser",
  "sysLogEx",
  "sysServer",
  "sysCache",
  "sysJob",
  "sysOpenAccess",
  "sysTenant",
  "sysLdap",
];

/** Ids of built-in entries and of everything below them. */
async function menuIdsBelow({ db }: SeedContext, codes: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    WITH RECURSIVE below AS (
      SELECT id FROM menus WHERE code = ANY(${[...codes]}::text[])
      UNION
      SELECT m.id FROM menus m JOIN below ON m.parent_id = below.id
    )
    SELECT id FROM below`.execute(db);
  return rows.map(({ id }) => id);
}

async function grant({ db }: SeedContext, roleId: number, menuIds: readonly number[]): Promise<void> {
  if (menuIds.length === 0) return;
  await db
    .insertInto("roleMenus")
    .values(menuIds.map((menuId) => ({ roleId, menuId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Grants the administrators' roles the given entries: the operator's all of them, other tenants' all but the platform's. */
export async function grantToAdministrators(
  seeding: SeedContext,
  operatorTenantId: number,
  menuIds: readonly number[],
): Promise<void> {
  if (menuIds.length === 0) return;
  const platform = new Set(await menuIdsBelow(seeding, platformEntries));
  const roles = await seeding.db
    .selectFrom("roles")
    .select(["id", "tenantId"])
    .where("code", "=", "sys_admin")
    .execute();
  for (const { id, tenantId } of roles) {
    await grant(
      seeding,
      id,
      tenantId === operatorTenantId ? menuIds : menuIds.filter((menuId) => !platform.has(menuId)),
    );
  }
}

/** Grants what every role starts with, where a release brought it, to all roles that open the home page. */
export async function grantBesideHome({ db }: SeedContext, addedMenuIds: readonly number[]): Promise<void> {
  if (addedMenuIds.length === 0) return;
  await sql`
    INSERT INTO role_menus (role_id, menu_id)
    SELECT held.role_id, added.id
      FROM menus added JOIN menus home ON home.code = 'home' JOIN role_menus held ON held.menu_id = home.id
     WHERE added.code = ANY(${openToAll}::text[]) AND added.id = ANY(${[...addedMenuIds]}::bigint[])
    ON CONFLICT DO NOTHING`.execute(db);
}

/** Grants the roles of a new tenant what they start with: the home page, and everything to the administrator's. */
export async function grantStart(
  seeding: SeedContext,
  roles: ReadonlyMap<string, number>,
  isOperator: boolean,
): Promise<void> {
  const open = await menuIdsBelow(seeding, openToAll.slice(1));
  const directories = await seeding.db.selectFrom("menus").select("id").where("code", "in", openToAll).execute();
  const start = [...open, ...directories.map(({ id }) => id)];
  const platform = new Set(isOperator ? [] : await menuIdsBelow(seeding, platformEntries));
  const all = (await seeding.db.selectFrom("menus").select("id").where("code", "is not", null).execute()).map(
    ({ id }) => id,
  );
  for (const [code, roleId] of roles) {
    // What merchants' people may is named one by one.
    if (code in merchantRoles) continue;
    await grant(seeding, roleId, code === "sys_admin" ? all.filter((id) => !platform.has(id)) : [...new Set(start)]);
  }
}

/** Grants a role pages with all their buttons, and the directories they stand in. */
export async function grantPages(seeding: SeedContext, roleId: number, codes: readonly string[]): Promise<void> {
  const ids = await menuIdsBelow(seeding, codes);
  const above = await seeding.db
    .selectFrom("menus")
    .innerJoin("menus as page", "page.parentId", "menus.id")
    .select("menus.id")
    .where("page.code", "in", [...codes])
    .execute();
  await grant(seeding, roleId, [...new Set([...ids, ...above.map(({ id }) => id)])]);
}
