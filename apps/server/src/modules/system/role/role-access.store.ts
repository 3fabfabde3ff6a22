import { sql } from "kysely";
import type { Context } from "../../../platform/http/context.ts";
import { type EffectiveAccess, joinAccess, type RoleReach } from "./role.policy.ts";

interface AccessRow {
  tenantId: number;
  accountType: number;
  orgId: number;
  merchantId: string | null;
  roleIds: string[];
  dataScopes: number[];
  permissions: string[];
  orgIds: string[];
}

/**
 * A user's permissions and scope, read from the tables in one round trip and never cached: a changed or disabled role
 * takes effect with the next request. Reads users, organisations and menus besides roles, because a single statement
 * makes that affordable. Undefined for an unknown user.
 */
export async function resolveAccess({ db }: Pick<Context, "db">, userId: number): Promise<EffectiveAccess | undefined> {
  const { rows } = await sql<AccessRow>`
    WITH RECURSIVE me AS (
      SELECT id, tenant_id, account_type, org_id, merchant_id FROM users WHERE id = ${userId}
    ), held AS (
      SELECT r.id, r.data_scope FROM user_roles ur
      JOIN roles r ON r.id = ur.role_id
      JOIN me ON me.id = ur.user_id AND me.tenant_id = r.tenant_id
      WHERE r.status = 1
    ), below AS (
      SELECT o.id, o.tenant_id FROM orgs o JOIN me ON me.org_id = o.id
      WHERE EXISTS (SELECT 1 FROM held WHERE data_scope = 2)
      UNION
      SELECT o.id, o.tenant_id FROM orgs o JOIN below b ON o.tenant_id = b.tenant_id AND o.parent_id = b.id
    )
    SELECT me.tenant_id, me.account_type, me.org_id, me.merchant_id,
      ARRAY(SELECT id FROM held) AS role_ids,
      ARRAY(SELECT DISTINCT data_scope FROM held) AS data_scopes,
      ARRAY(
        SELECT DISTINCT button.permission FROM held
        JOIN role_menus rm ON rm.role_id = held.id
        JOIN menus button ON button.id = rm.menu_id AND button.type = 3 AND button.status = 1
        JOIN menus page ON page.id = button.parent_id AND page.status = 1
      ) AS permissions,
      ARRAY(
        SELECT id FROM below
        UNION SELECT org_id FROM me
        UNION SELECT x.org_id FROM user_ext_orgs x JOIN me ON me.id = x.user_id
        UNION SELECT ro.org_id FROM held JOIN role_orgs ro ON ro.role_id = held.id WHERE held.data_scope = 5
        UNION SELECT o.id FROM orgs o JOIN me ON me.tenant_id = o.tenant_id AND me.id = o.create_user_id
      ) AS org_ids
    FROM me`.execute(db);
  const row = rows[0];
  if (!row) return undefined;
  return joinAccess({ ...row, roleIds: row.roleIds.map(Number), orgIds: row.orgIds.map(Number) });
}

/** What roles would grant, by id; disabled roles and buttons count too, since both can be enabled again. */
export async function readReach(
  { db }: Pick<Context, "db">,
  roleIds: readonly number[],
): Promise<ReadonlyMap<number, RoleReach>> {
  if (roleIds.length === 0) return new Map();
  const { rows } = await sql<RoleReach & { id: number; orgIds: string[] }>`
    SELECT r.id, r.name, r.data_scope,
      ARRAY(
        SELECT DISTINCT m.permission FROM role_menus rm JOIN menus m ON m.id = rm.menu_id AND m.type = 3 WHERE rm.role_id = r.id
      ) AS permissions,
      ARRAY(SELECT ro.org_id FROM role_orgs ro WHERE ro.role_id = r.id AND r.data_scope = 5) AS org_ids
    FROM roles r WHERE r.id = ANY(${[...roleIds]}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.id, { ...row, orgIds: row.orgIds.map(Number) }]));
}

/** Number of menus not granted to the actor; ancestors of granted ones count as granted, unknown ids do not. */
export async function countMenusBeyond(
  { db, actor }: Pick<Context, "db" | "actor">,
  menuIds: readonly number[],
): Promise<number> {
  const wanted = sql`unnest(${[...new Set(menuIds)]}::bigint[]) AS wanted (id)`;
  const granted = actor.holdsAll
    ? sql`SELECT id, parent_id FROM menus`
    : sql`SELECT m.id, m.parent_id FROM user_roles ur
          JOIN roles r ON r.id = ur.role_id AND r.status = 1
          JOIN role_menus rm ON rm.role_id = r.id
          JOIN menus m ON m.id = rm.menu_id
          WHERE ur.user_id = ${actor.userId}`;
  const { rows } = await sql<{ count: number }>`
    WITH RECURSIVE mine AS (
      ${granted}
      UNION
      SELECT above.id, above.parent_id FROM menus above JOIN mine ON above.id = mine.parent_id
    )
    SELECT count(*) AS count FROM ${wanted} WHERE NOT EXISTS (SELECT 1 FROM mine WHERE mine.id = wanted.id)`.execute(
    db,
  );
  return Number(rows[0]?.count ?? 0);
}

/**
 * Ids of the menus granted to the actor by enabled roles, including ancestors; "all" for the platform administrator.
 */
export async function grantedMenuIds({
  db,
  actor,
}: Pick<Context, "db" | "actor">): Promise<ReadonlySet<number> | "all"> {
  // In the merchant view no menus are granted: the readable resources determine the pages.
  if (actor.holdsAll || actor.viewing) return "all";
  const { rows } = await sql<{ id: number }>`
    WITH RECURSIVE mine AS (
      SELECT m.id, m.parent_id FROM user_roles ur
      JOIN roles r ON r.id = ur.role_id AND r.status = 1
      JOIN role_menus rm ON rm.role_id = r.id
      JOIN menus m ON m.id = rm.menu_id
      WHERE ur.user_id = ${actor.userId}
      UNION
      SELECT above.id, above.parent_id FROM menus above JOIN mine ON above.id = mine.parent_id
    )
    SELECT id FROM mine`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
