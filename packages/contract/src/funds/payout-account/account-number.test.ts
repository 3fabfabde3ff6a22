import { expect, test } from "vitest";
import { isIban, isSwift } from "./account-number.ts";

test.each([
  ["GB82 WEST 1234 5698 7654 32", true],
  ["DE89370400440532013000", true],
  ["fr14-2004-1010-0505-0001-3m02-606", true],
  ["GB82 WEST 1234 5698 7654 33", false],
  ["DE8937040044053201300", false],
  ["12345678", false],
  ["", false],
])("%s is an IBAN: %s", (text, is) => {
  expect(isIban(text)).toBe(is);
});

test.each([
  ["DEUTDEFF", true],
  ["DEUTDEFF500", true],
  ["DEUTDEFF50", false],
  ["DEUT1EFF", false],
])("%s is a bank's code: %s", (text, is) => {
  expect(isSwift(text)).toBe(is);
});
