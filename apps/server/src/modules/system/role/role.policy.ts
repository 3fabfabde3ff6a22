import { AccountType, DataScope } from "@countinghouse/contract/system-enumerations.ts";
import { permissionsOfMember } from "./merchant-permissions.policy.ts";

/** Whose rows somebody reaches. */
interface Reach {
  /** Absent for the platform administrator, who reaches all tenants. */
  readonly tenantId: number | null;
  readonly orgIds: readonly number[] | "all";
  readonly selfOnly: boolean;
  readonly merchantIds: readonly string[] | "all";
}

/** Somebody who grants: what they hold and see themselves. */
interface Granter {
  readonly accountType: number;
  readonly permissions: ReadonlySet<string>;
  readonly holdsAll: boolean;
  readonly scope: Reach;
}

/** What a user's roles and memberships add up to. */
export interface EffectiveAccess {
  readonly tenantId: number;
  readonly accountType: number;
  readonly orgId: number;
  readonly roleIds: readonly number[];
  readonly permissions: ReadonlySet<string>;
  readonly holdsAll: boolean;
  readonly scope: Reach;
}

/** The rows from which access is worked out: of enabled roles only. */
export interface AccessFacts {
  readonly tenantId: number;
  readonly accountType: number;
  readonly orgId: number;
  /** The merchant a member signs in for. */
  readonly merchantId?: string | null;
  readonly roleIds: readonly number[];
  readonly dataScopes: readonly number[];
  readonly permissions: readonly string[];
  /** Organisations from all roles and memberships together. */
  readonly orgIds: readonly number[];
}

/** Whether an account is of somebody who signs in for a merchant; one without a merchant sees none. */
export const isMember = (accountType: number): boolean => accountType === AccountType.Member;

/**
 * Joins the scopes of all roles: the widest wins, whatever their order, and organisations add up. Without a role, or
 * with roles for own records only, a user sees nothing but own records. Somebody who signs in for a merchant never holds
 * what is the operator's, whatever a role says.
 */
export function joinAccess(facts: AccessFacts): EffectiveAccess {
  const { tenantId, accountType, orgId, roleIds } = facts;
  const permissions = new Set(isMember(accountType) ? permissionsOfMember(facts.permissions) : facts.permissions);
  const identity = { tenantId, accountType, orgId, roleIds, permissions };
  if (accountType === AccountType.SuperAdmin) {
    const scope = { tenantId: null, orgIds: "all", selfOnly: false, merchantIds: "all" } as const;
    return { ...identity, holdsAll: true, scope };
  }
  const seesAll = facts.dataScopes.includes(DataScope.All);
  const selfOnly = facts.dataScopes.every((scope) => scope === DataScope.Self);
  const ofMerchant = facts.merchantId ? [facts.merchantId] : [];
  const merchantIds = isMember(accountType) ? ofMerchant : ("all" as const);
  return {
    ...identity,
    holdsAll: false,
    scope: { tenantId, orgIds: seesAll ? "all" : [...new Set(facts.orgIds)], selfOnly, merchantIds },
  };
}

/** What a role would give to whoever holds it. */
export interface RoleReach {
  readonly name: string;
  readonly dataScope: number;
  readonly permissions: readonly string[];
  /** Of a role for chosen organisations. */
  readonly orgIds: readonly number[];
}

const covers = (actor: Granter, orgIds: readonly number[]): boolean => {
  const own = actor.scope.orgIds;
  return own === "all" || (!actor.scope.selfOnly && orgIds.every((id) => own.includes(id)));
};

/** Whether a scope is no wider than the actor's own. `below` are the organisations under the one it would count from. */
export function scopeIsWithin(
  actor: Granter,
  reach: Pick<RoleReach, "dataScope" | "orgIds">,
  below: readonly number[],
): boolean {
  if (actor.holdsAll || reach.dataScope === DataScope.Self) return true;
  if (reach.dataScope === DataScope.All) return actor.scope.orgIds === "all";
  if (reach.dataScope === DataScope.Define) return covers(actor, reach.orgIds);
  return covers(actor, reach.dataScope === DataScope.DeptChild ? below : []);
}

/** Permissions that the actor does not hold. */
export const permissionsBeyond = (actor: Granter, permissions: readonly string[]): readonly string[] =>
  actor.holdsAll ? [] : permissions.filter((permission) => !actor.permissions.has(permission));

/** Whether a role gives no more than the actor holds, so that handing it out raises nobody above the actor. */
export const roleIsWithin = (actor: Granter, reach: RoleReach, below: readonly number[]): boolean =>
  permissionsBeyond(actor, reach.permissions).length === 0 && scopeIsWithin(actor, reach, below);

/** The role that a tenant's administrator holds; it stays. */
export const isAdministratorRole = (role: { readonly code: string | null }): boolean => role.code === "sys_admin";

/** Whether somebody holds and sees no more than the actor: only then may the actor take over or end their account. */
export function accessIsWithin(actor: Granter, access: EffectiveAccess): boolean {
  if (actor.holdsAll) return true;
  if (access.holdsAll || access.accountType > actor.accountType) return false;
  if (permissionsBeyond(actor, [...access.permissions]).length > 0) return false;
  const { merchantIds } = actor.scope;
  if (merchantIds !== "all") {
    const theirs = access.scope.merchantIds;
    return theirs !== "all" && theirs.length > 0 && theirs.every((id) => merchantIds.includes(id));
  }
  if (access.scope.selfOnly) return true;
  return access.scope.orgIds === "all" ? actor.scope.orgIds === "all" : covers(actor, access.scope.orgIds);
}
