import { from } from "../../../platform/db/scoped.ts";
import type { Context } from "../../../platform/http/context.ts";

/** The tenant of the platform itself, made by the first start. */
export const defaultTenantId = 1;

/** All tenants for the platform administrator, the own one for everybody else. */
export const listTenants = (ctx: Context) =>
  from(ctx, "tenants").selectAll().orderBy("orderNo").orderBy("id").execute();
