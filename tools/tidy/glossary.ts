import type { Locale } from "@countinghouse/contract/kit/locale.ts";

/** A word that the product does not say, and the one of docs/glossary.md that it says instead. */
export interface BannedWord {
  readonly locale: Locale;
  readonly word: RegExp;
  readonly say: string;
}

/** What was decided against, each with its reason in the glossary's row. */
export const bannedWords: readonly BannedWord[] = [
  {
    locale: "en",
    word: /\bchargeback declined\b|\bdeclined by chargeback\b/i,
    say: "“declined”; a dispute is another thing",
  },
  { locale: "en", word: /\bExchange log\b/, say: "“API log”" },
  { locale: "en", word: /\bOwed by the gateway\b/, say: "“Gateway receivable”" },
  { locale: "en", word: /\bCould have taken it\b/, say: "“Eligible”" },
  { locale: "en", word: /\bMay be retried\b|\bCan be retried\b/, say: "“Retry possible”" },
  { locale: "en", word: /^As of now$|^Counted until$/, say: "“As of”" },
  { locale: "en", word: /^May do$|^What it can do$/, say: "“Capabilities”" },
  { locale: "en", word: /^Particulars$/, say: "“Details”" },
  { locale: "en", word: /\bLate success\b/, say: "“Late payment”" },
  { locale: "en", word: /\bWithheld\b/, say: "“Reserve”" },
  { locale: "en", word: /^Can be refunded$/, say: "“Refundable”" },
  { locale: "zh-cn", word: /拒付(码|原因|代码)/, say: "“拒绝原因”；“拒付”只指持卡人拒付" },
  { locale: "zh-cn", word: /争议/, say: "“拒付”" },
  { locale: "zh-cn", word: /拒绝码/, say: "“拒绝原因”" },
  { locale: "zh-cn", word: /(?<!记账)凭证/, say: "“记账凭证”、“接入密钥”或“线下付款码”" },
  { locale: "zh-cn", word: /(?<!“重复下单”和“)价格/, say: "“费率”" },
  { locale: "zh-cn", word: /工作日/, say: "“营业日”" },
  { locale: "zh-cn", word: /须填安全码|须做 3DS/, say: "“必填 CVV”、“强制 3DS”" },
  { locale: "zh-cn", word: /差异日志|交互日志/, say: "“变更日志”、“接口日志”" },
  { locale: "zh-cn", word: /正式(环境|密钥|账户|商户|模式)/, say: "“生产”" },
  { locale: "zh-cn", word: /通道(成本|手续费|账户|风控|故障)/, say: "“网关…”；“通道”只指支付通道" },
  { locale: "zh-cn", word: /渠道/, say: "“支付通道”或“上游网关”" },
  { locale: "zh-cn", word: /迟到(成功|支付|付款)/, say: "“逾期付款”" },
  { locale: "zh-tw", word: /爭議(?!款)/, say: "「爭議款」" },
  { locale: "zh-tw", word: /拒付/, say: "「爭議款」；交易未獲核准是「已拒絕」" },
  { locale: "zh-tw", word: /拒絕代碼/, say: "「拒絕原因」" },
  { locale: "zh-tw", word: /凭证|記帳憑證/, say: "「記帳傳票」" },
  { locale: "zh-tw", word: /(?<!「重複下單」與「)價格/, say: "「費率」" },
  // The position of a first start keeps its name: it is stored.
  { locale: "zh-tw", word: /結算(?!專員)/, say: "「撥款」" },
  { locale: "zh-tw", word: /工作日/, say: "「營業日」" },
  { locale: "zh-tw", word: /差異日誌|往來紀錄/, say: "「變更日誌」、「API 日誌」" },
  { locale: "zh-tw", word: /生產(環境|金鑰|帳戶)/, say: "「正式」" },
  { locale: "zh-tw", word: /通道(成本|手續費|帳戶|風控|錯誤)/, say: "「閘道…」；「通道」只指付款通道" },
  { locale: "zh-tw", word: /商戶|商家編號/, say: "「特店」" },
  { locale: "zh-tw", word: /遲到(成功|付款)|逾時成功/, say: "「逾期付款」" },
];
