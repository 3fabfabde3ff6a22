import { describe, expect, test } from "vitest";
import { menuNode } from "./menu.fixture.ts";
import { forRoles, markedOf, menuTitle, pagesOf, targetOf, trailOf } from "./menu.ts";

const list = menuNode("/system/pos", { component: "pos/pos.list" });
const detail = menuNode("/system/pos/detail/:id", { component: "pos/pos.detail", meta: { isHide: true } });
const secret = menuNode("/system/secret", { component: "a/a.list", meta: { roles: [9] } });
const system = menuNode("/system", { children: [detail, list, secret] });
const closed = menuNode("/closed", {
  children: [menuNode("/closed/a", { component: "b/b.list", meta: { roles: [9] } })],
});
const menu = [system, closed];

describe("the menu as roles see it", () => {
  test("an entry without roles is everyone's; one with roles needs a shared one", () => {
    expect(pagesOf(forRoles(menu, [1])).map((page) => page.path)).toEqual(["/system/pos/detail/:id", "/system/pos"]);
    expect(pagesOf(forRoles(menu, [1, 9])).map((page) => page.path)).toContain("/system/secret");
  });

  test("a directory left empty is not shown", () => {
    expect(forRoles(menu, [1]).map((node) => node.path)).toEqual(["/system"]);
  });
});

describe("where an address belongs", () => {
  test("the trail leads from the first level down", () => {
    expect(trailOf(menu, "/system/pos")).toEqual([system, list]);
  });

  test("a hidden detail page marks the listed entry it belongs to", () => {
    expect(trailOf(menu, "/system/pos/detail/7").at(-1)).toBe(detail);
    expect(markedOf(menu, "/system/pos/detail/7")).toBe(list);
  });

  test("an unknown address belongs nowhere", () => {
    expect(trailOf(menu, "/nowhere")).toEqual([]);
    expect(markedOf(menu, "/nowhere")).toBeUndefined();
  });
});

describe("what an entry says and where it leads", () => {
  test("a directory leads to its first listed page, or to its redirect", () => {
    expect(targetOf(system)).toBe("/system/pos");
    expect(targetOf({ ...system, redirect: "/elsewhere" })).toBe("/elsewhere");
  });

  test("a title per language wins, and a language without one takes the plain title", () => {
    const named = menuNode("/x", { meta: { title: "职位", titles: { en: "Positions" } } });
    expect(menuTitle(named, "en")).toBe("Positions");
    expect(menuTitle(menuNode("/y", { meta: { title: '{"en":"Yes","zh-cn":"是"}' } }), "en")).toBe("Yes");
    expect(menuTitle(menuNode("/z", { meta: { title: "Plain" } }), "zh-tw")).toBe("Plain");
  });
});
