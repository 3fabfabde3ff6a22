import { z } from "zod";
import type { TextFormat } from "../text-formats.ts";
import type { Enumeration } from "./enumeration.ts";
import type { ReferenceTarget } from "./reference.ts";

/** How a field is shown, edited and exported. The cell, the input and the column format follow from it. */
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

/** What a field is, beyond its shape. */
export interface FieldFacts {
  readonly kind: FieldKind;
  readonly enumeration?: Enumeration;
  /** Code of the dictionary type whose items are the values. */
  readonly dictionary?: string;
  /** For references: what they refer to. */
  readonly target?: ReferenceTarget;
  /** For money: the sibling field that holds the ISO 4217 code. */
  readonly currencyField?: string;
  /** For integers: a share in millionths, which people read and write in per cent. */
  readonly isShare?: boolean;
  /** For codes: a currency, ISO 4217. */
  readonly isCurrency?: boolean;
  /** For texts: a time zone by its IANA name. */
  readonly isZone?: boolean;
  /** For codes: a business calendar. */
  readonly isCalendar?: boolean;
  /** For lists: lines of amounts, each of a currency of its own. */
  readonly lines?: "limits" | "amounts";
  /** For lists: none of them stands for every one there is. */
  readonly isNoneEvery?: boolean;
  /** For json: a text per language. */
  readonly isNames?: boolean;
  /** For codes: a country, ISO 3166-1 alpha-2, which people read by its name. */
  readonly isCountry?: boolean;
  /** For codes: a merchant category, ISO 18245, which people read by its title. */
  readonly isCategoryCode?: boolean;
  /** For texts: a phone number with the country's calling code, E.164. */
  readonly isPhone?: boolean;
  /** For texts: how they have to be written, where their kind does not say it. */
  readonly format?: TextFormat;
  /** Personal data: masked in logs and exports unless permitted. */
  readonly personal?: boolean;
  /** For personal texts: what a whole value is. Whoever is shown the field masked finds records by whole values alone. */
  readonly whole?: z.ZodType;
  /**
   * Who reads it, where not everybody does who reads the record: the operator's people alone, so that whoever signs in for
   * a merchant is answered null and cannot filter, sort or export by it; or, of a name, they and that person's colleagues.
   */
  readonly readers?: "operator" | "colleagues";
}

/** Zod's own registry types its metadata by the schema, which a self-referring fact cannot satisfy. */
const registry = new WeakMap<z.ZodType, FieldFacts>();

/**
 * Attaches facts to a schema; wrappers such as `.optional()` may follow. A schema that has facts keeps them: what several
 * fields are made from must not be told the last one's currency.
 */
export function field<S extends z.ZodType>(schema: S, facts: FieldFacts): S {
  const own = registry.has(schema) ? schema.clone() : schema;
  return registry.set(own, facts) && own;
}

/** Who did something, by name; told to that person's colleagues where the row says by an id whose it is. */
export const doerName = () => field(z.string(), { kind: "text", readers: "colleagues" }).nullable();

/** Peels `optional`, `nullable`, `default` and the like off a schema. */
export function innermost(schema: z.ZodType): z.ZodType {
  let current: z.ZodType = schema;
  while (!registry.has(current)) {
    const def = current.def as { innerType?: z.ZodType };
    if (!def.innerType) break;
    current = def.innerType;
  }
  return current;
}

/** The facts of a field; a plain schema without facts counts as text. */
export const factsOf = (schema: z.ZodType): FieldFacts => registry.get(innermost(schema)) ?? { kind: "text" };

/** Whether an input may be left out. */
export const isRequired = (schema: z.ZodType): boolean => !schema.safeParse(undefined).success;

/** The longest text a schema accepts, when it says so. */
export function maxLengthOf(schema: z.ZodType): number | undefined {
  const inner = innermost(schema);
  return inner instanceof z.ZodString ? (inner.maxLength ?? undefined) : undefined;
}

/** No control characters but tab and line ends: PostgreSQL cannot store NUL, and the others only serve to deceive. */
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

/** A parent's id where 0 means "root". */
export const ParentId = field(z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER), { kind: "id" });

/** An instant: ISO 8601 in UTC with milliseconds on the wire. */
export const Instant = field(z.iso.datetime({ offset: true }), { kind: "instant" });

/** A calendar day without a zone, `YYYY-MM-DD`. */
export const Day = field(z.iso.date(), { kind: "day" });

/** A 32-bit integer as PostgreSQL's `integer` holds it. */
export const Integer = field(z.number().int().min(-2147483648).max(2147483647), { kind: "integer" });

/** Position among siblings; smaller comes first. */
export const OrderNo = field(z.number().int().min(0).max(999_999), { kind: "integer" });

/** A code as it is stored, whatever its shape. */
export const Code = field(z.string(), { kind: "code" });

export const Flag = field(z.boolean(), { kind: "boolean" });

/** Version of an editable record: must be sent back unchanged, or the update is refused as stale. */
export const Version = field(z.number().int().positive(), { kind: "integer" });

/** The code of an item of the dictionary `type`. */
export const dictionaryCode = (type: string, max = 64) =>
  field(z.string().trim().max(max).regex(withoutControls), { kind: "dictionary", dictionary: type });
