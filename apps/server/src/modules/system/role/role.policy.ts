import { AccountType, DataScope } from "@countinghouse/contract/system-enumerations.ts";
import { permissionsOfMember } from "./merchant-permissions.policy.ts";

/** Whose rows a user can access. */
interface Reach {
  /** Undefined for the platform administrator, who has access to all tenants. */
  readonly tenantId: number | null;
  readonly orgIds: readonly number[] | "all";
  readonly selfOnly: boolean;
  readonly merchantIds: readonly string[] | "all";
}

/** A user who grants permissions: what they have themselves. */
interface Granter {
  readonly accountType: number;
  readonly permissions: ReadonlySet<string>;
  readonly holdsAll: boolean;
  readonly scope: Reach;
}

/** The sum of a user's roles and memberships. */
export interface EffectiveAccess {
  readonly tenantId: number;
  readonly accountType: number;
  readonly orgId: number;
  readonly roleIds: readonly number[];
  readonly permissions: ReadonlySet<string>;
  readonly holdsAll: boolean;
  readonly scope: Reach;
}

/** Input of the access computation: enabled roles only. */
export interface AccessFacts {
  readonly tenantId: number;
  readonly accountType: number;
  readonly orgId: number;
  /** The merchant of a merchant's user. */
  readonly merchantId?: string | null;
  readonly roleIds: readonly number[];
  readonly dataScopes: readonly number[];
  readonly permissions: readonly string[];
  /** Organisations of all roles and memberships. */
  readonly orgIds: readonly number[];
}

/** Whether an account is a merchant's user; one without a merchant sees none. */
export const isMember = (accountType: number): boolean => accountType === AccountType.Member;

/**
 * Joins the scopes of all roles: the widest applies, in any order, and organisations add up. Without a role, or with
 * roles for own records only, a user sees only their own records. A merchant's user never has operator permissions,
 * whatever a role grants.
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

/** What a role would grant to its holders. */
export interface RoleReach {
  readonly name: string;
  readonly dataScope: number;
  readonly permissions: readonly string[];
  /** Of a role with selected organisations. */
  readonly orgIds: readonly number[];
}

const covers = (actor: Granter, orgIds: readonly number[]): boolean => {
  const own = actor.scope.orgIds;
  return own === "all" || (!actor.scope.selfOnly && orgIds.every((id) => own.includes(id)));
};

/** Whether a scope is no wider than the actor's own. `below` are the descendants of the organisation it starts from. */
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

/** Permissions that the actor lacks. */
export const permissionsBeyond = (actor: Granter, permissions: readonly string[]): readonly string[] =>
  actor.holdsAll ? [] : permissions.filter((permission) => !actor.permissions.has(permission));

/** Whether a role grants no more than the actor has, so that assigning it makes nobody more powerful than the actor. */
export const roleIsWithin = (actor: Granter, reach: RoleReach, below: readonly number[]): boolean =>
  permissionsBeyond(actor, reach.permissions).length === 0 && scopeIsWithin(actor, reach, below);

/** The role of a tenant's administrator; it cannot be deleted. */
export const isAdministratorRole = (role: { readonly code: string | null }): boolean => role.code === "sys_admin";

/** Whether a user has no more access than the actor: only then may the actor take over or disable their account. */
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
