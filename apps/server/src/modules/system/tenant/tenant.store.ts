import type { LookupInput } from "@countinghouse/contract/kit/reference.ts";
import { whereLookup } from "../../../platform/db/lookup-query.ts";
import { from } from "../../../platform/db/scoped.ts";
import type { Context } from "../../../platform/http/context.ts";

/** The tenant of the platform itself, made by the first start. */
export const defaultTenantId = 1;

/** All tenants for the platform administrator, the own one for everybody else. */
export const listTenants = (ctx: Context, asked: LookupInput) =>
  whereLookup(from(ctx, "tenants").selectAll().orderBy("orderNo").orderBy("id"), asked, {
    id: "id",
    texts: ["name"],
  }).execute();

/** A tenant that the actor reaches. */
export const findTenant = (ctx: Context, id: number) =>
  from(ctx, "tenants").select(["id", "orgId"]).where("id", "=", id).executeTakeFirst();

/** How many tenants the actor reaches. */
export async function countTenants(ctx: Context): Promise<number> {
  const row = await from(ctx, "tenants")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}
