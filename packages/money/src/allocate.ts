import { type Money, money } from "./money.ts";
import { MoneyError } from "./money-error.ts";

/**
 * An amount divided in proportion to weights. Minor units in and out; the parts come in the order of the weights and
 * always add up to the amount. Each part is first rounded down, then the units left over go one each to the parts
 * with the largest remainder, ties to the earlier part. A negative amount is divided by its absolute value. Weights
 * are counts or amounts, not shares of one. Throws `weights_invalid` for none, a negative one, or all zero.
 */
export function allocate(amount: Money, weights: readonly bigint[]): Money[] {
  const whole = weights.reduce((total, weight) => total + weight, 0n);
  if (whole === 0n || weights.some((weight) => weight < 0n)) {
    throw new MoneyError("weights_invalid", { weights: weights.join(" ") });
  }
  const isNegative = amount.amountMinor < 0n;
  const total = isNegative ? -amount.amountMinor : amount.amountMinor;
  const parts = weights.map((weight) => (total * weight) / whole);
  const remainders = weights.map((weight) => (total * weight) % whole);
  const left = Number(parts.reduce((rest, part) => rest - part, total));
  // The sort is stable, so parts with equal remainders keep their order and the earlier one is served first.
  const byRemainder = [...weights.keys()].sort((a, b) => order(remainders[b] ?? 0n, remainders[a] ?? 0n));
  const receives = new Set(byRemainder.slice(0, left));
  return parts.map((part, index) => {
    const units = receives.has(index) ? part + 1n : part;
    return money(isNegative ? -units : units, amount.currency);
  });
}

/** An amount in a number of equal parts that add up to it; the earlier parts get the units left over. */
export const split = (amount: Money, parts: number): Money[] =>
  allocate(
    amount,
    Array.from({ length: parts }, () => 1n),
  );

const order = (a: bigint, b: bigint): number => (a === b ? 0 : a < b ? -1 : 1);
