import { text3 } from "@countinghouse/contract/kit/locale.ts";
import { downloadsPath } from "../../platform/downloads/use-my-jobs.ts";
import type { SessionMenuNode } from "../../platform/session/session.ts";
import { matchView } from "./views.ts";

/** Path of the user's own page. */
export const userCentrePath = "/system/userCenter";

const hidden = (
  path: string,
  titles: SessionMenuNode["meta"]["titles"],
  rest: Partial<SessionMenuNode["meta"]> & { component?: string },
): SessionMenuNode => {
  const { component = null, ...meta } = rest;
  return {
    id: 0,
    pid: 0,
    type: 2,
    name: null,
    path,
    component,
    redirect: null,
    meta: {
      title: "",
      titles,
      icon: null,
      isIframe: false,
      isLink: null,
      isHide: true,
      isKeepAlive: true,
      isAffix: false,
      ...meta,
    },
    children: [],
  };
};

/** Pages without a menu entry. Those without an installed view are omitted and so not found. */
export const hiddenPages: readonly SessionMenuNode[] = [
  hidden("/platform/job/dashboard", text3("Job board", "作业看板", "作業看板"), {
    component: "job/job-dashboard.page",
  }),
  hidden("/develop/database/visual", text3("Database map", "库表可视化", "資料表關聯圖"), {
    component: "database/database-visual.page",
  }),
  hidden("/trade/order/:id", text3("Order", "订单详情", "訂單詳細資料"), { component: "coin-order/coin-order.page" }),
  hidden("/merchant/merchant/:id", text3("Merchant", "商户详情", "特店詳細資料"), {
    component: "merchant/merchant.page",
  }),
  hidden("/trade/order-import/:id", text3("Order import", "订单导入详情", "訂單匯入詳細資料"), {
    component: "order-import/order-import.page",
  }),
  hidden("/trade/refund-import/:id", text3("Refunds by file", "批量退款详情", "批次退款詳細資料"), {
    component: "refund-import/refund-import.page",
  }),
  hidden("/finance/settlement/:id", text3("Settlement batch", "结算批次", "撥款批次"), {
    component: "settlements/settlements.page",
  }),
  hidden("/finance/recon/:id", text3("Reconciliation", "对账单", "對帳單"), { component: "recon/recon.page" }),
  hidden("/finance/bank-statement/:id", text3("Bank statement", "银行对账单", "銀行對帳單"), {
    component: "bank-statement/bank-statement.page",
  }),
  hidden(downloadsPath, text3("My downloads", "我的下载", "我的下載"), { component: "job-run/job-run.page" }),
  hidden(userCentrePath, text3("User centre", "个人中心", "個人中心"), { component: "user-centre/user-centre.page" }),
].filter((page) => matchView(page.component));

/** Pages without a menu entry that the palette finds, with the permission each needs. */
export const hiddenPageNeeds: Readonly<Record<string, string>> = {
  "/platform/job/dashboard": "sysJob:board",
  "/develop/database/visual": "sysDatabase:visual",
};
