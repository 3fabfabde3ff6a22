import { notFound, type Refusal, refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf, ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { sysTenant } from "@countinghouse/contract/system/tenant/tenant.ts";
import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { lockRow, updateRow } from "../../../platform/db/table-operations.ts";
import type { Context } from "../../../platform/http/context.ts";
import { assertPhoneTaken } from "../../settings/config/index.ts";
import type { SignInControl } from "../auth/index.ts";
import { changeOrg, findOrgIfAny } from "../org/index.ts";
import {
  administratorRoleOf,
  grantedMenuIdsOf,
  replaceMenus,
  replaceRolesOfUser,
  unknownMenus,
  withdrawMenus,
} from "../role/index.ts";
import { findPerson, type Sessions, visitMs } from "../session/index.ts";
import { insertUser } from "../user/index.ts";
import { defaultTenantId, findTenant, insertTenant, type StoredTenant, seatTenant } from "./tenant.store.ts";

type Operations = typeof sysTenant.operations;
type Invited = ResultOf<Operations["add"]>;

/** Sets up an empty tenant with organisations, positions and roles; answers its root and its administrator role. */
export type SetUpTenant = (
  ctx: Context,
  tenant: { readonly id: number; readonly name: string },
) => Promise<{ readonly orgId: number; readonly roleId: number }>;

/** A user of one tenant creates no tenants, and does not extend their own. */
function assertPlatform({ actor }: Context): void {
  if (!actor.holdsAll || actor.scope.tenantId !== null) throw refuse("sysTenant.platformOnly");
}

export async function addTenant(
  ctx: Context,
  { signIn, setUp }: { readonly signIn: SignInControl; readonly setUp: SetUpTenant },
  { adminAccount, adminName, phone, email, ...values }: InputOf<Operations["add"]>,
): Promise<Invited> {
  assertPlatform(ctx);
  await assertPhoneTaken(ctx, phone);
  const { id, name } = await insertTenant(ctx, { ...values, remark: values.remark ?? null });
  const { orgId, roleId } = await setUp(ctx, { id, name });
  const userId = await insertUser(ctx, {
    tenantId: id,
    orgId,
    account: adminAccount,
    realName: adminName,
    phone: phone ?? null,
    email: email ?? null,
    accountType: AccountType.SysAdmin,
  });
  await replaceRolesOfUser(ctx, userId, [roleId]);
  await seatTenant(ctx, id, { orgId, userId });
  return { id, account: adminAccount, ...(await signIn.invite(ctx, userId)) };
}

export async function updateTenant(ctx: Context, input: InputOf<Operations["update"]>): Promise<null> {
  const before = await lockRow(ctx, "tenants", sysTenant, input.id);
  assertPlatform(ctx);
  await updateRow(ctx, "tenants", sysTenant, input);
  const root = before.orgId === null ? undefined : await findOrgIfAny(ctx, before.orgId);
  if (root && root.name === before.name && input.name !== before.name)
    await changeOrg(ctx, root.id, { name: input.name });
  return null;
}

export async function setTenantStatus(ctx: Context, input: InputOf<Operations["setStatus"]>): Promise<null> {
  const tenant = await lockRow(ctx, "tenants", sysTenant, input.id);
  if (tenant.id === defaultTenantId) throw refuse("sysTenant.default", { name: tenant.name });
  assertPlatform(ctx);
  await updateRow(ctx, "tenants", sysTenant, input);
  return null;
}

const withoutAdministrator = ({ name }: Pick<StoredTenant, "name">): Refusal =>
  refuse("sysTenant.noAdministrator", { name });

/**
 * Grants menus to the role of a tenant's administrators. What is revoked from it is revoked from every role of the
 * tenant.
 */
export async function grantTenantMenus(
  ctx: Context,
  { id, menuIdList }: InputOf<Operations["grantMenu"]>,
): Promise<null> {
  const tenant = await lockRow(ctx, "tenants", sysTenant, id);
  assertPlatform(ctx);
  if (tenant.id === defaultTenantId) throw refuse("sysTenant.default", { name: tenant.name });
  const roleId = await administratorRoleOf(ctx, id);
  if (roleId === undefined) throw withoutAdministrator(tenant);
  if ((await unknownMenus(ctx, menuIdList)) > 0) throw refuse("sysTenant.menuUnknown");
  await replaceMenus(ctx, roleId, menuIdList);
  await withdrawMenus(ctx, id, menuIdList);
  return null;
}

/** Menus granted to a tenant's administrator role. */
export async function tenantMenus(ctx: Context, { id }: { readonly id: number }): Promise<number[]> {
  if (!(await findTenant(ctx, id))) throw notFound("sysTenant", id);
  const roleId = await administratorRoleOf(ctx, id);
  return roleId === undefined ? [] : grantedMenuIdsOf(ctx, roleId);
}

export async function inviteAdministrator(
  ctx: Context,
  signIn: SignInControl,
  { id }: { readonly id: number },
): Promise<Invited> {
  const tenant = await lockRow(ctx, "tenants", sysTenant, id);
  assertPlatform(ctx);
  const person = tenant.userId === null ? undefined : await findPerson(ctx.db, tenant.userId);
  if (!person || person.accountType >= AccountType.SuperAdmin) throw withoutAdministrator(tenant);
  await signIn.forgiveFailures(ctx, person.account);
  return { id, account: person.account, ...(await signIn.invite(ctx, person.id)) };
}

/** Moves the caller's session into a tenant for a limited time; the audit trail keeps the reason. */
export const switchTo =
  (sessions: Pick<Sessions, "change">) =>
  async (ctx: Context, { id, reason }: InputOf<Operations["switchTo"]>): Promise<ResultOf<Operations["switchTo"]>> => {
    if (!(await findTenant(ctx, id))) throw notFound("sysTenant", id);
    assertPlatform(ctx);
    const until = new Date(ctx.now.getTime() + visitMs).toISOString();
    await sessions.change(ctx, { visitTenantId: id, visitUntil: until });
    ctx.recordReason(reason);
    return { until };
  };
