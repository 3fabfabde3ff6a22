import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { eur, jpy, kwd, usd } from "./build-money.ts";
import { currencyCodes, exponentOf, minorPerMajor } from "./currency.ts";
import { formatDecimal, parseDecimal, parseTyped } from "./decimal-amount.ts";
import { formatMoney, type Language, moneyParts } from "./format.ts";
import { fromGatewayUnits, toGatewayUnits } from "./gateway-units.ts";
import { MAX_AMOUNT_MINOR, money } from "./money.ts";
import { fromOpenInteger, fromWire, toOpenInteger, toWire } from "./wire.ts";

const anyMoney = fc
  .tuple(fc.bigInt({ min: -MAX_AMOUNT_MINOR, max: MAX_AMOUNT_MINOR }), fc.constantFrom(...currencyCodes))
  .map(([minor, code]) => money(minor, code));
const languages: Language[] = ["en", "zh-cn", "zh-tw"];
const code = (name: string) => expect.objectContaining({ code: name });

describe("currency table", () => {
  test("knows the decimals of each kind of currency", () => {
    const sample = ["JPY", "ISK", "UGX", "USD", "HUF", "TWD", "KWD", "IQD"] as const;
    expect(sample.map(exponentOf)).toEqual([0, 0, 0, 2, 2, 2, 3, 3]);
    expect(currencyCodes).toHaveLength(52);
    expect(minorPerMajor("KWD")).toBe(1000n);
  });
});

describe("parseDecimal", () => {
  test("gives back every amount that formatDecimal wrote", () => {
    fc.assert(
      fc.property(anyMoney, (amount) => {
        expect(parseDecimal(formatDecimal(amount), amount.currency)).toEqual(amount);
      }),
    );
  });

  test("fills up missing decimals", () => {
    expect([parseDecimal("12", "USD"), parseDecimal("12.3", "USD"), parseDecimal("-0.5", "KWD")]).toEqual([
      usd(12_00),
      usd(12_30),
      kwd(-500),
    ]);
  });

  test("refuses more decimals than the currency has, even zeros", () => {
    for (const [text, currency] of [
      ["12.345", "USD"],
      ["12.300", "USD"],
      ["1.0", "JPY"],
      ["1.2345", "KWD"],
    ] as const) {
      expect(() => parseDecimal(text, currency)).toThrow(code("amount_not_representable"));
    }
  });

  test("refuses what is not a plain decimal", () => {
    for (const text of ["", "-", ".5", "5.", "1e3", "+1", " 1", "1,000", "0x10", "NaN", "１", "--1"]) {
      expect(() => parseDecimal(text, "USD")).toThrow(code("amount_malformed"));
    }
  });
});

describe("parseTyped", () => {
  test("reads an amount back as every language shows it", () => {
    fc.assert(
      fc.property(anyMoney, fc.constantFrom(...languages), (amount, language) => {
        expect(parseTyped(formatMoney(amount, { language, show: "none" }), amount.currency)).toEqual(amount);
      }),
    );
  });

  test("reads full-width digits of an East Asian keyboard", () => {
    expect(parseTyped(" １２，３４５．６７ ", "CNY")).toEqual(money(1_234_567n, "CNY"));
  });

  test("refuses misplaced separators instead of guessing", () => {
    for (const text of ["1,5", "12,34.56", "1,0000", ",100", "1.000,00"]) {
      expect(() => parseTyped(text, "USD")).toThrow(code("amount_malformed"));
    }
  });
});

describe("formatMoney", () => {
  test("shows all decimals of the currency and the code behind the figure", () => {
    const shown = [usd(-1_234_50), jpy(18_422_600), kwd(12_345), usd(0), usd(5), usd(-7)].map((m) =>
      formatMoney(m, { language: "en" }),
    );
    expect(shown).toEqual([
      "\u22121,234.50 USD",
      "18,422,600 JPY",
      "12.345 KWD",
      "0.00 USD",
      "0.05 USD",
      "\u22120.07 USD",
    ]);
  });

  test("writes the ASCII minus where a machine reads on", () => {
    expect(formatMoney(eur(-1_00), { language: "en", minus: "ascii", show: "none" })).toBe("-1.00");
  });

  test("writes each language's own symbol", () => {
    expect(languages.map((language) => formatMoney(money(-1_234_50n, "TWD"), { language, show: "symbol" }))).toEqual([
      "\u2212NT$1,234.50",
      "\u2212NT$1,234.50",
      "\u2212$1,234.50",
    ]);
  });

  test("shows three decimals of the Iraqi dinar with a symbol, where the runtime would show none", () => {
    expect(formatMoney(money(1_234_500n, "IQD"), { language: "en", show: "symbol" })).toBe("IQD\u00a01,234.500");
  });

  test("groups figures as the runtime does in all three languages", () => {
    const locales = { en: "en-US", "zh-cn": "zh-CN", "zh-tw": "zh-TW" };
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 17n }), fc.constantFrom(...languages), (minor, language) => {
        const ours = formatMoney(money(minor, "JPY"), { language, show: "none" });
        expect(ours).toBe(new Intl.NumberFormat(locales[language]).format(minor));
      }),
    );
  });

  test("cuts an amount into pieces a column can line up", () => {
    expect(moneyParts(usd(-1_286_40))).toEqual({ sign: "\u2212", whole: "1,286", fraction: ".40", currency: "USD" });
    expect(moneyParts(jpy(5))).toEqual({ sign: "", whole: "5", fraction: "", currency: "JPY" });
  });
});

describe("wire", () => {
  test("carries every amount there and back as text", () => {
    fc.assert(
      fc.property(anyMoney, (amount) => {
        expect(fromWire(toWire(amount), amount.currency)).toEqual(amount);
      }),
    );
  });

  test("refuses a second spelling of an amount", () => {
    for (const text of ["+1", "01", "-0", "1.0", " 1", "", "1e2", "0x1"])
      expect(() => fromWire(text, "USD")).toThrow(code("amount_malformed"));
  });

  test("refuses an amount the database cannot store", () => {
    expect(() => fromWire("9223372036854775808", "USD")).toThrow(code("amount_out_of_range"));
  });

  test("carries safe integers through the open API and refuses the rest both ways", () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (value) => {
        expect(toOpenInteger(fromOpenInteger(value, "USD")) === value).toBe(true);
      }),
    );
    expect(() => fromOpenInteger(2 ** 53, "USD")).toThrow(code("amount_out_of_range"));
    expect(() => toOpenInteger(money(-(2n ** 53n), "USD"))).toThrow(code("amount_out_of_range"));
    for (const value of [0.5, Number.NaN, Infinity])
      expect(() => fromOpenInteger(value, "USD")).toThrow(code("amount_malformed"));
  });
});

describe("toGatewayUnits", () => {
  test("rescales where a gateway counts otherwise, and back", () => {
    expect(toGatewayUnits(money(1_200n, "TWD"), { TWD: 0 })).toBe(12n);
    expect(toGatewayUnits(money(7n, "ISK"), { ISK: 2 })).toBe(700n);
    expect(fromGatewayUnits(12n, "TWD", { TWD: 0 })).toEqual(money(1_200n, "TWD"));
    expect(fromGatewayUnits(700n, "ISK", { ISK: 2 })).toEqual(money(7n, "ISK"));
    expect(toGatewayUnits(usd(5), { TWD: 0 })).toBe(5n);
  });

  test("refuses an amount the other unit cannot hold", () => {
    expect(() => toGatewayUnits(money(1_250n, "TWD"), { TWD: 0 })).toThrow(code("amount_not_representable"));
    expect(() => fromGatewayUnits(750n, "ISK", { ISK: 2 })).toThrow(code("amount_not_representable"));
  });
});
