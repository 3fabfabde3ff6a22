import { forgetTabs, hasUnsavedChanges, leaveAnswered } from "../../platform/pages/unsaved-forms.ts";
import { sessionMemory } from "../../platform/state/local.ts";
import { createStore } from "../../platform/state/store.ts";
import { themeSettings } from "../../platform/theme/settings.ts";
import { closeTabs, pinTab, type Tab, type TabClosing, type Tabs, tabsFrom } from "./tabs.ts";

const memoryKey = "tabs";

/** The open tabs of this window. */
export const tabStore = createStore<Tabs>(
  tabsFrom(themeSettings.get().isCacheTagsView ? sessionMemory.read(memoryKey) : undefined),
);

tabStore.subscribe(() => {
  sessionMemory.write(memoryKey, themeSettings.get().isCacheTagsView ? tabStore.get() : undefined);
});

/** Refresh counter per tab; a higher value remounts its page. */
export const tabRounds = createStore<Readonly<Record<string, number>>>({});

/** Whether the page is maximised. Survives a reload. */
export const maximised = createStore(sessionMemory.read("maximised") === true);
maximised.subscribe(() => sessionMemory.write("maximised", maximised.get()));

/** Tabs with unsaved changes about to close, and what happens on confirmation. */
export const discarding = createStore<{ readonly tabs: readonly Tab[]; readonly proceed: () => void } | undefined>(
  undefined,
);

/** Closes pages; asks first if any has unsaved changes, hidden ones included. */
function taking(pages: readonly Tab[], proceed: () => void): void {
  const tabs = pages.filter(({ key }) => hasUnsavedChanges(key));
  if (tabs.length === 0) {
    proceed();
    return;
  }
  discarding.set({
    tabs,
    proceed: () => {
      forgetTabs(tabs.map(({ key }) => key));
      proceed();
    },
  });
}

/** Remounts a tab's page: unsaved input is lost, data is reloaded. */
export const refreshTab = (tab: string): void =>
  taking(
    tabStore.get().list.filter(({ key }) => key === tab),
    () => tabRounds.set((rounds) => ({ ...rounds, [tab]: (rounds[tab] ?? 0) + 1 })),
  );

let navigate: (address: string) => void = () => {};

/** Sets the navigation function, once the router exists. */
export const onTabNavigation = (go: (address: string) => void): void => {
  navigate = go;
};

/** Goes to a tab's address. */
export const showTab = (address: string): void => navigate(address);

/** Closes tabs and navigates to the new active one, or to the home page. */
export function close(tab: string, closing: TabClosing, home: string): void {
  const before = tabStore.get();
  const after = closeTabs(before, tab, closing);
  const next = after.list.find((one) => one.key === after.active)?.address ?? home;
  taking(
    before.list.filter((one) => !after.list.includes(one)),
    () => {
      tabStore.set(after);
      if (after.active !== before.active) leaveAnswered(() => navigate(next));
    },
  );
}

/** Pins or unpins. */
export const pin = (tab: Tab): void => tabStore.set((tabs) => pinTab(tabs, tab.key, !tab.isPinned));
