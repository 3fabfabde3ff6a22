import type { ReactNode } from "react";
import { useSession } from "../session/session.ts";
import { meetsNeed, type PermissionNeed } from "./may.ts";

/** A function that checks a permission: `may("sysPos:add")`, `may({ any: […] })`. Re-evaluated on changes. */
export function useMay(): (need: string | PermissionNeed) => boolean {
  const permissions = useSession((session) => session.permissions);
  return (need) => meetsNeed(permissions, typeof need === "string" ? { need } : need);
}

/** Renders its children only with the permission; otherwise the fallback, usually nothing. */
export const Allowed = ({
  children,
  fallback = null,
  ...need
}: PermissionNeed & { readonly children: ReactNode; readonly fallback?: ReactNode }) =>
  useMay()(need) ? children : fallback;
