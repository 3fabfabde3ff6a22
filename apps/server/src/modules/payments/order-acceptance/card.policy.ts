import { hasCheckDigit } from "@countinghouse/contract/platform/card-number.ts";

/** Schemes by the first digits of a number (ISO/IEC 7812), the longest first where they overlap. */
const schemes: readonly (readonly [brand: string, prefix: RegExp])[] = [
  ["amex", /^3[47]/],
  ["diners", /^3(?:0[0-5]|[689])/],
  ["jcb", /^35/],
  ["unionpay", /^(?:62|81)/],
  ["discover", /^6(?:011|4[4-9]|5)/],
  ["mastercard", /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
  ["visa", /^4/],
];

/** The scheme of a card by its first digits; null where none is known. */
export const brandOf = (number: string): string | null =>
  schemes.find(([, prefix]) => prefix.test(number))?.[0] ?? null;

/** Numbers that no issuer gives out and that only gateways for tests take. */
export const isTestNumber = (number: string): boolean =>
  /^(?:400|520|370|350|620)\d{3}[0-5]\d{2}0{5,6}\d$/.test(number);

interface Card {
  readonly number: string;
  readonly expMonth: number;
  readonly expYear: number;
  readonly cvc: string | null;
}

/** What of a card cannot be. */
export type CardFault = "card" | "number" | "cvc" | "expiry";

/**
 * Why a card may not be sent at all: it is missing, its number is not whole or of no scheme, its code has not three or four
 * digits, or its month is over; null where nothing is wrong.
 */
export function cardFaultOf(card: Card | null, now: Date): CardFault | null {
  if (!card) return "card";
  const { number, expMonth, expYear, cvc } = card;
  if (!/^\d{12,19}$/.test(number) || !hasCheckDigit(number) || brandOf(number) === null) return "number";
  if (cvc !== null && !/^\d{3,4}$/.test(cvc)) return "cvc";
  const isMonth = Number.isInteger(expMonth) && expMonth >= 1 && expMonth <= 12;
  // Cards are good until the last day of the month, wherever on earth that ends.
  return isMonth && Date.UTC(expYear, expMonth, 2) > now.getTime() ? null : "expiry";
}

/** What of a card may be kept: PCI DSS allows the first eight digits and the last four. */
export const keptCardDigits = (number: string) => ({
  bin: number.slice(0, 8),
  last4: number.slice(-4),
  brand: brandOf(number),
});
