import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import { nameIn } from "@countinghouse/contract/names.ts";
import type { MenuNode } from "@countinghouse/contract/settings/menu/menu.ts";
import type { CheckNode } from "./check-state.ts";

/** Menu types by the numbers of their enumeration. */
export const menuType = { directory: 1, page: 2, button: 3 } as const;

/** Menu entries as nodes of a tree; the buttons of a page stand in one row with it. */
export const menuNodes = (tree: readonly MenuNode[], locale: Locale): CheckNode[] =>
  tree.map(({ id, type, title, titles, children }) => ({
    key: String(id),
    title: nameIn(locale, titles, title),
    hasRow: type === menuType.page && children.every((child) => child.type === menuType.button),
    ...(children.length > 0 ? { children: menuNodes(children, locale) } : {}),
  }));
