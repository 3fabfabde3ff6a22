import { type LocalizedText, text3 } from "./kit/locale.ts";

/**
 * An area of the product: a directory of the menu and, by its code, a folder of contract, server and console. ADR 0023
 * maps the specification's areas to these.
 */
export interface Area {
  readonly code: string;
  /** Prefix of its pages' addresses. Some are fixed by the specification, so it differs from the code. */
  readonly path: string;
  readonly icon: string;
  readonly title: LocalizedText;
  /** Title for merchants' users, where it differs. */
  readonly ownTitle?: LocalizedText;
}

/** Pages of an area under a common heading in the menu. Their addresses are the area's. */
export interface AreaGroup {
  readonly code: string;
  readonly icon: string;
  readonly title: LocalizedText;
  /** Names of the pages' resources. */
  readonly pages: readonly string[];
}

/** Headings of large areas, by the work of their users. */
export const areaGroups: Readonly<Partial<Record<string, readonly AreaGroup[]>>> = {
  funds: [
    {
      code: "funds-books",
      icon: "book-open",
      title: text3("Balances and ledger", "余额与账务", "餘額與帳務"),
      pages: ["merchantBalance", "ledger", "merDeposit"],
    },
    {
      code: "funds-settlement",
      icon: "receipt-text",
      title: text3("Settlement and bills", "结算与账单", "撥款與帳單"),
      pages: ["settlements", "settlementLine", "billing", "merchantBilling"],
    },
    {
      code: "funds-payout",
      icon: "hand-coins",
      title: text3("Withdrawals and payouts", "提现与代付", "提領與代付"),
      pages: ["cashout", "payoutOrder", "payoutAccount", "screening"],
    },
    {
      code: "funds-reconciliation",
      icon: "scale",
      title: text3("Reconciliation", "对账", "對帳"),
      pages: ["recon", "reconItem", "bankStatement", "bankLine", "reconSource"],
    },
    {
      code: "funds-reports",
      icon: "chart-column",
      title: text3("Reports", "报表", "報表"),
      pages: ["reportByGateway", "reportByMerchant", "reportByDomain", "reportSchedule"],
    },
    {
      code: "funds-basics",
      icon: "settings-2",
      title: text3("Basics", "基础设置", "基礎設定"),
      pages: ["sysRate", "businessDay", "fileEndpoint"],
    },
  ],
};

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
