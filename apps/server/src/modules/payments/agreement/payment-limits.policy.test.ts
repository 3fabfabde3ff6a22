import { money } from "@countinghouse/money/money.ts";
import { describe, expect, test } from "vitest";
import { brokenLimit } from "./agreement.policy.ts";

describe("limits of a payment", () => {
  const usd = (minor: bigint) => money(minor, "USD");
  const limits = { minimum: usd(500n), maximum: usd(10_000n), daily: usd(12_000n) };

  test.each([
    [499n, 0n, "amountBelowMinimum"],
    [500n, 0n, undefined],
    [10_000n, 2_000n, undefined],
    [10_001n, 0n, "amountAboveMaximum"],
    [10_000n, 2_001n, "dailyLimitReached"],
  ] as const)("hold %i after %i of the day: %s", (amount, today, broken) => {
    expect(brokenLimit(limits, usd(amount), usd(today))?.broken).toBe(broken);
  });

  test("that are not set hold nothing", () => {
    expect(brokenLimit({ minimum: null, maximum: null, daily: null }, usd(1n), usd(0n))).toBeUndefined();
  });
});
