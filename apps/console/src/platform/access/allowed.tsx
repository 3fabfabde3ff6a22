import type { ReactNode } from "react";
import { useSession } from "../session/session.ts";
import { meets, type Need } from "./may.ts";

/** A function that answers whether the user may: `may("sysPos:add")`, `may({ any: […] })`. Follows changes. */
export function useMay(): (need: string | Need) => boolean {
  const permissions = useSession((session) => session.permissions);
  return (need) => meets(permissions, typeof need === "string" ? { need } : need);
}

/** Shows its children only to those who may; everyone else sees the fallback, usually nothing. */
export const Allowed = ({
  children,
  fallback = null,
  ...need
}: Need & { readonly children: ReactNode; readonly fallback?: ReactNode }) => (useMay()(need) ? children : fallback);
