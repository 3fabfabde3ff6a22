import type { SetUpTenant } from "../modules/system/tenant/index.ts";
import { grantStart } from "./seed-grants.ts";
import { partOf, seedTenantParts } from "./seed-tenant.ts";

/** Code of the organisation that everything of a tenant stands below. */
const rootCode = "ROOT";
/** The kind of a company, in the dictionary of organisation kinds. */
const company = "101";

/** Sets a tenant up that somebody makes, as the first start sets up the platform's own: what is named is in its maker's language. */
export const setUpTenant: SetUpTenant = async ({ db, now, request: { locale } }, { id, name }) => {
  const seeding = { db, now, locale, isProduction: true };
  const plan = { code: rootCode, type: company, name: { en: name, "zh-cn": name, "zh-tw": name } };
  const parts = await seedTenantParts(seeding, id, plan);
  await grantStart(seeding, parts.roles, false);
  return { orgId: partOf(parts.orgs, rootCode), roleId: partOf(parts.roles, "sys_admin") };
};
