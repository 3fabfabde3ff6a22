import { currencyCodes } from "@countinghouse/money/currency.ts";
import { z } from "zod";
import { type Text, text3 } from "../../kit/locale.ts";

const words = new WeakMap<z.ZodType, Text>();

/** Says what a field is, in three languages. Wrappers such as `.optional()` may follow. */
export function said<S extends z.ZodType>(schema: S, en: string, zhCn: string, zhTw: string): S {
  words.set(schema, text3(en, zhCn, zhTw));
  return schema;
}

/** What was said of a schema, or of what it wraps. */
export function wordsOf(schema: z.ZodType): Text | undefined {
  for (let current: z.ZodType | undefined = schema; current; ) {
    const found = words.get(current);
    if (found) return found;
    current = (current.def as { innerType?: z.ZodType }).innerType;
  }
  return undefined;
}

/** A copy of a schema to say something of its own about. */
const fresh = <S extends z.ZodType>(schema: S): S => schema.clone() as S;

/** Money in minor units: an integer that every JSON reader keeps exact. */
const OpenAmount = z.int().min(-Number.MAX_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER);
/** An amount above zero, as sent. */
const SentAmount = z.int().positive().max(Number.MAX_SAFE_INTEGER);

export const amount = (en: string, zhCn: string, zhTw: string) => said(fresh(OpenAmount), en, zhCn, zhTw);
export const nullableAmount = (en: string, zhCn: string, zhTw: string) => amount(en, zhCn, zhTw).nullable();
export const sentAmount = (en: string, zhCn: string, zhTw: string) => said(fresh(SentAmount), en, zhCn, zhTw);

/** ISO 4217, upper case, one of the currencies of the platform. */
export const OpenCurrency = said(
  z.enum(currencyCodes as unknown as [string, ...string[]]),
  "Currency, ISO 4217",
  "币种，ISO 4217 代码",
  "幣別，ISO 4217 代碼",
);

/** Text without control characters, 1 to `max` characters. */
export const openText = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^\P{Cc}+$/u);

/** ISO 3166-1 alpha-2. */
export const OpenCountry = z.string().regex(/^[A-Z]{2}$/);

/** An address of the web that a payer's browser or our servers go to. */
export const openUrl = () =>
  z
    .url({ protocol: /^https?$/ })
    .max(2048)
    .refine((text) => !/^[a-z]+:\/\/[^/?#]*@/i.test(text));

/** An instant in UTC, ISO 8601. */
export const OpenInstant = z.iso.datetime({ offset: true });

/** An instant with something of its own to say. */
export const instant = (en: string, zhCn: string, zhTw: string) => said(fresh(OpenInstant), en, zhCn, zhTw);

/** One page of a list, newest first. */
export const pageOfOpen = <T extends z.ZodType>(record: T) =>
  z.object({
    data: said(z.array(record), "The page, newest first", "本页数据，新的在前", "本頁資料，新的在前"),
    hasMore: said(z.boolean(), "Whether more follow", "是否还有下一页", "是否還有下一頁"),
    nextCursor: said(
      z.string().nullable(),
      "Send it as `cursor` to go on",
      "作为 cursor 传入以取下一页",
      "作為 cursor 傳入以取下一頁",
    ),
  });

/** The filters that every list takes; texts, because they come in the query. */
export const pageQuery = {
  limit: said(
    z.coerce.number().int().min(1).max(100).default(20),
    "Rows of a page, 1 to 100",
    "每页条数，1 到 100",
    "每頁筆數，1 到 100",
  ),
  cursor: said(
    z.string().min(1).max(512).optional(),
    "`nextCursor` of the page before",
    "上一页返回的 nextCursor",
    "上一頁傳回的 nextCursor",
  ),
  createdFrom: said(OpenInstant.optional(), "Made at or after this instant", "创建时间不早于", "建立時間不早於"),
  createdTo: said(OpenInstant.optional(), "Made before this instant", "创建时间早于", "建立時間早於"),
};
