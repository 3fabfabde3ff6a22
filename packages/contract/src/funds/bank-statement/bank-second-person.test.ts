import { expect, test } from "vitest";
import { bankLine } from "./bank-line.ts";

const row = { mode: "live", status: "submitted", failureCode: null };
/** A transfer before and after. */
const change = (before: object, after: object) => [
  { table: "payouts", before: { ...row, ...before }, after: { ...row, ...before, ...after } },
];

test("of real money two people say that a transfer was paid which had been given up, and one that it was on its way", () => {
  const { secondPerson } = bankLine.operations.resolve;
  const paid = { status: "paid", failureCode: null };
  const givenUp = { status: "failed", failureCode: "given_up" };
  expect(secondPerson?.(change(givenUp, paid))).toBe(true);
  expect(secondPerson?.(change({ ...givenUp, mode: "test" }, paid))).toBe(false);
  expect(secondPerson?.(change({}, paid))).toBe(false);
});
