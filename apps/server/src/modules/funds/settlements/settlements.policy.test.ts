import { usd } from "@countinghouse/money/build-money.ts";
import type { BusinessCalendar } from "@countinghouse/money/business-calendar.ts";
import { describe, expect, test } from "vitest";
import { closingTime, daysToOpen, isBelowMinimum, nextSettlementDay, plannedReserve } from "./settlements.policy.ts";

const weekends: BusinessCalendar = { weekendDays: [6, 7], holidays: [], workingWeekends: [] };
const daily = { frequency: { every: "day" }, calendars: [weekends] } as const;

describe("closingTime", () => {
  test.each([
    ["midnight before the day where there is no cut-off", "2026-11-24", "UTC", null, false, "2026-11-24T00:00:00.000Z"],
    ["the cut-off of the day before", "2026-11-24", "Asia/Shanghai", 82_800, false, "2026-11-23T15:00:00.000Z"],
    ["a day of 23 hours, in spring", "2026-03-30", "Europe/London", null, false, "2026-03-29T23:00:00.000Z"],
    [
      "the first of two equal hours, in autumn",
      "2026-10-26",
      "Europe/London",
      5_400,
      false,
      "2026-10-25T00:30:00.000Z",
    ],
    [
      "the cut-off of the day itself where payments are settled on their day",
      "2026-11-24",
      "UTC",
      64_800,
      true,
      "2026-11-24T18:00:00.000Z",
    ],
    ["the end of the month", "2026-03-01", "UTC", 3_600, false, "2026-02-28T01:00:00.000Z"],
  ] as const)("is %s", (_what, date, zone, cutOffSeconds, isSameDay, expected) => {
    expect(closingTime(date, { zone, cutOffSeconds }, isSameDay).toISOString()).toBe(expected);
  });
});

describe("daysToOpen", () => {
  const at = { open: [], last: null, today: "2026-11-24" };
  test("is each day on which something falls due and that has no batch", () => {
    expect(daysToOpen({ ...at, dues: ["2026-11-25", "2026-11-24"], open: ["2026-11-25"] }, daily)).toEqual([
      "2026-11-24",
    ]);
  });
  test("lets what was missed be settled on its own day", () => {
    expect(daysToOpen({ ...at, dues: ["2026-11-20"], last: "2026-11-19" }, daily)).toEqual(["2026-11-20"]);
  });
  test("finds the next day for what came too late, none before today, and none where one collects already", () => {
    const late = { ...at, dues: ["2026-11-20"], last: "2026-11-27" };
    expect(daysToOpen(late, daily)).toEqual(["2026-11-30"]);
    expect(daysToOpen({ ...late, last: "2026-11-20" }, daily)).toEqual(["2026-11-24"]);
    expect(daysToOpen({ ...late, open: ["2026-11-30"] }, daily)).toEqual([]);
    // One that waits on hold since before takes nothing that is due after it.
    expect(daysToOpen({ ...late, open: ["2026-11-19"] }, daily)).toEqual(["2026-11-30"]);
    expect(daysToOpen({ ...late, open: ["2026-11-20"] }, daily)).toEqual([]);
  });
});

describe("nextSettlementDay", () => {
  test("is the next named day of a week or month, moved forward to a day that is open in every calendar", () => {
    const holiday: BusinessCalendar = { weekendDays: [], holidays: ["2026-11-30"], workingWeekends: [] };
    const calendars = [weekends, holiday];
    expect(nextSettlementDay("2026-11-27", { ...daily, calendars })).toBe("2026-12-01");
    expect(nextSettlementDay("2026-11-24", { frequency: { every: "week", on: 1 }, calendars })).toBe("2026-12-01");
    expect(nextSettlementDay("2026-01-31", { frequency: { every: "month", on: 31 }, calendars: [] })).toBe(
      "2026-02-28",
    );
  });
});

describe("plannedReserve", () => {
  const terms = {
    reserveType: "rolling",
    reserveRatio: 100_000,
    reserveDays: 180,
    reserveCap: null,
    calendars: [weekends],
  } as const;
  const line = (gross: string, ratio: number | null = null, days: number | null = null) => ({
    gross,
    ratio,
    days,
    count: 1,
  });
  const base = { terms, net: usd(36_674), date: "2026-05-27", held: usd(0) };

  test("4.9 and V15: is rounded line by line and released after its days, on a business day", () => {
    const lines = [line("10000"), line("4999"), line("25050")];
    expect(plannedReserve({ ...base, lines })).toEqual({
      amount: usd(4_005),
      ratio: 100_000,
      releaseDate: "2026-11-23",
    });
    expect(plannedReserve({ ...base, lines, net: usd(100) })?.amount).toEqual(usd(100));
    expect(plannedReserve({ ...base, lines, net: usd(-100) })).toBeNull();
    const capped = { ...terms, reserveCap: usd(5_000) };
    expect(plannedReserve({ ...base, terms: capped, lines, held: usd(4_000) })?.amount).toEqual(usd(1_000));
    expect(plannedReserve({ ...base, terms: capped, lines, held: usd(5_000) })).toBeNull();
  });

  test("goes by the fee rule of a line where that says so, and lasts as long as the longest", () => {
    const lines = [line("10000"), line("10000", 50_000, 270), line("10000", 0)];
    const planned = plannedReserve({ ...base, lines });
    expect(planned).toEqual({ amount: usd(1_500), ratio: 50_000, releaseDate: "2027-02-22" });
    const none = { ...terms, reserveType: "none" } as const;
    expect(plannedReserve({ ...base, terms: none, lines })?.amount).toEqual(usd(500));
  });
});

test("isBelowMinimum keeps back what is too little, and never what is owed", () => {
  const cases = [0, 4_999, 5_000, -1].map((minor) => isBelowMinimum(usd(minor), usd(5_000)));
  expect(cases).toEqual([true, true, false, false]);
  expect(isBelowMinimum(usd(0), null)).toBe(false);
});
