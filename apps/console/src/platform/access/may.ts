/** What a control needs: one permission, any of some, or all of some. */
export interface PermissionNeed {
  readonly need?: string;
  readonly any?: readonly string[];
  readonly all?: readonly string[];
}

/** Whether a set of permissions meets a need. What needs nothing is allowed. */
export function meetsNeed(permissions: ReadonlySet<string>, { need, any, all }: PermissionNeed): boolean {
  if (need !== undefined && !permissions.has(need)) return false;
  if (any !== undefined && !any.some((one) => permissions.has(one))) return false;
  return all === undefined || all.every((one) => permissions.has(one));
}

/** Whether someone with these roles sees a route: it has no roles, or shares one. */
export const sharesRole = (routeRoles: readonly number[] | null | undefined, userRoles: readonly number[]): boolean =>
  !routeRoles || routeRoles.length === 0 || routeRoles.some((role) => userRoles.includes(role));
