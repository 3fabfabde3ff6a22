import { aboveLimit } from "@countinghouse/contract/funds/recon/recon-item.ts";
import { describe, expect, test } from "vitest";
import { type Counterpart, judgeMatch, listingDeadline, type MatchableLine } from "./recon-match.policy.ts";

const at = new Date("2026-11-20T10:00:00.000Z");
const line: MatchableLine = {
  currency: "USD",
  lineCurrency: "USD",
  netCurrency: "USD",
  gross: 10_000n,
  fee: 142n,
  time: at,
};
const ours: Counterpart = {
  currency: "USD",
  gross: 10_000n,
  fee: 142n,
  isFeeEstimated: false,
  isBooked: true,
  from: at,
  to: at,
};
const none = { amount: 0n, fee: 0n };
const ceiling = 10_000n;
const day = (days: number) => new Date(at.getTime() + days * 86_400_000);

describe("a line against what we booked", () => {
  test.each([
    ["the same", {}, {}, none, "matched", "matched", 0n, 0n],
    ["a unit more", { gross: 10_001n }, {}, none, "amount_mismatch", "open", 1n, 0n],
    ["a unit less, tolerated", { gross: 9_999n }, {}, { amount: 1n, fee: 0n }, "tolerance", "matched", 0n, 1n],
    ["a fee of a unit more", { fee: 143n }, {}, none, "fee_mismatch", "open", -1n, 0n],
    ["a fee more, tolerated", { fee: 152n }, {}, { amount: 0n, fee: 1_000 }, "tolerance", "matched", 0n, 10n],
    ["a fee beyond the tolerance", { fee: 153n }, {}, { amount: 0n, fee: 1_000 }, "fee_mismatch", "open", -11n, 0n],
    ["a fee that only the file tells", { fee: 200n }, { isFeeEstimated: true }, none, "matched", "matched", 0n, 58n],
    ["a fee nobody expected", {}, { fee: null }, none, "matched", "matched", 0n, 142n],
    [
      "a fee nobody expected, beyond what one person may end",
      { gross: 30_000n, fee: 10_001n },
      { gross: 30_000n, fee: null },
      none,
      "fee_mismatch",
      "open",
      -10_001n,
      0n,
    ],
    [
      "a fee that only the file tells, beyond it",
      { fee: -9_859n },
      { isFeeEstimated: true },
      none,
      "fee_mismatch",
      "open",
      10_001n,
      0n,
    ],
    ["another currency", { lineCurrency: "EUR" }, {}, none, "currency_mismatch", "open", 0n, 0n],
    [
      "amounts in another currency",
      { lineCurrency: "EUR", netCurrency: "EUR" },
      {},
      none,
      "currency_mismatch",
      "open",
      -9_858n,
      0n,
    ],
    ["a record of another currency", {}, { currency: "EUR" }, none, "currency_mismatch", "open", 9_858n, 0n],
    ["what is not booked", {}, { isBooked: false }, none, "status_mismatch", "open", 9_858n, 0n],
    ["two days before", { time: day(-2) }, {}, none, "date_mismatch", "open", 0n, 0n],
    ["within a day", { time: day(-1) }, {}, none, "matched", "matched", 0n, 0n],
    ["no time at all", { time: null }, {}, none, "matched", "matched", 0n, 0n],
  ] as const)("%s", (_what, said, booked, tolerated, matchStatus, status, difference, trueUp) => {
    const tolerance = { amount: tolerated.amount, fee: BigInt(tolerated.fee), ceiling };
    const verdict = judgeMatch({ ...line, ...said }, { ...ours, ...booked }, tolerance);
    expect(verdict).toEqual({ matchStatus, status, difference, trueUp });
  });

  test.each([
    // A Friday: the second working day after it is Tuesday.
    ["2026-11-20T10:00:00.000Z", "00:00", "UTC", "2026-11-24"],
    ["2026-11-20T21:59:00.000Z", "22:00", "UTC", "2026-11-24"],
    ["2026-11-20T22:00:00.000Z", "22:00", "UTC", "2026-11-24"],
    ["2026-11-19T22:00:00.000Z", "22:00", "UTC", "2026-11-24"],
    ["2026-11-19T21:59:00.000Z", "22:00", "UTC", "2026-11-23"],
    ["2026-11-19T16:00:00.000Z", "00:00", "Asia/Shanghai", "2026-11-24"],
  ])("taken at %s with a cut-off at %s %s has to be listed by %s", (taken, time, zone, expected) => {
    const weekends = { weekendDays: [6, 7] as const, holidays: [], workingWeekends: [] };
    expect(listingDeadline(new Date(taken), { time, zone, lagDays: 2, calendars: [weekends] })).toBe(expected);
  });
});

describe("a second person", () => {
  const change = (difference: string, parts: object = {}) => {
    const row = { mode: "live", status: "open", difference, approvalLimit: "10000", ...parts };
    return { table: "reconItems", before: row, after: { ...row, status: "resolved" } };
  };
  test.each([
    ["a difference at the limit", [change("-10000")], false],
    ["one above it", [change("10001")], true],
    ["several below it that are above it together", [change("-6000"), change("6000")], true],
    ["one below it with what the same person ended before", [change("-6000", { endedBefore: "4001" })], true],
    ["one of nothing after much", [change("0", { endedBefore: "99999" })], false],
    ["money of tests", [change("99999", { mode: "test" })], false],
    ["a line whose standing does not change", [{ ...change("99999"), after: change("99999").before }], false],
  ])("for %s: %s", (_what, changes, isNeeded) => {
    expect(aboveLimit(changes)).toBe(isNeeded);
  });
});
