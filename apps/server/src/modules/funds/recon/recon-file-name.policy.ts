/** Whether a file's name is of a pattern in which `*` stands for any text, none included. */
export function isNamedLike(name: string, pattern: string): boolean {
  const [first = "", ...rest] = pattern.split("*");
  const last = rest.pop();
  if (last === undefined) return name === first;
  if (!name.startsWith(first) || !name.endsWith(last)) return false;
  let at = first.length;
  for (const piece of rest) {
    const found = name.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return at + last.length <= name.length;
}

/** The longest name that is kept, without signs that only serve to deceive. */
const nameForm = /^[^\p{Cc}\p{Cf}/]{1,128}$/u;

/** What clients call a file while they still write it. */
const unfinished = /\.(?:part|partial|filepart|tmp|temp|swp|crdownload)$/i;
/** How long a file has to lie there unchanged, since its writer may pause, in ms. */
export const quietMs = 120_000;

/** Whether a file is there whole, as far as its name and its age tell. */
export const isFinished = (
  { name, modifiedTime }: { readonly name: string; readonly modifiedTime: string },
  now: Date,
): boolean =>
  nameForm.test(name) &&
  !unfinished.test(name) &&
  !name.startsWith(".") &&
  now.getTime() - Date.parse(modifiedTime) >= quietMs;
