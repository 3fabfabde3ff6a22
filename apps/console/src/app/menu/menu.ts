import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import { matchPath } from "react-router";
import { sharesRole } from "../../platform/access/may.ts";
import { titleIn } from "../../platform/i18n/use-words.ts";
import type { SessionMenuNode } from "../../platform/session/session.ts";

/** The title of a menu entry in a language. */
export const menuTitle = (node: Pick<SessionMenuNode, "meta">, locale: Locale): string =>
  (node.meta.titles && titleIn(node.meta.titles, locale)) || titleIn(node.meta.title, locale);

/** The tree without entries of other roles. Empty directories are removed too. */
export const forRoles = (menu: readonly SessionMenuNode[], roles: readonly number[]): readonly SessionMenuNode[] =>
  menu
    .filter((node) => sharesRole(node.meta.roles, roles))
    .map((node) => ({ ...node, children: forRoles(node.children, roles) }))
    .filter((node, index) => isPage(node) || node.children.length > 0 || (menu[index]?.children.length ?? 0) === 0);

/** Type of a directory; any component named there is a convention of other clients. */
const directory = 1;

/** Whether an entry has a page of its own. */
export const isPage = (node: SessionMenuNode): boolean =>
  node.type !== directory && Boolean(node.path && (node.component || node.meta.isLink));

/** Entries shown in a menu: hidden ones stay reachable. */
export const listedEntries = (nodes: readonly SessionMenuNode[]): readonly SessionMenuNode[] =>
  nodes.filter((node) => !node.meta.isHide);

/** Every page of the tree, parents first. */
export const pagesOf = (menu: readonly SessionMenuNode[]): readonly SessionMenuNode[] =>
  menu.flatMap((node) => [...(isPage(node) ? [node] : []), ...pagesOf(node.children)]);

/** Whether an address is external. */
export const isExternal = (node: SessionMenuNode): boolean => Boolean(node.meta.isLink) && !node.meta.isIframe;

/** Target of an entry: its redirect, its page, or the first page below it. */
export function targetOf(node: SessionMenuNode): string | undefined {
  if (node.redirect) return node.redirect;
  if (isPage(node)) return node.path ?? undefined;
  for (const child of listedEntries(node.children)) {
    const target = targetOf(child);
    if (target) return target;
  }
  return undefined;
}

/**
 * The path of entries to an address. A hidden detail page belongs to the listed entry whose path is a prefix of its
 * own.
 */
export function trailOf(menu: readonly SessionMenuNode[], pathname: string): readonly SessionMenuNode[] {
  const exact = findTrail(menu, (node) => Boolean(node.path && isPage(node) && matchPath(node.path, pathname)));
  return exact ?? findTrail(menu, (node) => node.path === pathname) ?? [];
}

/** The listed entry to highlight for an address. */
export function markedOf(menu: readonly SessionMenuNode[], pathname: string): SessionMenuNode | undefined {
  const trail = trailOf(menu, pathname);
  const last = trail.at(-1);
  if (last && !last.meta.isHide) return last;
  const candidates = pagesOf(menu).filter(
    (node) => !node.meta.isHide && node.path && pathname.startsWith(`${node.path}/`),
  );
  return candidates.sort((a, b) => (b.path ?? "").length - (a.path ?? "").length)[0] ?? trail.at(-2);
}

function findTrail(
  nodes: readonly SessionMenuNode[],
  fits: (node: SessionMenuNode) => boolean,
): readonly SessionMenuNode[] | undefined {
  for (const node of nodes) {
    if (fits(node)) return [node];
    const below = findTrail(node.children, fits);
    if (below) return [node, ...below];
  }
  return undefined;
}
