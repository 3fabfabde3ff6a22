import { randomSymbols } from "../crypto/random.ts";

/** Crockford's base 32: no I, L, O, U, so that a number read out loud is written down right. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * A number that people quote: prefix, day in UTC, ten random symbols, such as `MC202605217K3M9QX2TD`. Made here and not
 * by a sequence, so that every node can make one; a unique constraint stands behind it.
 */
export const businessNumber = (prefix: string, now: Date): string =>
  `${prefix}${now.toISOString().slice(0, 10).replaceAll("-", "")}${randomSymbols(alphabet, 10)}`;
