import { defineEnumeration } from "../../kit/enumeration.ts";
import { text3 } from "../../kit/locale.ts";

/** What the rows of a report stand for. */
export const ReportGroup = defineEnumeration("ReportGroupEnum", text3("Group by", "分组方式", "分組方式"), {
  Gateway: ["gateway", text3("Gateway", "网关", "閘道")],
  Account: ["account", text3("Gateway account", "网关账户", "閘道帳戶")],
  Merchant: ["merchant", text3("Merchant", "商户", "特店")],
  Domain: ["domain", text3("Domain", "域名", "網域")],
  Currency: ["currency", text3("Currency", "币种", "幣別")],
  Method: ["method", text3("Payment method", "支付方式", "付款方式")],
  Day: ["day", text3("Day", "日", "日")],
  Week: ["week", text3("Week", "周", "週")],
  Month: ["month", text3("Month", "月", "月")],
});

/** A report that can be made by itself. */
export const ScheduledReport = defineEnumeration("ScheduledReportEnum", text3("Report", "报表", "報表"), {
  Gateway: ["reportByGateway", text3("Report by gateway", "网关报表", "閘道報表")],
  Merchant: ["reportByMerchant", text3("Report by merchant", "商户报表", "特店報表")],
  Domain: ["reportByDomain", text3("Report by domain", "域名报表", "網域報表")],
});

/** Which full days a report covers that is made by itself. */
export const ReportSpan = defineEnumeration("ReportSpanEnum", text3("Period", "时间范围", "期間"), {
  Yesterday: ["yesterday", text3("The day before", "前一天", "前一天")],
  Last7: ["last7", text3("The seven days before", "前七天", "前七天")],
  Last30: ["last30", text3("The thirty days before", "前三十天", "前三十天")],
  ThisMonth: ["thisMonth", text3("The month until the day before", "本月截至前一天", "本月截至前一天")],
  LastMonth: ["lastMonth", text3("The month before", "上月", "上月")],
});

/** How often. */
export const ReportCadence = defineEnumeration("ReportCadenceEnum", text3("How often", "频率", "頻率"), {
  Daily: ["daily", text3("Every day", "每天", "每天")],
  Weekly: ["weekly", text3("Every week", "每周", "每週")],
  Monthly: ["monthly", text3("Every month", "每月", "每月")],
});

/** A file that a report can be had as. */
export const ReportFileFormat = defineEnumeration("ReportFileFormatEnum", text3("Format", "格式", "格式"), {
  Csv: ["csv", text3("CSV", "CSV", "CSV")],
  Xlsx: ["xlsx", text3("XLSX", "XLSX", "XLSX")],
  Pdf: ["pdf", text3("PDF", "PDF", "PDF")],
});

/** What became of the last time. */
export const ReportSending = defineEnumeration("ReportSendingEnum", text3("Last time", "上次结果", "上次結果"), {
  Sent: ["sent", text3("Sent", "已发送", "已傳送"), "success"],
  Failed: ["failed", text3("Failed", "失败", "失敗"), "danger"],
});

/** Every enumeration of reports; each becomes a dictionary of the same name. */
export const reportEnumerations = [
  ReportGroup,
  ScheduledReport,
  ReportSpan,
  ReportCadence,
  ReportFileFormat,
  ReportSending,
] as const;
