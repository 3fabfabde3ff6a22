import { notFound } from "@countinghouse/contract/kit/refusal.ts";
import type { RecordOf } from "@countinghouse/contract/kit/resource.ts";
import { sysOrg } from "@countinghouse/contract/system/org/org.ts";
import { type RawBuilder, type Selectable, type SqlBool, sql, type Updateable } from "kysely";
import { type ListRequest, type Page, pageQuery } from "../../../platform/db/list-query.ts";
import { change, from, insert, type NewRow, updateStamps } from "../../../platform/db/scoped.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import { tenantNameIn } from "../../../platform/db/tenant-name.ts";
import type { Context } from "../../../platform/http/context.ts";

export type OrgRow = Selectable<Tables["orgs"]>;

/** Every organisation of the actor's tenant; of all tenants for the platform administrator. */
export const readOrgs = (ctx: Context): Promise<OrgRow[]> =>
  from(ctx, "orgs").selectAll().select(tenantNameIn(ctx, "orgs")).orderBy("orderNo").orderBy("id").execute();

/** Organisations in the actor's scope, as rows. */
export const orgsInScope = (ctx: Context) => {
  const orgs = from(ctx, "orgs").selectAll("orgs").select(tenantNameIn(ctx, "orgs"));
  const { orgIds } = ctx.actor.scope;
  return orgIds === "all" ? orgs : orgs.where(sql<SqlBool>`orgs.id = ANY(${[...orgIds]}::bigint[])`);
};

export const columnOf = (field: string) => sql.ref(`orgs.${field}`);

/** The filter by organisation includes its descendants. */
export const ofOrg = (orgId: number) => isBelowOrg(columnOf("id"), orgId);

/** A page of organisations, of one and its descendants where given. */
export const pageOrgs = (
  ctx: Context,
  { orgId, ...input }: ListRequest & { orgId?: number | null | undefined },
): Promise<Page<RecordOf<typeof sysOrg>>> => {
  const orgs = orgsInScope(ctx);
  return pageQuery(ctx, orgId ? orgs.where(ofOrg(orgId)) : orgs, {
    spec: sysOrg.operations.page.list,
    input,
    columnOf,
    id: columnOf("id"),
    nullable: ["code", "level", "updateTime"],
  }) as Promise<Page<RecordOf<typeof sysOrg>>>;
};

/** Children of an organisation, in their order. */
export const orgsDirectlyBelow = (ctx: Context, tenantId: number, pid: number): Promise<OrgRow[]> =>
  from(ctx, "orgs")
    .selectAll()
    .where("tenantId", "=", tenantId)
    .where("pid", "=", pid)
    .orderBy("orderNo")
    .orderBy("id")
    .execute();

export async function findOrg(ctx: Context, id: number): Promise<OrgRow> {
  const row = await findOrgIfAny(ctx, id);
  if (!row) throw notFound("sysOrg", id);
  return row;
}

export const findOrgIfAny = (ctx: Context, id: number): Promise<OrgRow | undefined> =>
  from(ctx, "orgs").selectAll().where("id", "=", id).executeTakeFirst();

/** Whether a column refers to the organisation or a descendant. */
export const isBelowOrg = (
  column: RawBuilder<unknown>,
  orgId: number,
): RawBuilder<SqlBool> => sql<SqlBool>`${column} IN (
    WITH RECURSIVE below AS (
      SELECT id, tenant_id FROM orgs WHERE id = ${orgId}
      UNION
      SELECT o.id, o.tenant_id FROM orgs o JOIN below b ON o.tenant_id = b.tenant_id AND o.parent_id = b.id
    )
    SELECT id FROM below)`;

/** Ids of organisations and their descendants. */
export async function orgIdsBelow({ db }: Pick<Context, "db">, orgIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    WITH RECURSIVE below AS (
      SELECT id, tenant_id FROM orgs WHERE id = ANY(${[...orgIds]}::bigint[])
      UNION
      SELECT o.id, o.tenant_id FROM orgs o JOIN below b ON o.tenant_id = b.tenant_id AND o.parent_id = b.id
    )
    SELECT id FROM below`.execute(db);
  return rows.map(({ id }) => id);
}

/** Number of ids that are not organisations of the tenant in the actor's scope. */
export async function countOrgsBeyond(ctx: Context, tenantId: number, orgIds: readonly number[]): Promise<number> {
  const wanted = [...new Set(orgIds)];
  const rows = await from(ctx, "orgs")
    .select("id")
    .where("tenantId", "=", tenantId)
    .where(sql<boolean>`id = ANY(${wanted}::bigint[])`)
    .execute();
  const own = ctx.actor.scope.orgIds;
  return wanted.length - rows.filter(({ id }) => own === "all" || own.includes(id)).length;
}

/** Serialises changes of a tenant's tree: two valid moves together could form a cycle. Released at commit. */
export async function lockTree(ctx: Context, tenantId: number): Promise<void> {
  await ctx.db.selectFrom("tenants").select("id").where("id", "=", tenantId).forUpdate().execute();
}

/** Whether the organisation is the root of its tenant. */
export async function isTenantRoot(ctx: Context, id: number): Promise<boolean> {
  return (await ctx.db.selectFrom("tenants").select("id").where("orgId", "=", id).executeTakeFirst()) !== undefined;
}

/** Deletes organisations, in any order, since one statement deletes all. */
export async function removeOrgs(ctx: Context, rows: readonly OrgRow[]): Promise<void> {
  const ids = rows.map(({ id }) => id);
  await ctx.db.deleteFrom("orgs").where("id", "in", ids).execute();
  for (const row of rows) ctx.recordChange({ table: "orgs", id: row.id, before: row, after: null });
}

export const readOrgsById = (ctx: Context, ids: readonly number[]): Promise<OrgRow[]> =>
  from(ctx, "orgs")
    .selectAll()
    .where(sql<boolean>`id = ANY(${[...ids]}::bigint[])`)
    .forUpdate()
    .execute();

/** Every organisation of a tenant, without data scope. */
export const orgsOfTenant = (db: Context["db"], tenantId: number): Promise<OrgRow[]> =>
  db.selectFrom("orgs").selectAll().where("tenantId", "=", tenantId).orderBy("id").execute();

/** Adds an organisation from a directory. */
export const insertOrg = async (ctx: Context, values: NewRow<"orgs">): Promise<number> =>
  (await insert(ctx, "orgs", values)).id;

/** Updates an organisation from a directory. */
export async function changeOrg(ctx: Context, id: number, values: Updateable<Tables["orgs"]>): Promise<void> {
  const before = await from(ctx, "orgs").selectAll().where("id", "=", id).forUpdate().executeTakeFirstOrThrow();
  const after = await change(ctx, "orgs")
    .set({ ...values, ...updateStamps(ctx), version: before.version + 1 })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  ctx.recordChange({ table: "orgs", id, before, after });
}
