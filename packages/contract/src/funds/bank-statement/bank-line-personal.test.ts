import { expect, test } from "vitest";
import { factsOf } from "../../kit/field.ts";
import { payoutOrder } from "../payout-order/payout-order.ts";
import { bankLine } from "./bank-line.ts";

test("whom a payout order goes to is personal data, and so is the same name on the statement of our bank", () => {
  expect(factsOf(payoutOrder.record.shape.beneficiaryName).personal).toBe(true);
  const { partyName, remittance } = bankLine.record.shape;
  expect([partyName, remittance].map((schema) => factsOf(schema).personal)).toEqual([true, true]);
});

test("lines of a bank statement leave in a file with a fresh factor alone, as payout orders do", () => {
  expect(payoutOrder.operations.export.stepUp).toBe(true);
  expect(bankLine.operations.export.stepUp).toBe(true);
});
