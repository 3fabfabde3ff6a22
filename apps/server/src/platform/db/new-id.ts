import { randomBytes } from "node:crypto";

/** Crockford's base 32: no I, L, O, U. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

const encode = (value: bigint, length: number): string => {
  let rest = value;
  let text = "";
  for (let i = 0; i < length; i += 1) {
    text = alphabet[Number(rest & 31n)] + text;
    rest >>= 5n;
  }
  return text;
};

const randomBits = (bytes: number): bigint => BigInt(`0x${randomBytes(bytes).toString("hex")}`);

/**
 * A new id: prefix and ULID (48-bit milliseconds, 80 random bits), so that ids made later sort later.
 * `newId("ord", now)` gives `ord_01K…`, 26 characters after the underscore.
 */
export const newId = (prefix: string, now: Date): string =>
  `${prefix}_${encode(BigInt(now.getTime()), 10)}${encode(randomBits(10), 16)}`;

/**
 * A ULID that also sorts by its place among ids of the same millisecond: 35 bits of place, 45 random bits. For several
 * events of one object within an instant, whichever node records them.
 */
export const newPlacedId = (prefix: string, now: Date, place: number): string =>
  `${prefix}_${encode(BigInt(now.getTime()), 10)}${encode(BigInt(place), 7)}${encode(randomBits(6), 9)}`;
