/** Letters by which a word of a name is looked for. */
const keyLength = 3;
const keysMax = 24;

/**
 * How the words of a name begin, without accents and case: names that share none of these are not compared. A word of two
 * letters or less tells nothing, unless the name has no other.
 */
export function keysOf(name: string): string[] {
  const words = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
  // Scripts without spaces are one word: its beginning alone would miss a surname.
  const long = words.filter((word) => word.length >= keyLength);
  return [...new Set((long.length > 0 ? long : words).map((word) => word.slice(0, keyLength)))].slice(0, keysMax);
}

/** A name with its words in the order of the alphabet: lists write the surname first, people do not. */
export const inOrder = (name: string): string =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .sort()
    .join(" ");
