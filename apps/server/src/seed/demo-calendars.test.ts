import { describe, expect, test } from "vitest";
import { calendarDaysOf } from "./demo-calendars.ts";

const listed = (calendar: string, year: number, kind = "closed") =>
  calendarDaysOf(year)
    .filter((day) => day.calendar === calendar && day.kind === kind)
    .map(({ day }) => day.slice(5))
    .sort();

describe("the calendars of the demonstration", () => {
  test("close the euro's payment system on its days that fall in the week", () => {
    expect(listed("EU-TARGET", 2026)).toEqual(["01-01", "04-03", "04-06", "05-01", "12-25"]);
    expect(listed("EU-TARGET", 2027)).toEqual(["01-01", "03-26", "03-29"]);
    expect(listed("EU-TARGET", 2024)).toEqual(["01-01", "03-29", "04-01", "05-01", "12-25", "12-26"]);
  });

  test("close the dollar's on Mondays where a holiday falls on a Sunday, and leave those of Saturdays alone", () => {
    const year2026 = ["01-01", "01-19", "02-16", "05-25", "06-19", "09-07", "10-12", "11-11", "11-26", "12-25"];
    expect(listed("US", 2026)).toEqual(year2026);
    expect(listed("US", 2027)).toEqual(expect.arrayContaining(["05-31", "07-05", "11-25"]));
    expect(listed("US", 2027)).not.toContain("12-25");
  });

  test("work weekends for days off beside them", () => {
    expect(listed("CN", 2026, "open")).toEqual(["01-04", "02-14", "02-28", "05-09", "09-20", "10-10"]);
    expect(listed("CN", 2026)).toContain("02-23");
    expect(listed("CN", 2026)).not.toContain("02-21");
  });

  test("list a day of a calendar once", () => {
    const keys = [2026, 2027, 2028].flatMap(calendarDaysOf).map(({ calendar, day }) => `${calendar} ${day}`);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
