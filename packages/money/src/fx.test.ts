import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { eur, jpy, kwd, usd } from "./build-money.ts";
import {
  convert,
  crossRate,
  type FxQuote,
  findRate,
  formatFxRate,
  inverseRate,
  isWorseThan,
  merchantRate,
  parseFxRate,
  quoteSale,
} from "./fx.ts";
import { money } from "./money.ts";
import { convertPrice, type PriceEnding } from "./price.ts";
import { prorationCredit } from "./proration.ts";
import { rate6 } from "./rate.ts";

const fx = fc.bigInt({ min: 10n ** 7n, max: 10n ** 14n }).map((e10) => ({ e10 }));
const amount = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n });
const code = (name: string) => expect.objectContaining({ code: name });

describe("parseFxRate", () => {
  test("gives back every rate that formatFxRate wrote", () => {
    fc.assert(
      fc.property(fx, fc.integer({ min: 0, max: 10 }), (rate, decimals) => {
        expect(parseFxRate(formatFxRate(rate, decimals))).toEqual(rate);
      }),
    );
  });

  test("refuses zero, a sign and an eleventh decimal", () => {
    for (const text of ["0", "0.0", "-1", "1.00000000001", "1e3", "", "1."])
      expect(() => parseFxRate(text)).toThrow(code("rate_malformed"));
  });
});

describe("convert", () => {
  test("at rate one keeps an amount within a currency", () => {
    fc.assert(
      fc.property(amount, (minor) => {
        expect(convert(money(minor, "USD"), parseFxRate("1"), "USD").amountMinor).toBe(minor);
      }),
    );
  });

  test("converts a refund as the mirror of its sale", () => {
    fc.assert(
      fc.property(amount, fx, (minor, rate) => {
        expect(convert(money(-minor, "USD"), rate, "KWD").amountMinor).toBe(
          -convert(money(minor, "USD"), rate, "KWD").amountMinor,
        );
      }),
    );
  });
});

describe("merchantRate", () => {
  test("never favours the merchant by more than its last kept decimal", () => {
    fc.assert(
      fc.property(fx, fc.integer({ min: 0, max: 100_000 }), (mid, markup) => {
        const sell = merchantRate({ mid, markup, side: "sellsBase" });
        const buy = merchantRate({ mid, markup, side: "buysBase" });
        expect(sell.e10 <= mid.e10 + 5_000n && buy.e10 >= mid.e10 - 5_000n).toBe(true);
      }),
    );
  });

  test("keeps ten decimals of a rate so small that six would swallow the markup", () => {
    const dong = merchantRate({ mid: parseFxRate("0.0000394123"), markup: rate6(6_000), side: "sellsBase" });
    expect(formatFxRate(dong)).toBe("0.0000391758");
  });

  test("adds the markup when the merchant buys", () => {
    expect(formatFxRate(merchantRate({ mid: parseFxRate("7.1234"), markup: rate6(6_000), side: "buysBase" }), 6)).toBe(
      "7.166140",
    );
  });
});

describe("quoteSale", () => {
  test("splits the mid value into what the merchant receives and what we earn", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 10n }),
        fx,
        fc.integer({ min: 0, max: 50_000 }),
        (minor, mid, markup) => {
          const { received, markupAmount, midValue } = quoteSale({
            sold: money(minor, "USD"),
            mid,
            markup,
            into: "EUR",
          });
          expect(received.amountMinor + markupAmount.amountMinor).toBe(midValue.amountMinor);
        },
      ),
    );
  });

  test("is worse only beyond the tolerance", () => {
    const old = parseFxRate("100");
    expect([
      isWorseThan(old, parseFxRate("99"), rate6(10_000)),
      isWorseThan(old, parseFxRate("98.9999"), rate6(10_000)),
    ]).toEqual([false, true]);
  });
});

describe("findRate", () => {
  const quote = (base: FxQuote["base"], into: FxQuote["quote"], rate: string, source: FxQuote["source"]): FxQuote => ({
    base,
    quote: into,
    rate: parseFxRate(rate),
    source,
  });
  const eurUsd = quote("EUR", "USD", "1.08", "feed");
  const usdJpy = quote("USD", "JPY", "150", "feed");

  test("prefers the direct pair, then its inverse, then the way over the dollar", () => {
    const direct = quote("EUR", "JPY", "161", "feed");
    const opposite = quote("JPY", "EUR", "0.00625", "feed");
    const shown = (quotes: FxQuote[]) =>
      formatFxRate(findRate(quotes, { base: "EUR", quote: "JPY" })?.rate ?? { e10: 0n });
    expect([
      shown([eurUsd, usdJpy, opposite, direct]),
      shown([eurUsd, usdJpy, opposite]),
      shown([eurUsd, usdJpy]),
    ]).toEqual(["161", "160", "162"]);
  });

  test("trusts the feed before the central bank before a hand-kept rate", () => {
    const of = (...quotes: FxQuote[]) =>
      findRate(quotes, { base: "EUR", quote: "JPY" })?.from.map(({ source }) => source);
    const manual = quote("EUR", "JPY", "1", "manual");
    expect(of(manual, quote("EUR", "JPY", "2", "centralBank"))).toEqual(["centralBank"]);
    expect(of(manual, eurUsd, usdJpy)).toEqual(["feed", "feed"]);
    expect(of(manual, eurUsd)).toEqual(["manual"]);
    expect(of(eurUsd)).toBeUndefined();
  });

  test("inverts and crosses to ten decimals", () => {
    expect(formatFxRate(inverseRate(parseFxRate("7")))).toBe("0.1428571429");
    expect(formatFxRate(crossRate(parseFxRate("0.3333333333"), parseFxRate("3")))).toBe("0.9999999999");
  });
});

describe("convertPrice", () => {
  const price = (minor: bigint, into: string, ending: PriceEnding, rate = "1") =>
    convertPrice({ base: money(minor, "USD"), rate: parseFxRate(rate), markup: rate6(0), into, ending });

  test("rounds once, markup included", () => {
    expect(
      convertPrice({
        base: usd(9_99),
        rate: parseFxRate("0.92345"),
        markup: rate6(25_000),
        into: "EUR",
        ending: "none",
      }),
    ).toEqual(eur(9_46));
  });

  test("ends in .99, ties upward, never below 0.99", () => {
    const ended = [10_48n, 10_49n, 10_50n, 10_99n, 12n, 1n].map((minor) => price(minor, "EUR", "end_99"));
    expect(ended).toEqual([eur(9_99), eur(10_99), eur(10_99), eur(10_99), eur(99), eur(99)]);
  });

  test("ends on whole units and multiples, ties upward, never at nothing", () => {
    expect([price(10_49n, "EUR", "end_00"), price(10_50n, "EUR", "end_00"), price(20n, "EUR", "end_00")]).toEqual([
      eur(10_00),
      eur(11_00),
      eur(1_00),
    ]);
    expect([
      price(12_49n, "EUR", "nearest_5"),
      price(12_50n, "EUR", "nearest_5"),
      price(14_99n, "EUR", "nearest_10"),
      price(4_00n, "EUR", "nearest_10"),
    ]).toEqual([eur(10_00), eur(15_00), eur(10_00), eur(10_00)]);
    expect(price(1_499n, "KWD", "end_00")).toEqual(kwd(15_000));
  });

  test("widens the step of large figures up to one per cent of the price", () => {
    expect(price(99_99n, "JPY", "nearest_10", "149.9")).toEqual(jpy(15_000));
    expect(price(99_99n, "JPY", "nearest_5", "149.3")).toEqual(jpy(14_950));
    expect(price(2_00n, "JPY", "nearest_5", "149")).toEqual(jpy(300));
  });

  test("stays within half a step of the converted price and never reaches nothing", () => {
    const endings = fc.constantFrom<PriceEnding>("none", "end_99", "end_00", "nearest_5", "nearest_10");
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 9n }), endings, (minor, ending) => {
        const ended = price(minor, "EUR", ending).amountMinor;
        const halfStep = { none: 0n, end_99: 50n, end_00: 50n, nearest_5: 250n, nearest_10: 500n }[ending];
        expect(ended > 0n && (ended - minor <= halfStep || minor < halfStep * 2n) && minor - ended <= halfStep).toBe(
          true,
        );
      }),
    );
  });

  test("refuses .99 where there are no two decimals", () => {
    for (const into of ["JPY", "KWD"])
      expect(() => price(10_00n, into, "end_99")).toThrow(code("price_rule_unsupported"));
  });

  test("lifts a vanishing price to one unit", () => {
    expect(price(1n, "KWD", "none", "0.0001")).toEqual(kwd(1));
  });
});

describe("prorationCredit", () => {
  test("credits the unused part of the period, rounded once", () => {
    expect(prorationCredit({ paid: usd(29_99), unusedSeconds: 1_296_000n, periodSeconds: 2_592_000n })).toEqual(
      usd(15_00),
    );
    expect(prorationCredit({ paid: usd(30_00), unusedSeconds: 1n, periodSeconds: 3n })).toEqual(usd(10_00));
  });

  test("is nothing at the end, everything at the start, and refuses time outside the period", () => {
    expect(prorationCredit({ paid: usd(5), unusedSeconds: 0n, periodSeconds: 7n })).toEqual(usd(0));
    expect(prorationCredit({ paid: usd(5), unusedSeconds: 7n, periodSeconds: 7n })).toEqual(usd(5));
    expect(() => prorationCredit({ paid: usd(5), unusedSeconds: 8n, periodSeconds: 7n })).toThrow(RangeError);
  });
});
