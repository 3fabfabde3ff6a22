import type { AreaCode } from "../../areas.ts";
import { type LocalizedText, text3 } from "../../kit/locale.ts";

/** A job of the time table as people know it, and the area it works for. */
export interface JobName {
  readonly area: AreaCode;
  readonly name: LocalizedText;
}

const job = (area: AreaCode, en: string, zhCn: string, zhTw: string): JobName => ({
  area,
  name: text3(en, zhCn, zhTw),
});

/** What the jobs of the time table are called, by their queues. */
export const jobNames: Readonly<Record<string, JobName>> = {
  "cashout.allocate": job("funds", "Account for withdrawals that ended", "提现分摊核算", "提領分攤核算"),
  "change-requests": job("system", "End change requests nobody decided on", "变更申请到期处理", "變更申請到期處理"),
  "deposit-release": job("funds", "Release deposits", "保证金释放", "保證金釋放"),
  "deposit-watch": job("funds", "Watch deposits", "保证金检查", "保證金檢查"),
  "event-exception-watch": job("logs", "Collect failed jobs", "失败作业收集", "失敗作業收集"),
  "gateway-notification-overdue": job(
    "integration",
    "Work notifications left behind",
    "网关通知补处理",
    "閘道通知補處理",
  ),
  "job-trigger": job("operations", "Start what operators scheduled", "自定义触发器调度", "自訂觸發器排程"),
  "ldap-schedule": job("system", "Synchronise directories", "域目录定时同步", "網域目錄定時同步"),
  "ledger-heads": job("funds", "Publish the heads of the ledger", "账本链头发布", "帳本鏈頭發布"),
  "ledger-hold-expiry": job("funds", "End holds whose time is over", "冻结到期解除", "凍結到期解除"),
  "ledger-seal": job("funds", "Seal the ledger", "账本封存", "帳本封存"),
  "ledger-verify-nightly": job("funds", "Verify the ledger", "账本校验", "帳本驗證"),
  "open-api.purge": job("integration", "Forget old nonces of the open API", "开放接口随机数清理", "開放介接隨機數清理"),
  "order-stats": job("payments", "Add up order figures", "订单统计汇总", "訂單統計彙總"),
  "order.sweep": job("payments", "Follow up open orders", "订单跟进", "訂單追蹤"),
  "payout.sweep": job("funds", "Follow up payouts", "付款跟进", "付款追蹤"),
  "rate-fetch": job("funds", "Fetch exchange rates", "汇率抓取", "匯率擷取"),
  "recon.hourly": job("funds", "Reconcile hourly", "每小时对账", "每小時對帳"),
  "recon.nightly": job("funds", "Reconcile nightly", "每日对账", "每日對帳"),
  "refund.due-sweep": job("payments", "Follow up returns due", "待退款项跟进", "待退款項追蹤"),
  "refund.sweep": job("payments", "Follow up refunds", "退款跟进", "退款追蹤"),
  "report-comparison": job("funds", "Compare reports with the books", "报表与账本核对", "報表與帳本核對"),
  "report-schedules": job("funds", "Send scheduled reports", "定时报表发送", "排程報表寄送"),
  "report-slots": job("funds", "Add up reports", "报表汇总", "報表彙總"),
  retention: job("operations", "Archive and remove what is over", "到期数据归档清理", "到期資料封存清理"),
  "routing-approvals": job("gateways", "Add up approval rates", "成功率汇总", "成功率彙總"),
  "routing-health": job("gateways", "Check the health of gateways", "网关健康检查", "閘道健康檢查"),
  "server-sample": job("operations", "Measure database and queues", "数据库与队列采样", "資料庫與佇列取樣"),
  "settlement.sweep": job("funds", "Build settlement batches", "结算批次生成", "撥款批次產生"),
  "sign-in.purge": job("system", "Forget old sign-ins", "登录数据清理", "登入資料清理"),
  "unused-accounts": job("system", "Disable unused accounts", "停用闲置账号", "停用閒置帳號"),
  "webhook-digest": job("integration", "Report failing endpoints", "回调失败汇总", "回呼失敗彙總"),
  "webhook-sweep": job("integration", "Send what waits for merchants", "商户通知补发", "特店通知補發"),
};
