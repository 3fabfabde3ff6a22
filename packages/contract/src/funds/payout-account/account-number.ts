/** A number as it is kept: in capitals, without the spaces and dashes that people read it by. */
export const plainNumber = (typed: string): string => typed.replace(/[\s-]/g, "").toUpperCase();

/**
 * Whether a text is an IBAN: country, two check digits and up to 30 further characters whose remainder by 97 is 1
 * (ISO 13616-1, ISO 7064 MOD 97-10). It may hold the spaces that people write.
 */
export function isIban(typed: string): boolean {
  const text = plainNumber(typed);
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text)) return false;
  const digits = [...text.slice(4), ...text.slice(0, 4)].map((char) => Number.parseInt(char, 36)).join("");
  return BigInt(digits) % 97n === 1n;
}

/** Whether a text has the shape of a bank's code: eight characters, or eleven with the branch (ISO 9362). */
export const isSwift = (text: string): boolean => /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(text);
