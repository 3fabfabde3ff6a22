import { innermost } from "@countinghouse/contract/kit/field.ts";
import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import type { Operation } from "@countinghouse/contract/kit/operation.ts";
import { type FieldRefusal, refuse } from "@countinghouse/contract/kit/refusal.ts";
import { limitsOf } from "@countinghouse/contract/platform/input-limits.ts";
import { z } from "zod";
import { namedMax, screenInput, shortList } from "./screen-input.ts";
import type { Translator } from "./translate.ts";

/** Messages of the validator in the caller's language. */
const validatorWords: Record<Locale, z.core.$ZodErrorMap> = {
  en: z.locales.en().localeError,
  "zh-cn": z.locales.zhCN().localeError,
  "zh-tw": z.locales.zhTW().localeError,
};

const shapeOf = (schema: z.ZodType): Readonly<Record<string, z.ZodType>> =>
  schema instanceof z.ZodObject ? (schema.shape as Record<string, z.ZodType>) : {};

/** Whether a field is a number in JSON, so that a query's digit string is converted to one. */
function isNumeric(schema: z.ZodType): boolean {
  const inner = innermost(schema);
  if (inner instanceof z.ZodNumber) return true;
  if (inner instanceof z.ZodLiteral) return [...inner.values].every((value) => typeof value === "number");
  return inner instanceof z.ZodUnion && inner.options.some((option) => isNumeric(option as z.ZodType));
}

function fromText(schema: z.ZodType, text: unknown): unknown {
  if (typeof text !== "string") return text;
  if (text === "" && schema.safeParse(undefined).success) return undefined;
  if (isNumeric(schema) && /^-?\d{1,15}$/.test(text)) return Number(text);
  if (innermost(schema) instanceof z.ZodBoolean && /^(true|false)$/i.test(text)) return text.toLowerCase() === "true";
  return text;
}

/**
 * Input of a GET call or a form. Names match whatever their case, because published clients send `Id` and `Title`;
 * texts become the numbers and booleans that the schema asks for.
 */
export function fromQuery(schema: z.ZodType, sent: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const shape = shapeOf(schema);
  const names = new Map(Object.keys(shape).map((name) => [name.toLowerCase(), name]));
  const input: Record<string, unknown> = Object.create(null);
  for (const [key, value] of Object.entries(sent)) {
    const name = names.get(key.toLowerCase());
    const field = name === undefined ? undefined : shape[name];
    if (name === undefined || !field) continue;
    // A parameter sent under two spellings is a list, like one sent twice: refused where one value is expected.
    input[name] = name in input ? [input[name], value] : fromText(field, value);
  }
  return { ...input };
}

/** Field labels joined for a message. */
function listed(resource: string, fields: readonly string[], locale: Locale, translator: Translator): string {
  const labels = new Set(fields.map((field) => translator.fieldLabel(resource, field.split(".")[0] ?? "", locale)));
  return [...labels].slice(0, 8).join(locale === "en" ? ", " : "、") || "body";
}

/** The first invalid fields, in words. */
const faultsIn = ({ issues }: z.ZodError, locale: Locale, translator: Translator): FieldRefusal[] =>
  issues.slice(0, namedMax).flatMap((issue): FieldRefusal[] =>
    issue.code === "unrecognized_keys"
      ? issue.keys.slice(0, namedMax).map((key) => ({
          field: shortList([...issue.path, key]),
          message: translator.refusal("platform.unknownInput", {}, locale),
        }))
      : [
          {
            field: issue.path.join("."),
            message: issue.code === "custom" ? translator.refusal(issue.message, {}, locale) : issue.message,
          },
        ],
  );

/**
 * Parses a value by its schema; on failure, the first invalid fields in the caller's language. Used for rows of files,
 * which are inputs as well.
 */
export function parseRow<S extends z.ZodType>(
  schema: S,
  row: unknown,
  locale: Locale,
  translator: Translator,
): { readonly value: z.output<S> } | { readonly faults: readonly FieldRefusal[] } {
  const parsed = schema.safeParse(row, { error: validatorWords[locale] });
  return parsed.success ? { value: parsed.data } : { faults: faultsIn(parsed.error, locale, translator) };
}

/**
 * Validates the input of an operation. Refuses an input over the operation's size limits, card numbers where none
 * belong, and values that the schema does not allow, naming the first invalid fields in the caller's language. Field
 * paths are dotted, such as `extOrgIdList.0.orgId`.
 */
export function parseInput(
  resource: string,
  operation: Pick<Operation, "input" | "access">,
  sent: unknown,
  locale: Locale,
  translator: Translator,
): unknown {
  const { input: schema } = operation;
  const { unstorable, cardNumbers } = screenInput(schema, sent, limitsOf(operation));
  if (cardNumbers.length > 0) {
    const fields = cardNumbers.map((field) => ({ field, message: "platform.cardNumberHere" }));
    throw refuse(
      "platform.cardNumberRefused",
      { fields: listed(resource, cardNumbers, locale, translator) },
      { fields },
    );
  }
  const parsed = schema.safeParse(sent, { error: validatorWords[locale] });
  if (parsed.success && unstorable.length === 0) return parsed.data;
  const faults: FieldRefusal[] = [
    ...unstorable.map((field) => ({ field, message: translator.refusal("platform.unstorableText", {}, locale) })),
    ...(parsed.error ? faultsIn(parsed.error, locale, translator) : []),
  ];
  const fields = faults.slice(0, namedMax);
  const names = fields.map(({ field }) => field);
  throw refuse("platform.invalidInput", { fields: listed(resource, names, locale, translator) }, { fields });
}
