import { Agreement, type StoredAgreement } from "@countinghouse/contract/payments/coin-order/order-agreement.ts";
import { eur, jpy, kwd, usd } from "@countinghouse/money/build-money.ts";
import { merchantRate, parseFxRate } from "@countinghouse/money/fx.ts";
import { add, type Money, money, zero } from "@countinghouse/money/money.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type CapturePrice,
  feeSnapshot,
  priceCapture,
  pricesByRegion,
  type RatePair,
  snapshotOfPart,
} from "./agreement.policy.ts";
import { dueDateOf } from "./agreement.service.ts";

type Stored = StoredAgreement["price"];
const price = (fee: Partial<Stored["fee"]> = {}, cost: Partial<Stored["cost"]> = {}): Stored => ({
  fee: { id: "fee_1", from: "2026-01-01T00:00:00.000Z", percent: 29_000, fixed: "30", ...fee },
  cost: { percent: 15_000, fixed: "10", ...cost },
});
const agreement = (settled: string, parts: Partial<StoredAgreement> = {}): Agreement =>
  Agreement.parse({
    version: 1,
    country: "SG",
    timezone: "UTC",
    settlement: { termsId: "mac_1", currency: settled, days: 3, zone: "UTC" },
    price: price(),
    ...parts,
  });
const ratesOf = (mid: string, markup: number): RatePair => {
  const parsed = parseFxRate(mid);
  return { mid: parsed, rate: merchantRate({ mid: parsed, markup, side: "sellsBase" }) };
};

const figures = ["value", "midValue", "fee", "tax", "cost", "passedOn", "net"] as const;
type Figures = Readonly<Record<(typeof figures)[number], bigint>>;
const figuresOf = (priced: CapturePrice): Figures =>
  Object.fromEntries(figures.map((name) => [name, priced[name]?.amountMinor ?? 0n])) as Figures;

/** The prices of captures one after the other. */
function pricesOf(agreed: Agreement, amounts: readonly Money[], exchange: RatePair | null): Figures[] {
  const nothing = zero(agreed.settlement.currency);
  let before = { value: nothing, fee: nothing, tax: nothing };
  let capturedBefore = zero(amounts[0]?.currency ?? "USD");
  return amounts.map((amount) => {
    const volumes = { monthToDate: nothing, lastMonth: nothing };
    const priced = priceCapture(agreed, null, { amount, capturedBefore, before, volumes, exchange });
    capturedBefore = add(capturedBefore, amount);
    before = {
      value: add(before.value, priced.value),
      fee: add(before.fee, priced.fee),
      tax: add(before.tax, priced.tax),
    };
    return figuresOf(priced);
  });
}

const onTop = { rate: 60_000, isInclusive: false };

describe("the price of a capture by its agreement", () => {
  test.each([
    ["dollars", agreement("USD"), [usd(100_00)], null, [[10_000n, 10_000n, 320n, 0n, 160n, 0n, 9_680n]]],
    [
      "dollars in parts, with a tax",
      agreement("USD", { tax: onTop }),
      [usd(30_00), usd(70_00)],
      null,
      [
        [3_000n, 3_000n, 117n, 7n, 55n, 0n, 2_876n],
        [7_000n, 7_000n, 203n, 12n, 105n, 0n, 6_785n],
      ],
    ],
    [
      "euros settled in dollars, with a markup and a cost that is passed on",
      agreement("USD", { price: price({ passesCost: true }) }),
      [eur(50_00), eur(50_00)],
      ratesOf("1.2", 10_000),
      [
        [5_940n, 6_000n, 202n, 0n, 85n, 102n, 5_636n],
        [5_940n, 6_000n, 173n, 0n, 75n, 90n, 5_677n],
      ],
    ],
    [
      "yen settled in dollars, one at a time",
      agreement("USD", { price: price({ fixed: "0" }, { percent: 0, fixed: "0" }) }),
      [jpy(1), jpy(1), jpy(1)],
      ratesOf("0.0067", 0),
      [
        [1n, 1n, 0n, 0n, 0n, 0n, 1n],
        [0n, 0n, 0n, 0n, 0n, 0n, 0n],
        [1n, 1n, 0n, 0n, 0n, 0n, 1n],
      ],
    ],
    [
      "dinars settled in yen",
      agreement("JPY", { price: price({ minimum: "100" }) }),
      [kwd(1_000), kwd(11_345)],
      ratesOf("490.123456", 5_000),
      [
        [488n, 490n, 100n, 0n, 25n, 0n, 388n],
        [5_532n, 5_561n, 105n, 0n, 170n, 0n, 5_427n],
      ],
    ],
    [
      "a fee and a tax that would exceed it",
      agreement("USD", { tax: onTop, price: price({ percent: 0, fixed: "50" }) }),
      [usd(50), usd(50)],
      null,
      [
        [50n, 50n, 47n, 3n, 11n, 0n, 0n],
        [50n, 50n, 3n, 0n, 1n, 0n, 47n],
      ],
    ],
    [
      "a fee and a tax that may exceed it by the terms",
      agreement("USD", { tax: onTop, price: price({ percent: 0, fixed: "50", mayExceed: true }) }),
      [usd(50), usd(50)],
      null,
      [
        [50n, 50n, 50n, 3n, 11n, 0n, -3n],
        [50n, 50n, 0n, 0n, 1n, 0n, 50n],
      ],
    ],
  ] as const)("is right for %s", (_name, agreed, amounts, exchange, expected) => {
    const priced = pricesOf(agreed, amounts, exchange);
    expect(priced.map((one) => figures.map((name) => one[name]))).toEqual(expected);
  });

  test("adds up to the price of the whole to the unit, however it is cut", () => {
    const part = fc.integer({ min: 1, max: 9_999 });
    const minor = (max: number) => fc.integer({ min: 0, max }).map(String);
    const terms = fc.record({
      percent: fc.integer({ min: 0, max: 200_000 }),
      fixed: minor(100),
      minimum: fc.option(minor(200)),
      maximum: fc.option(fc.integer({ min: 200, max: 900 }).map(String)),
    });
    const rates = fc.record({
      mid: fc.integer({ min: 1, max: 9_999_999 }),
      markup: fc.integer({ min: 0, max: 50_000 }),
    });
    const shape = fc.record({
      fee: terms,
      cost: terms,
      passesCost: fc.boolean(),
      tax: fc.option(fc.record({ rate: fc.integer({ min: 0, max: 300_000 }), isInclusive: fc.boolean() })),
      rates: fc.option(rates),
      from: fc.constantFrom("EUR", "JPY", "KWD"),
      parts: fc.array(part, { minLength: 1, maxLength: 10 }),
    });
    fc.assert(
      fc.property(shape, ({ fee, cost, passesCost, tax, rates: pair, from, parts }) => {
        const settled = pair ? "USD" : from;
        const agreed = agreement(settled, { tax, price: price({ ...fee, passesCost }, cost) });
        const exchange = pair
          ? ratesOf(`${Math.floor(pair.mid / 10_000)}.${String((pair.mid % 10_000) + 1).padStart(5, "0")}`, pair.markup)
          : null;
        const amounts = parts.map((one) => money(BigInt(one), from));
        const [whole] = pricesOf(agreed, [amounts.reduce(add)], exchange);
        const sums = pricesOf(agreed, amounts, exchange);
        for (const name of figures)
          expect([name, sums.reduce((sum, one) => sum + one[name], 0n)]).toEqual([name, whole?.[name]]);
        for (const one of sums) expect([one.fee >= 0n, one.tax >= 0n, one.cost >= 0n]).toEqual([true, true, true]);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("an agreement", () => {
  test("holds the price of each region that differs, and of none that does not", () => {
    const domestic = price({ percent: 10_000 });
    const prices = pricesByRegion((region) => (region === "domestic" ? domestic : price()));
    expect(prices).toEqual({ price: price(), regions: { domestic } });
    expect(pricesByRegion(() => price())).toEqual({ price: price() });
    expect(pricesByRegion((region) => (region === "inter" ? price() : null))).toBeNull();
    const agreed = agreement("USD", prices ?? {});
    const nothing = usd(0);
    const facts = {
      amount: usd(100_00),
      capturedBefore: nothing,
      before: { value: nothing, fee: nothing, tax: nothing },
      volumes: { monthToDate: nothing, lastMonth: nothing },
      exchange: null,
    };
    const fees = (["domestic", "inter", null] as const).map((region) => priceCapture(agreed, region, facts).fee);
    expect(fees).toEqual([usd(1_30), usd(3_20), usd(3_20)]);
  });

  test("tells of each part what it added to the charge", () => {
    const agreed = agreement("USD", { tax: onTop });
    const nothing = usd(0);
    const volumes = { monthToDate: nothing, lastMonth: nothing };
    const through = (value: Money) => {
      const before = { value: nothing, fee: nothing, tax: nothing };
      const { whole } = priceCapture(agreed, null, {
        amount: value,
        capturedBefore: nothing,
        before,
        volumes,
        exchange: null,
      });
      return feeSnapshot(agreed, null, { value, charge: whole, volumes: null });
    };
    const [first, both] = [through(usd(30_00)), through(usd(100_00))];
    expect(both).toMatchObject({
      ruleId: "fee_1",
      amount: "10000",
      percentPart: "290",
      charged: "339",
      returnable: "290",
    });
    expect(snapshotOfPart(both, [first])).toMatchObject({
      amount: "7000",
      percentPart: "203",
      charged: "215",
      returnable: "203",
    });
    expect(snapshotOfPart(first, [])).toEqual(first);
  });
});

describe("the day a capture is settled", () => {
  const settlement = { termsId: "mac_1", currency: "USD", days: 3, zone: "Asia/Shanghai", cutOffSeconds: null };
  const agreed = { settlement: { ...settlement, frequency: { every: "day" }, calendars: [] } } as never;
  const dueOf = (ruleDays: number | null) =>
    dueDateOf({} as never, 1, agreed, { capturedAt: new Date("2026-05-21T16:30:00Z"), ruleDays });

  test("is counted by its fee rule where that says so, else by the terms", async () => {
    expect(await dueOf(null)).toBe("2026-05-27");
    expect(await dueOf(1)).toBe("2026-05-25");
    expect(await dueOf(0)).toBe("2026-05-22");
  });
});
