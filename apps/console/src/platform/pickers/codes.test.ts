import { describe, expect, test } from "vitest";
import { callingCodeOf, callingCodes } from "./calling-codes.ts";
import { categoryTitle, merchantCategories } from "./category-codes.ts";

describe("a calling code", () => {
  test.each([
    ["+442079460018", "GB"],
    ["+8613800138000", "CN"],
    ["+852 2345 6789", "HK"],
    ["+18095550100", "DO"],
    ["+12125550100", "US"],
    ["+79161234567", "RU"],
    ["+77011234567", "RU"],
  ])("of %s is that of %s, by the longest that fits", (phone, country) => {
    expect(callingCodeOf(phone)?.country).toBe(country);
  });

  test.each(["", "+", "13800138000", "+999123"])("of “%s” is none", (phone) => {
    expect(callingCodeOf(phone)).toBeUndefined();
  });

  test("is written in digits, one for each country", () => {
    expect(
      callingCodes.filter(({ country, code }) => !/^[A-Z]{2}$/.test(country) || !/^[1-9]\d{0,3}$/.test(code)),
    ).toEqual([]);
    expect(new Set(callingCodes.map(({ country }) => country)).size).toBe(callingCodes.length);
  });
});

describe("a merchant category", () => {
  test("is told in each language, by the same codes", () => {
    const codes = (["en", "zh-cn", "zh-tw"] as const).map((locale) =>
      merchantCategories(locale).map(({ code }) => code),
    );
    expect(new Set(codes.map((some) => some.join())).size).toBe(1);
    expect(codes[0]).toEqual([...new Set(codes[0])].sort());
    for (const locale of ["en", "zh-cn", "zh-tw"] as const)
      expect(merchantCategories(locale).filter(({ title }) => title.trim() === "")).toEqual([]);
  });

  test.each([
    ["4111", "en", "Local and suburban passenger transport, including ferries"],
    ["3000", "en", "Airlines"],
    ["3350", "zh-cn", "航空公司"],
    ["3351", "zh-tw", "租車公司"],
    ["3999", "en", "Hotels and lodging companies"],
  ] as const)("of %s in %s is “%s”", (code, locale, title) => {
    expect(categoryTitle(code, locale)).toBe(title);
  });

  test.each(["0000", "41", "30000", "abcd", ""])("of “%s” is none", (code) => {
    expect(categoryTitle(code, "en")).toBeUndefined();
  });
});
