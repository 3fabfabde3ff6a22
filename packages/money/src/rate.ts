import { type Money, money } from "./money.ts";
import { MoneyError } from "./money-error.ts";
import { divideRounded } from "./rounding.ts";

/** A share in millionths: 1 % is 10 000, 2.9 % is 29 000. An integer from 0 to 1 000 000. */
export type Rate6 = number;

/** One whole, in millionths. */
export const ONE_RATE6 = 1_000_000n;

/** The number as a rate in millionths; throws `rate_malformed` unless it is an integer from 0 to 1 000 000. */
export function rate6(millionths: number): Rate6 {
  if (!Number.isInteger(millionths) || millionths < 0 || millionths > 1_000_000) {
    throw new MoneyError("rate_malformed", { rate6: String(millionths) });
  }
  return millionths;
}

/** The rate's share of an amount: minor units in and out, rounded once, half to even. */
export const shareOf = (amount: Money, rate: Rate6): Money =>
  money(divideRounded(amount.amountMinor * BigInt(rate6(rate)), ONE_RATE6), amount.currency);

/** A percentage as a person writes it, "2.9", as a rate; throws `rate_malformed` beyond four decimals or 100. */
export function parsePercent(text: string): Rate6 {
  const match = /^(\d{1,3})(?:\.(\d{1,4}))?$/.exec(text.trim());
  if (!match) throw new MoneyError("rate_malformed", { percent: text });
  return rate6(Number(match[1]) * 10_000 + Number((match[2] ?? "").padEnd(4, "0")));
}

/** A rate as the shortest exact percentage, without the sign: 29 000 is "2.9". */
export function formatPercent(rate: Rate6): string {
  const digits = String(rate6(rate)).padStart(5, "0");
  const fraction = digits.slice(-4).replace(/0+$/, "");
  return fraction ? `${digits.slice(0, -4)}.${fraction}` : digits.slice(0, -4);
}
