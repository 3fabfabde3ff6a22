import type { z } from "zod";
import { defineEnumeration } from "../../kit/enumeration.ts";
import { text3 } from "../../kit/locale.ts";

/** Where an import of orders stands. */
export const OrderImportStatus = defineEnumeration(
  "OrderImportStatusEnum",
  text3("Import status", "导入状态", "匯入狀態"),
  {
    Uploading: ["uploading", text3("File incomplete", "文件未传完", "檔案未傳完"), "warning", "half"],
    Inspecting: ["inspecting", text3("Reading the file", "读取文件", "讀取檔案"), "progress", "turning"],
    Mapping: ["mapping", text3("Columns to confirm", "待确认列", "待確認欄位"), "info", "half"],
    Checking: ["checking", text3("Dry run", "试导入中", "試匯入中"), "progress", "turning"],
    Checked: ["checked", text3("Ready to import", "待导入", "待匯入"), "accent", "half"],
    Importing: ["importing", text3("Importing", "导入中", "匯入中"), "progress", "turning"],
    Stopped: ["stopped", text3("Stopped", "已停止", "已停止"), "warning", "half"],
    Done: ["done", text3("Imported", "已导入", "已匯入"), "success"],
    Failed: ["failed", text3("Unreadable", "无法读取", "無法讀取"), "danger"],
    Canceled: ["canceled", text3("Cancelled", "已取消", "已取消"), "neutral", "hollow"],
    Undoing: ["undoing", text3("Being undone", "撤回中", "撤回中"), "progress", "turning"],
    Undone: ["undone", text3("Undone", "已撤回", "已撤回"), "neutral", "hollow"],
  },
);

/** What a file may tell of an order. */
export const ImportField = defineEnumeration("OrderImportFieldEnum", text3("Field", "字段", "欄位"), {
  MerchantOrderNo: ["merchantOrderNo", text3("Order no.", "商户订单号", "特店訂單編號")],
  Amount: ["amount", text3("Amount", "金额", "金額")],
  Currency: ["currency", text3("Currency", "币种", "幣別")],
  OrderTime: ["orderTime", text3("Order time", "下单时间", "下單時間")],
  Status: ["status", text3("Status", "状态", "狀態")],
  Method: ["method", text3("Payment method", "支付方式", "付款方式")],
  PaidTime: ["paidTime", text3("Payment time", "支付时间", "付款時間")],
  Email: ["email", text3("Payer’s e-mail", "付款人邮箱", "付款人電子郵件")],
  Country: ["country", text3("Payer’s country", "付款人国家", "付款人國家")],
  CardBrand: ["cardBrand", text3("Card brand", "卡组织", "卡片品牌")],
  CardLast4: ["cardLast4", text3("Last four digits", "卡号后四位", "卡號末四碼")],
  TransactionNo: ["transactionNo", text3("Reference at the gateway", "网关交易号", "閘道交易編號")],
});

/** What becomes, or became, of a row. */
export const ImportVerdict = defineEnumeration("OrderImportVerdictEnum", text3("Result", "校验结果", "檢核結果"), {
  New: ["new", text3("New", "新订单", "新訂單"), "success"],
  Present: ["present", text3("Already there", "已存在", "已存在"), "neutral", "hollow"],
  LeftOut: ["leftOut", text3("Left out", "不导入", "不匯入"), "info", "hollow"],
  Refused: ["refused", text3("Refused", "被拒绝", "遭拒絕"), "danger"],
});

/** Why a row is refused. */
export const RowReason = defineEnumeration("OrderImportReasonEnum", text3("Reason", "原因", "原因"), {
  Missing: ["missing", text3("Nothing is given", "缺少内容", "缺少內容")],
  TooLong: ["tooLong", text3("The text is too long", "内容过长", "內容過長")],
  BadCharacters: ["badCharacters", text3("Characters of another encoding", "编码不符的字符", "編碼不符的字元")],
  CardNumber: ["cardNumber", text3("Holds a card number", "含有银行卡号", "含有卡號")],
  ColumnsDiffer: ["columnsDiffer", text3("Not as many columns as the heading", "列数与表头不符", "欄數與標題列不符")],
  NotAmount: ["notAmount", text3("Not an amount", "不是金额", "不是金額")],
  TooManyDecimals: [
    "tooManyDecimals",
    text3("More decimals than the currency has", "小数位超出币种精度", "小數位數超過幣別精度"),
  ],
  NotPositive: ["notPositive", text3("Not above zero", "金额须大于零", "金額須大於零")],
  AmountTooLarge: ["amountTooLarge", text3("The amount is too large", "金额过大", "金額過大")],
  UnknownCurrency: ["unknownCurrency", text3("Unknown currency", "未知币种", "未知幣別")],
  NotTime: ["notTime", text3("Not a date or time", "不是日期时间", "不是日期時間")],
  InFuture: ["inFuture", text3("Lies in the future", "时间在将来", "時間在未來")],
  UnknownWord: ["unknownWord", text3("Its meaning was not chosen", "未选择对应含义", "尚未選擇對應含義")],
  NotEmail: ["notEmail", text3("Not an e-mail address", "不是邮箱地址", "不是電子郵件地址")],
  NotCountry: ["notCountry", text3("Not a two-letter country code", "不是两位国家代码", "不是兩碼國家代碼")],
  NotDigits: ["notDigits", text3("Not four digits", "不是四位数字", "不是四位數字")],
  NumberTaken: [
    "numberTaken",
    text3("Another order has this number", "该订单号已属于另一订单", "此訂單編號已屬於另一筆訂單"),
  ],
  NumberRepeated: [
    "numberRepeated",
    text3("Another row has this number", "文件中另一行使用了该订单号", "檔案中另一列使用了此訂單編號"),
  ],
});

/** Why a file cannot be read to its end. */
export const ImportFailure = defineEnumeration("OrderImportFailureEnum", text3("Failure", "失败原因", "失敗原因"), {
  EmptyFile: ["emptyFile", text3("The file has no rows below its heading", "文件没有数据行", "檔案沒有資料列")],
  QuotesUnbalanced: [
    "quotesUnbalanced",
    text3("A quotation mark is missing, or one stands where none may", "引号不成对或位置有误", "引號不成對或位置有誤"),
  ],
  RowTooLong: ["rowTooLong", text3("The row is longer than 64 kB", "该行超过 64 kB", "該列超過 64 kB")],
  TooManyRows: ["tooManyRows", text3("More than 1,000,000 rows", "超过 1,000,000 行", "超過 1,000,000 列")],
  FileMissing: ["fileMissing", text3("The stored file is gone", "已上传的文件不存在", "已上傳的檔案不存在")],
  NoLongerAllowed: [
    "noLongerAllowed",
    text3("Whoever started it may no longer import", "发起人已无导入权限", "發起人已無匯入權限"),
  ],
  Unexpected: ["unexpected", text3("An unexpected error", "意外错误", "非預期的錯誤")],
});

/** Encodings a file may be in. */
export const ImportEncoding = defineEnumeration("OrderImportEncodingEnum", text3("Encoding", "编码", "編碼"), {
  Utf8: ["utf-8", text3("UTF-8", "UTF-8", "UTF-8")],
  Utf16Le: ["utf-16le", text3("UTF-16 LE", "UTF-16 LE", "UTF-16 LE")],
  Utf16Be: ["utf-16be", text3("UTF-16 BE", "UTF-16 BE", "UTF-16 BE")],
  Windows1252: ["windows-1252", text3("Western (Windows-1252)", "西欧（Windows-1252）", "西歐（Windows-1252）")],
  Gb18030: ["gb18030", text3("Simplified Chinese (GB 18030)", "简体中文（GB 18030）", "簡體中文（GB 18030）")],
  Big5: ["big5", text3("Traditional Chinese (Big5)", "繁体中文（Big5）", "繁體中文（Big5）")],
});

/** What separates the columns of a file. */
export const ImportDelimiter = defineEnumeration("OrderImportDelimiterEnum", text3("Separator", "分隔符", "分隔符號"), {
  Comma: [",", text3("Comma", "逗号", "逗號")],
  Semicolon: [";", text3("Semicolon", "分号", "分號")],
  Tab: ["\t", text3("Tab", "制表符", "定位字元")],
  Bar: ["|", text3("Vertical bar", "竖线", "直線")],
});

export type ImportFieldName = z.output<typeof ImportField.schema>;
export type RowReasonName = z.output<typeof RowReason.schema>;
export type ImportFailureName = z.output<typeof ImportFailure.schema>;
export type EncodingName = z.output<typeof ImportEncoding.schema>;
export type DelimiterName = z.output<typeof ImportDelimiter.schema>;

/** Every enumeration of imports; each becomes a dictionary of the same name. */
export const orderImportEnumerations = [
  OrderImportStatus,
  ImportField,
  ImportVerdict,
  RowReason,
  ImportFailure,
  ImportEncoding,
  ImportDelimiter,
] as const;
