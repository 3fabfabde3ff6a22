import { type AreaGroup, areaGroups } from "@countinghouse/contract/areas.ts";
import type { SessionMenuNode } from "../../platform/session/session.ts";
import { listedEntries } from "./menu.ts";

/** Areas with fewer accessible entries than this get no headings. */
const groupedFrom = 8;

/**
 * The menu tree with headings in long areas. Only the display changes: entries keep address and permissions, and those
 * added or moved by an administrator follow the groups.
 */
export const withGroups = (menu: readonly SessionMenuNode[]): readonly SessionMenuNode[] =>
  menu.map((node) => {
    const groups = areaGroups[node.name ?? ""];
    return groups && listedEntries(node.children).length >= groupedFrom ? grouped(node, groups) : node;
  });

function grouped(area: SessionMenuNode, groups: readonly AreaGroup[]): SessionMenuNode {
  const headings = groups.flatMap((group, index) => {
    const children = area.children.filter(({ name }) => name !== null && group.pages.includes(name));
    return listedEntries(children).length === 0 ? [] : [headingOf(area, group, index, children)];
  });
  const held = new Set(headings.flatMap(({ children }) => children));
  return { ...area, children: [...headings, ...area.children.filter((child) => !held.has(child))] };
}

/** A heading as a menu entry. Its id is below those of the server. */
const headingOf = (
  area: SessionMenuNode,
  { code, icon, title }: AreaGroup,
  index: number,
  children: readonly SessionMenuNode[],
): SessionMenuNode => ({
  ...area,
  id: -(area.id * 100 + index + 1),
  pid: area.id,
  name: code,
  path: null,
  component: null,
  redirect: null,
  meta: { ...area.meta, title: title["zh-cn"], titles: title, icon, roles: null },
  children,
});
