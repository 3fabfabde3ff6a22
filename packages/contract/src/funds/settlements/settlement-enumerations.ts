import { defineEnumeration } from "../../kit/enumeration.ts";
import { text3 } from "../../kit/locale.ts";

/** Where a batch stands; the states of `settlementLifecycle`. */
export const SettlementStatus = defineEnumeration(
  "SettlementStatusEnum",
  text3("Settlement batch", "结算批次状态", "撥款批次狀態"),
  {
    Open: ["open", text3("Collecting", "归集中", "歸集中"), "progress", "half"],
    Closed: ["closed", text3("Closed", "已关批", "已結批"), "info"],
    Confirmed: ["confirmed", text3("Confirmed", "已确认", "已確認"), "accent"],
    Settled: ["settled", text3("Settled", "已结算", "已撥款"), "success"],
    Void: ["void", text3("Void", "已作废", "已作廢"), "neutral", "hollow"],
  },
);

/** Why a batch ended without settling anything. */
export const SettlementVoidCause = defineEnumeration(
  "SettlementVoidCauseEnum",
  text3("Void because", "作废原因", "作廢原因"),
  {
    ByHand: ["by_hand", text3("Voided by hand", "人工作废", "人工作廢"), "warning"],
    BelowMinimum: [
      "below_minimum",
      text3("Below the minimum, carried forward", "未达起结金额，顺延", "未達最低撥款金額，順延"),
    ],
    Empty: ["empty", text3("Nothing to settle", "无可结算明细", "無可撥款明細")],
  },
);

/** What keeps a batch from going on. */
export const SettlementBlock = defineEnumeration(
  "SettlementBlockEnum",
  text3("Cannot go on because", "受阻原因", "受阻原因"),
  {
    NoTerms: ["no_terms", text3("No terms are in force", "无有效的账户条款", "無有效的帳戶條款"), "danger"],
    LinesChanged: [
      "lines_changed",
      text3("The lines are not as they were closed", "明细与关批时不一致", "明細與結批時不一致"),
      "danger",
    ],
    Altered: [
      "altered",
      text3("A record was changed outside the system", "记录在系统之外被改动", "紀錄在系統之外遭更動"),
      "danger",
    ],
    BillQuestioned: [
      "bill_questioned",
      text3("The merchant questions the bill", "商户对结算单有异议", "特店對帳單有疑義"),
      "warning",
    ],
    Unreconciled: [
      "unreconciled",
      text3("Differences to a gateway's file are open", "存在未处理的对账差异", "有未處理的對帳差異"),
      "warning",
    ],
    PeriodClosed: ["period_closed", text3("The period is closed", "会计期间已关账", "會計期間已關帳"), "warning"],
    OnHold: [
      "on_hold",
      text3("On hold, and too little to be closed", "已暂缓，且未达起结金额", "已暫緩，且未達最低撥款金額"),
      "warning",
    ],
    Failed: ["failed", text3("It failed here", "系统处理失败", "系統處理失敗"), "danger"],
  },
);

/** Every enumeration of settlements; each becomes a dictionary of the same name. */
export const settlementEnumerations = [SettlementStatus, SettlementVoidCause, SettlementBlock] as const;
