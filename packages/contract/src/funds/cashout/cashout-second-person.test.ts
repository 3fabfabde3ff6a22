import { expect, test } from "vitest";
import { cashout } from "./cashout.ts";

const row = { mode: "live", status: "paid", gatewayAccountId: null, returnedAmount: null };
/** A row of a table before and after. */
const change = (table: string, before: object, after: object) => [
  { table, before: { ...row, ...before }, after: { ...row, ...before, ...after } },
];

test("of real money two people say that it came back, or that what was on its way was not paid", () => {
  const { markReturned, markFailed } = cashout.operations;
  const returned = { returnedAmount: "19000" };
  expect(markReturned.secondPerson?.(change("cashouts", {}, returned))).toBe(true);
  expect(markReturned.secondPerson?.(change("cashouts", { mode: "test" }, returned))).toBe(false);
  const failed = { status: "failed" };
  for (const gatewayAccountId of [null, "ga_1"])
    expect(markFailed.secondPerson?.(change("payouts", { gatewayAccountId }, failed))).toBe(true);
  // One that was never sent anywhere has no transfer.
  expect(markFailed.secondPerson?.(change("cashouts", {}, failed))).toBe(false);
});
