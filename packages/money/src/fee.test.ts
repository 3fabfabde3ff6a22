import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { eur, usd } from "./build-money.ts";
import { type FeeTerms, feeOn, outboundFee } from "./fee.ts";
import { chooseFeeRule, type FeeRule } from "./fee-rule.ts";
import { graduatedFee, tierPercent } from "./fee-tier.ts";
import { add, compare, money, subtract } from "./money.ts";
import { batchNet, settlementAmount } from "./netting.ts";
import { disputePenalty } from "./penalty.ts";
import { formatPercent, parsePercent, rate6 } from "./rate.ts";
import { reserveOf } from "./reserve.ts";
import { shownPercent } from "./shown-rate.ts";
import { taxOn, taxWithin } from "./tax.ts";

const flat: FeeTerms = { percent: rate6(29_000), fixed: usd(30), minimum: null, maximum: null };
const sale = fc.bigInt({ min: 1n, max: 10n ** 10n }).map((minor) => money(minor, "USD"));
const rate = fc.integer({ min: 0, max: 1_000_000 });
const code = (name: string) => expect.objectContaining({ code: name });

describe("feeOn", () => {
  test("stays within its limits and returns no more than was charged beyond the fixed part", () => {
    const limits = fc.tuple(fc.bigInt({ min: 0n, max: 500n }), fc.bigInt({ min: 500n, max: 90_000n }));
    fc.assert(
      fc.property(sale, rate, limits, (amount, percent, [low, high]) => {
        const fee = feeOn(amount, { percent, fixed: usd(30), minimum: money(low, "USD"), maximum: money(high, "USD") });
        expect(fee.charged.amountMinor >= low && fee.charged.amountMinor <= high).toBe(true);
        expect(
          (compare(fee.returnable, fee.percentPart) <= 0 && compare(add(fee.returnable, usd(30)), fee.charged) <= 0) ||
            fee.returnable.amountMinor === 0n,
        ).toBe(true);
      }),
    );
  });

  test("grows with the amount", () => {
    fc.assert(
      fc.property(sale, sale, (a, b) => {
        const [less, more] = compare(a, b) <= 0 ? [a, b] : [b, a];
        expect(compare(feeOn(less, flat).charged, feeOn(more, flat).charged) <= 0).toBe(true);
      }),
    );
  });

  test("returns only what a maximum left to charge", () => {
    expect(feeOn(usd(5_000_00), { ...flat, maximum: usd(50_00) }).returnable).toEqual(usd(49_70));
    expect(feeOn(usd(5_000_00), { ...flat, maximum: usd(20) }).returnable).toEqual(usd(0));
  });

  test("refuses to price one currency with another's fixed part", () => {
    expect(() => feeOn(eur(100), flat)).toThrow(code("currency_mismatch"));
  });
});

describe("outboundFee", () => {
  test("takes the fee out of the amount or adds it on top", () => {
    const terms = { ...flat, percent: rate6(0), fixed: usd(1_00) };
    expect(outboundFee(usd(50_00), terms, "inside")).toEqual({ fee: usd(1_00), debited: usd(50_00), sent: usd(49_00) });
    expect(outboundFee(usd(50_00), terms, "onTop")).toEqual({ fee: usd(1_00), debited: usd(51_00), sent: usd(50_00) });
  });

  test("refuses an inside fee that leaves nothing to send", () => {
    expect(() => outboundFee(usd(30), { ...flat, percent: rate6(0) }, "inside")).toThrow(code("fee_exceeds_amount"));
  });
});

describe("graduatedFee", () => {
  const tiers = [
    { from: usd(1_000_00), percent: rate6(25_000) },
    { from: usd(0), percent: rate6(29_000) },
    { from: usd(5_000_00), percent: rate6(20_000) },
  ];

  test("prices an order across three tiers part by part", () => {
    const fee = graduatedFee({ amount: usd(6_000_00), monthToDate: usd(0), tiers, terms: flat });
    expect(fee.percentPart).toEqual(usd(29_00 + 100_00 + 20_00));
  });

  test("lies between the cheapest and the dearest tier", () => {
    fc.assert(
      fc.property(sale, fc.bigInt({ min: 0n, max: 10n ** 7n }), (amount, before) => {
        const { percentPart } = graduatedFee({ amount, monthToDate: money(before, "USD"), tiers, terms: flat });
        expect(percentPart.amountMinor * 1000n <= amount.amountMinor * 29n + 1500n).toBe(true);
        expect(percentPart.amountMinor * 1000n >= amount.amountMinor * 20n - 1500n).toBe(true);
      }),
    );
  });

  test("reaches a tier exactly at its boundary and refuses a table with a hole at the bottom", () => {
    expect([tierPercent(tiers, usd(999_99)), tierPercent(tiers, usd(1_000_00))]).toEqual([29_000, 25_000]);
    expect(() => tierPercent(tiers.slice(0, 1), usd(1))).toThrow(RangeError);
  });
});

describe("disputePenalty", () => {
  const tiers = [
    { upTo: null, penalty: usd(50_00) },
    { upTo: rate6(6_500), penalty: usd(15_00) },
    { upTo: rate6(10_000), penalty: usd(25_00) },
  ];

  test("compares the exact ratio with inclusive limits", () => {
    const of = (disputes: bigint, orders: bigint) => disputePenalty({ disputes, orders, tiers });
    expect([of(65n, 10_000n), of(66n, 10_000n), of(1n, 100n), of(101n, 10_000n), of(1n, 0n)]).toEqual([
      usd(15_00),
      usd(25_00),
      usd(25_00),
      usd(50_00),
      usd(50_00),
    ]);
  });
});

describe("tax", () => {
  test("contained in a price is the tax that brought the net up to it", () => {
    fc.assert(
      fc.property(sale, rate, (price, taxRate) => {
        const net = subtract(price, taxWithin(price, taxRate));
        const rebuilt = add(net, taxOn(net, taxRate)).amountMinor - price.amountMinor;
        expect(rebuilt >= -1n && rebuilt <= 1n).toBe(true);
      }),
    );
    expect(taxWithin(usd(1_06), rate6(60_000))).toEqual(usd(6));
  });
});

describe("chooseFeeRule", () => {
  const none = {
    merchantId: null,
    method: null,
    methodCategory: null,
    currency: null,
    accountId: null,
    cardRegion: null,
  };
  const rule = (id: string, scope: Partial<FeeRule>) => ({ id, ...none, validFromMs: 0, validToMs: null, ...scope });
  const order = {
    merchantId: "m1",
    method: "visa",
    methodCategory: "card",
    currency: "USD",
    accountId: "a1",
    cardRegion: "eu",
    atMs: 100,
  } as const;
  const m = { merchantId: "m1" };
  const chain = [
    rule("full", { ...m, method: "visa", accountId: "a1", currency: "USD", cardRegion: "eu" }),
    rule("no region", { ...m, method: "visa", accountId: "a1", currency: "USD" }),
    rule("no account", { ...m, method: "visa", currency: "USD" }),
    rule("no currency", { ...m, method: "visa" }),
    rule("category", { ...m, methodCategory: "card" }),
    rule("merchant", m),
    rule("tenant", {}),
  ];

  test("falls from the most to the least specific rule", () => {
    const chosen = chain.map((_, dropped) => chooseFeeRule(chain.slice(dropped).reverse(), order)?.id);
    expect(chosen).toEqual(chain.map(({ id }) => id));
  });

  test("takes the latest start among equals and leaves out what is not in force", () => {
    const dated = [
      rule("old", { validFromMs: 1 }),
      rule("new", { validFromMs: 50 }),
      rule("future", { validFromMs: 101 }),
      rule("ended", { validFromMs: 60, validToMs: 100 }),
    ];
    expect(chooseFeeRule(dated, order)?.id).toBe("new");
  });

  test("finds nothing rather than another merchant's rule", () => {
    expect(chooseFeeRule([rule("other", { merchantId: "m2" })], order)).toBeNull();
  });
});

describe("reserveOf", () => {
  const base = {
    lines: [usd(10_000), usd(4_999), usd(25_050)].map((gross) => ({ gross, ratio: rate6(100_000), count: 1 })),
    cap: null,
    held: usd(0),
    net: usd(36_674),
  };

  test("rounds each line", () => {
    expect(reserveOf(base)).toEqual(usd(4_005));
  });

  test("takes of each line its own share, as often as there are such lines", () => {
    const lines = [
      { gross: usd(15), ratio: rate6(100_000), count: 3 },
      { gross: usd(100), ratio: rate6(50_000), count: 1 },
    ];
    expect(reserveOf({ ...base, lines })).toEqual(usd(11));
  });

  test("stops at the cap, at the net, and at nothing", () => {
    expect(reserveOf({ ...base, cap: usd(5_000), held: usd(4_000) })).toEqual(usd(1_000));
    expect(reserveOf({ ...base, cap: usd(5_000), held: usd(6_000) })).toEqual(usd(0));
    expect(reserveOf({ ...base, net: usd(100) })).toEqual(usd(100));
    expect(reserveOf({ ...base, net: usd(-100) })).toEqual(usd(0));
  });
});

describe("batchNet", () => {
  test("adds up the worked batch", () => {
    const nothing = usd(0);
    const net = batchNet({
      gross: usd(40_049),
      transactionFee: usd(1_251),
      gatewayFee: nothing,
      refund: usd(2_000),
      refundHandlingFee: usd(50),
      dispute: nothing,
      disputePenalty: nothing,
      refusalPenalty: nothing,
      tax: usd(74),
      fxDifference: nothing,
      adjustment: nothing,
    });
    expect([net, settlementAmount(net, usd(4_005))]).toEqual([usd(36_674), usd(32_669)]);
  });

  test("takes every deduction off and puts signed parts on, each with its own weight", () => {
    const parts = [
      "transactionFee",
      "gatewayFee",
      "refund",
      "refundHandlingFee",
      "dispute",
      "disputePenalty",
      "refusalPenalty",
      "tax",
    ] as const;
    const deductions = Object.fromEntries(parts.map((part, index) => [part, usd(2 ** index)])) as Record<
      (typeof parts)[number],
      ReturnType<typeof usd>
    >;
    expect(batchNet({ gross: usd(1_000), ...deductions, fxDifference: usd(-300), adjustment: usd(5_000) })).toEqual(
      usd(1_000 - 255 - 300 + 5_000),
    );
  });
});

describe("percentages", () => {
  test("are written as they were read", () => {
    fc.assert(
      fc.property(rate, (value) => {
        expect(parsePercent(formatPercent(value))).toBe(value);
      }),
    );
    expect([formatPercent(29_000), formatPercent(1_000_000), formatPercent(1), formatPercent(0)]).toEqual([
      "2.9",
      "100",
      "0.0001",
      "0",
    ]);
  });

  test("refuse more than the whole, a sign, and a fifth decimal", () => {
    for (const text of ["100.0001", "-1", "1.00001", "", "1,5"])
      expect(() => parsePercent(text)).toThrow(code("rate_malformed"));
    expect(() => rate6(0.5)).toThrow(code("rate_malformed"));
  });

  test("of nothing are unknown, and halves are shown rounded up", () => {
    expect(shownPercent({ part: 1n, whole: 0n })).toBeNull();
    expect(shownPercent({ part: 1n, whole: 20_000n })).toBe("0.01");
    expect(shownPercent({ part: -1n, whole: 20_000n })).toBe("-0.01");
  });
});
