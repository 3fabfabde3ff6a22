import { type Money, money } from "./money.ts";
import { divideRounded } from "./rounding.ts";

/**
 * The credit for the unused rest of a paid period on an immediate plan change: round(paid × unused ÷ period), in
 * minor units. Refuses, with a RangeError, an unused time outside the period.
 */
export function prorationCredit({
  paid,
  unusedSeconds,
  periodSeconds,
}: {
  paid: Money;
  unusedSeconds: bigint;
  periodSeconds: bigint;
}): Money {
  if (unusedSeconds < 0n || unusedSeconds > periodSeconds) throw new RangeError("Unused time lies outside the period");
  return money(divideRounded(paid.amountMinor * unusedSeconds, periodSeconds), paid.currency);
}
