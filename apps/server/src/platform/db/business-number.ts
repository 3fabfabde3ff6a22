import { randomSymbols } from "../crypto/random.ts";

/** Crockford's base 32 without I, L, O and U, so that a number read aloud is written down correctly. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * A number that people quote: prefix, UTC day, ten random symbols, such as `MC202605217K3M9QX2TD`. Random instead of a
 * sequence, so that every node can make one; a unique constraint guards it.
 */
export const businessNumber = (prefix: string, now: Date): string =>
  `${prefix}${now.toISOString().slice(0, 10).replaceAll("-", "")}${randomSymbols(alphabet, 10)}`;
