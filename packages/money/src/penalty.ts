import type { Money } from "./money.ts";
import { ONE_RATE6, type Rate6 } from "./rate.ts";

/** A penalty that applies up to and including a monthly dispute ratio; null is the tier above all others. */
export interface PenaltyTier {
  readonly upTo: Rate6 | null;
  readonly penalty: Money;
}

/**
 * The dispute penalty of a month: the first tier whose ratio disputes ÷ orders does not exceed. The ratio is compared
 * exactly, not as the rounded percentage people see; a month without orders counts as above every ratio. Refuses
 * tiers without an open end with a RangeError.
 */
export function disputePenalty(month: { disputes: bigint; orders: bigint; tiers: readonly PenaltyTier[] }): Money {
  const within = ({ upTo }: PenaltyTier): boolean =>
    upTo === null || (month.orders > 0n && month.disputes * ONE_RATE6 <= BigInt(upTo) * month.orders);
  const byRatio = [...month.tiers].sort((a, b) => (a.upTo ?? Infinity) - (b.upTo ?? Infinity));
  const tier = byRatio.find(within);
  if (!tier) throw new RangeError("Penalty tiers must have an open end");
  return tier.penalty;
}
