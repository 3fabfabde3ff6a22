import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addBusinessDays, type BusinessCalendar, isBusinessDay, onBusinessDay } from "./business-calendar.ts";
import { addDays, addMonths, daysBetween, epochDay, fromEpochDay, isPlainDate, weekdayOf } from "./plain-date.ts";
import { dueDate, dueInstant } from "./recurrence.ts";
import { businessSeconds, captureDate, collectionDate } from "./settlement-date.ts";
import { dayRange, instantOf, localTime } from "./zone.ts";

const day = fc.integer({ min: -100_000, max: 2_000_000 });
const weekdays: BusinessCalendar = {
  weekendDays: [6, 7],
  holidays: ["2026-10-01", "2026-10-02"],
  workingWeekends: ["2026-10-10"],
};
const gulf: BusinessCalendar = { weekendDays: [5, 6], holidays: [], workingWeekends: [] };

describe("plain dates", () => {
  test("agree with the runtime's calendar on every day, weekday included", () => {
    fc.assert(
      fc.property(day, (days) => {
        const known = new Date(days * 86_400_000);
        const date = fromEpochDay(days);
        expect(date).toBe(known.toISOString().slice(0, 10));
        expect(epochDay(date)).toBe(days);
        expect(weekdayOf(date) % 7).toBe(known.getUTCDay());
      }),
    );
  });

  test("count days there and back", () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -9999, max: 9999 }), (start, count) => {
        const from = fromEpochDay(start);
        expect(daysBetween(from, addDays(from, count))).toBe(count);
      }),
    );
  });

  test("refuse days that do not exist", () => {
    for (const text of [
      "2026-02-29",
      "2026-13-01",
      "2026-00-10",
      "2026-04-31",
      "2026-1-1",
      "x",
      "2026-05-21T00:00:00Z",
    ]) {
      expect(isPlainDate(text)).toBe(false);
      expect(() => addDays(text, 1)).toThrow(expect.objectContaining({ code: "date_malformed" }));
    }
    expect(["2028-02-29", "2000-02-29", "2100-02-29"].map(isPlainDate)).toEqual([true, true, false]);
  });

  test("go back over a new year by months", () => {
    expect([addMonths("2026-01-31", -2), addMonths("2026-12-15", 1), addMonths("2024-02-29", 12)]).toEqual([
      "2025-11-30",
      "2027-01-15",
      "2025-02-28",
    ]);
  });
});

describe("business calendar", () => {
  test("opens working weekends and closes holidays", () => {
    expect(
      ["2026-10-01", "2026-10-03", "2026-10-05", "2026-10-10"].map((date) => isBusinessDay(date, [weekdays])),
    ).toEqual([false, false, true, true]);
  });

  test("counts a day only if every calendar is open", () => {
    expect(addBusinessDays("2026-09-10", 2, [weekdays, gulf])).toBe("2026-09-15");
  });

  test("adds days one after the other, each of them open", () => {
    const start = fc.integer({ min: 20_000, max: 22_000 }).map(fromEpochDay);
    fc.assert(
      fc.property(start, fc.nat(15), fc.nat(15), (date, first, second) => {
        const calendars = [weekdays];
        const reached = addBusinessDays(date, first + second, calendars);
        expect(addBusinessDays(addBusinessDays(date, first, calendars), second, calendars)).toBe(reached);
        if (first + second > 0) expect(isBusinessDay(reached, calendars)).toBe(true);
      }),
    );
  });

  test("stays put for no days, even on a closed one, and refuses a calendar that never opens", () => {
    expect(addBusinessDays("2026-10-03", 0, [weekdays])).toBe("2026-10-03");
    expect(() => onBusinessDay("2026-10-03", [{ ...gulf, weekendDays: [1, 2, 3, 4, 5, 6, 7] }])).toThrow(RangeError);
  });
});

describe("settlement date", () => {
  test("gives captures from the cut-off on to the next day", () => {
    const terms = { zone: "Asia/Taipei", cutOffSeconds: 22 * 3600 };
    expect(captureDate(Date.parse("2026-05-21T21:59:59.999+08:00"), terms)).toBe("2026-05-21");
    expect(captureDate(Date.parse("2026-05-21T22:00:00+08:00"), terms)).toBe("2026-05-22");
  });

  test("collects weekly and monthly on the named day, moved to a business day", () => {
    const collect = (due: string, frequency: Parameters<typeof collectionDate>[1]) =>
      collectionDate(due, frequency, [weekdays]);
    expect(collect("2026-09-16", { every: "week", on: 3 })).toBe("2026-09-16");
    expect(collect("2026-09-17", { every: "week", on: 3 })).toBe("2026-09-23");
    expect(collect("2026-09-29", { every: "week", on: 4 })).toBe("2026-10-05");
    expect(collect("2026-02-10", { every: "month", on: 31 })).toBe("2026-03-02");
    expect(collect("2026-01-31", { every: "month", on: 30 })).toBe("2026-03-02");
    expect(collect("2026-09-16", { every: "day" })).toBe("2026-09-16");
  });

  test("lets a rate not age over a weekend", () => {
    const age = (from: string, to: string) =>
      businessSeconds({ fromMs: Date.parse(from), toMs: Date.parse(to), zone: "UTC", calendars: [weekdays] });
    expect(age("2026-09-11T20:00:00Z", "2026-09-14T06:00:00Z")).toBe(10 * 3600);
    expect(age("2026-09-09T20:00:00Z", "2026-09-10T21:00:00Z")).toBe(25 * 3600);
    expect(age("2026-09-12T01:00:00Z", "2026-09-13T23:00:00Z")).toBe(0);
  });
});

describe("zone", () => {
  test("finds the instant whose local time it was given, in summer and winter", () => {
    const zones = fc.constantFrom("Asia/Shanghai", "Asia/Kolkata", "UTC", "America/Phoenix");
    fc.assert(
      fc.property(zones, fc.integer({ min: 0, max: 3_000_000_000 }), (zone, second) => {
        expect(instantOf(localTime(second * 1000, zone), zone)).toBe(second * 1000);
      }),
    );
  });

  test("moves a skipped local time forward and takes the first of a repeated one", () => {
    const at = (date: string, hour: number) =>
      new Date(instantOf({ date, seconds: hour * 3600 + 1800 }, "Europe/Berlin")).toISOString();
    expect(at("2026-03-29", 2)).toBe("2026-03-29T01:30:00.000Z");
    expect(at("2026-10-25", 2)).toBe("2026-10-25T00:30:00.000Z");
    expect(at("2026-07-01", 2)).toBe("2026-07-01T00:30:00.000Z");
  });

  test("spans 23 and 25 hours where the clock changes", () => {
    const hours = (date: string) => {
      const { fromMs, toMs } = dayRange(date, "Europe/Berlin");
      return (toMs - fromMs) / 3_600_000;
    };
    expect(["2026-03-29", "2026-10-25", "2026-06-01"].map(hours)).toEqual([23, 25, 24]);
  });
});

describe("recurrence", () => {
  test("keeps the local hour over a change of the clock", () => {
    const anchor = { date: "2026-03-15", seconds: 9 * 3600, zone: "Europe/Berlin" };
    const due = [0, 1].map((k) => new Date(dueInstant(anchor, { unit: "month", count: 1 }, k)).toISOString());
    expect(due).toEqual(["2026-03-15T08:00:00.000Z", "2026-04-15T07:00:00.000Z"]);
  });

  test("moves forward with every k, whatever the rhythm", () => {
    const every = fc.record({
      unit: fc.constantFrom("day" as const, "week" as const, "month" as const, "year" as const),
      count: fc.integer({ min: 1, max: 6 }),
    });
    fc.assert(
      fc.property(day, every, fc.nat(40), (start, rhythm, k) => {
        const anchor = fromEpochDay(Math.abs(start) % 800_000);
        expect(dueDate(anchor, rhythm, k + 1) > dueDate(anchor, rhythm, k)).toBe(true);
      }),
    );
  });
});
