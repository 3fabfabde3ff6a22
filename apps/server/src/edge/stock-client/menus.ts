import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import { text3 } from "@countinghouse/contract/kit/locale.ts";
import type { MenuTreeNode } from "@countinghouse/contract/settings/menu/menu.ts";
import type { OwnResult, StockRequest } from "./stock-call.ts";
import type { StockInput } from "./values.ts";

/** A page of the client's own build. */
interface StockPage {
  readonly path: string;
  readonly name: string;
  readonly component: string;
  readonly icon: string;
}

const page = (path: string, name: string, component: string, icon: string): StockPage => ({
  path,
  name,
  component,
  icon: `ele-${icon}`,
});

/** The client's view for our pages, by the name of our menu entry. */
const pages: Readonly<Record<string, StockPage>> = {
  home: page("/dashboard/home", "home", "/home/index", "HomeFilled"),
  sysUser: page("/system/user", "sysUser", "/system/user/index", "User"),
  sysRole: page("/system/role", "sysRole", "/system/role/index", "Help"),
  sysOrg: page("/system/org", "sysOrg", "/system/org/index", "OfficeBuilding"),
  sysPos: page("/system/pos", "sysPos", "/system/pos/index", "Mug"),
  sysNotice: page("/system/notice", "sysNotice", "/system/notice/index", "Bell"),
  sysLdap: page("/system/ldap", "sysLdap", "/system/ldap/index", "Place"),
  sysTenant: page("/platform/tenant", "sysTenant", "/system/tenant/index", "School"),
  sysMenu: page("/platform/menu", "sysMenu", "/system/menu/index", "Menu"),
  sysConfig: page("/platform/config", "sysConfig", "/system/config/index", "DocumentCopy"),
  sysDictType: page("/platform/dict", "sysDict", "/system/dict/index", "Collection"),
  sysJob: page("/platform/job", "sysJob", "/system/job/index", "AlarmClock"),
  sysServer: page("/platform/server", "sysServer", "/system/server/index", "Monitor"),
  sysCache: page("/platform/cache", "sysCache", "/system/cache/index", "Loading"),
  sysRegion: page("/platform/region", "sysRegion", "/system/region/index", "LocationInformation"),
  sysFile: page("/platform/file", "sysFile", "/system/file/index", "Document"),
  sysOpenAccess: page("/platform/openAccess", "sysOpenAccess", "/system/openAccess/index", "Link"),
  sysInfoSetting: page("/platform/infoSetting", "sysInfoSetting", "/system/infoSetting/index", "Setting"),
  sysLogVis: page("/log/vislog", "sysVisLog", "/system/log/vislog/index", "Document"),
  sysLogOp: page("/log/oplog", "sysOpLog", "/system/log/oplog/index", "Document"),
  sysLogEx: page("/log/exlog", "sysExLog", "/system/log/exlog/index", "Document"),
  sysLogDiff: page("/log/difflog", "sysDiffLog", "/system/log/difflog/index", "Document"),
  sysAbout: page("/about", "about", "/about/index", "InfoFilled"),
};

/** Icons of our menu directories, by name. */
const directoryIcons: Readonly<Record<string, string>> = {
  dashboard: "HomeFilled",
  payments: "Tickets",
  merchants: "Shop",
  gateways: "Connection",
  funds: "Wallet",
  integration: "Link",
  system: "Setting",
  settings: "Menu",
  logs: "DocumentCopy",
  operations: "Cpu",
};

const zeroDate = "0001-01-01 00:00:00";

/** The client's component for a page without a view: it opens a URL. */
const linkComponent = "layout/routerView/link";

/** A menu entry in the client's form: its own page, or a link to our console where it has none. */
function entryShape(entry: OwnResult, request: StockRequest) {
  const known = entry.type === 2 ? pages[entry.name ?? ""] : undefined;
  const { titles: _titles, ...meta } = entry.meta;
  const times = { createTime: entry.createTime ?? zeroDate, updateTime: entry.updateTime ?? zeroDate };
  if (known) {
    const { icon, ...route } = known;
    return { ...entry, ...times, ...route, meta: { ...meta, icon, isLink: null, isIframe: false } };
  }
  if (entry.type === 1) {
    const icon = `ele-${directoryIcons[String(entry.path).slice(1)] ?? directoryIcons[entry.name ?? ""] ?? "Menu"}`;
    return { ...entry, ...times, component: "Layout", name: entry.name ?? `dir${entry.id}`, meta: { ...meta, icon } };
  }
  const isLink = meta.isLink ?? request.page(entry.path ?? "");
  return { ...entry, ...times, component: linkComponent, meta: { ...meta, icon: "ele-Link", isLink } };
}

/** The client's own pages without a menu entry of ours: available to everybody. */
function ownEntries(request: StockRequest): readonly { readonly below: string; readonly entry: OwnResult }[] {
  const made = (id: number, title: Readonly<Record<Locale, string>>, route: StockPage) => ({
    id,
    type: 2,
    permission: null,
    redirect: null,
    orderNo: 140,
    status: 1,
    remark: null,
    createTime: zeroDate,
    updateTime: zeroDate,
    createUserName: null,
    updateUserName: null,
    path: route.path,
    name: route.name,
    component: route.component,
    meta: {
      title: title[request.locale],
      icon: route.icon,
      isIframe: false,
      isLink: null,
      isHide: false,
      isKeepAlive: true,
      isAffix: false,
    },
    children: [],
  });
  return [
    {
      below: "/dashboard",
      entry: made(
        9_000_000_000_001,
        text3("Inbox", "站内信", "站內信"),
        page("/dashboard/notice", "notice", "/home/notice/index", "Bell"),
      ),
    },
    {
      below: "/system",
      entry: made(
        9_000_000_000_002,
        text3("Personal centre", "个人中心", "個人中心"),
        page("/system/userCenter", "sysUserCenter", "/system/user/component/userCenter", "Medal"),
      ),
    },
  ];
}

/** The caller's menu tree, from which the client builds its routes. */
export function menuTreeShape(tree: readonly MenuTreeNode[], request: StockRequest): OwnResult[] {
  const shaped = (entry: OwnResult): OwnResult => ({
    ...entryShape(entry, request),
    children: (entry.children ?? []).map(shaped),
  });
  const shape = tree.map(shaped);
  for (const { below, entry } of ownEntries(request)) {
    const parent = shape.find(({ type, path }) => type === 1 && path === below);
    // Stands alone where the caller has no directory: everybody has to reach their own profile.
    if (parent) parent.children.push({ ...entry, pid: parent.id });
    else shape.push({ ...entry, pid: 0 });
  }
  return shape;
}

/** Entries without children, as the shortcuts of the home page. */
export const menuEntryShape = (entry: OwnResult, request: StockRequest): OwnResult => ({
  ...entryShape(entry, request),
  children: [],
});

/** Rows of the menu page with the client's paths, components and icons. */
export function menuRowShape(row: OwnResult): OwnResult {
  const known = row.type === 2 ? pages[row.name ?? ""] : undefined;
  const route = known ?? (row.type === 1 ? { component: "Layout", icon: "ele-Menu" } : {});
  return {
    ...row,
    ...route,
    name: row.name,
    permission: row.permission === null ? null : (stockCodeOf.get(row.permission) ?? row.permission),
    children: (row.children ?? []).map(menuRowShape),
  };
}

const knownPaths = new Set(Object.values(pages).map(({ path }) => path));
const isStockComponent = (text: unknown): boolean =>
  typeof text === "string" && (/^(layout|\/)/i.test(text) || text === "");

/** A row saved by the client's menu page, without the values that it shows in place of ours. */
export function menuRowInput(sent: StockInput): StockInput {
  const { component, icon, path, permission, ...rest } = sent;
  const own = typeof permission === "string" ? (ownCodeOf.get(permission) ?? permission) : permission;
  return {
    ...rest,
    pid: sent.pid ?? 0,
    ...(isStockComponent(component) ? {} : { component }),
    ...(typeof icon === "string" && icon.startsWith("ele-") ? {} : { icon }),
    ...(typeof path === "string" && knownPaths.has(path) ? {} : { path }),
    ...(own === undefined ? {} : { permission: own }),
  };
}

/** Button codes that the client's pages check, and our permission for each; undefined where everybody may. */
const buttonCodes: Readonly<Record<string, string | undefined>> = {
  "sysUser:baseInfo": undefined,
  "sysUser:changePwd": undefined,
  "sysPos:list": "sysPos:page",
  "sysOrg:list": "sysOrg:detail",
  "sysMenu:list": "sysMenu:detail",
  "sysVislog:page": "sysLogVis:page",
  "sysVislog:clear": "sysLogVis:clear",
  "sysOplog:page": "sysLogOp:page",
  "sysOplog:export": "sysLogOp:export",
  "sysExlog:page": "sysLogEx:page",
  "sysExlog:export": "sysLogEx:export",
  "sysDifflog:page": "sysLogDiff:page",
};

const renamed = Object.entries(buttonCodes).filter(
  (pair): pair is [string, string] => /log:/.test(pair[0]) && pair[1] !== undefined,
);
const stockCodeOf = new Map(renamed.map(([stock, own]) => [own, stock]));
const ownCodeOf = new Map(renamed);

/** The caller's permission codes, plus the button codes that the client's pages check. */
export const buttonsShape = (codes: readonly string[]): string[] => {
  const held = new Set(codes);
  const added = Object.entries(buttonCodes).flatMap(([stock, own]) =>
    own === undefined || held.has(own) ? [stock] : [],
  );
  return [...new Set([...codes, ...added])];
};
