import { describe, expect, test } from "vitest";
import {
  closeTabs,
  moveTab,
  noTabs,
  openTab,
  pinTab,
  type Tab,
  type Tabs,
  tabKey,
  tabsFrom,
  withAffixes,
} from "./tabs.ts";

const tab = (key: string, more: Partial<Tab> = {}): Tab => ({
  key,
  address: `/${key}`,
  title: key,
  icon: null,
  isAffix: false,
  isPinned: false,
  isKeepAlive: true,
  ...more,
});
const tabs = (active: string, ...list: readonly Tab[]): Tabs => ({ active, list });
const keys = (of: Tabs): string => of.list.map((one) => one.key).join("");

describe("openTab", () => {
  test("adds a page at the end and goes there", () => {
    const opened = openTab(tabs("a", tab("a")), tab("b"));
    expect([keys(opened), opened.active]).toEqual(["ab", "b"]);
  });

  test("goes to a known page, keeps its place and its pin, and takes the new address", () => {
    const opened = openTab(tabs("b", tab("a", { isPinned: true }), tab("b")), { ...tab("a"), address: "/a?page=2" });
    expect(keys(opened)).toBe("ab");
    expect(opened.list[0]).toMatchObject({ address: "/a?page=2", isPinned: true });
  });

  test("changes nothing when the page is already in front at that address", () => {
    const before = tabs("a", tab("a"));
    expect(openTab(before, tab("a"))).toBe(before);
  });
});

describe("closeTabs", () => {
  test("goes to the page now at the same place, else to the last one", () => {
    expect(closeTabs(tabs("b", tab("a"), tab("b"), tab("c")), "b", "this").active).toBe("c");
    expect(closeTabs(tabs("c", tab("a"), tab("b"), tab("c")), "c", "this").active).toBe("b");
  });

  test("stays where it is when another page is closed", () => {
    expect(closeTabs(tabs("c", tab("a"), tab("b"), tab("c")), "a", "this")).toMatchObject({ active: "c" });
  });

  test("others, left, right and all spare what is fixed or pinned", () => {
    const five = tabs("c", tab("a", { isAffix: true }), tab("b"), tab("c"), tab("d", { isPinned: true }), tab("e"));
    expect(keys(closeTabs(five, "c", "others"))).toBe("acd");
    expect(keys(closeTabs(five, "c", "left"))).toBe("acde");
    expect(keys(closeTabs(five, "c", "right"))).toBe("abcd");
    expect(closeTabs(five, "c", "all")).toMatchObject({ active: "d" });
    expect(keys(closeTabs(five, "c", "all"))).toBe("ad");
  });

  test("a fixed page cannot be closed, a pinned one can", () => {
    const two = tabs("a", tab("a", { isAffix: true }), tab("b", { isPinned: true }));
    expect(keys(closeTabs(two, "a", "this"))).toBe("ab");
    expect(keys(closeTabs(two, "b", "this"))).toBe("a");
  });

  test("with nothing left, nothing is active", () => {
    expect(closeTabs(tabs("a", tab("a")), "a", "all")).toEqual(noTabs);
  });
});

describe("the order of tabs", () => {
  test("moves a page to another place and ignores places that do not exist", () => {
    const three = tabs("a", tab("a"), tab("b"), tab("c"));
    expect(keys(moveTab(three, "a", 2))).toBe("bca");
    expect(moveTab(three, "a", 3)).toBe(three);
  });

  test("fixed pages come first, once", () => {
    const fixed = withAffixes(tabs("b", tab("b")), [tab("h", { isAffix: true })]);
    expect(keys(fixed)).toBe("hb");
    expect(withAffixes(fixed, [tab("h", { isAffix: true })])).toBe(fixed);
  });

  test("a pin is kept with the tab", () => {
    expect(pinTab(tabs("a", tab("a")), "a", true).list[0]?.isPinned).toBe(true);
  });
});

describe("what makes a tab", () => {
  test("shared: the route; not shared: the address without its query", () => {
    expect(tabKey("/order/:id", "/order/7", true)).toBe("/order/:id");
    expect(tabKey("/order/:id", "/order/7", false)).toBe("/order/7");
  });

  test("a stored list is taken as far as it can be used", () => {
    expect(tabsFrom({ list: [tab("a"), { title: "broken" }, null], active: 3 })).toEqual({
      list: [tab("a")],
      active: "",
    });
    expect(tabsFrom("nonsense")).toEqual(noTabs);
  });
});
