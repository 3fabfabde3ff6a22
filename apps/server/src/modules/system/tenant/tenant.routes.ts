import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { sysTenant } from "@countinghouse/contract/system/tenant/tenant.ts";
import { lockRow, updateRow } from "../../../platform/db/table-operations.ts";
import { implement } from "../../../platform/http/implement.ts";
import { defaultTenantId, listTenants } from "./tenant.store.ts";

export const sysTenantRoutes = implement(sysTenant, {
  list: listTenants,
  setStatus: async (ctx, input) => {
    const tenant = await lockRow(ctx, "tenants", sysTenant, input.id);
    if (tenant.id === defaultTenantId) throw refuse("sysTenant.default", { name: tenant.name });
    await updateRow(ctx, "tenants", sysTenant, input);
    return null;
  },
});
