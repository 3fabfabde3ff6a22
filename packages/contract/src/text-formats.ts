import type { z } from "zod";
import { type FieldFacts, factsOf } from "./kit/field.ts";
import { type Locale, type LocalizedText, text3 } from "./kit/locale.ts";

/** How a text has to be written, in words and with an example, for whoever wrote it otherwise. */
export const textFormats = {
  country: text3(
    "Two letters of a country, such as GB.",
    "请填写两位国家/地区代码，例如 GB。",
    "請填寫兩碼國家／地區代碼，例如 GB。",
  ),
  currency: text3(
    "Three letters of a currency that is held here, such as EUR.",
    "请填写平台支持的三位币种代码，例如 EUR。",
    "請填寫平台支援的三碼幣別代碼，例如 EUR。",
  ),
  categoryCode: text3(
    "Four digits of a merchant category, such as 5411.",
    "请填写四位商户类别码，例如 5411。",
    "請填寫四碼商店類別碼，例如 5411。",
  ),
  phone: text3(
    "With the country's calling code and 7 to 15 digits in all, such as +44 20 7946 0018.",
    "请填写含国际区号的号码，共 7 至 15 位数字，例如 +86 138 0013 8000。",
    "請填寫含國際區碼的號碼，共 7 至 15 碼，例如 +886 912 345 678。",
  ),
  mobile: text3(
    "11 digits, starting with 13 to 19; of other countries with a plus and the calling code, such as +44 20 7946 0018.",
    "请填写以 13 至 19 开头的 11 位手机号；境外号码请加“+”和国际区号，例如 +44 20 7946 0018。",
    "請填寫以 13 至 19 開頭的 11 碼手機號碼；其他地區請加「+」與國際區碼，例如 +886 912 345 678。",
  ),
  email: text3(
    "An e-mail address, such as name@example.com.",
    "请填写邮箱地址，例如 name@example.com。",
    "請填寫電子郵件地址，例如 name@example.com。",
  ),
  publicAddress: text3(
    "An address of a public site, such as https://example.com: http, https or ftp, no host of a private network.",
    "请填写公网网址，例如 https://example.com：支持 http、https、ftp，不能是内网地址。",
    "請填寫公開網址，例如 https://example.com：支援 http、https、ftp，不可為內部網路位址。",
  ),
  address: text3(
    "A web address that begins with https://, such as https://example.com.",
    "请填写以 https:// 开头的网址，例如 https://example.com。",
    "請填寫以 https:// 開頭的網址，例如 https://example.com。",
  ),
  timeZone: text3(
    "A time zone by its name, such as Europe/London.",
    "请填写时区名称，例如 Asia/Shanghai。",
    "請填寫時區名稱，例如 Asia/Taipei。",
  ),
  timeOfDay: text3(
    "Hours and minutes from 00:00 to 23:59, such as 18:30.",
    "请填写 00:00 至 23:59 之间的时刻，例如 18:30。",
    "請填寫 00:00 至 23:59 之間的時刻，例如 18:30。",
  ),
  day: text3("A day, such as 2026-11-22.", "请填写日期，例如 2026-11-22。", "請填寫日期，例如 2026-11-22。"),
  instant: text3("A day and a time.", "请填写日期和时间。", "請填寫日期和時間。"),
  amount: text3("An amount, such as 12.50.", "请填写金额，例如 12.50。", "請填寫金額，例如 12.50。"),
  account: text3(
    "Begins with a letter or digit; then letters, digits and . _ - @.",
    "以字母或数字开头，其后可用字母、数字和 . _ - @。",
    "以字母或數字開頭，其後可用字母、數字和 . _ - @。",
  ),
  name: text3(
    "Begins with a letter; then letters, digits and . _ -, without blanks.",
    "以字母开头，其后可用字母、数字和 . _ -，不含空格。",
    "以字母開頭，其後可用字母、數字和 . _ -，不含空格。",
  ),
  snake: text3(
    "Small letters, digits and _, beginning with a letter, such as local_wallet.",
    "小写字母、数字和 _，以字母开头，例如 local_wallet。",
    "小寫字母、數字和 _，以字母開頭，例如 local_wallet。",
  ),
  calendar: text3(
    "Capitals, digits and -, beginning with a letter, such as CN-BANK.",
    "大写字母、数字和 -，以字母开头，例如 CN-BANK。",
    "大寫字母、數字和 -，以字母開頭，例如 CN-BANK。",
  ),
  rate: text3(
    "A rate above nothing, with at most 12 digits before the point and 10 behind it, such as 7.1234.",
    "请填写大于 0 的汇率，整数最多 12 位，小数最多 10 位，例如 7.1234。",
    "請填寫大於 0 的匯率，整數最多 12 位，小數最多 10 位，例如 7.1234。",
  ),
  share: text3(
    "A share from 0 to 100 %, with at most four decimals, such as 2.9.",
    "请填写 0 至 100 之间的百分比，最多四位小数，例如 2.9。",
    "請填寫 0 至 100 之間的百分比，最多四位小數，例如 2.9。",
  ),
  statement: text3(
    "At most 12 capitals, digits, blanks, dots and dashes.",
    "最多 12 个字符，可用大写字母、数字、空格、点和短横线。",
    "最多 12 個字元，可用大寫字母、數字、空格、點和連字號。",
  ),
} as const satisfies Record<string, LocalizedText>;

/** A way that a text has to be written. */
export type TextFormat = keyof typeof textFormats;

/** What a kind of field says of it. */
function ofFacts(facts: FieldFacts): TextFormat | undefined {
  if (facts.format) return facts.format;
  if (facts.isShare) return "share";
  if (facts.isCountry) return "country";
  if (facts.isCurrency) return "currency";
  if (facts.isCategoryCode) return "categoryCode";
  if (facts.isPhone) return "phone";
  if (facts.isZone) return "timeZone";
  if (facts.isCalendar) return "calendar";
  const byKind = { money: "amount", day: "day", instant: "instant" } as const;
  return byKind[facts.kind as keyof typeof byKind];
}

/** What the schemas of Zod check by themselves. */
const ofZod: Readonly<Record<string, TextFormat>> = {
  email: "email",
  url: "address",
  date: "day",
  datetime: "instant",
};

/** How a text of this schema has to be written; nothing where anything may be written. */
export const formatOf = (schema: z.ZodType, issue: { readonly format?: unknown }): TextFormat | undefined =>
  ofFacts(factsOf(schema)) ?? ofZod[String(issue.format)];

/** How a text of this schema has to be written, in words; nothing where anything may be written. */
export function howWritten(schema: z.ZodType, locale: Locale): string | undefined {
  const format = formatOf(schema, {});
  return format && textFormats[format][locale];
}
