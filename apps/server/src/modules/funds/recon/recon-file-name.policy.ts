/** Whether a file name matches a pattern in which `*` stands for any text, also an empty one. */
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

/** Longest stored file name, without control and invisible characters. */
const nameForm = /^[^\p{Cc}\p{Cf}/]{1,128}$/u;

/** Suffixes that clients use while they write a file. */
const unfinished = /\.(?:part|partial|filepart|tmp|temp|swp|crdownload)$/i;
/** Time in milliseconds for which a file must be unchanged, since its writer may pause. */
export const quietMs = 120_000;

/** Whether a file is complete, by its name and age. */
export const isFinished = (
  { name, modifiedTime }: { readonly name: string; readonly modifiedTime: string },
  now: Date,
): boolean =>
  nameForm.test(name) &&
  !unfinished.test(name) &&
  !name.startsWith(".") &&
  now.getTime() - Date.parse(modifiedTime) >= quietMs;
