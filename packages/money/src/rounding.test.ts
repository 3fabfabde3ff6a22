import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { divideRounded, type RoundingMode } from "./rounding.ts";

const integer = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n });
const divisor = fc.bigInt({ min: 1n, max: 10_000n });
const modes: RoundingMode[] = ["halfEven", "halfUp", "down"];
const distance = (numerator: bigint, denominator: bigint, rounded: bigint): bigint => {
  const off = numerator - rounded * denominator;
  return off < 0n ? -off : off;
};

describe("divideRounded", () => {
  test("is within half a unit of the exact ratio, and within one when rounding down", () => {
    fc.assert(
      fc.property(integer, divisor, (n, d) => {
        expect(distance(n, d, divideRounded(n, d)) * 2n <= d).toBe(true);
        expect(distance(n, d, divideRounded(n, d, "halfUp")) * 2n <= d).toBe(true);
        expect(distance(n, d, divideRounded(n, d, "down")) < d).toBe(true);
      }),
    );
  });

  test("rounds a negative ratio as the mirror of the positive one, wherever the sign stands", () => {
    fc.assert(
      fc.property(integer, divisor, fc.constantFrom(...modes), (n, d, mode) => {
        expect(divideRounded(-n, d, mode)).toBe(-divideRounded(n, d, mode));
        expect(divideRounded(n, -d, mode)).toBe(-divideRounded(n, d, mode));
      }),
    );
  });

  test("settles an exact half by the mode", () => {
    const halves = [1n, 3n, 5n, -1n, -3n];
    expect(halves.map((n) => divideRounded(n, 2n))).toEqual([0n, 2n, 2n, 0n, -2n]);
    expect(halves.map((n) => divideRounded(n, 2n, "halfUp"))).toEqual([1n, 2n, 3n, -1n, -2n]);
    expect(halves.map((n) => divideRounded(n, 2n, "down"))).toEqual([0n, 1n, 2n, 0n, -1n]);
  });

  test("refuses to divide by zero", () => {
    expect(() => divideRounded(1n, 0n)).toThrow(RangeError);
  });
});
