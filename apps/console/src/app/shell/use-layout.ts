import { useSyncExternalStore } from "react";
import { createStore, useStore } from "../../platform/state/store.ts";
import { changeSettings, type MenuLayout, useSettings } from "../../platform/theme/settings.ts";

/** Effective layout: as chosen, or the phone layout on narrow windows. */
export type ShellLayout = MenuLayout | "phone";

/** Below this width a side menu does not fit. */
const narrow = () => window.matchMedia("(max-width: 767px)");
/** Below this width two menus would leave too little space. */
const medium = () => window.matchMedia("(max-width: 999px)");
/** Below this width the side menu is collapsed, and overlays the page when open. */
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

/** Whether the side menu is collapsed, and how to toggle it. */
export interface MenuFold {
  readonly isFolded: boolean;
  /** Whether the open menu overlays the page. */
  readonly isOver: boolean;
  toggle(): void;
}

/** As the user chose where there is space; in a narrow window collapsed until opened for one navigation. */
export function useMenuFold(): MenuFold {
  const isTight = useSyncExternalStore(follow(tight), () => tight().matches);
  const isOpen = useStore(isOpenInTight);
  const isCollapse = useSettings((settings) => settings.isCollapse);
  if (isTight) return { isFolded: !isOpen, isOver: true, toggle: () => isOpenInTight.set((open) => !open) };
  return { isFolded: isCollapse, isOver: isCollapse, toggle: () => changeSettings({ isCollapse: !isCollapse }) };
}

/** Collapses a menu opened for one navigation. */
export const foldMenuAgain = (): void => isOpenInTight.set(false);

/** The effective layout. The chosen one returns with the space for it. */
export function useLayout(): ShellLayout {
  const wanted = useSettings((settings) => settings.layout);
  const isPhone = useIsPhone();
  const isMedium = useIsMedium();
  if (isPhone || isMedium) return "phone";
  return wanted;
}
