import { factsOf } from "@countinghouse/contract/kit/field.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { hasCardNumber } from "@countinghouse/contract/platform/card-number.ts";
import type { InputLimits } from "@countinghouse/contract/platform/input-limits.ts";
import { isStorableText } from "@countinghouse/contract/platform/storable-text.ts";
import { z } from "zod";

/** Most faults reported for one input. Without a limit the sender would decide how long our answer gets. */
export const namedMax = 20;
const pathMax = 200;

/** Paths of values that no operation accepts. A path is dotted, such as `items.0.name`. */
export interface ScreenedInput {
  /** Texts that cannot be stored: see {@link isStorableText}. */
  readonly unstorable: readonly string[];
  /** Texts and numbers that contain a card number where none belongs. */
  readonly cardNumbers: readonly string[];
}

/** A value and its path. */
interface Place {
  readonly value: unknown;
  readonly path: readonly string[];
}

/** Smallest number that may be a card's: below it numbers are usually amounts and timestamps. */
const cardLikeFrom = 1e14;

function holdsCardNumber(value: string | number): boolean {
  if (typeof value === "string") return hasCardNumber(value);
  return Math.abs(value) >= cardLikeFrom && Number.isInteger(value) && hasCardNumber(String(Math.abs(value)));
}

/** A schema without its wrappers (optional, nullable, default …). */
function bare(schema: z.ZodType): z.ZodType {
  const { innerType, in: input } = schema.def as { innerType?: z.ZodType; in?: z.ZodType };
  const inner = innerType ?? (schema instanceof z.ZodPipe ? input : undefined);
  return inner ? bare(inner) : schema;
}

/** The own member of a shape by a name that the sender chose: inherited names such as `toString` are none. */
export const memberOf = (shape: Readonly<Record<PropertyKey, z.ZodType>>, name: PropertyKey): z.ZodType | undefined =>
  Object.hasOwn(shape, name) ? shape[name] : undefined;

/** The schemas of the value at the end of a path; a union has several. */
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

/**
 * Whether digits belong at a path: the contract asks for a card number there, or for an amount, which may have
 * fourteen digits.
 */
const belongs = (schema: z.ZodType, { path, value }: Place): boolean =>
  schemasAt(schema, path)
    .map(factsOf)
    .some(({ kind }) => kind === "cardNumber" || (kind === "money" && /^-?\d{1,14}$/.test(String(value))));

/** Longest text in a file field that is still checked as if a card number had been typed there, in characters. */
const fileLikeFrom = 1_024;

/** Whether a value is a file's bytes: their content is checked where it is read, not in its base64 form. */
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

/** Counts visited values, and refuses more than the operation accepts. */
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
 * Screens an input before anything else reads it. Refuses one that is deeper, wider or longer than its operation
 * accepts. Answers the paths of texts that cannot be stored, and of card numbers that must not be (PCI DSS 3.3, 3.4).
 * Member names are checked like texts, because they end up in stored documents too. Walks without recursion: the
 * sender decides how deep a body goes.
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
