import { type Fee, type FeeTerms, feeFrom, feeOn } from "./fee.ts";
import { add, compare, isPositive, larger, type Money, smaller, subtract, zero } from "./money.ts";
import { type Rate6, shareOf } from "./rate.ts";

/** A share that applies from a captured volume on, up to where the next tier starts. */
export interface FeeTier {
  readonly from: Money;
  readonly percent: Rate6;
}

const rising = (tiers: readonly FeeTier[]): FeeTier[] => [...tiers].sort((a, b) => compare(a.from, b.from));

/** The share of the highest tier that a volume reached. Refuses tiers that do not start at zero with a RangeError. */
export function tierPercent(tiers: readonly FeeTier[], volume: Money): Rate6 {
  const reached = rising(tiers).findLast(({ from }) => compare(from, volume) <= 0);
  if (!reached) throw new RangeError("Fee tiers must start at zero");
  return reached.percent;
}

/** A fee where last month's captured volume decides the share for every order of this month. */
export const wholeTierFee = (order: {
  amount: Money;
  lastMonth: Money;
  tiers: readonly FeeTier[];
  terms: FeeTerms;
}): Fee => feeOn(order.amount, { ...order.terms, percent: tierPercent(order.tiers, order.lastMonth) });

/**
 * A fee where each tier prices the part of the volume that falls into it. The volume of the month before this order
 * says where the order starts; an order across a boundary is cut there and each part is rounded on its own, while the
 * fixed part and the limits apply once.
 */
export function graduatedFee(order: {
  amount: Money;
  monthToDate: Money;
  tiers: readonly FeeTier[];
  terms: FeeTerms;
}): Fee {
  const start = order.monthToDate;
  const end = add(start, order.amount);
  tierPercent(order.tiers, start);
  const tiers = rising(order.tiers);
  let percentPart = zero(order.amount.currency);
  for (const [index, tier] of tiers.entries()) {
    const next = tiers[index + 1];
    const part = subtract(next ? smaller(end, next.from) : end, larger(start, tier.from));
    if (isPositive(part)) percentPart = add(percentPart, shareOf(part, tier.percent));
  }
  return feeFrom(percentPart, order.terms);
}
