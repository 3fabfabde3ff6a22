import { hasCheckDigit } from "../../platform/card-number.ts";
import { type CardScheme, schemeRanges } from "../../platform/card-schemes.ts";

/** The kinds of cards that are told apart by their first digits (ISO/IEC 7812-1). */
export type CardBrand = CardScheme;

const rangeOf = (digits: string) => schemeRanges.find(({ prefix }) => prefix.test(digits));

/** The brand of a card number or its beginning. */
export const brandOf = (digits: string): CardBrand | undefined => rangeOf(digits)?.scheme;

/** Whether it can be the number of a card: length, brand's length and check digit. */
export function isCardNumber(digits: string): boolean {
  if (!/^\d{12,19}$/.test(digits) || /^0+$/.test(digits)) return false;
  const lengths = rangeOf(digits)?.lengths;
  return (lengths === undefined || lengths.includes(digits.length)) && hasCheckDigit(digits);
}

/** Digits of the security code of such a card. */
export function cvcLengthOf(digits: string): number | undefined {
  const brand = brandOf(digits);
  return brand === undefined ? undefined : brand === "amex" ? 4 : 3;
}
