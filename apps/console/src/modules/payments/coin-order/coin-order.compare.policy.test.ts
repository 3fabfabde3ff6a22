import { describe, expect, test } from "vitest";
import { isUnusual, meanText, usualOf } from "./coin-order.compare.policy.ts";

describe("declines of an hour beside the usual", () => {
  test.each([
    [{ count: 14, usualCount: 168, usualDays: 14 }, 12, false],
    [{ count: 40, usualCount: 168, usualDays: 14 }, 12, true],
    [{ count: 1, usualCount: 0, usualDays: 14 }, 0, false],
    [{ count: 3, usualCount: 0, usualDays: 14 }, 0, true],
    [{ count: 3, usualCount: 0, usualDays: 0 }, null, false],
  ])("%o: usual %s, unusual %s", (compared, usual, unusual) => {
    expect(usualOf(compared)).toBe(usual);
    expect(isUnusual(compared)).toBe(unusual);
  });

  test("are told with a digit where they are few", () => {
    expect([0, 0.03, 0.214, 9.96, 12.4].map(meanText)).toEqual(["0", "0", "0.2", "10.0", "12"]);
  });
});
