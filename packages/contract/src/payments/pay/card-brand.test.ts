import { describe, expect, test } from "vitest";
import { brandOf, cvcLengthOf, isCardNumber } from "./card-brand.ts";

describe("brandOf", () => {
  test.each([
    ["4008400010000004", "visa"],
    ["5208400010000009", "mastercard"],
    ["2221000000000009", "mastercard"],
    ["2720990000000007", "mastercard"],
    ["370840001000000", "amex"],
    ["3503920010000003", "jcb"],
    ["3530111333300000", "jcb"],
    ["6201560010000005", "unionpay"],
    ["6011000990139424", "discover"],
    ["30569309025904", "diners"],
    ["1234", undefined],
    ["", undefined],
  ])("tells %s", (digits, brand) => {
    expect(brandOf(digits)).toBe(brand);
  });

  test("is known from the first digits on", () => {
    expect([brandOf("4"), brandOf("34"), brandOf("62")]).toEqual(["visa", "amex", "unionpay"]);
  });
});

describe("isCardNumber", () => {
  test("takes a number with its check digit, of a length its brand has", () => {
    expect(isCardNumber("4008400010000004")).toBe(true);
    expect(isCardNumber("370840001000000")).toBe(true);
  });

  test.each(["4008400010000005", "400840001000000", "0000000000000000", "4008 4000 1000 0004", "", "4".repeat(40)])(
    "refuses %j",
    (digits) => {
      expect(isCardNumber(digits)).toBe(false);
    },
  );

  test("asks for four digits of security code on American Express alone", () => {
    expect([cvcLengthOf("37"), cvcLengthOf("40"), cvcLengthOf("99")]).toEqual([4, 3, undefined]);
  });
});
