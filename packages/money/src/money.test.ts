import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { eur, jpy, usd } from "./build-money.ts";
import { currencyCodes } from "./currency.ts";
import {
  absolute,
  add,
  compare,
  equals,
  MAX_AMOUNT_MINOR,
  money,
  negate,
  subtract,
  sum,
  sumPerCurrency,
  times,
} from "./money.ts";

const minor = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n });

describe("money", () => {
  test("adds and subtracts as integers do", () => {
    fc.assert(
      fc.property(minor, minor, (a, b) => {
        expect(add(money(a, "USD"), money(b, "USD")).amountMinor).toBe(a + b);
        expect(subtract(money(a, "USD"), money(b, "USD")).amountMinor).toBe(a - b);
        expect(add(money(a, "USD"), negate(money(a, "USD"))).amountMinor).toBe(0n);
      }),
    );
  });

  test("orders amounts as their integers", () => {
    fc.assert(
      fc.property(minor, minor, (a, b) => {
        expect(compare(money(a, "EUR"), money(b, "EUR"))).toBe(a < b ? -1 : a > b ? 1 : 0);
      }),
    );
  });

  test("refuses to mix currencies, whichever pair it is", () => {
    const pair = fc
      .tuple(fc.constantFrom(...currencyCodes), fc.constantFrom(...currencyCodes))
      .filter(([a, b]) => a !== b);
    fc.assert(
      fc.property(pair, minor, ([a, b], amount) => {
        for (const operation of [add, subtract, compare]) {
          expect(() => operation(money(amount, a), money(amount, b))).toThrow(
            expect.objectContaining({ code: "currency_mismatch" }),
          );
        }
      }),
    );
  });

  test("takes equal figures of two currencies for different amounts", () => {
    expect(equals(usd(100), eur(100))).toBe(false);
    expect(equals(usd(100), money(100n, "USD"))).toBe(true);
  });

  test("refuses a currency outside the table, a lower-case one included", () => {
    for (const code of ["usd", "XXX", "", "toString", "__proto__"]) {
      expect(() => money(1n, code)).toThrow(expect.objectContaining({ code: "unsupported_currency" }));
    }
  });

  test("refuses a sum the database could not store", () => {
    const most = money(MAX_AMOUNT_MINOR, "USD");
    expect(() => add(most, usd(1))).toThrow(expect.objectContaining({ code: "amount_out_of_range" }));
    expect(() => subtract(negate(most), usd(1))).toThrow(expect.objectContaining({ code: "amount_out_of_range" }));
  });

  test("multiplies by a count and drops a sign", () => {
    expect(times(usd(19_99), 3n)).toEqual(usd(59_97));
    expect([absolute(usd(-5)), absolute(usd(5))]).toEqual([usd(5), usd(5)]);
  });
});

describe("sum", () => {
  test("is nothing for no amounts and refuses a stranger among them", () => {
    expect(sum("USD", [])).toEqual(usd(0));
    expect(() => sum("USD", [usd(1), eur(1)])).toThrow(expect.objectContaining({ code: "currency_mismatch" }));
  });

  test("keeps one total per currency and never one across", () => {
    expect(sumPerCurrency([usd(1), jpy(5), usd(2), jpy(-5)])).toEqual([usd(3), jpy(0)]);
  });
});

describe("usd", () => {
  test("refuses a fraction of a cent", () => {
    expect(() => usd(0.5)).toThrow(RangeError);
  });
});
