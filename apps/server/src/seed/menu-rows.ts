import { type AreaCode, areas } from "@countinghouse/contract/areas.ts";
import { type LocalizedText, locales } from "@countinghouse/contract/kit/locale.ts";
import { type MenuEntry, permissionOf, type Resource } from "@countinghouse/contract/kit/resource.ts";
import { menuPages } from "@countinghouse/contract/menu-pages.ts";
import { resources, resourcesByArea } from "@countinghouse/contract/resources.ts";

/** A built-in menu entry, known by its code whatever an administrator calls it. */
export interface BuiltInMenuRow {
  readonly code: string;
  /** Code of the entry above, or nothing for a directory. */
  readonly parent: string | undefined;
  readonly type: 1 | 2 | 3;
  readonly titles: LocalizedText;
  readonly name: string | null;
  readonly path: string | null;
  readonly component: string | null;
  readonly permission: string | null;
  readonly icon: string | null;
  readonly isHide: boolean;
  readonly isKeepAlive: boolean;
  readonly isAffix: boolean;
  readonly orderNo: number;
}

/**
 * Resources without a page in the menu whose buttons stand on another's. What is reached by a hidden address and shows
 * the whole installation stands below the area of settings, which only the operator's administrators start with.
 */
export const hostPages: Readonly<Record<string, string>> = {
  sysDictData: "sysDictType",
  orderImportRow: "orderImport",
  refundImportRow: "refundImport",
  sysJob: "sysConfig",
  sysDatabase: "sysConfig",
  routing: "merGatewayAccountCfg",
  sysOpenAccessCall: "sysOpenAccess",
  messageLog: "messageChannel",
  goLive: "merchant",
  merchantOwner: "merchant",
  merchantDocument: "merchant",
};

const byLocale = (word: (locale: (typeof locales)[number]) => string): LocalizedText =>
  Object.fromEntries(locales.map((locale) => [locale, word(locale)])) as LocalizedText;

const page = (code: string, titles: LocalizedText, parent: AreaCode, entry: MenuEntry): BuiltInMenuRow => ({
  code,
  parent,
  type: 2,
  titles,
  name: code,
  path: entry.path,
  component: entry.component,
  permission: null,
  icon: entry.icon,
  isHide: entry.isHide ?? false,
  isKeepAlive: entry.isKeepAlive ?? true,
  isAffix: entry.isAffix ?? false,
  orderNo: entry.order,
});

const nothing = {
  name: null,
  path: null,
  component: null,
  permission: null,
  icon: null,
  isHide: false,
  isKeepAlive: true,
  isAffix: false,
};

/** One button for each operation that needs a permission. */
function buttons(resource: Resource): BuiltInMenuRow[] {
  const host = resource.menu ? resource.name : hostPages[resource.name];
  if (!host) return [];
  return Object.entries(resource.operations)
    .filter(([, operation]) => operation.access === "permission")
    .map(([name], index) => ({
      ...nothing,
      code: permissionOf(resource.name, name),
      parent: host,
      type: 3,
      titles: byLocale((locale) => resource.messages[locale].actions[name] ?? name),
      permission: permissionOf(resource.name, name),
      orderNo: (resource.menu ? 100 : 200) + index,
    }));
}

/** The page of a resource below its area's directory. */
const pageOf = (area: AreaCode, { name, menu, messages }: Resource): BuiltInMenuRow[] =>
  menu
    ? [
        page(
          name,
          byLocale((locale) => messages[locale].title),
          area,
          menu,
        ),
      ]
    : [];

/** Every built-in menu entry, parents before children: directories, pages, buttons. */
export function builtInMenu(): BuiltInMenuRow[] {
  const directories = areas.map(
    ({ code, path, icon, title }, index): BuiltInMenuRow => ({
      ...nothing,
      code,
      parent: undefined,
      type: 1,
      titles: title,
      name: code,
      path,
      component: "Layout",
      icon,
      orderNo: index * 1_000,
    }),
  );
  const pages = [
    ...menuPages.map((entry) => page(entry.code, entry.title, entry.area, entry)),
    ...areas.flatMap(({ code }) => resourcesByArea[code].flatMap((resource) => pageOf(code, resource))),
  ];
  const all: readonly Resource[] = resources;
  return [...directories, ...pages, ...all.flatMap(buttons)];
}
