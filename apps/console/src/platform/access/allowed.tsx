import type { ReactNode } from "react";
import { useSession } from "../session/session.ts";
import { meetsNeed, type PermissionNeed } from "./may.ts";

/** A function that answers whether the user may: `may("sysPos:add")`, `may({ any: […] })`. Follows changes. */
export function useMay(): (need: string | PermissionNeed) => boolean {
  const permissions = useSession((session) => session.permissions);
  return (need) => meetsNeed(permissions, typeof need === "string" ? { need } : need);
}

/** Shows its children only to those who may; everyone else sees the fallback, usually nothing. */
export const Allowed = ({
  children,
  fallback = null,
  ...need
}: PermissionNeed & { readonly children: ReactNode; readonly fallback?: ReactNode }) =>
  useMay()(need) ? children : fallback;
