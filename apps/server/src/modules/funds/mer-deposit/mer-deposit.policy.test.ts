import { depositLifecycle } from "@countinghouse/contract/funds/mer-deposit/mer-deposit.lifecycle.ts";
import { finalStates } from "@countinghouse/contract/kit/lifecycle.ts";
import { reserveReleaseDate } from "@countinghouse/money/settlement-date.ts";
import { describe, expect, test } from "vitest";
import { closingRelease, drawFromHolds, stateAfter } from "./mer-deposit.policy.ts";

const us = { weekendDays: [6, 7], holidays: ["2026-12-25"], workingWeekends: [] } as const;
const whole = { amount: 1_000n, remain: 1_000n };
const part = { amount: 1_000n, remain: 600n };

describe("a step of a hold", () => {
  test.each([
    ["held", whole, "release", 1_000n, "released"],
    ["held", whole, "release", 400n, "partially_released"],
    ["partially_released", part, "release", 600n, "released"],
    ["partially_released", part, "release", 100n, "partially_released"],
    ["held", whole, "use", 1_000n, "used"],
    ["held", whole, "use", 1n, "partially_released"],
    ["partially_released", part, "use", 600n, "used"],
    ["held", whole, "freeze", 0n, "frozen"],
    ["partially_released", part, "freeze", 0n, "frozen"],
    ["frozen", whole, "unfreeze", 0n, "held"],
    ["frozen", part, "unfreeze", 0n, "partially_released"],
    ["held", whole, "extend", 0n, "held"],
    ["partially_released", part, "extend", 0n, "partially_released"],
    ["frozen", whole, "release", 1_000n, undefined],
    ["frozen", whole, "use", 1_000n, undefined],
    ["frozen", whole, "freeze", 0n, undefined],
    ["held", whole, "unfreeze", 0n, undefined],
    ["released", { amount: 1_000n, remain: 0n }, "release", 0n, undefined],
    ["used", { amount: 1_000n, remain: 0n }, "use", 0n, undefined],
    ["released", { amount: 1_000n, remain: 0n }, "freeze", 0n, undefined],
  ] as const)("from %s with %o: %s of %s leads to %s", (status, amounts, step, taken, next) => {
    expect(stateAfter({ status, ...amounts }, step, taken)).toBe(next);
  });

  test("leads nowhere from released and used", () => {
    expect(finalStates(depositLifecycle)).toEqual(["released", "used"]);
  });
});

test("a loss is shared out over the holds in their order, and each gives no more than it has", () => {
  const holds = [{ remain: 61_250n }, { remain: 84_000n }, { remain: 112_000n }];
  expect(drawFromHolds(holds, 184_215n).map(({ taken }) => taken)).toEqual([61_250n, 84_000n, 38_965n]);
  expect(drawFromHolds(holds, 61_250n)).toHaveLength(1);
});

test("V15: 180 days after 27 May 2026 is Monday 23 November, a business day", () => {
  expect(reserveReleaseDate("2026-05-27", 180, [us])).toBe("2026-11-23");
});

describe("a hold of a merchant that closes", () => {
  test("stays for 180 days from the closing, moved to a business day", () => {
    expect(closingRelease("2026-07-01", "2026-06-28", [us])).toBe("2026-12-28");
    expect(closingRelease(null, "2026-06-28", [us])).toBe("2026-12-28");
  });

  test("keeps a later day of its own", () => {
    expect(closingRelease("2027-03-01", "2026-06-28", [us])).toBe("2027-03-01");
  });
});
