import { fill } from "@countinghouse/contract/kit/locale.ts";
import type { z } from "zod";
import type { pagesMessages } from "./pages.messages.ts";

type PageWords = (typeof pagesMessages)["en"];
/** Field → sentence. */
export type FieldErrors = Readonly<Record<string, string>>;

/** The value a schema takes when nothing is given, looked for through its wrappers. */
export function defaultOf(schema: z.ZodType): unknown {
  let current: z.ZodType | undefined = schema;
  while (current) {
    const def = current.def as { type: string; defaultValue?: unknown; innerType?: z.ZodType };
    if (def.type === "default" || def.type === "prefault") return def.defaultValue;
    current = def.innerType;
  }
  return undefined;
}

/** The shape of an operation's input, by field. */
export const shapeOf = (input: z.ZodType): Readonly<Record<string, z.ZodType>> =>
  "shape" in input ? (input.shape as Record<string, z.ZodType>) : {};

/** What a form starts from: the schema's defaults, what the page gives, what the record holds. */
export function startValues(
  input: z.ZodType,
  initial: object | undefined,
  record: object | undefined,
): Record<string, unknown> {
  const given: Record<string, unknown> = { ...initial, ...record };
  return Object.fromEntries(
    Object.entries(shapeOf(input)).map(([field, schema]) => [field, given[field] ?? defaultOf(schema)]),
  );
}

type Issue = z.core.$ZodIssue;

const sentence = (issue: Issue, words: PageWords): string => {
  const isText = "origin" in issue && issue.origin === "string";
  if (issue.code === "invalid_type" || (issue.code === "too_small" && isText && issue.minimum === 1))
    return words.required;
  if (issue.code === "too_big") return fill(isText ? words.tooLong : words.tooBig, { max: issue.maximum });
  if (issue.code === "too_small") return fill(isText ? words.tooShort : words.tooSmall, { min: issue.minimum });
  return words.wrongFormat;
};

/** One sentence per field that the input's schema refuses; the first complaint about a field wins. */
export function errorsOf(input: z.ZodType, values: object, words: PageWords): FieldErrors {
  const result = input.safeParse(values);
  if (result.success) return {};
  const errors: Record<string, string> = {};
  for (const issue of result.error.issues) {
    const field = String(issue.path[0] ?? "");
    const isMissing =
      (values as Record<string, unknown>)[field] === undefined || (values as Record<string, unknown>)[field] === null;
    errors[field] ??= isMissing ? words.required : sentence(issue, words);
  }
  return errors;
}

/** Whether two values of a field are the same to a reader: none is none, however written. */
export const isSameValue = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
