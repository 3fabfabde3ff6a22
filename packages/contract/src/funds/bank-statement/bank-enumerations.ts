import { defineEnumeration } from "../../kit/enumeration.ts";
import { text3 } from "../../kit/locale.ts";

/** In what form a bank sends its statements. */
export const BankFormat = defineEnumeration("BankFormatEnum", text3("Form of file", "文件格式", "檔案格式"), {
  Camt: ["camt053", text3("camt.053 (ISO 20022)", "camt.053（ISO 20022）", "camt.053（ISO 20022）"), "info"],
  Mt940: ["mt940", text3("MT940 (SWIFT)", "MT940（SWIFT）", "MT940（SWIFT）"), "info"],
  Csv: ["csv", text3("CSV", "CSV", "CSV"), "neutral"],
});

/** Where a statement stands; the states of `bankStatementLifecycle`. */
export const BankStatementStatus = defineEnumeration(
  "BankStatementStatusEnum",
  text3("Bank reconciliation", "银行对账状态", "銀行對帳狀態"),
  {
    Imported: ["imported", text3("Being matched", "匹配中", "比對中"), "progress", "turning"],
    Exceptions: ["exceptions", text3("Open lines", "有待处理行", "有待處理列"), "warning"],
    Balanced: ["balanced", text3("Balanced", "已对平", "已對平"), "success"],
  },
);

/** What a line of a statement is about, as the bank codes it. */
export const BankLineType = defineEnumeration("BankLineTypeEnum", text3("Type", "类型", "類型"), {
  Transfer: ["transfer", text3("Transfer", "转账", "轉帳"), "neutral"],
  Return: ["return", text3("Returned transfer", "退汇", "退匯"), "warning"],
  Charge: ["charge", text3("Bank charge", "银行费用", "銀行費用"), "neutral"],
});

/** How a line compares with our books. */
export const BankMatch = defineEnumeration("BankMatchEnum", text3("Match", "匹配结果", "比對結果"), {
  Matched: ["matched", text3("Matched", "已匹配", "已比對"), "success"],
  Manual: ["manual", text3("Matched by hand", "人工匹配", "人工比對"), "info"],
  Combined: ["combined", text3("Matched together", "合并匹配", "合併比對"), "info", "half"],
  Unbooked: ["unbooked", text3("Not booked yet", "我方未入账", "我方未入帳"), "info", "half"],
  Returned: ["returned", text3("Transfer returned", "付款被退回", "付款遭退匯"), "danger", "half"],
  Proposed: ["proposed", text3("Proposed by amount and date", "按金额日期建议", "依金額日期建議"), "info", "half"],
  Exchanged: ["exchanged", text3("Paid in another currency", "换币种付款", "以他種幣別付款"), "info", "half"],
  Amount: ["amount_mismatch", text3("Amount differs", "金额不符", "金額不符"), "warning"],
  Status: ["status_mismatch", text3("Status differs", "状态不符", "狀態不符"), "warning"],
  Duplicate: ["duplicate", text3("Booked twice by the bank", "银行重复入账", "銀行重複入帳"), "danger"],
  Charge: ["charge", text3("Bank charge", "银行费用", "銀行費用"), "neutral"],
  UnknownCredit: ["unknown_credit", text3("Unknown credit", "不明来款", "不明入帳"), "warning"],
  UnknownDebit: ["unknown_debit", text3("Unknown debit", "不明扣款", "不明扣款"), "danger"],
});

/** Where a line stands; the states of `bankLineLifecycle`. */
export const BankLineStatus = defineEnumeration("BankLineStatusEnum", text3("Standing", "处理状态", "處理狀態"), {
  New: ["new", text3("To be matched", "待匹配", "待比對"), "progress", "turning"],
  Matched: ["matched", text3("Matched", "已匹配", "已比對"), "success"],
  Open: ["open", text3("Open", "待处理", "待處理"), "warning"],
  Suspended: ["suspended", text3("In suspense", "挂账中", "掛帳中"), "warning", "half"],
  Resolved: ["resolved", text3("Resolved", "已处理", "已處理"), "success"],
});

/** What was done about a line. */
export const BankResolution = defineEnumeration("BankResolutionEnum", text3("Resolution", "处理方式", "處理方式"), {
  Confirmed: ["confirmed", text3("Match confirmed", "确认匹配", "確認比對"), "success"],
  Paid: ["paid", text3("Withdrawal marked as paid", "提现标记已付", "提領標記已付"), "success"],
  PaidLate: [
    "paid_late",
    text3("Failure taken back, marked as paid", "原标记失败，补记已付", "原標記失敗，補記已付"),
    "warning",
  ],
  Returned: ["returned", text3("Return booked", "退汇入账", "退匯入帳"), "warning"],
  Received: ["received", text3("Gateway payout booked", "网关打款入账", "閘道撥付入帳"), "success"],
  Exchanged: [
    "exchanged",
    text3("Booked with its exchange difference", "按汇兑差额入账", "連同匯兌差額入帳"),
    "success",
  ],
  Charge: ["charge", text3("Booked as bank charge", "计入银行费用", "列為銀行費用"), "neutral"],
  Loss: ["loss", text3("Booked as a loss", "计入损失", "列為損失"), "danger"],
  Suspense: ["suspense", text3("Suspense", "挂账", "掛帳"), "warning"],
  Reopened: ["reopened", text3("Taken out of suspense", "撤销挂账", "取消掛帳"), "info"],
});

/** What of our books a line stands against. */
export const BankRefType = defineEnumeration("BankRefTypeEnum", text3("Our record", "我方记录", "我方紀錄"), {
  Payout: ["payout", text3("Transfer to a merchant", "付款", "付款"), "info"],
  PayoutReturn: ["payout_return", text3("Return of a transfer", "付款退回", "付款退匯"), "warning"],
  Recon: ["recon", text3("Settlement file of a gateway", "网关结算文件", "閘道撥款檔案"), "success"],
});

/** To what account something in suspense goes once its cause is known. */
export const BankSuspenseCause = defineEnumeration("BankSuspenseCauseEnum", text3("Cause", "原因归属", "原因歸屬"), {
  Charge: ["charge", text3("Bank charge", "银行费用", "銀行費用"), "neutral"],
  Loss: ["loss", text3("Loss", "损失", "損失"), "danger"],
  Reopened: ["reopened", text3("Match it after all", "撤销挂账，重新匹配", "取消掛帳，重新比對"), "info"],
});

/** Every enumeration of bank statements; each becomes a dictionary of the same name. */
export const bankEnumerations = [
  BankFormat,
  BankStatementStatus,
  BankLineType,
  BankMatch,
  BankLineStatus,
  BankResolution,
  BankRefType,
  BankSuspenseCause,
] as const;
