import { describe, expect, test } from "vitest";
import { readPositiveAmount } from "./positive-amount.ts";

const minorOf = (text: string, code: string, style = {}): string => {
  const read = readPositiveAmount(text, code, style);
  return "amount" in read ? String(read.amount.amountMinor) : read.problem;
};

describe("readPositiveAmount", () => {
  test.each([
    ["184.87", "BRL", {}, "18487"],
    ["1,234.56", "USD", {}, "123456"],
    ["1500", "JPY", {}, "1500"],
    ["1.234,5", "EUR", { decimalSign: "," }, "123450"],
    ["12,34", "EUR", { decimalSign: "," }, "1234"],
    ["1.234", "KWD", {}, "1234"],
    ["18487", "BRL", { unit: "minor" }, "18487"],
  ])("reads %s %s", (text, code, style, minor) => {
    expect(minorOf(text, code, style)).toBe(minor);
  });

  test.each([
    ["1,23", "USD", {}, "notAmount"],
    ["1,23,456", "USD", {}, "notAmount"],
    ["12.34", "EUR", { decimalSign: "," }, "notAmount"],
    ["", "USD", {}, "notAmount"],
    ["R$ 5", "BRL", {}, "notAmount"],
    ["1.5", "USD", { unit: "minor" }, "notAmount"],
    ["1.234", "USD", {}, "tooManyDecimals"],
    ["1.5", "JPY", {}, "tooManyDecimals"],
    ["0.00", "USD", {}, "notPositive"],
    ["-3", "USD", {}, "notPositive"],
    ["99999999999999999999", "USD", {}, "amountTooLarge"],
    ["90071992547409.92", "USD", {}, "amountTooLarge"],
    ["1", "XXX", {}, "unknownCurrency"],
  ])("refuses %j %s", (text, code, style, problem) => {
    expect(minorOf(text, code, style)).toBe(problem);
  });
});
