import { currencyCodes } from "@countinghouse/money/currency.ts";
import { z } from "zod";
import type { Enumeration } from "../../kit/enumeration.ts";
import { type LocalizedText, text3 } from "../../kit/locale.ts";
import type { InputRule } from "./open-api.messages.ts";

const words = new WeakMap<z.ZodType, LocalizedText>();

/** Schemas that the document describes once, under a name of their own, and points to from everywhere else. */
export const openSchemas = z.registry<{ readonly id: string; readonly enum?: readonly string[] }>();

/** Names a schema, and says what it describes. */
export function namedSchema<S extends z.ZodType>(id: string, schema: S, en: string, zhCn: string, zhTw: string): S {
  words.set(schema, text3(en, zhCn, zhTw));
  openSchemas.add(schema, { id });
  return schema;
}

/**
 * A named enumeration of an answer whose values come from stored rows. The document lists them; a row with another one,
 * of an earlier release, is still answered.
 */
export function listedText(id: string, values: readonly string[], en: string, zhCn: string, zhTw: string) {
  const schema = z.string();
  words.set(schema, text3(en, zhCn, zhTw));
  openSchemas.add(schema, { id, enum: values });
  return schema;
}

/** Says what a field is, in three languages. Wrappers such as `.optional()` may follow. */
export function describedAs<S extends z.ZodType>(schema: S, en: string, zhCn: string, zhTw: string): S {
  // What is said of one field must not be said of everything that has the same named schema.
  const field = openSchemas.has(schema) ? (schema.clone(undefined, { parent: true }) as S) : schema;
  words.set(field, text3(en, zhCn, zhTw));
  return field;
}

const rules = new WeakMap<z.ZodType, InputRule>();

/** Says by which rule people are told what belongs into an input; the words of a rule are in the messages. */
export function withInputRule<S extends z.ZodType>(schema: S, rule: InputRule): S {
  rules.set(schema, rule);
  return schema;
}

/** The rule of a schema, or of the named one that it is a copy of. */
export const ruleOf = (schema: z.ZodType): InputRule | undefined =>
  rules.get(schema) ?? rules.get(schema._zod.parent as z.ZodType);

/** What was said of a schema, or of what it wraps. */
export function wordsOf(schema: z.ZodType): LocalizedText | undefined {
  for (let current: z.ZodType | undefined = schema; current; ) {
    const found = words.get(current);
    if (found) return found;
    current = (current.def as { innerType?: z.ZodType }).innerType;
  }
  return undefined;
}

/** The values of an enumeration of the product, as a named schema of the open API lists them. */
export const valuesOf = <V extends string>({ members }: Enumeration<V>): readonly [V, ...V[]] =>
  members.map(({ value }) => value) as unknown as readonly [V, ...V[]];

/** A copy of a schema to say something of its own about. */
const fresh = <S extends z.ZodType>(schema: S): S => schema.clone() as S;

/** Money in minor units: an integer that every JSON reader keeps exact. */
const OpenAmount = z.int().min(-Number.MAX_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER);
/** An amount above zero, as sent. */
const SentAmount = z.int().positive().max(Number.MAX_SAFE_INTEGER);

export const amount = (en: string, zhCn: string, zhTw: string) =>
  describedAs(withInputRule(fresh(OpenAmount), "minorUnits"), en, zhCn, zhTw);
export const nullableAmount = (en: string, zhCn: string, zhTw: string) => amount(en, zhCn, zhTw).nullable();
export const sentAmount = (en: string, zhCn: string, zhTw: string) =>
  describedAs(withInputRule(fresh(SentAmount), "minorUnitsAboveZero"), en, zhCn, zhTw);

/** ISO 4217, upper case, one of the currencies of the platform. */
export const OpenCurrency = namedSchema(
  "Currency",
  withInputRule(z.enum(currencyCodes as unknown as [string, ...string[]]), "currency"),
  "Currency, ISO 4217",
  "币种，ISO 4217 代码",
  "幣別，ISO 4217 代碼",
);

// Written out, because JSON Schema's patterns have no flags to ask for classes of Unicode by name.
// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are what a text may not hold.
const printable = /^[^\u0000-\u001f\u007f-\u009f]+$/;

/** Text without control characters, 1 to `max` characters. */
export const openText = (max: number) => z.string().min(1).max(max).regex(printable);

/** ISO 3166-1 alpha-2. */
export const OpenCountry = withInputRule(z.string().regex(/^[A-Z]{2}$/), "country");

/** An address of the web that a payer's browser or our servers go to. */
export const openUrl = () =>
  withInputRule(
    z
      .url({ protocol: /^https?$/ })
      .max(2048)
      .refine((text) => !/^[a-z]+:\/\/[^/?#]*@/i.test(text)),
    "url",
  );

/** An instant in UTC, ISO 8601. */
export const OpenInstant = withInputRule(z.iso.datetime({ offset: true }), "instant");

/** An instant with something of its own to say. */
export const instant = (en: string, zhCn: string, zhTw: string) =>
  describedAs(withInputRule(fresh(OpenInstant), "instant"), en, zhCn, zhTw);

/** Which of the two books a record belongs to. */
export const OpenMode = namedSchema("Mode", z.enum(["live", "test"]), "Live or test", "正式或测试", "正式或測試");

/** One page of a list, newest first; `name` is that of its record. */
export const pageOfOpen = <T extends z.ZodType>(name: string, record: T) =>
  namedSchema(
    `${name}Page`,
    z.object({
      data: describedAs(z.array(record), "The page, newest first", "本页数据，新的在前", "本頁資料，新的在前"),
      hasMore: describedAs(z.boolean(), "Whether more follow", "是否还有下一页", "是否還有下一頁"),
      nextCursor: describedAs(
        z.string().nullable(),
        "Send it as `cursor` to go on",
        "作为 cursor 传入以取下一页",
        "作為 cursor 傳入以取下一頁",
      ),
    }),
    "One page of a list",
    "列表的一页",
    "清單的一頁",
  );

/** A whole list, of a kind that never grows long. */
export const listOfOpen = <T extends z.ZodType>(name: string, record: T, en: string, zhCn: string, zhTw: string) =>
  namedSchema(`${name}List`, z.object({ data: describedAs(z.array(record), en, zhCn, zhTw) }), en, zhCn, zhTw);

/** The filters that every list takes; texts, because they come in the query. */
export const pageQuery = {
  limit: describedAs(
    z.coerce.number().int().min(1).max(100).default(20),
    "Rows of a page, 1 to 100",
    "每页条数，1 到 100",
    "每頁筆數，1 到 100",
  ),
  cursor: describedAs(
    z.string().min(1).max(512).optional(),
    "`nextCursor` of the page before",
    "上一页返回的 nextCursor",
    "上一頁傳回的 nextCursor",
  ),
  createdFrom: describedAs(OpenInstant.optional(), "Made at or after this instant", "创建时间不早于", "建立時間不早於"),
  createdTo: describedAs(OpenInstant.optional(), "Made before this instant", "创建时间早于", "建立時間早於"),
};
