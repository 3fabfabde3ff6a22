import { divideRounded } from "./rounding.ts";

/**
 * A success, refund or dispute rate as shown to people: part of whole in percent, half up to two decimals, for
 * instance "82.40". Null when the whole is nothing, because a rate of no orders is unknown rather than zero.
 */
export function shownPercent({ part, whole }: { part: bigint; whole: bigint }): string | null {
  if (whole === 0n) return null;
  const hundredths = divideRounded(part * 10_000n, whole, "halfUp");
  const digits = String(hundredths < 0n ? -hundredths : hundredths).padStart(3, "0");
  return `${hundredths < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
