import type { z } from "zod";
import type { Operation } from "../kit/operation.ts";

/** How much input is looked at; more is refused before anything is judged. */
export interface InputLimits {
  /** Of the body as it is sent. */
  readonly bytes: number;
  /** Objects and lists inside each other; the input itself is the first. */
  readonly depth: number;
  /** Named members of all objects together. */
  readonly members: number;
  /** Elements of all lists together. */
  readonly elements: number;
}

/** What signed-in callers may send, unless an operation needs more. */
export const inputLimits: InputLimits = { bytes: 131_072, depth: 12, members: 2_000, elements: 2_500 };
/** What strangers may send. */
const strangersLimits: InputLimits = { bytes: 16_384, depth: 8, members: 100, elements: 100 };

const declared = new WeakMap<z.ZodType, Partial<InputLimits>>();

/** Declares an input that is larger than others: what differs from {@link inputLimits}. */
export function largerInput<S extends z.ZodType>(input: S, limits: Partial<InputLimits>): S {
  declared.set(input, limits);
  return input;
}

/** How much of its input an operation looks at. */
export const limitsOf = ({ access, input }: Pick<Operation, "access" | "input">): InputLimits => ({
  ...(access === "anonymous" ? strangersLimits : inputLimits),
  ...declared.get(input),
});
