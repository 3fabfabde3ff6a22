import { type Text, text3 } from "./kit/locale.ts";

/** A first-level entry of the menu. */
export interface MenuDirectory {
  readonly code: string;
  readonly path: string;
  readonly icon: string;
  readonly order: number;
  readonly title: Text;
}

/** Directories of the seeded menu, in their order. Resources name their directory by code. */
export const menuDirectories: readonly MenuDirectory[] = [
  { code: "dashboard", path: "/dashboard", icon: "house", order: 0, title: text3("Home", "首页", "首頁") },
  { code: "trade", path: "/trade", icon: "receipt-text", order: 1_000, title: text3("Transactions", "交易", "交易") },
  { code: "merchants", path: "/merchant", icon: "handshake", order: 2_000, title: text3("Merchants", "商户", "特店") },
  {
    code: "acquiring",
    path: "/acquiring",
    icon: "route",
    order: 3_000,
    title: text3("Gateways and routing", "网关与路由", "閘道與路由"),
  },
  { code: "finance", path: "/finance", icon: "landmark", order: 4_000, title: text3("Funds", "资金", "資金") },
  {
    code: "integration",
    path: "/integration",
    icon: "webhook",
    order: 5_000,
    title: text3("Integration", "对接", "串接"),
  },
  { code: "system", path: "/system", icon: "settings", order: 10_000, title: text3("System", "系统", "系統") },
  { code: "platform", path: "/platform", icon: "layers", order: 11_000, title: text3("Platform", "平台", "平台") },
  { code: "develop", path: "/develop", icon: "terminal", order: 13_000, title: text3("Developer", "开发", "開發") },
  { code: "log", path: "/log", icon: "scroll-text", order: 12_000, title: text3("Logs", "日志", "日誌") },
];
