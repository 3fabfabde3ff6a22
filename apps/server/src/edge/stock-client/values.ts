import { type FieldFacts, factsOf, innermost } from "@countinghouse/contract/kit/field.ts";
import { z } from "zod";
import type { LocalTimes } from "./zone.ts";

/** The client's input, with its own spelling of names. */
export type StockInput = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A schema without its wrappers (optional, nullable, default …). */
function bare(schema: z.ZodType): z.ZodType {
  const {
    innerType,
    in: input,
    getter,
  } = schema.def as {
    innerType?: z.ZodType;
    in?: z.ZodType;
    getter?: () => z.ZodType;
  };
  if (innerType) return bare(innerType);
  if (schema instanceof z.ZodPipe && input) return bare(input);
  return getter ? bare(getter()) : schema;
}

type Leaf = (value: unknown, facts: FieldFacts, schema: z.ZodType) => unknown;
type Whole = (record: Record<string, unknown>, fields: Readonly<Record<string, z.ZodType>>) => Record<string, unknown>;

/** A value with every leaf converted according to its schema. */
function converted(schema: z.ZodType, value: unknown, leaf: Leaf, whole: Whole): unknown {
  const shape = bare(schema);
  if (shape instanceof z.ZodArray && Array.isArray(value))
    return value.map((one) => converted(shape.element as z.ZodType, one, leaf, whole));
  if (shape instanceof z.ZodRecord && isRecord(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, converted(shape.valueType as z.ZodType, one, leaf, whole)]),
    );
  if (shape instanceof z.ZodTuple && Array.isArray(value))
    return value.map((one, at) => converted((shape.def.items[at] as z.ZodType) ?? z.unknown(), one, leaf, whole));
  if (shape instanceof z.ZodObject && isRecord(value)) {
    const fields = shape.shape as Record<string, z.ZodType>;
    return Object.fromEntries(
      Object.entries(whole(value, fields)).map(([name, one]) => [
        name,
        fields[name] ? converted(fields[name], one, leaf, whole) : one,
      ]),
    );
  }
  return leaf(value, factsOf(schema), schema);
}

/** Columns that every record of the published API has in addition to ours. */
const baseColumns = { createUserId: null, updateUserId: null, isDelete: false } as const;

/** A result in the client's form: instants and days as local times, and null for absent members. */
export const toldValue = (schema: z.ZodType, value: unknown, times: LocalTimes): unknown =>
  converted(
    schema,
    value,
    (one, { kind }) => {
      if (typeof one !== "string") return one;
      if (kind === "instant") return times.written(new Date(one));
      return kind === "day" ? `${one} 00:00:00` : one;
    },
    (record, fields) => ({
      ...Object.fromEntries(Object.keys(fields).map((name) => [name, null])),
      ...("createUserName" in fields && "version" in fields ? baseColumns : {}),
      ...record,
    }),
  );

/** Whether a call reads or writes, which decides what an empty text means. */
interface Fitting {
  readonly isChange: boolean;
  /** The call overwrites the whole row: null clears a field. Otherwise null leaves it unchanged. */
  readonly overwrites: boolean;
}

const takes = (schema: z.ZodType, value: unknown): boolean => schema.safeParse(value).success;

/** A masked value must not be stored in place of the value it hides. */
const isMask = (value: unknown): boolean => typeof value === "string" && value.includes("**");

function fittedLeaf(value: unknown, facts: FieldFacts, schema: z.ZodType, times: LocalTimes): unknown {
  if (typeof value === "string" && facts.kind === "instant") return times.read(value);
  if (typeof value === "string" && facts.kind === "day") return value.slice(0, 10);
  if (takes(schema, value)) return value;
  const inner = innermost(schema);
  const other =
    typeof value === "string" && /^-?\d{1,15}$/.test(value.trim())
      ? Number(value)
      : typeof value === "string" && /^(true|false)$/i.test(value)
        ? value.toLowerCase() === "true"
        : typeof value === "number"
          ? String(value)
          : value;
  // Where the schema accepts neither, the refusal quotes the original value.
  return takes(inner, other) ? other : value;
}

/** Whether a value counts as absent for its field. */
function isAbsent(value: unknown, schema: z.ZodType, { isChange, overwrites }: Fitting): boolean {
  if (value === undefined) return true;
  if (value === null) return !(isChange && overwrites && takes(schema, null));
  if (typeof value === "string" && value.trim() === "") return !isChange || !takes(schema, value);
  return factsOf(schema).personal === true && isMask(value);
}

/**
 * The client's input fitted to an operation: member names in any case, a single value for a list of one, local times
 * as instants. Unknown members are dropped, as this family of clients expects.
 */
export function fittedInput(input: z.ZodType, sent: unknown, times: LocalTimes, fitting: Fitting): unknown {
  const shape = bare(input);
  if (shape instanceof z.ZodArray)
    return (Array.isArray(sent) ? sent : [sent]).map((one) =>
      fittedInput(shape.element as z.ZodType, one, times, fitting),
    );
  if (!(shape instanceof z.ZodObject) || !isRecord(sent)) return fittedLeaf(sent, factsOf(input), input, times);
  const names = new Map(Object.keys(sent).map((name) => [name.toLowerCase(), name]));
  const fitted = Object.entries(shape.shape as Record<string, z.ZodType>).flatMap(([name, schema]) => {
    const value = sent[name] ?? sent[names.get(name.toLowerCase()) ?? name];
    if (isAbsent(value, schema, fitting)) return [];
    const field = bare(schema);
    const isList = field instanceof z.ZodArray;
    if (isList && !Array.isArray(value) && isRecord(value)) return [];
    return [
      [
        name,
        isList || field instanceof z.ZodObject
          ? fittedInput(schema, value, times, fitting)
          : fittedLeaf(value, factsOf(schema), schema, times),
      ],
    ];
  });
  return Object.fromEntries(fitted);
}
