/** A required permission: one, any of several, or all of several. */
export interface PermissionNeed {
  readonly need?: string;
  readonly any?: readonly string[];
  readonly all?: readonly string[];
}

/** Whether a set of permissions satisfies a need. An empty need is always satisfied. */
export function meetsNeed(permissions: ReadonlySet<string>, { need, any, all }: PermissionNeed): boolean {
  if (need !== undefined && !permissions.has(need)) return false;
  if (any !== undefined && !any.some((one) => permissions.has(one))) return false;
  return all === undefined || all.every((one) => permissions.has(one));
}

/** Whether a route is visible for some roles: it has none, or shares one. */
export const sharesRole = (routeRoles: readonly number[] | null | undefined, userRoles: readonly number[]): boolean =>
  !routeRoles || routeRoles.length === 0 || routeRoles.some((role) => userRoles.includes(role));
