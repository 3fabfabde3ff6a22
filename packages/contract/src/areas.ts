import { type LocalizedText, text3 } from "./kit/locale.ts";

/**
 * An area of the product, as an operator names it: a directory of the menu and, under its code, a folder of the
 * contract, the server and the console. ADR 0023 says which area of the specification is found where.
 */
export interface Area {
  readonly code: string;
  /** Beginning of the addresses of its pages. Some addresses are given by the specification, so it is not the code. */
  readonly path: string;
  readonly icon: string;
  readonly title: LocalizedText;
  /** What it is called to whoever signs in for a merchant, where that is something else. */
  readonly ownTitle?: LocalizedText;
}

/** The areas, in the order of the menu. */
export const areas = [
  { code: "dashboard", path: "/dashboard", icon: "house", title: text3("Home", "首页", "首頁") },
  { code: "payments", path: "/trade", icon: "receipt-text", title: text3("Transactions", "交易", "交易") },
  {
    code: "merchants",
    path: "/merchant",
    icon: "handshake",
    title: text3("Merchants", "商户", "特店"),
    ownTitle: text3("Business", "商户中心", "特店中心"),
  },
  {
    code: "gateways",
    path: "/acquiring",
    icon: "route",
    title: text3("Gateways and routing", "网关与路由", "閘道與路由"),
  },
  { code: "funds", path: "/finance", icon: "landmark", title: text3("Funds", "资金", "資金") },
  { code: "integration", path: "/integration", icon: "webhook", title: text3("Integration", "对接", "串接") },
  { code: "system", path: "/system", icon: "settings", title: text3("System", "系统", "系統") },
  { code: "settings", path: "/platform", icon: "layers", title: text3("Platform", "平台", "平台") },
  { code: "logs", path: "/log", icon: "scroll-text", title: text3("Logs", "日志", "日誌") },
  { code: "operations", path: "/develop", icon: "terminal", title: text3("Operations", "运维", "維運") },
] as const satisfies readonly Area[];

/** Code of an area. */
export type AreaCode = (typeof areas)[number]["code"];
