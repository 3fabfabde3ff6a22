import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf, ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { merchantStaff } from "@countinghouse/contract/merchants/merchant-staff/merchant-staff.ts";
import { StaffRole } from "@countinghouse/contract/merchants/merchant-staff/staff-enumerations.ts";
import { Status } from "@countinghouse/contract/system-enumerations.ts";
import { updateRow } from "../../../platform/db/table-operations.ts";
import type { Context } from "../../../platform/http/context.ts";
import { assertPhoneTaken } from "../../settings/config/index.ts";
import type { SignInControl } from "../../system/auth/index.ts";
import { orgIdsBelow } from "../../system/org/index.ts";
import {
  accessIsWithin,
  permissionsOfOperators,
  readReach,
  replaceRolesOfUser,
  resolveAccess,
  roleIsWithin,
} from "../../system/role/index.ts";
import { findEmployer, findRoleByCode, insertStaff, lockStaff, staff } from "./merchant-staff.store.ts";

type Operations = typeof merchantStaff.operations;
type Invitation = ResultOf<Operations["add"]>;

interface Place {
  readonly tenantId: number;
  readonly orgId: number;
}

const wordOf = ({ request }: Context, code: string): string => StaffRole.memberOf(code)?.text[request.locale] ?? code;

/** The tenant's role with a code, checked to grant no more than the actor has and no operator permission. */
async function grantableRole(ctx: Context, { tenantId, orgId }: Place, code: string): Promise<number> {
  const role = wordOf(ctx, code);
  const id = await findRoleByCode(ctx, tenantId, code);
  const reach = id === undefined ? undefined : (await readReach(ctx, [id])).get(id);
  if (id === undefined || !reach) throw refuse("merchantStaff.roleMissing", { role });
  // A tenant may have edited the role: operator permissions in it have no effect for its holders, but refuse it here.
  const isFair = permissionsOfOperators(reach.permissions).length === 0;
  if (!isFair || !roleIsWithin(ctx.actor, reach, await orgIdsBelow(ctx, [orgId])))
    throw refuse("merchantStaff.roleNotYours", { role });
  return id;
}

/** A user in scope other than the actor, with no more permissions than the actor. */
async function lockManageable(ctx: Context, id: number) {
  const user = await lockStaff(ctx, id);
  if (id === ctx.actor.userId) throw refuse("merchantStaff.ownAccount");
  const access = await resolveAccess(ctx, id);
  if (!access || !accessIsWithin(ctx.actor, access)) throw refuse("merchantStaff.protected", { account: user.account });
  return user;
}

export async function addStaff(
  ctx: Context,
  signIn: SignInControl,
  { merchantId, role, ...person }: InputOf<Operations["add"]>,
): Promise<Invitation> {
  await assertPhoneTaken(ctx, person.phone);
  const { tenantId, orgId } = await findEmployer(ctx, merchantId);
  const roleId = await grantableRole(ctx, { tenantId, orgId }, role);
  const id = await insertStaff(ctx, { ...person, tenantId, orgId, merchantId });
  await replaceRolesOfUser(ctx, id, [roleId]);
  return { id, account: person.account, ...(await signIn.invite(ctx, id)) };
}

export async function updateStaff(ctx: Context, { role, ...person }: InputOf<Operations["update"]>): Promise<null> {
  const user = await lockManageable(ctx, person.id);
  await assertPhoneTaken(ctx, person.phone, user.phone);
  const { role: held } = await staff.detail(ctx, { id: user.id });
  await updateRow(ctx, "users", merchantStaff, person);
  if (role && role !== held) await replaceRolesOfUser(ctx, user.id, [await grantableRole(ctx, user, role)]);
  return null;
}

export async function inviteStaff(ctx: Context, signIn: SignInControl, { id }: { id: number }): Promise<Invitation> {
  const { account } = await lockManageable(ctx, id);
  await signIn.forgiveFailures(ctx, account);
  return { id, account, ...(await signIn.invite(ctx, id)) };
}

export async function setStaffStatus(
  ctx: Context,
  signIn: SignInControl,
  input: InputOf<Operations["setStatus"]>,
): Promise<null> {
  await lockManageable(ctx, input.id);
  await updateRow(ctx, "users", merchantStaff, input);
  if (input.status === Status.Disable) await signIn.endSessionsOf(ctx, input.id, "disabled");
  return null;
}
