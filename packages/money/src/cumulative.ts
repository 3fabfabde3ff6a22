import { type Money, money, subtract } from "./money.ts";
import { divideRounded } from "./rounding.ts";

/** How far a sequence of parts has come, all in minor units of their own side. */
export interface CumulativeShare {
  /** What is given out over the whole sequence. */
  readonly total: Money;
  /** The measure of the whole, for instance the captured amount. */
  readonly whole: Money;
  /** The measure reached including this part, for instance everything refunded so far and now. */
  readonly reached: Money;
  /** What the earlier parts were given. */
  readonly given: Money;
}

/**
 * The next part of an amount given out bit by bit: round(total × reached ÷ whole) − given. However the sequence is
 * cut, its parts add up to the total exactly once `reached` is `whole`. Refuses a whole of zero with a RangeError.
 */
export function nextPart({ total, whole, reached, given }: CumulativeShare): Money {
  const due = divideRounded(total.amountMinor * reached.amountMinor, whole.amountMinor);
  return subtract(money(due, total.currency), given);
}
