import { defineEnumeration } from "../../kit/enumeration.ts";
import { text3 } from "../../kit/locale.ts";

/** Funding type of a card. */
export const CardFunding = defineEnumeration("CardFundingEnum", text3("Funding", "卡种", "卡種"), {
  Credit: ["credit", text3("Credit", "信用卡", "信用卡"), "info"],
  Debit: ["debit", text3("Debit", "借记卡", "簽帳金融卡"), "success"],
  Prepaid: ["prepaid", text3("Prepaid", "预付卡", "預付卡"), "warning"],
});

/** Status of a card range file. */
export const CardRangeFileStatus = defineEnumeration(
  "CardRangeFileStatusEnum",
  text3("File status", "文件状态", "檔案狀態"),
  {
    Uploading: ["uploading", text3("File incomplete", "文件未传完", "檔案未傳完"), "warning", "half"],
    Checking: ["checking", text3("Dry run", "试导入中", "試匯入中"), "progress", "turning"],
    Checked: ["checked", text3("Ready to take over", "待启用", "待啟用"), "accent", "half"],
    Loading: ["loading", text3("Taking over", "启用中", "啟用中"), "progress", "turning"],
    InForce: ["inForce", text3("In force", "生效中", "生效中"), "success"],
    Replaced: ["replaced", text3("Replaced", "已被替换", "已被取代"), "neutral", "hollow"],
    Withdrawn: ["withdrawn", text3("Withdrawn", "已撤下", "已撤下"), "neutral", "hollow"],
    Failed: ["failed", text3("Unreadable", "无法读取", "無法讀取"), "danger"],
    Canceled: ["canceled", text3("Cancelled", "已取消", "已取消"), "neutral", "hollow"],
  },
);

/** Why a row of such a file is refused. */
export const CardRangeFault = defineEnumeration("CardRangeFaultEnum", text3("Reason", "原因", "原因"), {
  ColumnsDiffer: ["columnsDiffer", text3("Not as many columns as the heading", "列数与表头不符", "欄數與標題列不符")],
  NotDigits: ["notDigits", text3("Not 6 to 11 digits", "不是 6 至 11 位数字", "不是 6 至 11 位數字")],
  Reversed: ["reversed", text3("Ends before it begins", "结束号段小于起始号段", "結束號段小於起始號段")],
  NotCountry: ["notCountry", text3("Not a two-letter country code", "不是两位国家代码", "不是兩碼國家代碼")],
  NotBrand: ["notBrand", text3("Not a brand's code", "不是有效的卡组织代码", "不是有效的卡組織代碼")],
  NotFunding: [
    "notFunding",
    text3("Neither credit, debit nor prepaid", "不是 credit、debit 或 prepaid", "不是 credit、debit 或 prepaid"),
  ],
  Repeated: ["repeated", text3("An earlier row has this range", "前面已有相同号段", "前面已有相同號段")],
});

/** Why reading such a file failed. */
export const CardRangeFailure = defineEnumeration("CardRangeFailureEnum", text3("Failure", "失败原因", "失敗原因"), {
  EmptyFile: ["emptyFile", text3("The file has no rows below its heading", "文件没有数据行", "檔案沒有資料列")],
  HeadingMissing: [
    "headingMissing",
    text3(
      "The heading does not name low, high and country",
      "表头缺少 low、high 或 country 列",
      "標題列缺少 low、high 或 country 欄",
    ),
  ],
  QuotesUnbalanced: [
    "quotesUnbalanced",
    text3("A quotation mark is missing, or one stands where none may", "引号不成对或位置有误", "引號不成對或位置有誤"),
  ],
  RowTooLong: ["rowTooLong", text3("The row is longer than 64 kB", "该行超过 64 kB", "該列超過 64 kB")],
  TooManyRows: ["tooManyRows", text3("More than 1,000,000 rows", "超过 1,000,000 行", "超過 1,000,000 列")],
  FileMissing: ["fileMissing", text3("The stored file is gone", "已上传的文件不存在", "已上傳的檔案不存在")],
  Unexpected: ["unexpected", text3("An unexpected error", "意外错误", "非預期的錯誤")],
});

export type CardRangeFaultName = (typeof CardRangeFault.members)[number]["value"];
export type CardRangeFailureName = (typeof CardRangeFailure.members)[number]["value"];
export type CardFundingName = (typeof CardFunding.members)[number]["value"];

/** Enumerations of card ranges. */
export const cardRangeEnumerations = [CardFunding, CardRangeFileStatus, CardRangeFault, CardRangeFailure] as const;
