import { sysTenant } from "@countinghouse/contract/system/tenant/tenant.ts";
import { implement } from "../../../platform/http/implement.ts";
import type { SignInControl } from "../auth/index.ts";
import type { Sessions } from "../session/index.ts";
import {
  addTenant,
  grantTenantMenus,
  inviteAdministrator,
  type SetUpTenant,
  setTenantStatus,
  switchTo,
  tenantMenus,
  updateTenant,
} from "./tenant.service.ts";
import { listTenants, tenantReads } from "./tenant.store.ts";

/** Routes of tenants. A new one is set up like the platform's own at first start. */
export const buildTenantRoutes = (signIn: SignInControl, setUp: SetUpTenant, sessions: Pick<Sessions, "change">) =>
  implement(sysTenant, {
    ...tenantReads,
    list: listTenants,
    add: (ctx, input) => addTenant(ctx, { signIn, setUp }, input),
    update: updateTenant,
    setStatus: setTenantStatus,
    grantMenu: grantTenantMenus,
    switchTo: switchTo(sessions),
    ownMenuList: tenantMenus,
    resetPwd: (ctx, input) => inviteAdministrator(ctx, signIn, input),
  });
