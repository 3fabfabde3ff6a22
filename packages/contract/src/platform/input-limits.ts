import type { z } from "zod";
import type { Operation } from "../kit/operation.ts";

/** Input limits; larger input is refused before validation. */
export interface InputLimits {
  /** Of the body as it is sent. */
  readonly bytes: number;
  /** Nesting of objects and lists, including the input itself. */
  readonly depth: number;
  /** Total members of all objects. */
  readonly members: number;
  /** Total elements of all lists. */
  readonly elements: number;
}

/** Limits for signed-in callers, unless an operation needs more. */
export const inputLimits: InputLimits = { bytes: 131_072, depth: 12, members: 2_000, elements: 2_500 };
/** Limits for anonymous callers. */
const strangersLimits: InputLimits = { bytes: 16_384, depth: 8, members: 100, elements: 100 };

const declared = new WeakMap<z.ZodType, Partial<InputLimits>>();

/** Declares a larger input, by its differences from {@link inputLimits}. */
export function largerInput<S extends z.ZodType>(input: S, limits: Partial<InputLimits>): S {
  declared.set(input, limits);
  return input;
}

/** Input limits of an operation. */
export const limitsOf = ({ access, input }: Pick<Operation, "access" | "input">): InputLimits => ({
  ...(access === "anonymous" ? strangersLimits : inputLimits),
  ...declared.get(input),
});
