import { describe, expect, test } from "vitest";
import { isOwed, type WaterfallSums, waterfallOf } from "./waterfall-steps.ts";

/** The example batch of a settlement bill. */
const batch: WaterfallSums = {
  currency: "USD",
  grossAmount: "40049",
  refundAmount: "2000",
  disputeAmount: "0",
  feeAmount: "1301",
  penaltyAmount: "0",
  taxAmount: "74",
  adjustmentAmount: "0",
  amount: "36674",
  reserveAmount: "4005",
};
const told = (of: WaterfallSums) => waterfallOf(of).steps.map(({ key, amount }) => [key, Number(amount.amountMinor)]);

describe("from sales to payout", () => {
  test("takes the steps of the bill's formula in its order and leaves out what is nothing", () => {
    expect(told(batch)).toEqual([
      ["sales", 40_049],
      ["refunds", -2_000],
      ["fees", -1_301],
      ["tax", -74],
      ["net", 36_674],
      ["reserve", -4_005],
      ["made", 32_669],
    ]);
  });

  test("each bar begins where the one before ended, within the scale", () => {
    const { steps, base } = waterfallOf(batch);
    expect(Number(base?.amountMinor)).toBe(25_000);
    const [sales, refunds, fees] = steps;
    expect(sales?.to).toBe(100);
    expect(refunds?.to).toBe(sales?.to);
    expect(fees?.to).toBeCloseTo(refunds?.from ?? Number.NaN, 9);
    for (const { from, to } of steps) expect([from >= 0, to <= 100, from <= to]).toEqual([true, true, true]);
  });

  test("shows what is owed below nothing, from an axis that is not cut", () => {
    const owed = { ...batch, grossAmount: "500", refundAmount: "2000", feeAmount: "50", taxAmount: "3" };
    const of = { ...owed, amount: "-1553", reserveAmount: "0" };
    expect(isOwed(of)).toBe(true);
    expect(waterfallOf(of).base).toBeNull();
    expect(told(of).at(-1)).toEqual(["made", -1_553]);
  });

  test("of a batch without lines is a row of nothing", () => {
    const none = Object.fromEntries(Object.entries(batch).map(([name]) => [name, "0"])) as unknown as WaterfallSums;
    expect(told({ ...none, currency: "USD" })).toEqual([
      ["sales", 0],
      ["net", 0],
      ["made", 0],
    ]);
  });
});
