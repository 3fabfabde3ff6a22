import { factsOf } from "@countinghouse/contract/kit/field.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { hasCardNumber } from "@countinghouse/contract/platform/card-number.ts";
import type { InputLimits } from "@countinghouse/contract/platform/input-limits.ts";
import { isStorableText } from "@countinghouse/contract/platform/storable-text.ts";
import { z } from "zod";

/** Faults that are told of one input: a screenful. More would let a sender choose how long our answer gets. */
export const namedMax = 20;
const pathMax = 200;

/** Paths of what no operation takes in. A path is dotted, such as `items.0.name`. */
export interface ScreenedInput {
  /** Texts that cannot be kept: see {@link isStorableText}. */
  readonly unstorable: readonly string[];
  /** Texts and numbers with a card number in them, where none belongs. */
  readonly cardNumbers: readonly string[];
}

/** A value and how it was reached. */
interface Place {
  readonly value: unknown;
  readonly path: readonly string[];
}

/** Below this a number is an amount or an instant long before it is a card's. */
const cardLikeFrom = 1e14;

function holdsCardNumber(value: string | number): boolean {
  if (typeof value === "string") return hasCardNumber(value);
  return Math.abs(value) >= cardLikeFrom && Number.isInteger(value) && hasCardNumber(String(Math.abs(value)));
}

/** A schema without what is wrapped around its shape. */
function bare(schema: z.ZodType): z.ZodType {
  const { innerType, in: input } = schema.def as { innerType?: z.ZodType; in?: z.ZodType };
  const inner = innerType ?? (schema instanceof z.ZodPipe ? input : undefined);
  return inner ? bare(inner) : schema;
}

/** The member of a shape with a name that its sender chose: one such as `toString` is no member, whatever objects have. */
export const memberOf = (shape: Readonly<Record<PropertyKey, z.ZodType>>, name: PropertyKey): z.ZodType | undefined =>
  Object.hasOwn(shape, name) ? shape[name] : undefined;

/** The schemas of the value at the end of a path; it may have several shapes there. */
function schemasAt(schema: z.ZodType, [step, ...rest]: readonly string[]): z.ZodType[] {
  if (step === undefined) return [schema];
  const shape = bare(schema);
  if (shape instanceof z.ZodUnion)
    return (shape.options as readonly z.ZodType[]).flatMap((option) => schemasAt(option, [step, ...rest]));
  const next =
    shape instanceof z.ZodObject
      ? memberOf(shape.shape as Record<string, z.ZodType>, step)
      : shape instanceof z.ZodArray
        ? (shape.element as z.ZodType)
        : shape instanceof z.ZodRecord
          ? (shape.valueType as z.ZodType)
          : undefined;
  return next ? schemasAt(next, rest) : [];
}

/** Where the contract asks for a card number it belongs, and an amount of fourteen digits is an amount. */
const belongs = (schema: z.ZodType, { path, value }: Place): boolean =>
  schemasAt(schema, path)
    .map(factsOf)
    .some(({ kind }) => kind === "cardNumber" || (kind === "money" && /^-?\d{1,14}$/.test(String(value))));

/** A number that somebody put in a file's place is no longer than this, in characters. */
const fileLikeFrom = 1_024;

/** The bytes of a file: what they hold is looked for where they are read, not in their spelling. */
const isFile = (schema: z.ZodType, { value, path }: Place): boolean =>
  typeof value === "string" &&
  value.length >= fileLikeFrom &&
  schemasAt(schema, path).some((one) => bare(one) instanceof z.ZodBase64);

const lengthOf = (schema: z.ZodType): number => {
  const shape = bare(schema);
  return (shape instanceof z.ZodString ? shape.maxLength : null) ?? Number.POSITIVE_INFINITY;
};

/** Whether nobody asked for what stands at the end of a path, so that it is left out, or refused by its name. */
function isUnasked(schema: z.ZodType, [step, ...rest]: readonly string[]): boolean {
  const shape = bare(schema);
  if (step === undefined || !(shape instanceof z.ZodObject)) return false;
  const member = memberOf(shape.shape as Record<string, z.ZodType>, step);
  if (member) return isUnasked(member, rest);
  return shape.def.catchall === undefined || shape.def.catchall instanceof z.ZodNever;
}

/**
 * Whether a text goes no further whatever is in it, since it is longer than its place takes or nobody asked for it: how
 * long it is would only decide what looking it through costs.
 */
function goesNoFurther(schema: z.ZodType, { value, path }: Place): boolean {
  if (typeof value !== "string" || value.length < fileLikeFrom) return false;
  const schemas = schemasAt(schema, path);
  return isUnasked(schema, path) || (schemas.length > 0 && schemas.every((one) => lengthOf(one) < value.length));
}

/** What of a name may be told back. */
const toldOf = (schema: z.ZodType, path: readonly string[], name: string): string =>
  name.length > fileLikeFrom && isUnasked(schema, [...path, name]) ? name.slice(0, fileLikeFrom) : name;

/** Refusals of what is deeper or wider than an operation takes: nothing else is to be done with what was sent. */
export const isOverLimits = (code: string): boolean =>
  ["platform.inputTooDeep", "platform.tooManyElements", "platform.tooManyMembers"].includes(code);

/** Counts what was seen, and refuses what is more than an operation takes. */
function meter(limits: InputLimits) {
  const seen = { members: 0, elements: 0 };
  return (value: object, depth: number): void => {
    if (depth > limits.depth) throw refuse("platform.inputTooDeep", { limit: limits.depth });
    if (Array.isArray(value)) seen.elements += value.length;
    else for (const _name in value) seen.members += 1;
    if (seen.elements > limits.elements) throw refuse("platform.tooManyElements", { limit: limits.elements });
    if (seen.members > limits.members) throw refuse("platform.tooManyMembers", { limit: limits.members });
  };
}

export const shortList = (path: readonly PropertyKey[]): string => path.join(".").slice(0, pathMax);

/**
 * Looks through an input before anything judges it. Refuses one that is deeper, wider or longer than its operation takes;
 * answers where texts stand that cannot be kept, and card numbers that must not be (PCI DSS 3.3, 3.4). Names of members
 * count as texts do: they end up in stored documents too. Walks without recursion, for how deep a body goes is its
 * sender's choice.
 */
export function screenInput(schema: z.ZodType, sent: unknown, limits: InputLimits): ScreenedInput {
  const measure = meter(limits);
  const unstorable: string[] = [];
  const cardNumbers: string[] = [];
  const open: Place[] = [{ value: sent, path: [] }];
  for (let place = open.pop(); place; place = open.pop()) {
    const { value, path } = place;
    if (unstorable.length + cardNumbers.length >= namedMax) break;
    if (typeof value === "string" && !isStorableText(value)) unstorable.push(shortList(path));
    else if (typeof value === "string" || typeof value === "number") {
      if (!isFile(schema, place) && !goesNoFurther(schema, place) && holdsCardNumber(value) && !belongs(schema, place))
        cardNumbers.push(shortList(path));
    } else if (typeof value === "object" && value !== null) {
      measure(value, path.length + 1);
      for (const [name, member] of Object.entries(value)) {
        if (!isStorableText(name)) unstorable.push(shortList(path));
        else if (hasCardNumber(toldOf(schema, path, name))) cardNumbers.push(shortList(path));
        else open.push({ value: member, path: [...path, name] });
      }
    }
  }
  return { unstorable, cardNumbers };
}
