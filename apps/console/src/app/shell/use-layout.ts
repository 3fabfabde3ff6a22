import { useSyncExternalStore } from "react";
import { createStore, useStore } from "../../platform/state/store.ts";
import { changeSettings, type MenuLayout, useSettings } from "../../platform/theme/settings.ts";

/** How the shell is laid out now: as chosen, or the phone's own where there is no room. */
export type ShellLayout = MenuLayout | "phone";

/** Below this width there is no room for a menu beside the page. */
const narrow = () => window.matchMedia("(max-width: 767px)");
/** Below this width two menus would leave too little for the page. */
const medium = () => window.matchMedia("(max-width: 999px)");
/** Below this width the menu beside the page is folded, and lies over the page while it is open. */
const tight = () => window.matchMedia("(max-width: 1199px)");

const follow = (query: () => MediaQueryList) => (changed: () => void) => {
  const list = query();
  list.addEventListener("change", changed);
  return () => list.removeEventListener("change", changed);
};

/** Whether the window is as narrow as a phone. */
export const useIsPhone = (): boolean => useSyncExternalStore(follow(narrow), () => narrow().matches);

const useIsMedium = (): boolean => useSyncExternalStore(follow(medium), () => medium().matches);

const isOpenInTight = createStore(false);

/** Whether the menu beside the page is folded, and the way to change that. */
export interface MenuFold {
  readonly isFolded: boolean;
  /** Whether the open menu lies over the page. */
  readonly isOver: boolean;
  toggle(): void;
}

/** As the user chose where there is room; in a tight window folded until it is opened for the next step. */
export function useMenuFold(): MenuFold {
  const isTight = useSyncExternalStore(follow(tight), () => tight().matches);
  const isOpen = useStore(isOpenInTight);
  const isCollapse = useSettings((settings) => settings.isCollapse);
  if (isTight) return { isFolded: !isOpen, isOver: true, toggle: () => isOpenInTight.set((open) => !open) };
  return { isFolded: isCollapse, isOver: isCollapse, toggle: () => changeSettings({ isCollapse: !isCollapse }) };
}

/** Folds again what was opened for one step. */
export const foldMenuAgain = (): void => isOpenInTight.set(false);

/** The layout on screen. The chosen one is kept and comes back with the room. */
export function useLayout(): ShellLayout {
  const wanted = useSettings((settings) => settings.layout);
  const isPhone = useIsPhone();
  const isMedium = useIsMedium();
  if (isPhone || isMedium) return "phone";
  return wanted;
}
