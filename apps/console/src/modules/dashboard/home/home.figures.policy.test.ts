import { describe, expect, test } from "vitest";
import { alignedTallies, changeOf, currencyOf, measureOf, ratioOf, sparkline, sumsOf } from "./home.figures.policy.ts";

const tally = (currency: string, orders: number, paid: number, captured = "0", refunded = "0") => ({
  currency,
  orders,
  attempted: orders,
  paid,
  captured,
  refunded,
});

describe("sumsOf", () => {
  test("counts orders of every currency, and money of one", () => {
    const sums = sumsOf([tally("GBP", 4, 3, "900", "90"), tally("JPY", 6, 3, "5000")], "GBP");
    expect(sums).toMatchObject({ orders: 10, paid: 6, paidInCurrency: 3, captured: 900n, refunded: 90n });
    expect(measureOf(sums, "approval")).toBe(6_000);
    expect(measureOf(sums, "refundRate")).toBe(1_000);
    expect(measureOf(sums, "average")).toBe(300);
  });

  test("knows no rate of nothing", () => {
    expect(measureOf(sumsOf([], "GBP"), "approval")).toBeNull();
  });
});

describe("changeOf", () => {
  test.each([
    ["more volume is better", 1_084, 1_000, "volume", { by: 84, isBetter: true }],
    ["a lower success rate is worse, in points", 8_700, 8_840, "approval", { by: -14, isBetter: false }],
    ["fewer refunds are better", 190, 210, "refundRate", { by: -2, isBetter: true }],
    ["the same is neither", 5, 5, "paidOrders", { by: 0, isBetter: null }],
    ["nothing before cannot be compared", 5, 0, "volume", { by: null, isBetter: null }],
    ["a rate that was unknown cannot be compared", 5_000, null, "approval", { by: null, isBetter: null }],
  ] as const)("%s", (_what, now, before, measure, expected) => {
    expect(changeOf(now, before, measure)).toEqual(expected);
  });
});

describe("aligned", () => {
  test("keeps the place of days without an order", () => {
    const point = { ...tally("GBP", 1, 1), start: "b" };
    expect(alignedTallies(["a", "b", "c"], [point])).toEqual([[], [point], []]);
  });
});

describe("currencyOf", () => {
  test("is the one with the most orders unless the reader's own choice has some", () => {
    const tallies = [[tally("GBP", 1, 1)], [tally("JPY", 3, 1)]];
    expect(currencyOf(tallies, undefined)).toEqual({ currency: "JPY", currencies: ["JPY", "GBP"] });
    expect(currencyOf(tallies, "GBP").currency).toBe("GBP");
    expect(currencyOf(tallies, "EUR").currency).toBe("JPY");
    expect(currencyOf([], "EUR").currency).toBeUndefined();
  });
});

describe("sparkline", () => {
  test("runs from left to right over what is known", () => {
    expect(sparkline([0, null, 10])).toBe("M0.0 29.0L100.0 1.0");
    expect(sparkline([])).toBe("");
  });
});

describe("ratioOf", () => {
  test("is in hundredths of a percent", () => {
    expect(ratioOf(1, 3)).toBe(3_333);
  });
});
