import { type Money, money, subtract } from "./money.ts";
import { ONE_RATE6, type Rate6, rate6, shareOf } from "./rate.ts";
import { divideRounded } from "./rounding.ts";

/** The tax that comes on top of one fee line, in minor units, rounded for that line alone: totals are sums of lines. */
export const taxOn = (fee: Money, rate: Rate6): Money => shareOf(fee, rate);

/** The tax contained in one fee line whose price includes it: fee − round(fee ÷ (1 + rate)). */
export function taxWithin(fee: Money, rate: Rate6): Money {
  const net = divideRounded(fee.amountMinor * ONE_RATE6, ONE_RATE6 + BigInt(rate6(rate)));
  return subtract(fee, money(net, fee.currency));
}
