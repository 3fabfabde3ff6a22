/** Card schemes whose test ranges the simulator issues. */
export type CardBrand = "visa" | "mastercard" | "amex" | "jcb" | "unionpay";

/** What a test number says: digits 1–3 name the scheme, 4–6 the issuer's ISO 3166 numeric country, 7–9 the scenario. */
export interface TestNumber {
  readonly brand: CardBrand;
  readonly country: string;
  readonly scenario: string;
}

/** A number of an unknown range, or one whose check digit is wrong. */
export type NumberFault = "bad_check_digit" | "unknown_range";

const ranges: Readonly<Record<string, { brand: CardBrand; digits: number }>> = {
  "400": { brand: "visa", digits: 16 },
  "520": { brand: "mastercard", digits: 16 },
  "370": { brand: "amex", digits: 15 },
  "350": { brand: "jcb", digits: 16 },
  "620": { brand: "unionpay", digits: 16 },
};

const luhnSum = (digits: string): number =>
  [...digits].reverse().reduce((sum, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return sum + (value > 9 ? value - 9 : value);
  }, 0);

/** Reads a typed number; blanks and hyphens between the digits are allowed. */
export function readTestNumber(typed: string): TestNumber | NumberFault {
  const digits = typed.replace(/[ -]/g, "");
  const range = ranges[digits.slice(0, 3)];
  if (!/^\d{12,19}$/.test(digits) || luhnSum(digits) % 10 !== 0) return "bad_check_digit";
  if (!range || digits.length !== range.digits) return "unknown_range";
  return { brand: range.brand, country: digits.slice(3, 6), scenario: digits.slice(6, 9) };
}

/** The test number of a scheme, issuer country (ISO 3166 numeric) and scenario. */
export function testNumber(brand: CardBrand, country: string, scenario: string): string {
  const [prefix = "", range] = Object.entries(ranges).find(([, { brand: own }]) => own === brand) ?? [];
  const body = `${prefix}${country}${scenario}`.padEnd((range?.digits ?? 16) - 1, "0");
  return body + String((10 - (luhnSum(`${body}0`) % 10)) % 10);
}

/** All that is kept of a number. */
export const visiblePart = (typed: string): { bin: string; last4: string } => {
  const digits = typed.replace(/\D/g, "");
  return { bin: digits.slice(0, 6), last4: digits.slice(-4) };
};
