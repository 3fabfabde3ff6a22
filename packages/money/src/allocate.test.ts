import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { allocate, split } from "./allocate.ts";
import { usd } from "./build-money.ts";
import { nextPart } from "./cumulative.ts";
import { money, sum, zero } from "./money.ts";

const amount = fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }).map((minor) => money(minor, "USD"));
const weights = fc
  .array(fc.bigInt({ min: 0n, max: 10n ** 9n }), { minLength: 1, maxLength: 12 })
  .filter((all) => all.some((w) => w > 0n));

describe("allocate", () => {
  test("never loses or invents a unit", () => {
    fc.assert(
      fc.property(amount, weights, (total, shares) => {
        expect(sum("USD", allocate(total, shares))).toEqual(total);
      }),
    );
  });

  test("gives each part within one unit of its exact share, and nothing for no weight", () => {
    fc.assert(
      fc.property(amount, weights, (total, shares) => {
        const whole = shares.reduce((a, b) => a + b, 0n);
        allocate(total, shares).forEach((part, index) => {
          const weight = shares[index] ?? 0n;
          const off = part.amountMinor * whole - total.amountMinor * weight;
          expect(off < whole && off > -whole).toBe(true);
          if (weight === 0n) expect(part.amountMinor).toBe(0n);
        });
      }),
    );
  });

  test("divides a negative amount as the mirror of the positive one", () => {
    fc.assert(
      fc.property(amount, weights, (total, shares) => {
        const mirrored = allocate(money(-total.amountMinor, "USD"), shares).map(({ amountMinor }) => -amountMinor);
        expect(mirrored).toEqual(allocate(total, shares).map(({ amountMinor }) => amountMinor));
      }),
    );
  });

  test("serves the larger remainder before the earlier part", () => {
    expect(allocate(usd(1), [1n, 2n])).toEqual([usd(0), usd(1)]);
    expect(allocate(usd(1), [2n, 2n])).toEqual([usd(1), usd(0)]);
  });

  test("refuses weights that divide nothing", () => {
    for (const bad of [[], [0n, 0n], [5n, -1n]]) {
      expect(() => allocate(usd(100), bad)).toThrow(expect.objectContaining({ code: "weights_invalid" }));
    }
    expect(() => split(usd(100), 0)).toThrow(expect.objectContaining({ code: "weights_invalid" }));
  });
});

describe("nextPart", () => {
  test("adds up to the total however the sequence is cut", () => {
    const cuts = fc.array(fc.bigInt({ min: 1n, max: 10n ** 7n }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(cuts, fc.bigInt({ min: 0n, max: 10n ** 9n }), (parts, total) => {
        const whole = money(
          parts.reduce((a, b) => a + b, 0n),
          "USD",
        );
        let reached = 0n;
        let given = zero("USD");
        for (const part of parts) {
          reached += part;
          const next = nextPart({ total: money(total, "USD"), whole, reached: money(reached, "USD"), given });
          expect(next.amountMinor >= 0n).toBe(true);
          given = sum("USD", [given, next]);
        }
        expect(given.amountMinor).toBe(total);
      }),
    );
  });
});
