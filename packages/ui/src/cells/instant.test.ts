import { describe, expect, test } from "vitest";
import { addDays, formatInstant, instantOf, startOfDay, zoneOffset } from "./instant.ts";

describe("startOfDay", () => {
  test("is local midnight, also where clocks change on that day", () => {
    expect(startOfDay("2026-11-21", "Asia/Shanghai")).toBe("2026-11-20T16:00:00.000Z");
    expect(startOfDay("2026-03-29", "Europe/Berlin")).toBe("2026-03-28T23:00:00.000Z");
    expect(startOfDay("2026-03-30", "Europe/Berlin")).toBe("2026-03-29T22:00:00.000Z");
    expect(startOfDay("2026-11-01", "America/New_York")).toBe("2026-11-01T04:00:00.000Z");
  });
});

describe("formatInstant", () => {
  test("writes an instant in the asked zone", () => {
    expect(formatInstant("2026-11-21T06:05:09.000Z", "Asia/Shanghai")).toBe("2026-11-21 14:05:09");
    expect(formatInstant("2026-11-21T16:00:00.000Z", "Asia/Shanghai")).toBe("2026-11-22 00:00:00");
  });

  test("shows a dash for what is no instant", () => {
    expect(formatInstant("soon", "UTC")).toBe("–");
  });
});

describe("zoneOffset", () => {
  test("names whole and half hours with a real minus", () => {
    expect(zoneOffset("Asia/Shanghai", "2026-11-21T00:00:00Z")).toBe("UTC+8");
    expect(zoneOffset("America/St_Johns", "2026-01-21T00:00:00Z")).toBe("UTC−3:30");
    expect(zoneOffset("UTC", "2026-11-21T00:00:00Z")).toBe("UTC");
  });
});

describe("addDays", () => {
  test("crosses months and leap days", () => {
    expect(addDays("2028-02-28", 1)).toBe("2028-02-29");
    expect(addDays("2026-01-01", -1)).toBe("2025-12-31");
  });
});

describe("instantOf", () => {
  test.each([
    ["Asia/Shanghai", "2026-11-21T14:05:09", "2026-11-21T06:05:09.000Z"],
    // Clocks go forward in the night before, or back: the day is an hour shorter, or longer.
    ["Europe/Berlin", "2026-03-29T10:00:00", "2026-03-29T08:00:00.000Z"],
    ["Europe/Berlin", "2026-10-25T10:00:00", "2026-10-25T09:00:00.000Z"],
    ["America/New_York", "2026-03-08T12:30:00", "2026-03-08T16:30:00.000Z"],
    ["Australia/Lord_Howe", "2026-10-04T12:00:00", "2026-10-04T01:00:00.000Z"],
  ])("in %s at %s is %s", (zone, wall, instant) => {
    expect(instantOf(wall, zone)).toBe(instant);
  });
});
