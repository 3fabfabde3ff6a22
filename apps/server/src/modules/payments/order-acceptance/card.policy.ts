import { hasCheckDigit } from "@countinghouse/contract/platform/card-number.ts";

/** Card schemes by number prefix (ISO/IEC 7812), longer prefixes first where they overlap. */
const schemes: readonly (readonly [brand: string, prefix: RegExp])[] = [
  ["amex", /^3[47]/],
  ["diners", /^3(?:0[0-5]|[689])/],
  ["jcb", /^35/],
  ["unionpay", /^(?:62|81)/],
  ["discover", /^6(?:011|4[4-9]|5)/],
  ["mastercard", /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
  ["visa", /^4/],
];

/** The scheme of a card by its prefix; null where unknown. */
export const brandOf = (number: string): string | null =>
  schemes.find(([, prefix]) => prefix.test(number))?.[0] ?? null;

/** Card numbers that no issuer issues and only test gateways accept. */
export const isTestNumber = (number: string): boolean =>
  /^(?:400|520|370|350|620)\d{3}[0-5]\d{2}0{5,6}\d$/.test(number);

interface Card {
  readonly number: string;
  readonly expMonth: number;
  readonly expYear: number;
  readonly cvc: string | null;
}

/** What is wrong with a card's data. */
export type CardFault = "card" | "number" | "cvc" | "expiry";

/**
 * Why a card cannot be sent: it is missing, its number is invalid or of no known scheme, its CVV has not three or four
 * digits, or it has expired; null where nothing is wrong.
 */
export function cardFaultOf(card: Card | null, now: Date): CardFault | null {
  if (!card) return "card";
  const { number, expMonth, expYear, cvc } = card;
  if (!/^\d{12,19}$/.test(number) || !hasCheckDigit(number) || brandOf(number) === null) return "number";
  if (cvc !== null && !/^\d{3,4}$/.test(cvc)) return "cvc";
  const isMonth = Number.isInteger(expMonth) && expMonth >= 1 && expMonth <= 12;
  // A card is valid to the end of its month, in the last time zone to reach it.
  return isMonth && Date.UTC(expYear, expMonth, 2) > now.getTime() ? null : "expiry";
}

/** The digits of a card number that may be stored: PCI DSS allows the first eight and the last four. */
export const keptCardDigits = (number: string) => ({
  bin: number.slice(0, 8),
  last4: number.slice(-4),
  brand: brandOf(number),
});
