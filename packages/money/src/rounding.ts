/**
 * How an exact ratio becomes an integer. `halfEven` is the default for money; `halfUp` is for rates shown to people;
 * `down` drops the remainder. Each looks at the absolute value and then puts the sign back, so that a refund rounds
 * exactly as the sale it undoes.
 */
export type RoundingMode = "halfEven" | "halfUp" | "down";

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);

function roundsAway(quotient: bigint, remainder: bigint, divisor: bigint, mode: RoundingMode): boolean {
  if (mode === "down") return false;
  const twice = remainder * 2n;
  if (twice !== divisor) return twice > divisor;
  return mode === "halfUp" || quotient % 2n === 1n;
}

/**
 * numerator ÷ denominator as an integer, rounded once from the exact ratio; half to even unless told otherwise.
 * Throws a RangeError when the denominator is zero.
 */
export function divideRounded(numerator: bigint, denominator: bigint, mode: RoundingMode = "halfEven"): bigint {
  if (denominator === 0n) throw new RangeError("Division by zero");
  const divisor = magnitude(denominator);
  const quotient = magnitude(numerator) / divisor;
  const remainder = magnitude(numerator) % divisor;
  const rounded = roundsAway(quotient, remainder, divisor, mode) ? quotient + 1n : quotient;
  return numerator < 0n === denominator < 0n ? rounded : -rounded;
}
