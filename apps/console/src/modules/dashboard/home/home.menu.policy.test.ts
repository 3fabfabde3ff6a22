import { expect, test } from "vitest";
import { pageGroups, pagesOf } from "./home.menu.policy.ts";

let lastId = 0;
const entry = (path: string | null, more: object = {}, meta: object = {}) => {
  lastId += 1;
  const shown = { title: path ?? "", titles: null, icon: null, isLink: null, isHide: false, ...meta };
  return { id: lastId, path, component: "pos/pos.list", children: [], ...more, meta: shown } as const;
};
const menu = [
  entry("/system", {
    component: "Layout",
    children: [
      entry("/system/pos"),
      entry("/system/hidden", {}, { isHide: true }),
      entry("/system/more", { component: null, children: [entry("/system/more/user")] }),
      entry("/system/docs", { component: null }, { isLink: "https://example.com" }),
      entry(null, {}),
    ],
  }),
  entry("/empty", { component: "Layout" }),
];

test("the pages of the menu are those that it lists, however deep, links among them", () => {
  expect(pagesOf(menu).map(({ path }) => path)).toEqual(["/system/pos", "/system/more/user", "/system/docs"]);
});

test("pages stand under their first entry, and an entry without any is left out", () => {
  expect(pageGroups(menu).map(({ directory, pages }) => [directory.path, pages.length])).toEqual([["/system", 3]]);
});
