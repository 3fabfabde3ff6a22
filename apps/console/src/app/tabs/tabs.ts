/** An open page. */
export interface Tab {
  /** Identity of the tab: the route's pattern, or the concrete path when each address has its own tab. */
  readonly key: string;
  /** Full address with query. */
  readonly address: string;
  /** Text, a map of locale to name, or JSON of one. */
  readonly title: string | Readonly<Record<string, unknown>>;
  readonly icon: string | null;
  /** Fixed by the menu: cannot be closed. */
  readonly isAffix: boolean;
  /** Pinned by the user: survives "close others" and "close all". */
  readonly isPinned: boolean;
  readonly isKeepAlive: boolean;
}

export interface Tabs {
  readonly list: readonly Tab[];
  readonly active: string;
}

export const noTabs: Tabs = { list: [], active: "" };

/** Whether a tab survives closing others. */
export const staysOpen = (tab: Tab): boolean => tab.isAffix || tab.isPinned;

/** Opens or activates a tab; an open one gets the new address. The order is kept. */
export function openTab(tabs: Tabs, tab: Omit<Tab, "isPinned">): Tabs {
  const known = tabs.list.find((one) => one.key === tab.key);
  if (!known) return { list: [...tabs.list, { ...tab, isPinned: false }], active: tab.key };
  const renewed = { ...known, ...tab, isPinned: known.isPinned, title: tab.title || known.title };
  const isSame = known.address === tab.address && JSON.stringify(known.title) === JSON.stringify(renewed.title);
  if (isSame && tabs.active === tab.key) return tabs;
  return { list: tabs.list.map((one) => (one.key === tab.key ? renewed : one)), active: tab.key };
}

/** Inserts missing fixed tabs at the front. */
export function withAffixes(tabs: Tabs, affixes: readonly Omit<Tab, "isPinned">[]): Tabs {
  const missing = affixes.filter((affix) => !tabs.list.some((one) => one.key === affix.key));
  if (missing.length === 0) return tabs;
  return { ...tabs, list: [...missing.map((affix) => ({ ...affix, isPinned: false })), ...tabs.list] };
}

/** Which tabs to close, relative to one. */
export type TabClosing = "this" | "others" | "left" | "right" | "all";

/** Closes tabs. If the active one closes, the tab now in its place becomes active, else the last one. */
export function closeTabs(tabs: Tabs, key: string, closing: TabClosing): Tabs {
  const at = tabs.list.findIndex((tab) => tab.key === key);
  if (at < 0) return tabs;
  const goes = (tab: Tab, index: number): boolean => {
    if (closing === "this") return index === at && !tab.isAffix;
    if (staysOpen(tab)) return false;
    if (closing === "left") return index < at;
    if (closing === "right") return index > at;
    return closing === "all" || index !== at;
  };
  const list = tabs.list.filter((tab, index) => !goes(tab, index));
  if (list.some((tab) => tab.key === tabs.active)) return { list, active: tabs.active };
  const activeAt = tabs.list.findIndex((tab) => tab.key === tabs.active);
  const removedBefore = tabs.list.slice(0, activeAt).filter(goes).length;
  const next = list[activeAt - removedBefore] ?? list.at(-1);
  return { list, active: next?.key ?? "" };
}

/** Moves a tab to the place of another. */
export function moveTab(tabs: Tabs, key: string, to: number): Tabs {
  const from = tabs.list.findIndex((tab) => tab.key === key);
  const moved = tabs.list[from];
  if (!moved || from === to || to < 0 || to >= tabs.list.length) return tabs;
  const rest = tabs.list.filter((tab) => tab.key !== key);
  return { ...tabs, list: [...rest.slice(0, to), moved, ...rest.slice(to)] };
}

/** Pins or unpins a tab. */
export const pinTab = (tabs: Tabs, key: string, isPinned: boolean): Tabs => ({
  ...tabs,
  list: tabs.list.map((tab) => (tab.key === key ? { ...tab, isPinned } : tab)),
});

/** Renames a tab, as a detail page does once it knows its record. */
export const renameTab = (tabs: Tabs, key: string, title: Tab["title"]): Tabs =>
  tabs.list.some((tab) => tab.key === key && tab.title !== title)
    ? { ...tabs, list: tabs.list.map((tab) => (tab.key === key ? { ...tab, title } : tab)) }
    : tabs;

/** Key of a tab: per route, or per address. Without the query, which holds a list's filters and page. */
export const tabKey = (pattern: string, pathname: string, isShared: boolean): string => (isShared ? pattern : pathname);

/** Restores valid tabs from a stored list. */
export function tabsFrom(stored: unknown): Tabs {
  const { list, active } = (stored ?? {}) as Partial<Tabs>;
  if (!Array.isArray(list)) return noTabs;
  const usable = list.filter((tab: Partial<Tab>) => typeof tab?.key === "string" && typeof tab.address === "string");
  return { list: usable as Tab[], active: typeof active === "string" ? active : "" };
}
