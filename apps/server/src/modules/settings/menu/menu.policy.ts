import { areas } from "@countinghouse/contract/areas.ts";
import type { LocalizedText } from "@countinghouse/contract/kit/locale.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { menuPages } from "@countinghouse/contract/menu-pages.ts";
import { type LocaleNames, namesOf } from "@countinghouse/contract/names.ts";
import { isPublicWebAddress } from "@countinghouse/contract/platform/web-address.ts";
import { resources } from "@countinghouse/contract/resources.ts";
import type { MenuNode, MenuTreeNode } from "@countinghouse/contract/settings/menu/menu.ts";

export const menuType = { directory: 1, page: 2, button: 3 } as const;

interface Node {
  readonly id: number;
  readonly pid: number;
}

/** Arranges rows as trees in their order; rows whose parent is not among them are left out. */
export function toTree<R extends Node, T extends Node & { children: T[] }>(
  rows: readonly R[],
  shape: (row: R) => T,
): T[] {
  const nodes = new Map(rows.map((row) => [row.id, shape(row)]));
  const roots: T[] = [];
  for (const node of nodes.values()) {
    if (node.pid === 0) roots.push(node);
    else nodes.get(node.pid)?.children.push(node);
  }
  return roots;
}

/** Rows that are neither disabled nor descendants of a disabled one. */
export function inUse<R extends Node & { readonly status: number }>(rows: readonly R[]): R[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const isOpen = (row: R): boolean => {
    for (let at: R | undefined = row; at; at = byId.get(at.pid)) if (at.status !== 1) return false;
    return true;
  };
  return rows.filter(isOpen);
}

/** Whether an address matches an entry's path with its `:segments`. */
export function isAddressOf(written: string, address: string): boolean {
  const [wanted, given] = [written.split("/"), address.split("/")];
  return wanted.length === given.length && wanted.every((part, at) => part.startsWith(":") || part === given[at]);
}

export type MenuRow = Omit<MenuNode, "children">;

/** Granted menu entries and effective permissions of a user. */
interface Offer {
  readonly granted: readonly MenuRow[];
  /** Permissions with a button in the menu, granted or not. */
  readonly known: ReadonlySet<string>;
  readonly holds: (permission: string) => boolean;
}

/**
 * Pages and directories that a user can use. A role may grant more than its holder can have, and a page whose list is
 * refused is omitted, and so is a directory without other entries.
 */
export function usableEntries({ granted, known, holds }: Offer): MenuRow[] {
  const below = Map.groupBy(granted, ({ pid }) => pid);
  const isOpen = ({ id, code }: MenuRow): boolean => {
    const reading = `${code}:page`;
    if (code !== null && known.has(reading)) return holds(reading);
    const permissions = (below.get(id) ?? []).flatMap(({ permission }) => permission ?? []);
    return permissions.length === 0 || permissions.some(holds);
  };
  const isUsable = (row: MenuRow): boolean => {
    const entries = (below.get(row.id) ?? []).filter(({ type }) => type !== menuType.button);
    if (entries.some(isUsable)) return true;
    return row.type === menuType.directory ? entries.length === 0 : isOpen(row);
  };
  return granted.filter((row) => row.type !== menuType.button && isUsable(row));
}

const named = [...areas, ...resources.flatMap(({ name, menu }) => (menu ? [{ code: name, ...menu }] : []))];
const ownTitles: ReadonlyMap<string, LocalizedText> = new Map(
  named.flatMap((entry) => ("ownTitle" in entry && entry.ownTitle ? [[entry.code, entry.ownTitle]] : [])),
);

/** Pages that somebody who signs in for a merchant has no use for while nothing is on them, and where their rows lie. */
export const fillablePages = {
  capture: "captures",
  paymentAttempt: "paymentAttempts",
  settlementLine: "settlementLines",
  merPaymentTypeCfg: "paymentTypeTerms",
  merchantRequest: "merchantRequests",
  orderImport: "orderImports",
  payoutOrder: "payoutOrders",
  refundImport: "refundImports",
  webhook: "webhookDeliveries",
} as const;

type FillablePage = keyof typeof fillablePages;

/**
 * What a merchant may never do, or begins from another page: a change of the company from the company's own, files of orders
 * and of refunds from the lists of both, payouts to others from the withdrawals.
 */
const begunElsewhere: readonly FillablePage[] = ["merchantRequest", "orderImport", "payoutOrder", "refundImport"];

/** The pages that are not listed while they are empty: nothing is added there, or it is begun elsewhere. */
export const pagesToFill = (holds: (permission: string) => boolean): FillablePage[] =>
  (Object.keys(fillablePages) as FillablePage[]).filter(
    (code) => begunElsewhere.includes(code) || !holds(`${code}:add`),
  );

/**
 * Entries for a merchant's user: with their own titles, and without pages that are still empty. These stay reachable by
 * address. Empty directories are omitted.
 */
export function ownEntries(rows: readonly MenuRow[], empty: ReadonlySet<string>): MenuRow[] {
  const isEmpty = ({ code }: MenuRow): boolean => code !== null && empty.has(code);
  const isLeft = ({ id, type }: MenuRow): boolean =>
    type !== menuType.directory || rows.some((row) => row.pid === id && !row.isHide && !isEmpty(row));
  return rows.map((row) => {
    const titles = row.code === null ? undefined : ownTitles.get(row.code);
    return { ...row, ...(titles ? { titles } : {}), isHide: row.isHide || isEmpty(row) || !isLeft(row) };
  });
}

/** An entry in the form the shell needs. */
export function toEntry(row: MenuRow): MenuTreeNode {
  const { title, titles, icon = null, isIframe, outLink = null, isHide, isKeepAlive, isAffix } = row;
  return {
    id: row.id,
    pid: row.pid,
    type: row.type,
    name: row.name ?? null,
    path: row.path ?? null,
    component: row.component ?? null,
    permission: row.permission ?? null,
    redirect: row.redirect ?? null,
    orderNo: row.orderNo,
    status: row.status,
    remark: row.remark ?? null,
    createTime: row.createTime,
    updateTime: row.updateTime,
    createUserName: row.createUserName,
    updateUserName: row.updateUserName,
    meta: { title, titles: titles ?? null, icon, isIframe, isLink: outLink, isHide, isKeepAlive, isAffix },
    children: [],
  };
}

/** Whether the title contains the text in any language. */
export const titleMatches = (row: { title: string; titles?: LocaleNames | null | undefined }, text: string): boolean =>
  namesOf(row.titles, row.title).some((title) => title.toLowerCase().includes(text.toLowerCase()));

interface MenuValues {
  readonly type: 1 | 2 | 3;
  readonly path?: string | null | undefined;
  readonly redirect?: string | null | undefined;
  readonly component?: string | null | undefined;
  readonly pid: number;
  readonly permission?: string | null | undefined;
  readonly outLink?: string | null | undefined;
}

// A page lies in this console: a second slash would name another host, and a backslash is read as a slash.
const ownPath = /^\/(?![/\\])[^\s\\]*$/;

/** Component of entries that only contain others. */
const layout = "Layout";

/** Page files that entries may refer to. */
const pages = [
  ...resources.flatMap(({ menu }) => menu?.component ?? []),
  ...menuPages.map(({ component }) => component),
];

/** A file, or a prefix up to a dot that matches exactly one, as the console resolves it. */
function isKnownPage(component: string): boolean {
  const wanted = component.replace(/^\/+/, "").replace(/\.tsx$/, "");
  return (
    wanted === layout || pages.includes(wanted) || pages.filter((page) => page.startsWith(`${wanted}.`)).length === 1
  );
}

/** Refuses an entry that leads anywhere but to a page of this console or, as a link, to an address on the public internet. */
function assertLeadsWell({ outLink, path, redirect, component }: MenuValues): void {
  if (outLink && !ownPath.test(outLink) && !isPublicWebAddress(outLink)) throw refuse("sysMenu.linkMalformed");
  if (path && !ownPath.test(path)) throw refuse("sysMenu.pathMalformed", {}, { field: "path" });
  if (redirect && !ownPath.test(redirect)) throw refuse("sysMenu.pathMalformed", {}, { field: "redirect" });
  if (component && !isKnownPage(component)) throw refuse("sysMenu.componentUnknown", { component });
}

/**
 * An entry without the fields its type does not use: a button has only a permission, all other types have none. Refuses
 * a button without a valid permission or parent, and an invalid link.
 */
export function shapedMenu<V extends MenuValues>(values: V) {
  assertLeadsWell(values);
  if (values.type !== menuType.button) return { ...values, permission: null };
  if (!values.permission) throw refuse("sysMenu.permissionMissing");
  if (!/^[\w.-]+:[\w.-]+$/.test(values.permission)) {
    throw refuse("sysMenu.permissionMalformed");
  }
  if (values.pid === 0) throw refuse("sysMenu.buttonAtRoot");
  const nowhere = { name: null, path: null, component: null, icon: null, redirect: null, outLink: null };
  return { ...values, ...nowhere, isIframe: false, isHide: false, isAffix: false, isKeepAlive: true };
}
