import { defineEnumeration } from "../../kit/enumeration.ts";
import { type LocalizedText, text3 } from "../../kit/locale.ts";

/** Where a file of refunds stands; the states of `refundImportLifecycle`. */
export const RefundImportStatus = defineEnumeration(
  "RefundImportStatusEnum",
  text3("Status of a refund file", "批量退款状态", "批次退款狀態"),
  {
    Checking: ["checking", text3("Dry run", "试算中", "試算中"), "progress", "turning"],
    Checked: ["checked", text3("Ready to refund", "待确认", "待確認"), "accent", "half"],
    Running: ["running", text3("Asking for refunds", "提交中", "提交中"), "progress", "turning"],
    Stopped: ["stopped", text3("Stopped", "已停止", "已停止"), "warning", "half"],
    Done: ["done", text3("Done", "已完成", "已完成"), "success"],
    Failed: ["failed", text3("Broken off", "已中断", "已中斷"), "danger"],
    Canceled: ["canceled", text3("Cancelled", "已取消", "已取消"), "neutral", "hollow"],
  },
);

/** What becomes, or became, of a row of a file of refunds. */
export const RefundRowVerdict = defineEnumeration("RefundRowVerdictEnum", text3("Result", "试算结果", "試算結果"), {
  Refund: ["refund", text3("Will be refunded", "可退款", "可退款"), "success", "hollow"],
  Review: ["review", text3("Goes to review", "需复核", "需覆核"), "warning", "half"],
  Present: ["present", text3("Asked for before", "已申请过", "已申請過"), "neutral", "hollow"],
  Refused: ["refused", text3("Refused", "被拒绝", "遭拒絕"), "danger"],
  Asked: ["asked", text3("Asked for", "已申请退款", "已申請退款"), "success"],
});

/** Why work on a file of refunds broke off. */
export const RefundImportFailure = defineEnumeration(
  "RefundImportFailureEnum",
  text3("Why it broke off", "中断原因", "中斷原因"),
  {
    NoLongerAllowed: [
      "noLongerAllowed",
      text3("Whoever started it may no longer refund", "发起人已无批量退款权限", "發起人已無批次退款權限"),
    ],
    Unexpected: ["unexpected", text3("An unexpected error", "意外错误", "非預期的錯誤")],
  },
);

/** Every enumeration of files of refunds; each becomes a dictionary of the same name. */
export const refundImportEnumerations = [RefundImportStatus, RefundRowVerdict, RefundImportFailure] as const;

/** What is wrong with a row before anything is asked; `{column}` is the heading, `{value}` what the file says there. */
export const rowProblems = {
  columnsDiffer: text3(
    "The row has {value} cells, not as many as the heading.",
    "该行有 {value} 列，与表头不符。",
    "該列有 {value} 欄，與標題列不符。",
  ),
  missing: text3("{column} is missing.", "缺少{column}。", "缺少{column}。"),
  tooLong: text3("{column} is too long.", "{column}过长。", "{column}過長。"),
  badCharacters: text3(
    "{column} holds characters of another encoding.",
    "{column}含有编码不符的字符。",
    "{column}含有編碼不符的字元。",
  ),
  cardNumber: text3("{column} holds a card number.", "{column}含有银行卡号。", "{column}含有卡號。"),
  unknownOrder: text3("No order has the number {value}.", "找不到订单 {value}。", "找不到訂單 {value}。"),
  ordersDiffer: text3(
    "The two order numbers name different orders.",
    "两个订单号不是同一笔订单。",
    "兩個訂單編號並非同一筆訂單。",
  ),
  unknownCurrency: text3("{value} is no known currency.", "未知币种 {value}。", "未知幣別 {value}。"),
  otherCurrency: text3(
    "The order was paid in another currency than {value}.",
    "订单的支付币种不是 {value}。",
    "訂單的付款幣別不是 {value}。",
  ),
  notAmount: text3("{value} is not an amount.", "{value} 不是金额。", "{value} 不是金額。"),
  tooManyDecimals: text3(
    "{value} has more decimals than the currency.",
    "{value} 的小数位超出币种精度。",
    "{value} 的小數位數超過幣別精度。",
  ),
  notPositive: text3("The amount has to be above zero.", "金额须大于零。", "金額須大於零。"),
  amountTooLarge: text3("The amount is too large.", "金额过大。", "金額過大。"),
  unknownReason: text3(
    "{value} is no reason of a refund.",
    "{value} 不是有效的退款原因。",
    "{value} 不是有效的退款原因。",
  ),
  tooManyOfOrder: text3(
    "A file may hold {value} rows of one order at most.",
    "同一订单最多 {value} 行。",
    "同一訂單最多 {value} 列。",
  ),
} as const satisfies Readonly<Record<string, LocalizedText>>;

export type RowProblem = keyof typeof rowProblems;
