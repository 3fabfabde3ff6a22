import { describe, expect, test } from "vitest";
import { daysOf, instantsOf, rangeFromText, rangeToText } from "./date-range.ts";

const now = Date.parse("2026-11-21T17:30:00.000Z");

describe("instantsOf", () => {
  test("counts today as the last of the days, in the reader's zone", () => {
    expect(instantsOf("last7Days", "Asia/Shanghai", now)).toEqual([
      "2026-11-15T16:00:00.000Z",
      "2026-11-22T16:00:00.000Z",
    ]);
    expect(daysOf("last7Days", "2026-11-22")).toEqual(["2026-11-16", "2026-11-22"]);
  });

  test("includes the last day of a custom range and leaves an open end open", () => {
    expect(instantsOf(["2026-11-01", "2026-11-02"], "UTC", now)).toEqual([
      "2026-11-01T00:00:00.000Z",
      "2026-11-03T00:00:00.000Z",
    ]);
    expect(instantsOf([null, "2026-11-02"], "UTC", now)).toEqual([null, "2026-11-03T00:00:00.000Z"]);
  });
});

describe("rangeFromText", () => {
  test("reads back what was written", () => {
    for (const range of ["pastYear", ["2026-01-01", "2026-02-01"], ["2026-01-01", null]] as const)
      expect(rangeFromText(rangeToText(range))).toEqual(range);
  });

  test("refuses what is no range", () => {
    for (const text of ["", "..", "yesterday", "2026-13-41..", "2026-01-01..2026-01-02..x"])
      expect(rangeFromText(text)).toBeUndefined();
  });
});
