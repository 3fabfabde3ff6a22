import { type LocalizedText, text3 } from "../kit/locale.ts";

interface JobEventWords {
  /** Name of the affected resource. */
  readonly of: string;
  readonly action: LocalizedText;
}

/** Operations that only jobs perform, by their name in the change log. */
export const jobEventWords = {
  "changeRequest.expire": {
    of: "changeRequest",
    action: text3("End what nobody decided in time", "逾期未复核，自动失效", "逾期未覆核，自動失效"),
  },
  "eventExceptionLog.noticeDeadJob": {
    of: "eventExceptionLog",
    action: text3("Note a job that failed for good", "登记彻底失败的后台任务", "登記徹底失敗的背景工作"),
  },
  "job.ledger-heads": {
    of: "ledger",
    action: text3("Tell the heads outside", "对外登记链头", "對外登記鏈頭"),
  },
  "job.ledger-trace": {
    of: "ledger",
    action: text3("Enter what prices depend on", "登记定价依据", "登記計價依據"),
  },
  "job.ledger-adopt": {
    of: "ledger",
    action: text3("Seal rows from before there were seals", "封存启用封存之前的记录", "封存啟用封存之前的記錄"),
  },
  "job.ledger-seal": {
    of: "ledger",
    action: text3("Watch over the chain of seals", "监护封存链", "監看封存鏈"),
  },
  "job.ledger-verify-nightly": {
    of: "ledger",
    action: text3("Ask for the nightly verification", "发起每晚核验", "發起每晚核驗"),
  },
  "job.webhook-digest": {
    of: "webhook",
    action: text3("Tell what could not be delivered", "通知未能送达的投递", "通知未能送達的投遞"),
  },
  "job.webhook-resend": { of: "webhook", action: text3("Send again", "重新发送", "重新傳送") },
  "merDeposit.watchBalances": {
    of: "merDeposit",
    action: text3("Note negative balances", "登记负余额", "登記負餘額"),
  },
  "reportByGateway.compare": {
    of: "reportByGateway",
    action: text3("Compare the roll-up with what happened", "核对报表汇总", "核對報表彙總"),
  },
  "recon.watch": {
    of: "recon",
    action: text3("Report what nothing explains", "上报无法解释的应收", "通報無法解釋的應收款"),
  },
  "reportSchedule.due": {
    of: "reportSchedule",
    action: text3("Hand over what is due", "派发到期报表", "派發到期報表"),
  },
  "reportSchedule.make": {
    of: "reportSchedule",
    action: text3("Make a report", "生成报表", "產生報表"),
  },
  "routing.judgeHealth": { of: "gatewayAccount", action: text3("Judge health", "评定健康状况", "評定健康狀況") },
  "routing.tellFallenApprovals": {
    of: "gatewayAccount",
    action: text3("Report fallen approvals", "上报成功率下降", "通報成功率下降"),
  },
  "settlements.block": {
    of: "settlements",
    action: text3("Report a batch that cannot go on", "上报受阻的批次", "通報受阻的批次"),
  },
  "settlements.collect": {
    of: "settlements",
    action: text3("Begin a batch", "开始归集批次", "開始歸集批次"),
  },
  "sysJobRun.archiveLog": {
    of: "sysJobRun",
    action: text3("Archive what is no longer kept of a log", "归档超过保留期的日志", "封存逾保留期限的日誌"),
  },
  "sysLogVis.carryOut": {
    of: "sysLogVis",
    action: text3("Archive and clear", "归档并清空", "封存並清空"),
  },
  "sysUser.disableUnused": {
    of: "sysUser",
    action: text3("Disable accounts nobody uses", "停用长期未登录的账号", "停用長期未登入的帳號"),
  },
} as const satisfies Readonly<Record<string, JobEventWords>>;

/** Operations that jobs perform like users do, under the operation's own name. */
export const jobOperations = [
  "bankStatement.import",
  "bankStatement.run",
  "ledger.verify",
  "merDeposit.extend",
  "merDeposit.release",
  "merDeposit.use",
  "merchantBalance.unfreeze",
  "recon.fetch",
  "recon.import",
  "recon.run",
  "settlements.close",
  "settlements.confirm",
  "settlements.settle",
  "sysLdap.syncOrg",
  "sysLdap.syncUser",
  "sysRate.fetch",
  "sysRate.import",
  "sysRegion.sync",
] as const;

/** Names of jobs' entries in the change log: each has a text. */
export type JobEvent = keyof typeof jobEventWords | (typeof jobOperations)[number];
