/** Separators at which a spreadsheet program may start a cell: the list separator differs by country. */
const partings = "[;|\\t\\r\\n\\v\\f\\u0085\\u2028\\u2029]";
/** Ignored before a formula: spaces of any width, and quotes. */
const passedOver =
  "[ \"'\\t\\r\\n\\v\\f\\u0085\\u00a0\\u1680\\u2000-\\u200f\\u2028\\u2029\\u202f\\u205f\\u2060\\u3000\\ufeff]*";
/** First characters of a formula, in half and full width. */
const starts = "[=+@\\uff1d\\uff0b\\uff0d\\uff20-]";

/** Places where a formula could start, as a regular expression for both JavaScript and PostgreSQL. */
export const formulaPlace = `(^|${partings})(${passedOver})(${starts})`;

const place = new RegExp(formulaPlace, "g");
const quotedPlace = new RegExp(`(^|${partings})(${passedOver})'(${starts})`, "g");

/** The text with an apostrophe before every possible formula. */
export const withoutFormulas = (text: string): string => text.replace(place, "$1$2'$3");

/** The inverse of {@link withoutFormulas}: our own files read back unchanged. */
export const fromWithoutFormulas = (text: string): string => text.replace(quotedPlace, "$1$2$3");
