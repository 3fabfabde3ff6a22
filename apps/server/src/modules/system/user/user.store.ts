import type { LookupInput } from "@countinghouse/contract/kit/reference.ts";
import { notFound } from "@countinghouse/contract/kit/refusal.ts";
import type { RecordOf } from "@countinghouse/contract/kit/resource.ts";
import { type ExtraOrg, sysUser } from "@countinghouse/contract/system/user/user.ts";
import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { type Selectable, type SqlBool, sql, type Updateable } from "kysely";
import type { z } from "zod";
import { type ListRequest, type Page, pageQuery } from "../../../platform/db/list-query.ts";
import { whereLookup } from "../../../platform/db/lookup-query.ts";
import { shownName } from "../../../platform/db/name-order.ts";
import { change, from, insert, type NewRow, updateStamps } from "../../../platform/db/scoped.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import { tenantNameIn } from "../../../platform/db/tenant-name.ts";
import type { Context } from "../../../platform/http/context.ts";
import { isBelowOrg } from "../org/index.ts";

export type UserRow = Selectable<Tables["users"]>;
type User = RecordOf<typeof sysUser>;
type Membership = z.output<typeof ExtraOrg>;

const domainAccount = sql<string | null>`(SELECT l.account FROM user_ldaps l WHERE l.user_id = users.id)`;

/** Users in scope with the names of their references. */
const described = (ctx: Context) =>
  from(ctx, "users")
    .leftJoin("orgs", "orgs.id", "users.orgId")
    .leftJoin("positions", "positions.id", "users.posId")
    .selectAll("users")
    .select([
      "orgs.name as orgName",
      "positions.name as posName",
      sql<string | null>`(
        SELECT string_agg(r.name, ', ' ORDER BY r.order_no, r.id)
        FROM user_roles ur JOIN roles r ON r.id = ur.role_id WHERE ur.user_id = users.id
      )`.as("roleName"),
      domainAccount.as("domainAccount"),
      tenantNameIn(ctx, "users"),
    ]);

export const columnOf = (field: string) =>
  field === "domainAccount" ? domainAccount : sql.ref(field === "posName" ? "positions.name" : `users.${field}`);

/** Users in scope without the platform administrator, who is never listed. */
export const listedUsers = (ctx: Context) => described(ctx).where("users.accountType", "<>", AccountType.SuperAdmin);

/** Users in scope for selection, by name. */
export const listUsers = (ctx: Context, asked: LookupInput) => {
  const query = from(ctx, "users")
    .select(["id", "realName", "account", "status"])
    .where("accountType", "<>", AccountType.SuperAdmin)
    .orderBy(shownName(sql.ref("realName"), "person", ctx.request.locale))
    .orderBy("id");
  return whereLookup(query, asked, { id: "id", texts: ["realName", "account"] }).execute();
};

/** The filter by organisation includes its descendants. */
export const ofOrg = (orgId: number) => isBelowOrg(columnOf("orgId"), orgId);

/** The filter by role: its holders. */
export const ofRole = (roleId: number) =>
  sql<SqlBool>`EXISTS (SELECT FROM user_roles ur WHERE ur.user_id = users.id AND ur.role_id = ${roleId})`;

interface UserFilters {
  readonly orgId?: number | null | undefined;
  readonly roleId?: number | null | undefined;
}

/** Users in scope, of one organisation and its descendants, or with one role, where given. */
export const pageUsers = (
  ctx: Context,
  { orgId, roleId, ...input }: ListRequest & UserFilters,
): Promise<Page<User>> => {
  let users = listedUsers(ctx);
  if (orgId) users = users.where(ofOrg(orgId));
  if (roleId) users = users.where(ofRole(roleId));
  return pageQuery(ctx, users, {
    spec: sysUser.operations.page.list,
    input,
    columnOf,
    id: sql.ref("users.id"),
    nullable: ["lastLoginTime"],
  }) as Promise<Page<User>>;
};

/** A user in scope; the platform administrator is visible to the same rank only. */
export async function findUser(ctx: Context, id: number): Promise<User> {
  const row = await described(ctx).where("users.id", "=", id).executeTakeFirst();
  const isHidden = row?.accountType === AccountType.SuperAdmin && ctx.actor.accountType < AccountType.SuperAdmin;
  if (!row || isHidden) throw notFound("sysUser", id);
  return row as User;
}

/** Limit of refunds without an approval, in whole US dollars; null where only the settings limit them. */
export async function refundLimitOf({ db }: Pick<Context, "db">, userId: number): Promise<number | null> {
  const row = await db.selectFrom("users").select("refundLimit").where("id", "=", userId).executeTakeFirst();
  return row?.refundLimit ?? null;
}

/** Whether the tenant has the user, without data scope. */
export async function hasUser({ db }: Pick<Context, "db">, tenantId: number, id: number): Promise<boolean> {
  const row = await db
    .selectFrom("users")
    .select("id")
    .where("id", "=", id)
    .where("tenantId", "=", tenantId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the user is the administrator of a tenant. */
export async function isTenantAdministrator({ db }: Pick<Context, "db">, id: number): Promise<boolean> {
  return (await db.selectFrom("tenants").select("id").where("userId", "=", id).executeTakeFirst()) !== undefined;
}

export const readMemberships = ({ db }: Pick<Context, "db">, userId: number): Promise<Membership[]> =>
  db
    .selectFrom("userExtOrgs")
    .select(["orgId", "posId", "jobNum", "posLevel", "joinDate"])
    .where("userId", "=", userId)
    .orderBy("id")
    .execute();

/** Replaces the additional organisations of a user. */
export async function replaceMemberships(
  ctx: Context,
  userId: number,
  memberships: readonly Membership[],
): Promise<void> {
  const before = await readMemberships(ctx, userId);
  if (before.length === 0 && memberships.length === 0) return;
  await ctx.db.deleteFrom("userExtOrgs").where("userId", "=", userId).execute();
  if (memberships.length > 0) {
    const rows = memberships.map(({ orgId, posId, jobNum = null, posLevel = null, joinDate = null }) => ({
      userId,
      orgId,
      posId,
      jobNum,
      posLevel,
      joinDate,
    }));
    await ctx.db.insertInto("userExtOrgs").values(rows).execute();
  }
  ctx.recordChange({ table: "userExtOrgs", id: userId, before: { memberships: before }, after: { memberships } });
}

interface OrgCounts {
  /** Users by their main organisation. */
  readonly main: ReadonlyMap<number, number>;
  /** Users by additional organisation. */
  readonly extra: ReadonlyMap<number, number>;
}

/** Number of users per organisation, without data scope. */
export async function countUsersByOrg({ db }: Pick<Context, "db">, orgIds: readonly number[]): Promise<OrgCounts> {
  const ids = [...orgIds];
  const { rows } = await sql<{ orgId: number; isMain: boolean; count: number }>`
    SELECT org_id, true AS is_main, count(*) AS count FROM users WHERE org_id = ANY(${ids}::bigint[]) GROUP BY org_id
    UNION ALL
    SELECT org_id, false, count(*) FROM user_ext_orgs WHERE org_id = ANY(${ids}::bigint[]) GROUP BY org_id`.execute(db);
  const counts = (isMain: boolean) =>
    new Map(rows.filter((row) => row.isMain === isMain).map((row) => [row.orgId, Number(row.count)]));
  return { main: counts(true), extra: counts(false) };
}

/** Number of users with the position, in their main or an additional organisation. */
export async function countUsersInPosition({ db }: Pick<Context, "db">, posId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(DISTINCT id) AS count FROM (
      SELECT id FROM users WHERE pos_id = ${posId}
      UNION SELECT user_id FROM user_ext_orgs WHERE pos_id = ${posId}
    ) AS holders`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** Users of a tenant by id or account, with the fields that a directory can change. */
export const usersForDirectory = (
  db: Context["db"],
  {
    tenantId,
    ids,
    accounts,
  }: { readonly tenantId: number; readonly ids: readonly number[]; readonly accounts: readonly string[] },
) =>
  db
    .selectFrom("users")
    .leftJoin("tenants", "tenants.userId", "users.id")
    .select([
      "users.id",
      "users.account",
      "users.accountType",
      "users.status",
      "users.realName",
      "users.email",
      "users.phone",
      "users.orgId",
    ])
    .select(sql<boolean>`tenants.id IS NOT NULL`.as("isTenantAdministrator"))
    .where("users.tenantId", "=", tenantId)
    .where(
      sql<boolean>`(users.id = ANY(${[...ids]}::bigint[]) OR lower(users.account) = ANY(${[...accounts]}::text[]))`,
    )
    .orderBy("users.id")
    .execute();

/** Which of some accounts exist in any tenant, and the owners of phone numbers. */
export async function takenOfUsers(
  db: Context["db"],
  { accounts, phones }: { readonly accounts: readonly string[]; readonly phones: readonly string[] },
) {
  const [named, reached] = await Promise.all([
    db
      .selectFrom("users")
      .select(sql<string>`lower(account)`.as("account"))
      .where(sql<boolean>`lower(account) = ANY(${[...accounts]}::text[])`)
      .execute(),
    db
      .selectFrom("users")
      .select(["id", "phone"])
      .where(sql<boolean>`phone = ANY(${[...phones]}::text[])`)
      .execute(),
  ]);
  return {
    accounts: new Set(named.map(({ account }) => account)),
    phones: new Map(reached.map(({ id, phone }) => [phone ?? "", id])),
  };
}

/** Adds a user from a directory, without a local password. */
export const insertUser = async (ctx: Context, values: NewRow<"users">): Promise<number> =>
  (await insert(ctx, "users", values)).id;

/** Updates a user from a directory. */
export async function changeUser(ctx: Context, id: number, values: Updateable<Tables["users"]>): Promise<void> {
  const before = await from(ctx, "users").selectAll().where("id", "=", id).forUpdate().executeTakeFirstOrThrow();
  const after = await change(ctx, "users")
    .set({ ...values, ...updateStamps(ctx), version: before.version + 1 })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  ctx.recordChange({ table: "users", id, before, after });
}
