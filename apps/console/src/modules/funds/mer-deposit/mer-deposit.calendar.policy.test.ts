import type { DepositDay } from "@countinghouse/contract/funds/mer-deposit/mer-deposit.ts";
import { describe, expect, test } from "vitest";
import { largestOf, laterMonths, monthDays, monthOf, stepOf } from "./mer-deposit.calendar.policy.ts";

const due = (day: string | null, amount: string, releasedAmount = "0"): DepositDay => ({
  day,
  currency: "EUR",
  amount,
  frozenAmount: "0",
  holds: 1,
  releasedAmount,
});

describe("a month of the calendar", () => {
  const given = [
    due("2028-02-03", "0", "500"),
    due("2028-02-10", "700"),
    due("2028-02-29", "40"),
    due("2028-03-01", "9"),
  ];

  test("has all of its days, in a leap year too, each on its weekday", () => {
    const { days, first } = monthDays("2028-02-01", given, "2028-02-10");
    expect([first, days.length, days[0]?.weekday, days.at(-1)?.day]).toEqual(["2028-02-01", 29, 2, "2028-02-29"]);
    expect(monthDays("2027-02-01", [], "2027-02-10").days).toHaveLength(28);
  });

  test("tells of past days what went back, and of the others what is due; today is one of those", () => {
    const { days, total } = monthDays("2028-02-01", given, "2028-02-10");
    const found = days.filter(({ amount }) => amount > 0n).map(({ day, amount, isPast }) => [day, amount, isPast]);
    expect(found).toEqual([
      ["2028-02-03", 500n, true],
      ["2028-02-10", 700n, false],
      ["2028-02-29", 40n, false],
    ]);
    expect(total).toBe(740n);
  });

  test("begins on the first, counted on and back over the year", () => {
    expect([monthOf("2028-12-31"), monthOf("2028-12-31", 1), monthOf("2028-01-15", -1)]).toEqual([
      "2028-12-01",
      "2029-01-01",
      "2027-12-01",
    ]);
  });
});

describe("later months", () => {
  test("are summed in order, without those before, of no day or of nothing", () => {
    const given = [due("2028-05-20", "5"), due("2028-04-02", "7"), due("2028-04-30", "1"), due("2028-03-31", "9")];
    expect(laterMonths([...given, due(null, "100"), due("2028-06-01", "0")], "2028-04-01")).toEqual([
      { first: "2028-04-01", amount: 8n },
      { first: "2028-05-01", amount: 5n },
    ]);
  });
});

describe("the strength of a day", () => {
  test.each([
    [0n, 900n, 0],
    [1n, 900n, 1],
    [299n, 900n, 1],
    [300n, 900n, 2],
    [600n, 900n, 3],
    [900n, 900n, 3],
    [5n, 0n, 0],
  ] as const)("%d of %d is step %d", (amount, largest, step) => {
    expect(stepOf(amount, largest)).toBe(step);
  });

  test("goes by the largest of all", () => {
    expect([largestOf([]), largestOf([{ amount: 3n }, { amount: 7n }, { amount: 5n }])]).toEqual([0n, 7n]);
  });
});
