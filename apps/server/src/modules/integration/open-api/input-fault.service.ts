import { type InputRule, openApiMessages } from "@countinghouse/contract/integration/open-api/open-api.messages.ts";
import { ruleOf } from "@countinghouse/contract/integration/open-api/open-fields.ts";
import { fill, type Locale } from "@countinghouse/contract/kit/locale.ts";
import { z } from "zod";
import { memberOf } from "../../../platform/http/screen-input.ts";

/** A validation error of one input field. */
export interface InputFault {
  readonly param: string;
  readonly value?: string | number | boolean | null;
  readonly message: string;
}

type Path = readonly PropertyKey[];

const valueMax = 60;

/** A rule with the values of its message. */
interface Filled {
  readonly rule: InputRule;
  readonly values?: Readonly<Record<string, string | number>>;
}

const valueAt = (sent: unknown, path: Path): unknown =>
  path.reduce<unknown>((place, step) => (place as Record<PropertyKey, unknown> | null | undefined)?.[step], sent);

/** Card and account data are never quoted in errors. */
const isHidden = (path: Path): boolean =>
  ["card", "iban", "accountNo", "walletAddress"].some((name) => path.includes(name));

/** The wrapped schema, such as that of an optional value. */
const innerOf = (schema: z.ZodType): z.ZodType | undefined => (schema.def as { innerType?: z.ZodType }).innerType;

function stepInto(schema: z.ZodType, step: PropertyKey): z.ZodType | undefined {
  const inner = innerOf(schema);
  if (inner) return stepInto(inner, step);
  if (schema instanceof z.ZodObject) return memberOf(schema.shape as Record<PropertyKey, z.ZodType>, step);
  if (schema instanceof z.ZodArray) return schema.element as z.ZodType;
  return schema instanceof z.ZodRecord ? (schema.valueType as z.ZodType) : undefined;
}

const jsonOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });

/** The rule named in the contract, with the schema's limit, or the one derived from the schema. */
function ruleFor(schema: z.ZodType): Filled {
  for (let current: z.ZodType | undefined = schema; current; current = innerOf(current)) {
    const rule = ruleOf(current);
    if (!rule) continue;
    const { maximum: max } = jsonOf(current);
    return max === undefined ? { rule } : { rule, values: { max } };
  }
  return derivedRule(jsonOf(schema));
}

function derivedRule({
  type,
  enum: choices,
  minimum,
  maximum,
  minLength = 0,
  maxLength,
  minItems = 0,
  maxItems,
}: z.core.JSONSchema.BaseSchema): Filled {
  if (choices) return { rule: "oneOf", values: { values: choices.join(", ") } };
  if (type === "integer" && minimum !== undefined && maximum !== undefined)
    return { rule: "wholeNumberFrom", values: { min: minimum, max: maximum } };
  if (type === "integer") return { rule: "wholeNumber" };
  if (type === "boolean") return { rule: "boolean" };
  if (type === "object") return { rule: "object" };
  if (type === "array" && maxItems !== undefined) return { rule: "list", values: { min: minItems, max: maxItems } };
  if (type === "string" && maxLength !== undefined) return { rule: "text", values: { min: minLength, max: maxLength } };
  return { rule: "documented" };
}

const isPlain = (value: unknown): value is string | number | boolean | null =>
  value === null || ["string", "number", "boolean"].includes(typeof value);

const cut = (text: string): string => (text.length > valueMax ? `${text.slice(0, valueMax)}…` : text).toWellFormed();

const shown = (value: unknown): string =>
  isPlain(value) ? cut(JSON.stringify(value)) : Array.isArray(value) ? "[…]" : "{…}";

/** The error at a path of an input, and what to send instead. */
export function faultAt(schema: z.ZodType, sent: unknown, path: Path, locale: Locale): InputFault {
  const { faults, rules } = openApiMessages[locale];
  const param = path.map(String).join(".") || "body";
  const value = valueAt(sent, path);
  const found = path.reduce<z.ZodType | undefined>((place, step) => place && stepInto(place, step), schema);
  const { rule, values } = found ? ruleFor(found) : { rule: "documented" as const, values: {} };
  const template = value === undefined ? faults.missing : isHidden(path) ? faults.hidden : faults.wrong;
  const message = fill(template, { path: param, value: shown(value), rule: fill(rules[rule], values) });
  const isTold = isPlain(value) && !isHidden(path);
  return { param, ...(isTold ? { value: typeof value === "string" ? cut(value) : value } : {}), message };
}

/** The error for an unknown input. */
export function unknownFault(path: Path, locale: Locale): InputFault {
  const param = path.map(String).join(".");
  return { param, message: fill(openApiMessages[locale].faults.unknown, { path: param }) };
}
