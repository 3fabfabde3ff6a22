/** Where a spreadsheet program may begin a cell inside a text: lists are parted by another mark in every other country. */
const partings = "[;|\\t\\r\\n\\v\\f\\u0085\\u2028\\u2029]";
/** What it passes over before a formula: blanks of any width, and quotes. */
const passedOver =
  "[ \"'\\t\\r\\n\\v\\f\\u0085\\u00a0\\u1680\\u2000-\\u200f\\u2028\\u2029\\u202f\\u205f\\u2060\\u3000\\ufeff]*";
/** What it takes for the start of a formula, in half and full width. */
const starts = "[=+@\\uff1d\\uff0b\\uff0d\\uff20-]";

/** A place where a program would start a formula, as a regular expression of JavaScript and of PostgreSQL alike. */
export const formulaPlace = `(^|${partings})(${passedOver})(${starts})`;

const place = new RegExp(formulaPlace, "g");
const quotedPlace = new RegExp(`(^|${partings})(${passedOver})'(${starts})`, "g");

/** The text with an apostrophe before whatever a program would start a formula with. */
export const withoutFormulas = (text: string): string => text.replace(place, "$1$2'$3");

/** The text that {@link withoutFormulas} made it of: a file that we wrote reads back as it was. */
export const fromWithoutFormulas = (text: string): string => text.replace(quotedPlace, "$1$2$3");
