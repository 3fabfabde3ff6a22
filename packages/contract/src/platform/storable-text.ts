/**
 * Characters that change the display order of a text and of its surroundings (Unicode UAX 9: embeddings, overrides,
 * isolates): an approver would read something else. Arabic and Hebrew do not need them.
 */
const turningMarks = "\\u202a-\\u202e\\u2066-\\u2069";
const turning = new RegExp(`[${turningMarks}]`);
const unkept = new RegExp(`[\\p{Cc}${turningMarks}]+`, "gu");

/**
 * Whether a text or member name can be stored: the database accepts neither NUL nor lone surrogates, and bidirectional
 * controls are refused.
 */
export const isStorableText = (text: string): boolean =>
  !text.includes("\0") && text.isWellFormed() && !turning.test(text);

/** Text of a third party such as a bank as it may be stored: in one line. */
export const asStorableText = (text: string): string => text.toWellFormed().replace(unkept, " ").trim();

/** Replacement character for undecodable bytes. */
const undecodable = "\uFFFD";
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is its purpose.
const controls = /[\u0000-\u001F\u007F]/;

/** Whether a file's cell is storable: correctly decoded, in one line. */
export const isReadableCell = (text: string): boolean =>
  isStorableText(text) && !text.includes(undecodable) && !controls.test(text);
