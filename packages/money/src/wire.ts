import { type Money, money } from "./money.ts";
import { MoneyError } from "./money-error.ts";

const INTEGER = /^(?:0|-?[1-9]\d{0,18})$/;

/** The largest absolute amount the open API takes or gives, in minor units: exact as a JSON number everywhere. */
export const MAX_OPEN_AMOUNT_MINOR = 2n ** 53n - 1n;

/** The minor units of an amount as the console's wire text; the currency travels in a sibling field. */
export const toWire = (amount: Money): string => String(amount.amountMinor);

/**
 * Wire text of minor units as an amount. Only the canonical form is taken: no plus, no leading zero, no minus zero,
 * no blanks, so that one amount has one text. Throws `amount_malformed`, `amount_out_of_range`, `unsupported_currency`.
 */
export function fromWire(text: string, code: string): Money {
  if (!INTEGER.test(text)) throw new MoneyError("amount_malformed", { text });
  return money(BigInt(text), code);
}

/** An amount as the open API's JSON integer of minor units; throws `amount_out_of_range` outside ±(2^53−1). */
export function toOpenInteger(amount: Money): number {
  if (amount.amountMinor > MAX_OPEN_AMOUNT_MINOR || amount.amountMinor < -MAX_OPEN_AMOUNT_MINOR) {
    throw new MoneyError("amount_out_of_range", { amountMinor: String(amount.amountMinor), currency: amount.currency });
  }
  return Number(amount.amountMinor);
}

/**
 * The open API's JSON integer of minor units as an amount. Throws `amount_malformed` for a fraction or not a number,
 * and `amount_out_of_range` outside ±(2^53−1), where JSON readers already disagree about what was sent.
 */
export function fromOpenInteger(value: number, code: string): Money {
  if (!Number.isInteger(value)) throw new MoneyError("amount_malformed", { text: String(value) });
  if (!Number.isSafeInteger(value)) {
    throw new MoneyError("amount_out_of_range", { amountMinor: String(value), currency: code });
  }
  return money(BigInt(value), code);
}
