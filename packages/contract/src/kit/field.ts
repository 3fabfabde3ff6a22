import { z } from "zod";
import type { TextFormat } from "../text-formats.ts";
import type { Enumeration } from "./enumeration.ts";
import type { ReferenceTarget } from "./reference.ts";

/** Kind of a field: its cell, input and export format derive from it. */
export type FieldKind =
  | "text"
  | "longText"
  | "id"
  | "reference"
  | "code"
  | "integer"
  | "boolean"
  | "instant"
  | "day"
  | "money"
  | "enumeration"
  | "dictionary"
  | "json"
  | "list"
  | "secret"
  | "cardNumber";

/** Metadata of a field beyond its schema. */
export interface FieldFacts {
  readonly kind: FieldKind;
  readonly enumeration?: Enumeration;
  /** Code of the dictionary with the allowed values. */
  readonly dictionary?: string;
  /** For references: the referenced resource. */
  readonly target?: ReferenceTarget;
  /** For money: the sibling field with the ISO 4217 code. */
  readonly currencyField?: string;
  /** For integers: a rate in millionths, displayed and entered as a percentage. */
  readonly isShare?: boolean;
  /** For codes: a currency, ISO 4217. */
  readonly isCurrency?: boolean;
  /** For texts: a time zone by its IANA name. */
  readonly isZone?: boolean;
  /** For codes: a business calendar. */
  readonly isCalendar?: boolean;
  /** For lists: rows of amounts, one per currency. */
  readonly lines?: "limits" | "amounts";
  /** For lists: an empty list means all. */
  readonly isNoneEvery?: boolean;
  /** For json: a text per language. */
  readonly isNames?: boolean;
  /** For codes: a country, ISO 3166-1 alpha-2, displayed by name. */
  readonly isCountry?: boolean;
  /** For codes: a merchant category, ISO 18245, displayed by title. */
  readonly isCategoryCode?: boolean;
  /** For texts: a phone number with the country's calling code, E.164. */
  readonly isPhone?: boolean;
  /** For texts: the required format, where the kind does not imply it. */
  readonly format?: TextFormat;
  /** Personal data: masked in logs and exports without a permission. */
  readonly personal?: boolean;
  /**
   * For personal texts: schema of a complete value. Readers who see the field masked can filter by complete values
   * only.
   */
  readonly whole?: z.ZodType;
  /**
   * Who reads it, where not everybody does who reads the record: the operator's people alone, so that whoever signs in for
   * a merchant is answered null and cannot filter, sort or export by it; or, of a name, they and that person's colleagues.
   */
  readonly readers?: "operator" | "colleagues";
}

/** Zod's own registry types metadata by the schema, which a self-referencing fact cannot satisfy. */
const registry = new WeakMap<z.ZodType, FieldFacts>();

/**
 * Attaches metadata to a schema; wrappers such as `.optional()` may follow. A schema with metadata keeps it: a schema
 * shared by several fields must not get the last one's currency.
 */
export function field<S extends z.ZodType>(schema: S, facts: FieldFacts): S {
  const own = registry.has(schema) ? schema.clone() : schema;
  return registry.set(own, facts) && own;
}

/** Name of the user who did something; disclosed to that user's colleagues, where the row has their id. */
export const doerName = () => field(z.string(), { kind: "text", readers: "colleagues" }).nullable();

/** Unwraps `optional`, `nullable`, `default` and the like. */
export function innermost(schema: z.ZodType): z.ZodType {
  let current: z.ZodType = schema;
  while (!registry.has(current)) {
    const def = current.def as { innerType?: z.ZodType };
    if (!def.innerType) break;
    current = def.innerType;
  }
  return current;
}

/** Metadata of a field; a schema without any counts as text. */
export const factsOf = (schema: z.ZodType): FieldFacts => registry.get(innermost(schema)) ?? { kind: "text" };

/** Whether an input is required. */
export const isRequired = (schema: z.ZodType): boolean => !schema.safeParse(undefined).success;

/** Maximum text length of a schema, if it has one. */
export function maxLengthOf(schema: z.ZodType): number | undefined {
  const inner = innermost(schema);
  return inner instanceof z.ZodString ? (inner.maxLength ?? undefined) : undefined;
}

/** No control characters except tab and line breaks: PostgreSQL cannot store NUL, and the others can only mislead. */
const withoutControls = /^\P{Cc}*(?:[\t\n\r]\P{Cc}*)*$/u;

/** Required text, trimmed, 1 to `max` characters. */
export const requiredText = (max: number) =>
  field(z.string().trim().min(1).max(max).regex(withoutControls), { kind: "text" });

/** Optional text, trimmed, up to `max` characters; null and absent mean "none". */
export const optionalText = (max: number) =>
  field(z.string().trim().max(max).regex(withoutControls), { kind: "text" }).nullish();

/** Optional text over several lines. */
export const optionalLongText = (max: number) =>
  field(z.string().max(max).regex(withoutControls), { kind: "longText" }).nullish();

/** Id of a system resource: a JSON number below 2^53; digit strings are accepted on input. */
export const Id = field(
  z.union([
    z.number().int().positive().max(Number.MAX_SAFE_INTEGER),
    z
      .string()
      .regex(/^[1-9]\d{0,14}$/)
      .transform(Number),
  ]),
  { kind: "id" },
);

/** A parent's id; 0 means root. */
export const ParentId = field(z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER), { kind: "id" });

/** An instant: ISO 8601 in UTC with milliseconds on the wire. */
export const Instant = field(z.iso.datetime({ offset: true }), { kind: "instant" });

/** A calendar day without a zone, `YYYY-MM-DD`. */
export const Day = field(z.iso.date(), { kind: "day" });

/** A 32-bit integer as PostgreSQL's `integer` holds it. */
export const Integer = field(z.number().int().min(-2147483648).max(2147483647), { kind: "integer" });

/** Position among siblings; smaller comes first. */
export const OrderNo = field(z.number().int().min(0).max(999_999), { kind: "integer" });

/** A code as stored, of any format. */
export const Code = field(z.string(), { kind: "code" });

export const Flag = field(z.boolean(), { kind: "boolean" });

/** Version of an editable record: must be sent back unchanged, otherwise the update is refused as stale. */
export const Version = field(z.number().int().positive(), { kind: "integer" });

/** The code of an item of the dictionary `type`. */
export const dictionaryCode = (type: string, max = 64) =>
  field(z.string().trim().max(max).regex(withoutControls), { kind: "dictionary", dictionary: type });
