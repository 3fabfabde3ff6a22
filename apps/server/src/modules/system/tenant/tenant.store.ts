import type { LookupInput } from "@countinghouse/contract/kit/reference.ts";
import { sysTenant } from "@countinghouse/contract/system/tenant/tenant.ts";
import { type Insertable, type Selectable, sql } from "kysely";
import { whereLookup } from "../../../platform/db/lookup-query.ts";
import { change, creationStamps, from, updateStamps } from "../../../platform/db/scoped.ts";
import { recordReads } from "../../../platform/db/table-operations.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";

export type StoredTenant = Selectable<Tables["tenants"]>;

/** The platform's own tenant, created at first start. */
export const defaultTenantId = 1;

/** Tenants with their administrators. */
const described = (ctx: Context) =>
  from(ctx, "tenants")
    .leftJoin("users", "users.id", "tenants.userId")
    .select([
      "tenants.id",
      "tenants.name",
      "tenants.orgId",
      "tenants.userId",
      "tenants.orderNo",
      "tenants.status",
      "tenants.remark",
      "tenants.version",
      "tenants.createTime",
      "tenants.createUserId",
      "tenants.createUserName",
      "tenants.updateTime",
      "tenants.updateUserId",
      "tenants.updateUserName",
      "users.account as adminAccount",
      "users.realName as adminName",
      "users.phone",
      "users.email",
    ]);

const ofAdministrator = (column: string) => () => sql.ref(`users.${column}`);

/** Answers page, detail and export. */
export const tenantReads = recordReads({
  table: "tenants",
  resource: sysTenant,
  describe: described,
  columns: {
    adminAccount: ofAdministrator("account"),
    adminName: ofAdministrator("realName"),
    phone: ofAdministrator("phone"),
    email: ofAdministrator("email"),
  },
});

/** All tenants for the platform administrator, the own one for everybody else. */
export const listTenants = (ctx: Context, asked: LookupInput) =>
  whereLookup(from(ctx, "tenants").selectAll().orderBy("orderNo").orderBy("id"), asked, {
    id: "id",
    texts: ["name"],
  }).execute();

/** A tenant in the actor's scope. */
export const findTenant = (ctx: Context, id: number) =>
  from(ctx, "tenants").select(["id", "orgId"]).where("id", "=", id).executeTakeFirst();

/** Number of tenants in the actor's scope. */
export async function countTenants(ctx: Context): Promise<number> {
  const row = await from(ctx, "tenants")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Adds a tenant. Not by the general insert, which would assign it the creator's own tenant. */
export async function insertTenant(
  ctx: Context,
  values: Pick<Insertable<Tables["tenants"]>, "name" | "orderNo" | "remark">,
): Promise<StoredTenant> {
  const after = await ctx.db
    .insertInto("tenants")
    .values({ ...values, ...creationStamps(ctx) })
    .returningAll()
    .executeTakeFirstOrThrow();
  ctx.recordChange({ table: "tenants", id: after.id, before: null, after });
  return after;
}

/** Sets the administrator and the root organisation of a new tenant. */
export async function seatTenant(ctx: Context, id: number, seat: { orgId: number; userId: number }): Promise<void> {
  const before = await from(ctx, "tenants").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const after = await change(ctx, "tenants")
    .set({ ...seat, ...updateStamps(ctx) })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  ctx.recordChange({ table: "tenants", id, before, after });
}
