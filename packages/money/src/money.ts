import { type CurrencyCode, currency } from "./currency.ts";
import { MoneyError } from "./money-error.ts";

/** An exact amount: an integer count of the currency's minor unit. It may be negative. */
export interface Money {
  readonly amountMinor: bigint;
  readonly currency: CurrencyCode;
}

/** The largest absolute amount in minor units: what a PostgreSQL `bigint` holds on both sides of zero. */
export const MAX_AMOUNT_MINOR = 2n ** 63n - 1n;

/**
 * An amount of minor units in a currency. Throws `unsupported_currency` for a code outside the table and
 * `amount_out_of_range` beyond ±(2^63−1), so that no sum can leave what the database stores.
 */
export function money(amountMinor: bigint, code: string): Money {
  if (amountMinor > MAX_AMOUNT_MINOR || amountMinor < -MAX_AMOUNT_MINOR) {
    throw new MoneyError("amount_out_of_range", { amountMinor: String(amountMinor), currency: code });
  }
  return { amountMinor, currency: currency(code) };
}

/** Zero in the given currency. */
export const zero = (code: string): Money => money(0n, code);

/** Throws `currency_mismatch` unless both amounts are in one currency. */
export function assertSameCurrency(a: Money, b: Money): void {
  if (a.currency !== b.currency) throw new MoneyError("currency_mismatch", { left: a.currency, right: b.currency });
}

/** a + b in minor units; throws `currency_mismatch` on two currencies. */
export function add(a: Money, b: Money): Money {
  assertSameCurrency(a, b);
  return money(a.amountMinor + b.amountMinor, a.currency);
}

/** a − b in minor units; throws `currency_mismatch` on two currencies. */
export function subtract(a: Money, b: Money): Money {
  assertSameCurrency(a, b);
  return money(a.amountMinor - b.amountMinor, a.currency);
}

/** The amount with the opposite sign. */
export const negate = (amount: Money): Money => money(-amount.amountMinor, amount.currency);

/** The amount without its sign. */
export const absolute = (amount: Money): Money => (amount.amountMinor < 0n ? negate(amount) : amount);

/** The amount times a whole count, for instance a price times a quantity. */
export const times = (amount: Money, count: bigint): Money => money(amount.amountMinor * count, amount.currency);

/** −1, 0 or 1 as a is below, equal to or above b; throws `currency_mismatch` on two currencies. */
export function compare(a: Money, b: Money): -1 | 0 | 1 {
  assertSameCurrency(a, b);
  if (a.amountMinor === b.amountMinor) return 0;
  return a.amountMinor < b.amountMinor ? -1 : 1;
}

/** Whether both are the same amount of the same currency. Different currencies are unequal, not an error. */
export const equals = (a: Money, b: Money): boolean => a.currency === b.currency && a.amountMinor === b.amountMinor;

/** Whether the amount is strictly above the limit; throws `currency_mismatch` on two currencies. */
export const exceeds = (amount: Money, limit: Money): boolean => compare(amount, limit) > 0;

/** Whether the amount is exactly zero. */
export const isZero = (amount: Money): boolean => amount.amountMinor === 0n;

/** Whether the amount is above zero. */
export const isPositive = (amount: Money): boolean => amount.amountMinor > 0n;

/** Whether the amount is below zero. */
export const isNegative = (amount: Money): boolean => amount.amountMinor < 0n;

/** The smaller of two amounts; throws `currency_mismatch` on two currencies. */
export const smaller = (a: Money, b: Money): Money => (compare(a, b) <= 0 ? a : b);

/** The larger of two amounts; throws `currency_mismatch` on two currencies. */
export const larger = (a: Money, b: Money): Money => (compare(a, b) >= 0 ? a : b);

/** The amounts added up; the currency is named because a sum of none still has one. Throws `currency_mismatch`. */
export const sum = (code: string, amounts: Iterable<Money>): Money => {
  let total = zero(code);
  for (const amount of amounts) total = add(total, amount);
  return total;
};

/** One total per currency, in the order the currencies first appear. Totals across currencies do not exist. */
export function sumPerCurrency(amounts: Iterable<Money>): Money[] {
  const totals = new Map<CurrencyCode, Money>();
  for (const amount of amounts) {
    const total = totals.get(amount.currency);
    totals.set(amount.currency, total ? add(total, amount) : amount);
  }
  return [...totals.values()];
}
