import { isNegative, larger, type Money, smaller, subtract, sum, zero } from "./money.ts";
import { type Rate6, shareOf } from "./rate.ts";

/** What decides how much of a batch is withheld as rolling reserve, all in its currency. */
export interface ReserveBase {
  /** Gross of each captured line; a line refunded in full before the batch closed is left out by the caller. */
  readonly grossLines: readonly Money[];
  readonly ratio: Rate6;
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
export function reserveOf({ grossLines, ratio, cap, held, net }: ReserveBase): Money {
  const nothing = zero(net.currency);
  const wanted = sum(
    net.currency,
    grossLines.map((gross) => shareOf(gross, ratio)),
  );
  const room = cap ? smaller(wanted, larger(subtract(cap, held), nothing)) : wanted;
  return isNegative(net) ? nothing : smaller(room, net);
}
