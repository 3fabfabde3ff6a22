import { describe, expect, test } from "vitest";
import { countryOfNumber } from "./country-numbers.ts";

describe("countryOfNumber", () => {
  test.each([
    ["840", "US"],
    ["076", "BR"],
    ["276", "DE"],
    ["344", "HK"],
    ["158", "TW"],
    ["894", "ZM"],
    ["000", null],
    ["84", null],
  ])("of %s is %s", (number, country) => {
    expect(countryOfNumber(number)).toBe(country);
  });
});
