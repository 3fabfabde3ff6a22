import { createContext, useContext, useEffect } from "react";
import { hasUnsavedChanges, takeAway } from "../../platform/pages/unsaved-forms.ts";
import { sessionMemory } from "../../platform/state/local.ts";
import { createStore } from "../../platform/state/store.ts";
import { themeSettings } from "../../platform/theme/settings.ts";
import { type Closing, closeTabs, pinTab, renameTab, type Tab, type Tabs, tabsFrom } from "./tabs.ts";

const key = "tabs";

/** The open tabs of this window. */
export const tabStore = createStore<Tabs>(
  tabsFrom(themeSettings.get().isCacheTagsView ? sessionMemory.read(key) : undefined),
);

tabStore.subscribe(() => {
  sessionMemory.write(key, themeSettings.get().isCacheTagsView ? tabStore.get() : undefined);
});

/** How often each tab was asked to start anew; a higher figure mounts its page again. */
export const tabRounds = createStore<Readonly<Record<string, number>>>({});

/** Whether the page fills the window. Survives a reload. */
export const maximised = createStore(sessionMemory.read("maximised") === true);
maximised.subscribe(() => sessionMemory.write("maximised", maximised.get()));

/** Mounts a tab's page anew: what was typed there is gone, what the server knows is read again. */
export const refreshTab = (tab: string): void =>
  tabRounds.set((rounds) => ({ ...rounds, [tab]: (rounds[tab] ?? 0) + 1 }));

let navigate: (address: string) => void = () => {};

/** Tells the tabs how to go somewhere; the shell does, once its router stands. */
export const onTabNavigation = (go: (address: string) => void): void => {
  navigate = go;
};

/** Goes to a tab's address. */
export const showTab = (address: string): void => navigate(address);

/** Closes tabs and goes to the one that is active then; with none left, to the start. */
export function close(tab: string, closing: Closing, home: string): void {
  const before = tabStore.get();
  const after = closeTabs(before, tab, closing);
  const isLeaving = after.active !== before.active;
  const next = after.list.find((one) => one.key === after.active)?.address ?? home;
  // What was typed is asked about on leaving; the tab stays, so that a "no" finds everything where it was.
  if (!(isLeaving && hasUnsavedChanges())) tabStore.set(after);
  if (isLeaving) takeAway(() => navigate(next));
}

/** Pins or unpins. */
export const pin = (tab: Tab): void => tabStore.set((tabs) => pinTab(tabs, tab.key, !tab.isPinned));

/** Key of the tab a page stands in. */
export const TabContext = createContext("");

/** Names the tab, and so the window, after what the page shows: a number, a name. Nothing while it is not known. */
export function useTabTitle(title: Tab["title"] | undefined): void {
  const tab = useContext(TabContext);
  useEffect(() => {
    if (title) tabStore.set((tabs) => renameTab(tabs, tab, title));
  }, [tab, title]);
}

/** Closes the tab a page stands in, as after a record was removed. */
export function useCloseTab(): () => void {
  const tab = useContext(TabContext);
  return () => close(tab, "this", "/");
}
