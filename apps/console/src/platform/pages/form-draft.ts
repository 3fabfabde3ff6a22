import { factsOf } from "@countinghouse/contract/kit/field.ts";
import { fill, type Locale } from "@countinghouse/contract/kit/locale.ts";
import { platformMessages } from "@countinghouse/contract/platform/platform.messages.ts";
import { formatOf, textFormats } from "@countinghouse/contract/text-formats.ts";
import { formatPercent } from "@countinghouse/money/rate.ts";
import { z } from "zod";
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

/** In whose words a mistake is told. */
interface FaultWording {
  readonly words: PageWords;
  readonly locale: Locale;
  /** What the fields are called. */
  readonly labels: Readonly<Record<string, string>>;
  /** Sentences of what the resource refuses, by their names: a schema may refuse by one of them too. */
  readonly refusals?: Readonly<Record<string, string>>;
}

/** The sentence that a schema refuses with by its name, such as `platform.limitsReversed`. */
function namedRefusal({ code, message }: Issue, { locale, refusals = {} }: FaultWording): string | undefined {
  const [, name = ""] = (code === "custom" && /^\w+\.(\w+)$/.exec(message)) || [];
  const shared: Readonly<Record<string, string>> = platformMessages[locale].refusals;
  const said = refusals[name] ?? shared[name];
  return said?.includes("{") ? undefined : said;
}

/** A limit as people write it: that of a share in per cent. */
const limitOf = (limit: number | bigint, schema: z.ZodType): string =>
  factsOf(schema).isShare ? `${formatPercent(Number(limit))} %` : String(limit);

/** The schema that an issue is about, and in which line of a list it stands. */
function placeOf(input: z.ZodType, path: readonly PropertyKey[]): { schema: z.ZodType; line: number | undefined } {
  let schema: z.ZodType = input;
  let line: number | undefined;
  for (const step of path) {
    const inner = innermostOf(schema);
    if (typeof step === "number" && inner instanceof z.ZodArray) {
      schema = inner.element as z.ZodType;
      line = step + 1;
    } else if (inner instanceof z.ZodObject)
      schema = (inner.shape as Record<string, z.ZodType>)[String(step)] ?? schema;
  }
  return { schema, line };
}

/** A schema without what is wrapped around it. */
function innermostOf(schema: z.ZodType): z.ZodType {
  let current = schema;
  for (;;) {
    const { innerType, in: before } = current.def as { innerType?: z.ZodType; in?: z.ZodType };
    const next = innerType ?? before;
    if (!next) return current;
    current = next;
  }
}

const sentence = (issue: Issue, schema: z.ZodType, missing: string, told: FaultWording): string => {
  const { words, locale } = told;
  const named = namedRefusal(issue, told);
  if (named) return named;
  const isText = "origin" in issue && issue.origin === "string";
  const isList = "origin" in issue && issue.origin === "array";
  if (issue.code === "too_small" && isText && issue.minimum === 1) return missing;
  if (issue.code === "too_big" && isList) return fill(words.tooMany, { max: issue.maximum });
  if (issue.code === "too_small" && isList) return fill(words.tooFew, { min: issue.minimum });
  const format = formatOf(schema, issue as { readonly format?: unknown });
  // How it is written comes first: “two letters” says more than “at most 2 characters”.
  if (format && (isText || ["invalid_format", "invalid_type", "invalid_union", "custom"].includes(issue.code)))
    return textFormats[format][locale];
  if (issue.code === "too_big")
    return fill(isText ? words.tooLong : words.tooBig, { max: limitOf(issue.maximum, schema) });
  if (issue.code === "too_small")
    return fill(isText ? words.tooShort : words.tooSmall, { min: limitOf(issue.minimum, schema) });
  return words.wrongFormat;
};

/** One sentence per field that the input's schema refuses; the first complaint about a field wins. */
export function errorsOf(input: z.ZodType, values: object, told: FaultWording): FieldErrors {
  const { words, labels } = told;
  const result = input.safeParse(values);
  if (result.success) return {};
  const errors: Record<string, string> = {};
  for (const issue of result.error.issues) {
    const field = String(issue.path[0] ?? "");
    const { schema, line } = placeOf(input, issue.path);
    const last = issue.path.findLast((step) => typeof step === "string");
    const missing = fill(words.missing, { field: labels[String(last)] ?? labels[field] ?? field });
    const text = isMissing(values, issue.path) ? missing : sentence(issue, schema, missing, told);
    errors[field] ??= line === undefined ? text : fill(words.inLine, { line, text });
  }
  return errors;
}

/** Whether nothing stands where an issue is. */
function isMissing(values: object, path: readonly PropertyKey[]): boolean {
  let current: unknown = values;
  for (const step of path) current = (current as Record<PropertyKey, unknown> | null | undefined)?.[step];
  return current === undefined || current === null || current === "";
}

/** Whether two values of a field are the same to a reader: none is none, however written. */
export const isSameValue = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

/** Whether a reader sees two values of a field differ: all that is empty is alike. */
export const isChangedValue = (before: unknown, after: unknown): boolean =>
  !(isNothing(before) && isNothing(after)) && !isSameValue(before, after);
