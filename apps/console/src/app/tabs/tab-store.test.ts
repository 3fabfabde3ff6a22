import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { forgetUnsaved, hasUnsavedChanges, markUnsaved } from "../../platform/pages/unsaved-forms.ts";
import { sessionMemory } from "../../platform/state/local.ts";
import { themeSettings } from "../../platform/theme/settings.ts";
import { close, discarding, onTabNavigation, pin, refreshTab, showTab, tabRounds, tabStore } from "./tab-store.ts";
import { noTabs, openTab, type Tabs, tabsFrom } from "./tabs.ts";

const form = {};
const gone: string[] = [];
const tabOf = (key: string) => ({
  key,
  address: `/${key}`,
  title: key,
  icon: null,
  isAffix: key === "home",
  isKeepAlive: true,
});
const keys = () => tabStore.get().list.map(({ key }) => key);
const tab = (key: string) => {
  const found = tabStore.get().list.find((one) => one.key === key);
  if (!found) throw new Error(`no tab ${key}`);
  return found;
};

beforeEach(() => {
  gone.length = 0;
  onTabNavigation((address) => gone.push(address));
  tabStore.set(["home", "a", "b"].reduce<Tabs>((tabs, key) => openTab(tabs, tabOf(key)), noTabs));
});
afterEach(() => {
  forgetUnsaved(form);
  discarding.set(undefined);
  tabRounds.set({});
  tabStore.set(noTabs);
  themeSettings.set((before) => ({ ...before, isCacheTagsView: true }));
  sessionMemory.clear();
});

describe("closing tabs", () => {
  test("goes to the next one where the active one closes, and nowhere otherwise", () => {
    close("a", "this", "/home");
    expect([keys(), gone]).toEqual([["home", "b"], []]);
    close("b", "this", "/home");
    expect([keys(), gone]).toEqual([["home"], ["/home"]]);
  });

  test("goes to the start where nothing is left", () => {
    tabStore.set(openTab(noTabs, tabOf("a")));
    close("a", "this", "/start");
    expect([keys(), gone]).toEqual([[], ["/start"]]);
  });

  test("asks first where something was typed, and loses it only when told so", () => {
    markUnsaved(form, "a");
    close("b", "all", "/home");
    expect(keys()).toEqual(["home", "a", "b"]);
    expect(discarding.get()?.tabs.map(({ key }) => key)).toEqual(["a"]);
    discarding.get()?.proceed();
    expect([keys(), gone, hasUnsavedChanges("a")]).toEqual([["home"], ["/home"], false]);
  });

  test("does not ask about tabs that stay", () => {
    markUnsaved(form, "a");
    close("b", "this", "/home");
    expect([discarding.get(), keys()]).toEqual([undefined, ["home", "a"]]);
  });
});

describe("a tab", () => {
  test("is mounted anew as often as it is refreshed, after a question where something was typed", () => {
    refreshTab("a");
    refreshTab("a");
    expect(tabRounds.get()).toEqual({ a: 2 });
    markUnsaved(form, "b");
    refreshTab("b");
    expect(tabRounds.get()).toEqual({ a: 2 });
    discarding.get()?.proceed();
    expect(tabRounds.get()).toEqual({ a: 2, b: 1 });
  });

  test("is pinned and unpinned, and stays when the others close", () => {
    pin(tab("a"));
    close("b", "others", "/home");
    expect(keys()).toEqual(["home", "a", "b"]);
    pin(tab("a"));
    close("b", "others", "/home");
    expect(keys()).toEqual(["home", "b"]);
  });

  test("is gone to by its address", () => {
    showTab(tab("a").address);
    expect(gone).toEqual(["/a"]);
  });
});

describe("the open tabs", () => {
  test("are kept for a reload, and are not where the reader wants none kept", () => {
    expect(tabsFrom(sessionMemory.read("tabs"))).toEqual(tabStore.get());
    themeSettings.set((before) => ({ ...before, isCacheTagsView: false }));
    close("a", "this", "/home");
    expect(sessionMemory.read("tabs")).toBeUndefined();
  });
});
