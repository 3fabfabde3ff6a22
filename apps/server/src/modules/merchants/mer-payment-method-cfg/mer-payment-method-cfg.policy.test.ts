import { jpy, kwd, usd } from "@countinghouse/money/build-money.ts";
import { chargeOn } from "@countinghouse/money/capture-charge.ts";
import type { Money } from "@countinghouse/money/money.ts";
import { describe, expect, test } from "vitest";
import { feeRuleContradiction, monthsAt, type PriceFields, tieredPriceOf } from "./mer-payment-method-cfg.policy.ts";

const price = (parts: Partial<PriceFields>): PriceFields => ({
  currency: "USD",
  percent: 29_000,
  fixed: "30",
  tierMode: "none",
  tiers: [],
  ...parts,
});
const none = (currency: (minor: number) => Money) => ({ monthToDate: currency(0), lastMonth: currency(0) });

describe("the fee of a captured amount", () => {
  test.each([
    ["2.9 % + 0.30 of 100.00", price({}), usd(100_00), none(usd), 320n],
    ["3.6 % + 30 of 1 050 yen", price({ percent: 36_000 }), jpy(1_050), none(jpy), 68n],
    ["2.75 % + 0.100 of 12.345 dinars", price({ percent: 27_500, fixed: "100" }), kwd(12_345), none(kwd), 439n],
    ["with a minimum", price({ minFee: "50" }), usd(3_00), none(usd), 50n],
    ["with a maximum", price({ maxFee: "5000" }), usd(5_000_00), none(usd), 5_000n],
    [
      "by last month's tier",
      price({
        fixed: "25",
        tierMode: "whole",
        tiers: [
          { from: "0", percent: 29_000 },
          { from: "10000000", percent: 25_000 },
        ],
      }),
      usd(200_00),
      { monthToDate: usd(0), lastMonth: usd(100_000_00) },
      525n,
    ],
    [
      "across a tier's boundary",
      price({
        fixed: "25",
        tierMode: "graduated",
        tiers: [
          { from: "0", percent: 29_000 },
          { from: "10000000", percent: 25_000 },
        ],
      }),
      usd(200_00),
      { monthToDate: usd(99_900_00), lastMonth: usd(0) },
      565n,
    ],
  ])("is right %s", (_name, rule, amount, volumes, expected) => {
    const price = tieredPriceOf(rule, amount.currency);
    expect(chargeOn(amount, { price, tax: null, volumes }).fee.amountMinor).toBe(expected);
  });
});

describe("a merchant's month", () => {
  test("begins at midnight of its own zone", () => {
    const at = Date.parse("2026-12-31T16:30:00Z");
    expect(monthsAt(at, "Asia/Shanghai")).toEqual({ month: "2027-01", before: "2026-12" });
    expect(monthsAt(at, "Europe/London")).toEqual({ month: "2026-12", before: "2026-11" });
  });
});

describe("a rule", () => {
  const rule = {
    ...price({}),
    cardRegion: "any",
    refundFee: "0",
    inquiryFee: "0",
    disputePenalty: "0",
    refusalPenalty: "0",
  };
  test.each([
    [{}, undefined],
    [{ method: "card_visa", methodCategory: "card" }, "methodTwice"],
    [{ cardRegion: "domestic" }, "regionNeedsCard"],
    [{ cardRegion: "domestic", method: "card_visa" }, undefined],
    [{ currency: null }, "currencyNeeded"],
    [{ currency: null, fixed: "0" }, undefined],
    [{ currency: null, fixed: "0", maxAmount: "5" }, "currencyNeeded"],
    [{ currency: null, fixed: "0", tierMode: "whole", tiers: [{ from: "0", percent: 1 }] }, "currencyNeeded"],
    [{ minFee: "50", maxFee: "49" }, "limitsReversed"],
    [{ minAmount: "500", maxAmount: "499" }, "limitsReversed"],
    [{ tierMode: "whole" }, "tiersMalformed"],
    [{ tiers: [{ from: "0", percent: 1 }] }, "tiersMalformed"],
    [{ tierMode: "whole", tiers: [{ from: "1", percent: 1 }] }, "tiersMalformed"],
    [
      {
        tierMode: "graduated",
        tiers: [
          { from: "0", percent: 2 },
          { from: "0", percent: 1 },
        ],
      },
      "tiersMalformed",
    ],
    [{ percent: 1_000_000 }, "feeTooHigh"],
    [{ percent: 1_000_000, fixed: "0" }, undefined],
    [{ minAmount: "30" }, "feeTooHigh"],
    [{ minAmount: "31" }, undefined],
  ])("with %j is contradicted by %s", (parts, code) => {
    expect(feeRuleContradiction({ ...rule, ...parts } as never)?.code).toBe(code);
  });
});
