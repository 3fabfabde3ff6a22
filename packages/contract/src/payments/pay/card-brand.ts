/** The kinds of cards that are told apart by their first digits (ISO/IEC 7812-1). */
export type CardBrand = "visa" | "mastercard" | "amex" | "jcb" | "unionpay" | "discover" | "diners";

interface BrandRule {
  readonly brand: CardBrand;
  readonly prefix: RegExp;
  readonly lengths: readonly number[];
  readonly cvcLength: number;
}

/** In the order in which they are tried. */
const rules: readonly BrandRule[] = [
  { brand: "amex", prefix: /^3[47]/, lengths: [15], cvcLength: 4 },
  { brand: "diners", prefix: /^3(?:0[0-5]|[689])/, lengths: [14, 16, 17, 18, 19], cvcLength: 3 },
  { brand: "jcb", prefix: /^35/, lengths: [16, 17, 18, 19], cvcLength: 3 },
  { brand: "visa", prefix: /^4/, lengths: [13, 16, 19], cvcLength: 3 },
  { brand: "mastercard", prefix: /^(?:5[1-5]|2(?:22[1-9]|2[3-9]|[3-6]|7[01]|720))/, lengths: [16], cvcLength: 3 },
  { brand: "unionpay", prefix: /^62/, lengths: [16, 17, 18, 19], cvcLength: 3 },
  { brand: "discover", prefix: /^6(?:011|4[4-9]|5)/, lengths: [16, 17, 18, 19], cvcLength: 3 },
];

const ruleOf = (digits: string): BrandRule | undefined => rules.find(({ prefix }) => prefix.test(digits));

/** The brand of a card number or its beginning. */
export const brandOf = (digits: string): CardBrand | undefined => ruleOf(digits)?.brand;

/** Whether digits end in the check digit of ISO/IEC 7812-1. */
function hasCheckDigit(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** Whether it can be the number of a card: length, brand's length and check digit. */
export function isCardNumber(digits: string): boolean {
  if (!/^\d{12,19}$/.test(digits) || /^0+$/.test(digits)) return false;
  const lengths = ruleOf(digits)?.lengths;
  return (lengths === undefined || lengths.includes(digits.length)) && hasCheckDigit(digits);
}

/** Digits of the security code of such a card. */
export const cvcLengthOf = (digits: string): number | undefined => ruleOf(digits)?.cvcLength;
