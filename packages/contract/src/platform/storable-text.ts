/**
 * Marks that turn round how a text is shown, letters of others' with it (Unicode UAX 9: embeddings, overrides, isolates):
 * what somebody approves would not be what it says. Arabic and Hebrew read rightly without them.
 */
const turning = /[\u202a-\u202e\u2066-\u2069]/;

/**
 * Whether a text, or the name of a member, may be kept: the database holds neither NUL nor halves of surrogate pairs, and
 * nobody is shown what is turned round.
 */
export const isStorableText = (text: string): boolean =>
  !text.includes("\0") && text.isWellFormed() && !turning.test(text);
