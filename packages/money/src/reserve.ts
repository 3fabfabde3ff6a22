import { isNegative, larger, type Money, smaller, subtract, sum, times, zero } from "./money.ts";
import { type Rate6, shareOf } from "./rate.ts";

/** Captured lines that are alike: their gross amount, the share that is withheld of each, and how many there are. */
export interface ReserveLine {
  readonly gross: Money;
  readonly ratio: Rate6;
  readonly count: number;
}

/** What decides how much of a batch is withheld as rolling reserve, all in its currency. */
export interface ReserveBase {
  /** Captured lines; one that was refunded in full before the batch closed is left out by the caller. */
  readonly lines: readonly ReserveLine[];
  /** The most that may be held for the merchant; null for no limit. */
  readonly cap: Money | null;
  /** What is held already. */
  readonly held: Money;
  /** The batch's net before the reserve. */
  readonly net: Money;
}

/**
 * The rolling reserve of one batch: rounded per line, limited to cap less current holds and to the batch's positive
 * net.
 */
export function reserveOf({ lines, cap, held, net }: ReserveBase): Money {
  const nothing = zero(net.currency);
  const wanted = sum(
    net.currency,
    lines.map(({ gross, ratio, count }) => times(shareOf(gross, ratio), BigInt(count))),
  );
  const room = cap ? smaller(wanted, larger(subtract(cap, held), nothing)) : wanted;
  return isNegative(net) ? nothing : smaller(room, net);
}
