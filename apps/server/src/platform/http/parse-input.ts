import { innermost } from "@countinghouse/contract/kit/field.ts";
import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import { type FieldRefusal, refuse } from "@countinghouse/contract/kit/refusal.ts";
import { z } from "zod";
import type { Translator } from "./translate.ts";

/** Messages of the validator in the caller's language. */
const validatorWords: Record<Locale, z.core.$ZodErrorMap> = {
  en: z.locales.en().localeError,
  "zh-cn": z.locales.zhCN().localeError,
  "zh-tw": z.locales.zhTW().localeError,
};

const shapeOf = (schema: z.ZodType): Readonly<Record<string, z.ZodType>> =>
  schema instanceof z.ZodObject ? (schema.shape as Record<string, z.ZodType>) : {};

/** Whether the JSON form of a field is a number, so that a digit string of a query stands for one. */
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
 * Input of a GET call or a form: names are matched whatever their case, because published clients send `Id` and
 * `Title`; texts become the numbers and booleans that the schema asks for.
 */
export function fromQuery(schema: z.ZodType, sent: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const shape = shapeOf(schema);
  const names = new Map(Object.keys(shape).map((name) => [name.toLowerCase(), name]));
  const input: Record<string, unknown> = Object.create(null);
  for (const [key, value] of Object.entries(sent)) {
    const name = names.get(key.toLowerCase());
    const field = name === undefined ? undefined : shape[name];
    if (name === undefined || !field) continue;
    // Twice under two spellings is as much a list as twice under one: refused where one value is meant.
    input[name] = name in input ? [input[name], value] : fromText(field, value);
  }
  return { ...input };
}

/** Enough to find what is wrong; more would let a sender choose how long our answer gets. */
const namedMax = 20;
const pathMax = 200;

const isStorable = (text: string): boolean => !text.includes("\0") && text.isWellFormed();

/**
 * The paths of texts that no database of ours can hold: NUL, and halves of surrogate pairs. Also of names, which end up
 * in stored documents as texts do. Walks without recursion: how deep a body goes is its sender's choice.
 */
function unstorable(sent: unknown): string[] {
  const found: string[] = [];
  const open: [path: string, value: unknown][] = [["", sent]];
  for (let next = open.pop(); next && found.length < namedMax; next = open.pop()) {
    const [path, value] = next;
    if (typeof value === "string" && !isStorable(value)) found.push(path.slice(0, pathMax));
    if (typeof value !== "object" || value === null) continue;
    for (const [name, member] of Object.entries(value)) {
      if (!isStorable(name)) found.push(path.slice(0, pathMax));
      else if (typeof member !== "number") open.push([path === "" ? name : `${path}.${name}`, member]);
    }
  }
  return found;
}

/**
 * Validates the input of an operation. Refuses with every wrong field named, in the caller's language; field paths
 * are dotted, such as `extOrgIdList.0.orgId`.
 */
export function parseInput(
  resource: string,
  schema: z.ZodType,
  sent: unknown,
  locale: Locale,
  translator: Translator,
): unknown {
  const unheld = unstorable(sent);
  const parsed = schema.safeParse(sent, { error: validatorWords[locale] });
  if (parsed.success && unheld.length === 0) return parsed.data;
  const fields: FieldRefusal[] = [
    ...unheld.map((field) => ({ field, message: translator.refusal("platform.unstorableText", {}, locale) })),
    ...(parsed.error?.issues ?? []).flatMap((issue): FieldRefusal[] =>
      issue.code === "unrecognized_keys"
        ? issue.keys.map((key) => ({
            field: [...issue.path, key].join(".").slice(0, pathMax),
            message: translator.refusal("platform.unknownInput", {}, locale),
          }))
        : [
            {
              field: issue.path.join("."),
              message: issue.code === "custom" ? translator.refusal(issue.message, {}, locale) : issue.message,
            },
          ],
    ),
  ];
  const labels = [
    ...new Set(fields.map(({ field }) => translator.fieldLabel(resource, field.split(".")[0] ?? "", locale))),
  ];
  throw refuse(
    "platform.invalidInput",
    { fields: labels.slice(0, 8).join(locale === "en" ? ", " : "、") || "body" },
    { fields },
  );
}
