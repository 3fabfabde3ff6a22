import { describe, expect, test } from "vitest";
import { dayAfterKey, plusMonths, weeksOf } from "./home.month.policy.ts";

describe("weeksOf", () => {
  test("covers the month in whole weeks from Monday", () => {
    const weeks = weeksOf("2026-11-21");
    expect(weeks.map((week) => week[0])).toEqual([
      "2026-10-26",
      "2026-11-02",
      "2026-11-09",
      "2026-11-16",
      "2026-11-23",
      "2026-11-30",
    ]);
    expect(weeks.every((week) => week.length === 7)).toBe(true);
    expect(weeks.at(-1)?.[6]).toBe("2026-12-06");
  });

  test("needs four weeks for a February that begins on Monday", () => {
    expect(weeksOf("2027-02-10").map((week) => week[0])).toEqual([
      "2027-02-01",
      "2027-02-08",
      "2027-02-15",
      "2027-02-22",
    ]);
  });
});

describe("plusMonths", () => {
  test.each([
    ["2026-01-31", 1, "2026-02-28"],
    ["2028-01-31", 1, "2028-02-29"],
    ["2026-12-15", 1, "2027-01-15"],
    ["2026-03-31", -1, "2026-02-28"],
  ])("takes %s by %i months to %s", (day, count, expected) => {
    expect(plusMonths(day, count)).toBe(expected);
  });
});

describe("dayAfterKey", () => {
  test.each([
    ["ArrowLeft", "2026-11-20"],
    ["ArrowRight", "2026-11-22"],
    ["ArrowUp", "2026-11-14"],
    ["ArrowDown", "2026-11-28"],
    ["Home", "2026-11-16"],
    ["End", "2026-11-22"],
    ["PageUp", "2026-10-21"],
    ["PageDown", "2026-12-21"],
    ["Enter", undefined],
  ])("leads from Saturday by %s to %s", (key, expected) => {
    expect(dayAfterKey("2026-11-21", key)).toBe(expected);
  });
});
