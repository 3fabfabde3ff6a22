import { type Refusal, refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf, RecordOf, ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { sysUser } from "@countinghouse/contract/system/user/user.ts";
import { AccountType, Status } from "@countinghouse/contract/system-enumerations.ts";
import { lockRow, recordOperations, updateRow } from "../../../platform/db/table-operations.ts";
import type { Context } from "../../../platform/http/context.ts";
import { assertPhoneTaken } from "../../settings/config/index.ts";
import type { SignInControl } from "../auth/index.ts";
import { firstDirectory, isAccountLinked, linkInForce, saveLink } from "../directory/index.ts";
import { countOrgsBeyond, findOrgIfAny, orgIdsBelow } from "../org/index.ts";
import { hasPosition } from "../pos/index.ts";
import {
  accessIsWithin,
  isMember,
  knownRoles,
  permissionsOfOperators,
  readReach,
  replaceRolesOfUser,
  resolveAccess,
  roleIdsOfUser,
  roleIsWithin,
} from "../role/index.ts";
import { assertOrgsDiffer, refusalOfRank, sameIds } from "./user.policy.ts";
import {
  findUser,
  hasUser,
  isTenantAdministrator,
  readMemberships,
  replaceMemberships,
  type UserRow,
} from "./user.store.ts";

type Operations = typeof sysUser.operations;
type Adding = InputOf<Operations["add"]>;
const users = recordOperations({ table: "users", resource: sysUser });

export const ownProfile = (ctx: Context): Promise<RecordOf<typeof sysUser>> => findUser(ctx, ctx.actor.userId);

/**
 * Refuses to change a user with a higher rank or more access than the actor: whoever resets a password could sign in
 * with it.
 */
async function assertManageable(ctx: Context, user: UserRow): Promise<void> {
  if (user.id === ctx.actor.userId) return;
  const access = await resolveAccess(ctx, user.id);
  if (!access || !accessIsWithin(ctx.actor, access)) throw protectedUser(user);
}

const protectedUser = ({ account }: UserRow): Refusal => refuse("sysUser.protected", { account });

/** The future holder of roles. */
interface Holder {
  readonly tenantId: number;
  readonly orgId: number;
  readonly accountType: number;
}

/**
 * Refuses roles that are invisible to the actor, disabled, of another tenant, or grant more than the actor has, and
 * operator roles for a merchant's user.
 */
async function assertGrantable(ctx: Context, place: Holder, roleIds: readonly number[]): Promise<void> {
  const known = await knownRoles(ctx, place.tenantId, roleIds);
  if (roleIds.some((id) => !known.has(id))) throw refuse("sysUser.roleUnknown");
  if (ctx.actor.holdsAll && !isMember(place.accountType)) return;
  const reaches = [...(await readReach(ctx, roleIds)).values()];
  const foreign = isMember(place.accountType)
    ? reaches.find(({ permissions }) => permissionsOfOperators(permissions).length > 0)
    : undefined;
  if (foreign) throw refuse("sysUser.roleOfOperators", { role: foreign.name });
  if (ctx.actor.holdsAll) return;
  const below = await orgIdsBelow(ctx, [place.orgId]);
  for (const reach of reaches) {
    if (!roleIsWithin(ctx.actor, reach, below)) {
      throw refuse("sysUser.roleNotYours", { role: reach.name });
    }
  }
}

/**
 * The tenant of an assignment, after checking that organisation, positions and manager belong to it and are in scope.
 */
async function checkedTenant(
  ctx: Context,
  input: Pick<Adding, "orgId" | "posId" | "managerUserId" | "extOrgIdList">,
): Promise<number> {
  assertOrgsDiffer(input.orgId, input.extOrgIdList);
  const tenantId = (await findOrgIfAny(ctx, input.orgId))?.tenantId;
  const orgIds = [input.orgId, ...input.extOrgIdList.map(({ orgId }) => orgId)];
  if (tenantId === undefined || (await countOrgsBeyond(ctx, tenantId, orgIds)) > 0) throw refuse("sysUser.orgNotYours");
  const positions = [...(input.posId ? [input.posId] : []), ...input.extOrgIdList.map(({ posId }) => posId)];
  for (const posId of new Set(positions)) {
    if (!(await hasPosition(ctx, tenantId, posId))) throw refuse("sysUser.posUnknown");
  }
  if (input.managerUserId && !(await hasUser(ctx, tenantId, input.managerUserId))) {
    throw refuse("sysUser.managerUnknown");
  }
  return tenantId;
}

interface LinkedUser {
  readonly id: number;
  readonly tenantId: number;
  readonly accountType: number;
}

/** The directory that a user can be linked to. */
async function linkable(ctx: Context, user: LinkedUser, account: string): Promise<{ readonly id: number }> {
  // Without a local password nobody could sign in to repair an unreachable directory.
  if (user.accountType === AccountType.SuperAdmin || isMember(user.accountType))
    throw refuse("sysUser.domainAccountUnfit");
  const directory = await firstDirectory(ctx.db, user.tenantId);
  if (!directory) throw refuse("sysUser.directoryMissing");
  if (await isAccountLinked(ctx.db, directory.id, account, user.id))
    throw refuse("sysUser.domainAccountTaken", { account });
  return directory;
}

/** Links a user to an account of the tenant's directory, or unlinks them. An unchanged account keeps its entry. */
async function linkToDirectory(ctx: Context, user: LinkedUser, account: string | null, before: string | null) {
  if (account === before) return;
  if (account === null) return saveLink(ctx, user.id, null);
  const { id } = await linkable(ctx, user, account);
  await saveLink(ctx, user.id, { ldapId: id, account, entryCode: null });
}

/** Refuses a rank, an organisation or roles that the actor cannot assign to a new user; answers the tenant. */
export async function assertPlaceable(
  ctx: Context,
  input: Pick<Adding, "accountType" | "orgId" | "posId" | "managerUserId" | "extOrgIdList" | "roleIdList">,
): Promise<number> {
  const tooHigh = refusalOfRank(ctx.actor, input.accountType, ctx.request.locale);
  if (tooHigh) throw tooHigh;
  if (isMember(input.accountType)) throw refuse("sysUser.memberElsewhere");
  const tenantId = await checkedTenant(ctx, input);
  await assertGrantable(ctx, { ...input, tenantId }, input.roleIdList);
  return tenantId;
}

/** Refuses a phone number or directory account that a new user cannot have. */
export async function assertReachable(
  ctx: Context,
  tenantId: number,
  { phone, domainAccount, accountType }: Pick<Adding, "phone" | "domainAccount" | "accountType">,
): Promise<void> {
  await assertPhoneTaken(ctx, phone);
  if (domainAccount) await linkable(ctx, { id: 0, tenantId, accountType }, domainAccount);
}

/** Adds a user whose place was checked before. There is no password until they are invited. */
export async function insertPlaced(ctx: Context, tenantId: number, input: Adding): Promise<number> {
  const { roleIdList, extOrgIdList, domainAccount, ...values } = input;
  const id = await users.add(ctx, { ...values, tenantId });
  await replaceRolesOfUser(ctx, id, roleIdList);
  await replaceMemberships(ctx, id, extOrgIdList);
  await linkToDirectory(ctx, { id, tenantId, accountType: input.accountType }, domainAccount || null, null);
  return id;
}

export async function addUser(
  ctx: Context,
  signIn: SignInControl,
  input: Adding,
): Promise<ResultOf<Operations["add"]>> {
  const tenantId = await assertPlaceable(ctx, input);
  await assertReachable(ctx, tenantId, input);
  const id = await insertPlaced(ctx, tenantId, input);
  const isOfDirectory = Boolean(input.domainAccount);
  return { id, invited: isOfDirectory ? null : { account: input.account, ...(await signIn.invite(ctx, id)) } };
}

export async function updateUser(ctx: Context, input: InputOf<Operations["update"]>): Promise<null> {
  const user = await lockRow(ctx, "users", sysUser, input.id);
  await assertManageable(ctx, user);
  await assertPhoneTaken(ctx, input.phone, user.phone);
  const held = await roleIdsOfUser(ctx, user.id);
  const { roleIdList = held, extOrgIdList = await readMemberships(ctx, user.id), domainAccount, ...values } = input;
  const { accountType = user.accountType, refundLimit = user.refundLimit } = values;
  const isSelf = user.id === ctx.actor.userId;
  const isOwnRank = accountType !== user.accountType || !sameIds(held, roleIdList) || refundLimit !== user.refundLimit;
  if (isSelf && isOwnRank) throw refuse("sysUser.ownRank");
  const tooHigh = refusalOfRank(ctx.actor, accountType, ctx.request.locale);
  if (tooHigh) throw tooHigh;
  if (isMember(accountType) && !isMember(user.accountType)) throw refuse("sysUser.memberElsewhere");
  const tenantId = await checkedTenant(ctx, { ...values, extOrgIdList });
  if (tenantId !== user.tenantId) throw refuse("sysUser.orgNotYours");
  if (!isSelf) await assertGrantable(ctx, { orgId: values.orgId, accountType, tenantId }, roleIdList);
  await updateRow(ctx, "users", sysUser, values);
  await replaceRolesOfUser(ctx, user.id, roleIdList);
  await replaceMemberships(ctx, user.id, extOrgIdList);
  if (domainAccount !== undefined) {
    const { domainAccount: before } = await findUser(ctx, user.id);
    await linkToDirectory(ctx, { id: user.id, tenantId, accountType }, domainAccount || null, before ?? null);
  }
  return null;
}

export async function deleteUser(ctx: Context, input: InputOf<Operations["delete"]>): Promise<null> {
  const user = await lockRow(ctx, "users", sysUser, input.id);
  if (user.id === ctx.actor.userId) throw refuse("sysUser.self");
  await assertRemovable(ctx, user);
  return users.delete(ctx, input);
}

/**
 * Refuses the platform administrator to everyone, and a tenant's administrator: without them nobody could restore
 * access.
 */
async function assertRemovable(ctx: Context, user: UserRow): Promise<void> {
  if (user.accountType === AccountType.SuperAdmin) throw protectedUser(user);
  await assertManageable(ctx, user);
  if (await isTenantAdministrator(ctx, user.id)) throw refuse("sysUser.tenantAdmin", { account: user.account });
}

export async function saveOwnProfile(ctx: Context, input: InputOf<Operations["saveBaseInfo"]>): Promise<null> {
  const { phone } = await ownProfile(ctx);
  await assertPhoneTaken(ctx, input.phone, phone);
  const change = { ...input, id: ctx.actor.userId };
  await updateRow(ctx, "users", sysUser, change);
  return null;
}

export async function setUserStatus(
  ctx: Context,
  signIn: SignInControl,
  input: InputOf<Operations["setStatus"]>,
): Promise<null> {
  const user = await lockRow(ctx, "users", sysUser, input.id);
  if (user.id === ctx.actor.userId) throw refuse("sysUser.ownStatus");
  await assertRemovable(ctx, user);
  await updateRow(ctx, "users", sysUser, input);
  if (input.status === Status.Disable) await signIn.endSessionsOf(ctx, user.id, "disabled");
  return null;
}

export async function grantRoles(
  ctx: Context,
  { userId, roleIdList }: InputOf<Operations["grantRole"]>,
): Promise<null> {
  const user = await lockRow(ctx, "users", sysUser, userId);
  if (userId === ctx.actor.userId) throw refuse("sysUser.ownRank");
  await assertManageable(ctx, user);
  await assertGrantable(ctx, user, roleIdList);
  await replaceRolesOfUser(ctx, userId, roleIdList);
  return null;
}

export async function resetPassword(
  ctx: Context,
  signIn: SignInControl,
  { id }: { id: number },
): Promise<ResultOf<Operations["resetPwd"]>> {
  const user = await lockRow(ctx, "users", sysUser, id);
  await assertManageable(ctx, user);
  if (await linkInForce(ctx, id)) throw refuse("sysUser.passwordOfDirectory", { account: user.account });
  await signIn.forgiveFailures(ctx, user.account);
  return { account: user.account, ...(await signIn.invite(ctx, id)) };
}

export async function unlockSignIn(ctx: Context, signIn: SignInControl, { id }: { id: number }): Promise<null> {
  const user = await lockRow(ctx, "users", sysUser, id);
  await assertManageable(ctx, user);
  await signIn.forgiveFailures(ctx, user.account);
  return null;
}

/** Removes the second factors of a user who lost them. One's own are managed in the user centre, under its rules. */
export async function resetFactors(ctx: Context, signIn: SignInControl, { id }: { id: number }): Promise<null> {
  const user = await lockRow(ctx, "users", sysUser, id);
  if (id === ctx.actor.userId) throw protectedUser(user);
  await assertManageable(ctx, user);
  await signIn.removeFactorsOf(ctx, id);
  await signIn.endSessionsOf(ctx, id, "changed");
  return null;
}
