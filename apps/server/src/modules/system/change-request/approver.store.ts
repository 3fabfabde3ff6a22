import { AccountType, Status } from "@countinghouse/contract/system-enumerations.ts";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../platform/db/tables.ts";
import type { PersonIdentifiers } from "./change-request.policy.ts";

type Db = Kysely<Tables>;

/** A possible approver, with the identifiers that tell people apart. */
export interface Approver extends PersonIdentifiers {
  readonly name: string;
}

/** How long former identifiers of an account still count. */
const marksKeptDays = 30;

const formerMarks = (users: string) => sql<string[]>`ARRAY(
  SELECT m.mark FROM user_former_marks m
   WHERE m.user_id = ${sql.ref(`${users}.id`)} AND m.until_time > now() - make_interval(days => ${marksKeptDays}))`;

/**
 * Enabled users of a tenant's operator who hold all of some permissions by enabled roles, including the platform
 * administrator: by name.
 */
export async function peopleWhoMay(db: Db, tenantId: number, permissions: readonly string[]): Promise<Approver[]> {
  const wanted = [...new Set(permissions)];
  // Holders are found once, from the permission: per user, each would be a join over every role.
  const { rows } = await sql<Approver>`
    SELECT u.id, u.real_name AS name, u.email, u.phone, u.job_num, ${formerMarks("u")} AS former_marks FROM users u
     WHERE u.tenant_id = ${tenantId} AND u.status = ${Status.Enable} AND u.account_type <> ${AccountType.Member}
       AND (u.account_type = ${AccountType.SuperAdmin} OR ${wanted.length} = 0 OR u.id IN (
         SELECT ur.user_id FROM menus button
           JOIN menus page ON page.id = button.parent_id AND page.status = 1
           JOIN role_menus rm ON rm.menu_id = button.id
           JOIN roles r ON r.id = rm.role_id AND r.status = 1 AND r.tenant_id = ${tenantId}
           JOIN user_roles ur ON ur.role_id = r.id
          WHERE button.permission = ANY(${wanted}::text[]) AND button.type = 3 AND button.status = 1
          GROUP BY ur.user_id HAVING count(DISTINCT button.permission) = ${wanted.length}))
     ORDER BY u.real_name, u.id`.execute(db);
  return rows;
}

/** Identifiers of accounts, and whether each may be used. */
export const identifiersOf = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom("users")
    .select(["id", "email", "phone", "jobNum", "status", formerMarks("users").as("formerMarks")])
    .where("id", "in", [...ids])
    .execute();

/** Audited operations on another account, the operator's own or a merchant's. */
const accountEvents = [
  ...["add", "update", "delete", "setStatus", "grantRole", "resetPwd", "resetFactors", "unlockLogin"].map(
    (name) => `sysUser.${name}`,
  ),
  ...["add", "update", "invite", "setStatus"].map((name) => `merchantStaff.${name}`),
];
/** Audited operations on a role that the person holds. */
const roleEvents = ["add", "update", "grantMenu", "grantDataScope", "setStatus"].map((name) => `sysRole.${name}`);
/** Audited operations on a menu entry of a role: its permission is granted to the role's holders. */
const menuEvents = ["add", "update"].map((name) => `sysMenu.${name}`);

/**
 * Of some people, those who since an instant changed the account or permissions of `personId`, or had theirs changed by
 * that person, according to the audit trail.
 */
export async function entangledWith(
  db: Db,
  personId: number,
  others: readonly number[],
  since: Date,
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    SELECT other.id FROM unnest(${[...others]}::bigint[]) AS other (id) WHERE EXISTS (
      SELECT 1 FROM audit_entries e
       CROSS JOIN LATERAL (SELECT CASE e.actor_id WHEN other.id THEN ${personId}::bigint ELSE other.id END AS id) AS done
       WHERE e.operation = ANY(${[...accountEvents, ...roleEvents, ...menuEvents]}::text[]) AND e.at > ${since.toISOString()}
         AND e.actor_id IN (other.id, ${personId})
         AND CASE WHEN e.operation = ANY(${accountEvents}::text[])
           THEN e.input ->> 'id' = done.id::text OR EXISTS (
             SELECT 1 FROM jsonb_array_elements(e.changes) AS c (row) WHERE c.row ->> 'id' = done.id::text)
           ELSE EXISTS (
             SELECT 1 FROM jsonb_array_elements(e.changes) AS c (row)
               JOIN user_roles held ON held.user_id = done.id
              WHERE CASE WHEN e.operation = ANY(${roleEvents}::text[]) THEN held.role_id::text = c.row ->> 'id'
                ELSE EXISTS (
                  SELECT 1 FROM role_menus rm WHERE rm.role_id = held.role_id AND rm.menu_id::text = c.row ->> 'id')
                END)
         END)`.execute(db);
  return new Set(rows.map(({ id }) => Number(id)));
}

/**
 * Of some people, those who know or knew the secret of an access key that acts or acted for `personId`, or the other
 * way round, at any time according to the audit trail: one's request may have been made by the other.
 */
export async function actingForEachOther(
  db: Db,
  personId: number,
  others: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    WITH touched AS (
      SELECT e.actor_id AS by, c.row ->> 'id' AS key, (c.row #>> '{after,bindUserId}')::bigint AS acts_for,
             e.operation <> 'sysOpenAccess.update' AS learns
        FROM audit_entries e CROSS JOIN LATERAL jsonb_array_elements(e.changes) AS c (row)
       WHERE e.operation IN ('sysOpenAccess.add', 'sysOpenAccess.update', 'sysOpenAccess.secret')
         AND c.row ->> 'table' = 'openAccesses'),
    pairs AS (
      SELECT knows.by, bound.acts_for FROM touched knows JOIN touched bound USING (key) WHERE knows.learns)
    SELECT other.id FROM unnest(${[...others]}::bigint[]) AS other (id)
     WHERE EXISTS (SELECT 1 FROM pairs WHERE (by, acts_for) IN ((other.id, ${personId}), (${personId}, other.id)))`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => Number(id)));
}

/** Since when changes of a tenant require two people; null where they do not yet. */
export async function twoPeopleSince(db: Db, tenantId: number): Promise<string | null> {
  const row = await db.selectFrom("tenants").select("twoPeopleSince").where("id", "=", tenantId).executeTakeFirst();
  return row?.twoPeopleSince ?? null;
}

/** Records that changes of a tenant require two people from now on. */
export async function noteTwoPeople(db: Db, tenantId: number, now: Date): Promise<void> {
  await db
    .updateTable("tenants")
    .set({ twoPeopleSince: now.toISOString() })
    .where("id", "=", tenantId)
    .where("twoPeopleSince", "is", null)
    .execute();
}

/** Tenants whose changes do not require two people yet. */
export const tenantsOfOne = (db: Db) =>
  db.selectFrom("tenants").select("id").where("twoPeopleSince", "is", null).orderBy("id").execute();
