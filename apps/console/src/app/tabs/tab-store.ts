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

/** How often each tab was asked to start anew; a higher figure mounts its page again. */
export const tabRounds = createStore<Readonly<Record<string, number>>>({});

/** Whether the page fills the window. Survives a reload. */
export const maximised = createStore(sessionMemory.read("maximised") === true);
maximised.subscribe(() => sessionMemory.write("maximised", maximised.get()));

/** Tabs about to lose what was typed in them, and what happens when that is accepted. */
export const discarding = createStore<{ readonly tabs: readonly Tab[]; readonly proceed: () => void } | undefined>(
  undefined,
);

/** Takes pages away; asks first when something was typed in them, those hidden behind others included. */
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

/** Mounts a tab's page anew: what was typed there is gone, what the server knows is read again. */
export const refreshTab = (tab: string): void =>
  taking(
    tabStore.get().list.filter(({ key }) => key === tab),
    () => tabRounds.set((rounds) => ({ ...rounds, [tab]: (rounds[tab] ?? 0) + 1 })),
  );

let navigate: (address: string) => void = () => {};

/** Tells the tabs how to go somewhere; the shell does, once its router stands. */
export const onTabNavigation = (go: (address: string) => void): void => {
  navigate = go;
};

/** Goes to a tab's address. */
export const showTab = (address: string): void => navigate(address);

/** Closes tabs and goes to the one that is active then; with none left, to the start. */
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
