import { currency, exponentOf } from "./currency.ts";
import { type Money, money } from "./money.ts";
import { MoneyError } from "./money-error.ts";

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;

/**
 * A plain decimal of major units ("12.34", "-0.5") as an exact amount. Throws `amount_not_representable` for more
 * decimals than the currency has, and `amount_malformed` for anything else that is not a plain decimal; nothing is
 * rounded and no separator is guessed.
 */
export function parseDecimal(text: string, code: string): Money {
  const match = DECIMAL.exec(text);
  if (!match) throw new MoneyError("amount_malformed", { text });
  const [, sign, whole = "", fraction = ""] = match;
  const exponent = exponentOf(currency(code));
  if (fraction.length > exponent) {
    throw new MoneyError("amount_not_representable", { text, currency: code, decimals: String(exponent) });
  }
  const amountMinor = BigInt(whole + fraction.padEnd(exponent, "0"));
  return money(sign ? -amountMinor : amountMinor, code);
}

/** An amount as a plain decimal of major units with all of the currency's decimals: "12.34", "1050", "-0.500". */
export function formatDecimal(amount: Money): string {
  const exponent = exponentOf(amount.currency);
  const isNegative = amount.amountMinor < 0n;
  const digits = String(isNegative ? -amount.amountMinor : amount.amountMinor).padStart(exponent + 1, "0");
  const whole = exponent === 0 ? digits : `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
  return isNegative ? `-${whole}` : whole;
}

/**
 * What a person typed or pasted into an amount field, as an exact amount. Accepts blanks around it, thousands
 * separators in the right places, full-width digits of an East Asian keyboard and the typographic minus. Throws as
 * `parseDecimal` does. Our three languages share "." for decimals and "," for thousands, so "1,5" is refused rather
 * than read as fifteen or as one and a half.
 */
export function parseTyped(text: string, code: string): Money {
  const plain = text.normalize("NFKC").trim().replace("\u2212", "-").replace(/。/g, ".");
  const isGrouped = plain.includes(",");
  if (isGrouped && !/^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain)) throw new MoneyError("amount_malformed", { text });
  return parseDecimal(isGrouped ? plain.replaceAll(",", "") : plain, code);
}
