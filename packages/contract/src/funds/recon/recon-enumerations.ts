import { defineEnumeration } from "../../kit/enumeration.ts";
import { text3 } from "../../kit/locale.ts";

/** How a settlement file came to us. */
export const ReconSource = defineEnumeration("ReconSourceEnum", text3("Came by", "来源", "來源"), {
  Upload: ["upload", text3("Upload", "人工上传", "人工上傳"), "neutral"],
  Connector: ["connector", text3("Gateway’s API", "网关接口", "閘道 API"), "info"],
  Sftp: ["sftp", text3("SFTP", "SFTP", "SFTP"), "info"],
  S3: ["s3", text3("S3-compatible store", "S3 兼容存储", "S3 相容儲存"), "info"],
});

/** Where the file of a batch stands; the states of `reconLifecycle`. */
export const ReconStatus = defineEnumeration("ReconStatusEnum", text3("Reconciliation", "对账状态", "對帳狀態"), {
  Imported: ["imported", text3("Imported", "已导入", "已匯入"), "info", "half"],
  Matching: ["matching", text3("Being matched", "匹配中", "比對中"), "progress", "turning"],
  Exceptions: ["exceptions", text3("Differences", "有差异", "有差異"), "warning"],
  Balanced: ["balanced", text3("Balanced", "已对平", "已對平"), "success"],
  Closed: ["closed", text3("Closed", "已关账", "已關帳"), "neutral"],
});

/** What a line of a settlement file is about. */
export const ReconLineType = defineEnumeration("ReconLineTypeEnum", text3("Type", "类型", "類型"), {
  Settled: ["settled", text3("Settled", "请款入账", "請款入帳"), "success"],
  Refunded: ["refunded", text3("Refunded", "退款", "退款"), "info"],
  RefundReversed: ["refund_reversed", text3("Refund returned", "退款退回", "退款退回"), "info"],
  Chargeback: ["chargeback", text3("Chargeback", "拒付扣款", "爭議款扣款"), "danger"],
  SecondChargeback: ["second_chargeback", text3("Second chargeback", "二次拒付扣款", "二次爭議款扣款"), "danger"],
  ChargebackReversed: ["chargeback_reversed", text3("Chargeback reversed", "拒付返还", "爭議款返還"), "success"],
  Fee: ["fee", text3("Fee", "账户费用", "帳戶費用"), "neutral"],
  DepositCorrection: ["deposit_correction", text3("Deposit kept", "网关留存保证金", "閘道保留保證金"), "neutral"],
  InvoiceDeduction: ["invoice_deduction", text3("Invoice deducted", "账单扣款", "帳單扣款"), "warning"],
  ManualCorrection: [
    "manual_correction",
    text3("Correction by the gateway", "网关人工调整", "閘道人工調整"),
    "warning",
  ],
  Payout: ["payout", text3("Payout", "网关打款", "閘道撥付"), "accent"],
});

/** How a line compares with our books. */
export const ReconMatch = defineEnumeration("ReconMatchEnum", text3("Match", "匹配结果", "比對結果"), {
  Matched: ["matched", text3("Matched", "已匹配", "已比對"), "success"],
  Tolerance: ["tolerance", text3("Within tolerance", "容差内匹配", "容差內相符"), "success", "half"],
  Manual: ["manual", text3("Matched by hand", "人工匹配", "人工比對"), "info"],
  Amount: ["amount_mismatch", text3("Amount differs", "金额不符", "金額不符"), "warning"],
  Currency: ["currency_mismatch", text3("Currency differs", "币种不符", "幣別不符"), "warning"],
  Fee: ["fee_mismatch", text3("Fee differs", "费用不符", "費用不符"), "warning"],
  Date: ["date_mismatch", text3("Date differs", "日期不符", "日期不符"), "warning"],
  Status: ["status_mismatch", text3("Status differs", "状态不符", "狀態不符"), "warning"],
  MissingLocal: ["missing_local", text3("Extra in file", "我方无记录", "我方無紀錄"), "info"],
  MissingUpstream: ["missing_upstream", text3("Missing in file", "文件中缺失", "檔案中缺漏"), "danger"],
  Duplicate: ["duplicate", text3("Listed twice", "重复行", "重複列"), "danger"],
});

/** Where a line stands; the states of `reconItemLifecycle`. */
export const ReconItemStatus = defineEnumeration("ReconItemStatusEnum", text3("Standing", "处理状态", "處理狀態"), {
  New: ["new", text3("To be matched", "待匹配", "待比對"), "progress", "turning"],
  Matched: ["matched", text3("Matched", "已匹配", "已比對"), "success"],
  Open: ["open", text3("Open", "待处理", "待處理"), "warning"],
  Claimed: ["claimed", text3("Claimed", "已向网关索赔", "已向閘道求償"), "info", "half"],
  Suspended: ["suspended", text3("In suspense", "挂账中", "掛帳中"), "warning", "half"],
  Resolved: ["resolved", text3("Resolved", "已处理", "已處理"), "success"],
});

/** What was done about a difference. */
export const ReconResolution = defineEnumeration("ReconResolutionEnum", text3("Resolution", "处理方式", "處理方式"), {
  AdjustCost: ["adjust_cost", text3("Booked to cost", "调整成本", "調整成本"), "info"],
  Suspense: ["suspense", text3("Suspense", "挂账", "掛帳"), "warning"],
  Rematch: ["rematch", text3("Matched otherwise", "改匹配", "改比對"), "info"],
  Ignore: ["ignore_within_tolerance", text3("Accepted", "接受", "接受"), "neutral"],
  Claim: ["claim", text3("Claimed from the gateway", "向网关索赔", "向閘道求償"), "warning"],
  Merchant: ["merchant", text3("Given back to the merchant", "归还商户", "歸還特店"), "success"],
  Arrived: ["arrived", text3("Came in a later file", "后续文件到账", "後續檔案到帳"), "success"],
});

/** What of our books a line stands against. */
export const ReconRefType = defineEnumeration("ReconRefTypeEnum", text3("Our record", "我方记录", "我方紀錄"), {
  Capture: ["capture", text3("Capture", "请款", "請款"), "success"],
  Refund: ["refund", text3("Refund", "退款", "退款"), "info"],
  RefundReversal: ["refund_reversal", text3("Refund returned", "退款退回", "退款退回"), "info"],
  Due: ["due", text3("Unapplied payment", "待处理款项", "待處理款項"), "warning"],
  Account: ["account", text3("Gateway account", "网关账户", "閘道帳戶"), "neutral"],
});

/** To what account something in suspense goes once its cause is known. */
export const SuspenseCause = defineEnumeration("SuspenseCauseEnum", text3("Cause", "原因", "原因"), {
  GatewayCost: ["gateway_fee", text3("Gateway cost", "网关成本", "閘道成本"), "neutral"],
  Loss: ["dispute_loss", text3("Loss", "损失", "損失"), "danger"],
  Receivable: ["receivable", text3("Gateway receivable after all", "网关仍应付", "閘道仍應付"), "info"],
  Merchant: ["merchant", text3("Merchant whose refund came back", "退款退回的商户", "退款退回的特店"), "success"],
});

/** Every enumeration of reconciliation; each becomes a dictionary of the same name. */
export const reconEnumerations = [
  ReconSource,
  ReconStatus,
  ReconLineType,
  ReconMatch,
  ReconItemStatus,
  ReconResolution,
  ReconRefType,
  SuspenseCause,
] as const;
