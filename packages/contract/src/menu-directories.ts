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
  { code: "merchants", path: "/merchant", icon: "handshake", order: 1_000, title: text3("Merchants", "商户", "特店") },
  { code: "system", path: "/system", icon: "settings", order: 10_000, title: text3("System", "系统", "系統") },
  { code: "platform", path: "/platform", icon: "layers", order: 11_000, title: text3("Platform", "平台", "平台") },
  { code: "develop", path: "/develop", icon: "terminal", order: 13_000, title: text3("Developer", "开发", "開發") },
  { code: "log", path: "/log", icon: "scroll-text", order: 12_000, title: text3("Logs", "日志", "日誌") },
];
