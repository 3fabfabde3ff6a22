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
export const strangersLimits: InputLimits = { bytes: 16_384, depth: 8, members: 100, elements: 100 };
