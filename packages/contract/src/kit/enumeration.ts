import { z } from "zod";
import { field } from "./field.ts";
import type { LocalizedText } from "./locale.ts";

/** Colour family of a state; colour is never the only sign. */
export type Tone = "neutral" | "info" | "progress" | "success" | "warning" | "danger" | "accent";

/** Shape of a status dot: reached, partial, ended without effect, in progress. */
export type DotShape = "filled" | "half" | "hollow" | "turning";

export interface EnumerationMember<V extends number | string = number | string> {
  readonly name: string;
  readonly value: V;
  readonly tone: Tone;
  readonly shape: DotShape;
  readonly text: LocalizedText;
}

/**
 * A closed set of values, declared once: its schema, labels, tones and the dictionary of the same name derive from it.
 */
export interface Enumeration<V extends number | string = number | string> {
  readonly name: string;
  readonly text: LocalizedText;
  readonly members: readonly EnumerationMember<V>[];
  readonly schema: z.ZodType<V, V>;
  /** The member with a value; undefined for an unknown one. */
  memberOf(value: unknown): EnumerationMember<V> | undefined;
}

/** An enumeration with its members by name: `Status.Enable` is 1. */
export type NamedEnumeration<M extends Record<string, Declared<number> | Declared<string>>> = Enumeration<
  M[keyof M][0]
> & { readonly [K in keyof M]: M[K][0] };

/** The values of an enumeration. */
export type ValueOf<E extends Enumeration> = E["members"][number]["value"];

type Declared<V> = readonly [value: V, text: LocalizedText, tone?: Tone, shape?: DotShape];

/**
 * Declares an enumeration: `{ Enable: [1, text3(…), "success"], … }`. Members are accessed by name: `Status.Enable`.
 */
export function defineEnumeration<const M extends Record<string, Declared<number> | Declared<string>>>(
  name: string,
  title: LocalizedText,
  declared: M,
): NamedEnumeration<M> {
  type V = M[keyof M][0];
  const members = Object.entries(declared).map(
    ([member, [value, words, tone, shape]]): EnumerationMember<V> => ({
      name: member,
      value: value as V,
      text: words,
      tone: tone ?? "neutral",
      shape: shape ?? "filled",
    }),
  );
  const byValue = new Map<unknown, EnumerationMember<V>>(members.map((member) => [member.value, member]));
  const schema = z.literal(members.map((member) => member.value)) as unknown as z.ZodType<V, V>;
  const enumeration: Enumeration<V> = { name, text: title, members, schema, memberOf: (value) => byValue.get(value) };
  field(schema, { kind: "enumeration", enumeration });
  const taken = Object.keys(declared).find((member) => member in enumeration);
  if (taken !== undefined) throw new Error(`a member of ${name} cannot be called ${taken}`);
  const values = Object.fromEntries(members.map((member) => [member.name, member.value]));
  return Object.assign(enumeration, values) as NamedEnumeration<M>;
}
