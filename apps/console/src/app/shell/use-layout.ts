import { useSyncExternalStore } from "react";
import { type Layout, useSettings } from "../../platform/theme/settings.ts";

/** How the shell is laid out now: as chosen, or the phone's own where there is no room. */
export type ShellLayout = Layout | "phone";

/** Below this width there is no room for a menu beside the page. */
const narrow = () => window.matchMedia("(max-width: 767px)");
/** Below this width two menus would leave too little for the page. */
const medium = () => window.matchMedia("(max-width: 999px)");

const follow = (query: () => MediaQueryList) => (changed: () => void) => {
  const list = query();
  list.addEventListener("change", changed);
  return () => list.removeEventListener("change", changed);
};

/** Whether the window is as narrow as a phone. */
export const useIsPhone = (): boolean => useSyncExternalStore(follow(narrow), () => narrow().matches);

const useIsMedium = (): boolean => useSyncExternalStore(follow(medium), () => medium().matches);

/** The layout on screen. The chosen one is kept and comes back with the room. */
export function useLayout(): ShellLayout {
  const wanted = useSettings((settings) => settings.layout);
  const isPhone = useIsPhone();
  const isMedium = useIsMedium();
  if (isPhone || isMedium) return "phone";
  return wanted;
}
