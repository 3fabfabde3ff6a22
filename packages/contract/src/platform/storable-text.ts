/**
 * Marks that turn round how a text is shown, letters of others' with it (Unicode UAX 9: embeddings, overrides, isolates):
 * what somebody approves would not be what it says. Arabic and Hebrew read rightly without them.
 */
const turningMarks = "\\u202a-\\u202e\\u2066-\\u2069";
const turning = new RegExp(`[${turningMarks}]`);
const unkept = new RegExp(`[\\p{Cc}${turningMarks}]+`, "gu");

/**
 * Whether a text, or the name of a member, may be kept: the database holds neither NUL nor halves of surrogate pairs, and
 * nobody is shown what is turned round.
 */
export const isStorableText = (text: string): boolean =>
  !text.includes("\0") && text.isWellFormed() && !turning.test(text);

/** The text of somebody who cannot be asked for another, such as a bank, as it may be kept: in one line. */
export const asStorableText = (text: string): string => text.toWellFormed().replace(unkept, " ").trim();

/** What a decoder writes for bytes that are no character of its encoding. */
const undecodable = "\uFFFD";
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is its purpose.
const controls = /[\u0000-\u001F\u007F]/;

/** Whether the cell of a file is a text that may be kept: in the encoding it was read by, in one line. */
export const isReadableCell = (text: string): boolean =>
  isStorableText(text) && !text.includes(undecodable) && !controls.test(text);
