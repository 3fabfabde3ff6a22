import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import { nameIn } from "@countinghouse/contract/names.ts";
import { resources } from "@countinghouse/contract/resources.ts";
import type { MenuNode } from "@countinghouse/contract/settings/menu/menu.ts";
import type { CheckNode } from "../../../platform/pickers/check-state.ts";
import { menuType } from "../../../platform/pickers/menu-tree.ts";

/** What permissions let one do, in the order in which it is offered. */
export const permissionGroups = ["view", "change", "decide", "takeOut", "remove"] as const;
export type PermissionGroup = (typeof permissionGroups)[number];

/** What a new role may start from. */
export const presets = ["readOnly", "operate", "everything"] as const;
export type RolePreset = (typeof presets)[number];

const within: Readonly<Record<RolePreset, readonly PermissionGroup[]>> = {
  readOnly: ["view"],
  operate: ["view", "change", "decide", "takeOut"],
  everything: permissionGroups,
};

const known: readonly Resource[] = resources;

/** Whether an operation only reads; what the product does not know counts as a change. */
function isReading(permission: string): boolean {
  const [name, operation = ""] = permission.split(":");
  return known.find((one) => one.name === name)?.operations[operation]?.kind === "query";
}

/** What a permission is for, by its verb and by whether it only reads. */
export function permissionGroupOf(permission: string): PermissionGroup {
  const verb = permission.split(":").at(-1) ?? "";
  if (/^(export|download|reveal|statement)/.test(verb)) return "takeOut";
  if (/^(delete|remove|clear|batchDelete)|Delete$/.test(verb)) return "remove";
  if (/^(approve|reject|withdraw|review|grant)/.test(verb)) return "decide";
  return isReading(permission) ? "view" : "change";
}

const isButton = ({ type }: MenuNode): boolean => type === menuType.button;

/** The menu as a tree to tick in which the permissions of a page stand together by what they are for. */
export const nodesByPermissionGroup = (
  tree: readonly MenuNode[],
  locale: Locale,
  words: Readonly<Record<PermissionGroup, string>>,
): CheckNode[] =>
  tree.map(({ id, title, titles, children }) => {
    const byDeed = Map.groupBy(children.filter(isButton), ({ permission }) => permissionGroupOf(permission ?? ""));
    const pages = nodesByPermissionGroup(
      children.filter((child) => !isButton(child)),
      locale,
      words,
    );
    const groups = permissionGroups.flatMap((deed) => {
      const members = byDeed.get(deed) ?? [];
      const below = members.map((one) => ({ key: String(one.id), title: nameIn(locale, one.titles, one.title) }));
      return below.length > 0 ? [{ key: `${deed}-${id}`, title: words[deed], isClosed: true, children: below }] : [];
    });
    const below = [...pages, ...groups];
    return {
      key: String(id),
      title: nameIn(locale, titles, title),
      hasRow: pages.length === 0 && groups.length > 0,
      ...(below.length > 0 ? { children: below } : {}),
    };
  });

/** The entries that a preset grants: the pages, and the permissions of its deeds. */
export const grantedBy = (preset: RolePreset, tree: readonly MenuNode[]): number[] =>
  tree.flatMap((node) => {
    const isGranted = !isButton(node) || within[preset].includes(permissionGroupOf(node.permission ?? ""));
    return [...(isGranted ? [node.id] : []), ...grantedBy(preset, node.children)];
  });
