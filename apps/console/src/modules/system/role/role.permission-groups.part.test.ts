import { permissionOf, type Resource } from "@countinghouse/contract/kit/resource.ts";
import { resources } from "@countinghouse/contract/resources.ts";
import type { MenuNode } from "@countinghouse/contract/settings/menu/menu.ts";
import { describe, expect, test } from "vitest";
import { menuType } from "../../../platform/pickers/menu-tree.ts";
import {
  grantedBy,
  nodesByPermissionGroup,
  permissionGroupOf,
  permissionGroups,
} from "./role.permission-groups.part.ts";

const known: readonly Resource[] = resources;
const words = { view: "View", change: "Change", decide: "Decide", takeOut: "Export", remove: "Delete" };

let lastId = 0;
function node(title: string, more: Partial<MenuNode> = {}): MenuNode {
  lastId += 1;
  return { id: lastId, title, titles: null, type: menuType.page, permission: null, children: [], ...more } as MenuNode;
}
const button = (permission: string) => node(permission, { type: menuType.button, permission });

describe("a permission", () => {
  test.each([
    ["coinOrder:page", "view"],
    ["sysPos:list", "view"],
    ["sysPos:update", "change"],
    ["sysPos:delete", "remove"],
    ["sysRole:batchDelete", "remove"],
    ["coinOrder:export", "takeOut"],
    ["merchant:approve", "decide"],
    ["sysRole:grantMenu", "decide"],
    ["partner:look", "change"],
    ["", "change"],
  ])("%s is for %s", (permission, group) => {
    expect(permissionGroupOf(permission)).toBe(group);
  });

  test("that only reads is never for a change, whatever resource it is of", () => {
    const reading = known.flatMap((resource) =>
      Object.entries(resource.operations)
        .filter(([, { kind }]) => kind === "query")
        .map(([name]) => permissionGroupOf(permissionOf(resource.name, name))),
    );
    expect(reading.length).toBeGreaterThan(100);
    expect(reading).not.toContain("change");
  });
});

describe("the menu by what permissions are for", () => {
  const page = node("Positions", {
    titles: { en: "Positions", "zh-cn": "职位", "zh-tw": "職位" },
    children: [button("sysPos:page"), button("sysPos:update"), button("sysPos:delete"), button("sysPos:export")],
  });
  const folder = node("System", { type: menuType.directory, children: [page] });

  test("puts the buttons of a page into groups in their order, and pages below their folder", () => {
    const [top] = nodesByPermissionGroup([folder], "en", words);
    expect(top).toMatchObject({ key: String(folder.id), title: "System", hasRow: false });
    const [shown] = top?.children ?? [];
    expect(shown).toMatchObject({ title: "Positions", hasRow: true });
    expect(shown?.children?.map(({ title }) => title)).toEqual(["View", "Change", "Export", "Delete"]);
    expect(shown?.children?.[0]).toMatchObject({ key: `view-${page.id}`, isClosed: true });
  });

  test("speaks the reader's language", () => {
    const [top] = nodesByPermissionGroup([folder], "zh-cn", words);
    expect(top?.children?.[0]?.title).toBe("职位");
  });

  test("of an entry without anything below it is the entry alone", () => {
    const [lone] = nodesByPermissionGroup([node("Alone")], "en", words);
    expect(lone).toEqual({ key: expect.any(String), title: "Alone", hasRow: false });
  });

  test("is granted by a preset with every page, and the buttons of the preset", () => {
    const [view, change, remove, takeOut] = page.children.map(({ id }) => id);
    expect(grantedBy("readOnly", [folder])).toEqual([folder.id, page.id, view]);
    expect(grantedBy("operate", [folder])).toEqual([folder.id, page.id, view, change, takeOut]);
    expect(grantedBy("everything", [folder])).toEqual([folder.id, page.id, view, change, remove, takeOut]);
    expect(permissionGroups.every((group) => words[group] !== "")).toBe(true);
  });
});
