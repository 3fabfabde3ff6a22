/** The random characters of a record number, after prefix and date (Crockford's base 32). */
const own = "[0-9A-HJKMNP-TV-Z]{10}";

/** A typed part of a record number: its beginning, up to all of it, or its random characters. */
export type NumberText = { readonly beginning: string } | { readonly own: string };

/**
 * Reads a text, in capitals, as the number of a record with this mark (`OR`): whole (`OR202605217K3M9QX2TD`), its beginning,
 * shortened as lists show it (`OR…7K3M9QX2TD`; people type dots), or its own ten characters alone. Undefined for what can
 * be none of them. Mark and day are ten characters too: they are a beginning.
 */
export function readNumber(text: string, mark: string): NumberText | undefined {
  if (new RegExp(`^${mark}(?:\\d{1,8}|\\d{8}[0-9A-Z]{1,10})$`).test(text)) return { beginning: text };
  const [, found] = new RegExp(`^(?:(?:${mark})?(?:…|\\.{2,3}))?(${own})$`).exec(text) ?? [];
  return found === undefined ? undefined : { own: found };
}
