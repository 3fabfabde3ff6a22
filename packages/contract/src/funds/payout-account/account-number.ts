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

/** How many characters the IBANs of a country have, by the registry of ISO 13616; countries outside go by other numbers. */
export const ibanLengths: Readonly<Record<string, number>> = {
  ...{ AD: 24, AE: 23, AL: 28, AT: 20, AZ: 28, BA: 20, BE: 16, BG: 22, BH: 22, BR: 29, BY: 28, CH: 21, CR: 22, CY: 28 },
  ...{ CZ: 24, DE: 22, DK: 18, DO: 28, EE: 20, EG: 29, ES: 24, FI: 18, FO: 18, FR: 27, GB: 22, GE: 22, GI: 23, GL: 18 },
  ...{ GR: 27, GT: 28, HR: 21, HU: 28, IE: 22, IL: 23, IQ: 23, IS: 26, IT: 27, JO: 30, KW: 30, KZ: 20, LB: 28, LI: 21 },
  ...{ LT: 20, LU: 20, LV: 21, MC: 27, MD: 24, ME: 22, MK: 19, MR: 27, MT: 31, MU: 30, NL: 18, NO: 15, PK: 24, PL: 28 },
  ...{ PS: 29, PT: 25, QA: 29, RO: 24, RS: 22, SA: 24, SE: 24, SI: 19, SK: 24, SM: 27, TN: 24, TR: 26, UA: 29, VG: 24 },
  XK: 20,
};

const weighted = (digits: string, weights: readonly number[], each: (product: number) => number): number =>
  [...digits].reduce((sum, digit, at) => sum + each(Number(digit) * (weights[at % weights.length] ?? 0)), 0);

/** Whether a text is a routing number of a bank of the United States: nine digits, the last of which checks the others (ABA). */
export const isRoutingNumber = (text: string): boolean =>
  /^\d{9}$/.test(text) && /[1-9]/.test(text) && weighted(text, [3, 7, 1], (product) => product) % 10 === 0;

/** Whether a text is a CLABE of Mexico: bank, place and account in 17 digits, and one that checks them. */
export const isClabe = (text: string): boolean =>
  /^\d{18}$/.test(text) &&
  (10 - (weighted(text.slice(0, 17), [3, 7, 1], (product) => product % 10) % 10)) % 10 === Number(text[17]);
