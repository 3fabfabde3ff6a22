import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { jpy, kwd, usd } from "./build-money.ts";
import { type ChargeTerms, chargeOn, nextCharge } from "./capture-charge.ts";
import { add, type Money, money, subtract, zero } from "./money.ts";

type Unit = (minor: number) => Money;
interface Parts {
  readonly percent?: number;
  readonly fixed?: number;
  readonly minimum?: number | null;
  readonly maximum?: number | null;
  readonly tax?: ChargeTerms["tax"];
  readonly tiers?: readonly (readonly [from: number, percent: number])[];
  readonly tierMode?: ChargeTerms["price"]["tierMode"];
  readonly month?: number;
}

const optional = (unit: Unit, minor: number | null | undefined): Money | null =>
  minor === null || minor === undefined ? null : unit(minor);

/** 2.9 % + 30 minor units unless told otherwise. */
const terms = (unit: Unit, parts: Parts = {}): ChargeTerms => ({
  price: {
    percent: parts.percent ?? 29_000,
    fixed: unit(parts.fixed ?? 30),
    minimum: optional(unit, parts.minimum),
    maximum: optional(unit, parts.maximum),
    tierMode: parts.tierMode ?? "none",
    tiers: (parts.tiers ?? []).map(([from, percent]) => ({ from: unit(from), percent })),
  },
  tax: parts.tax ?? null,
  volumes: { monthToDate: unit(parts.month ?? 0), lastMonth: unit(parts.month ?? 0) },
});

const onTop = { rate: 60_000, isInclusive: false };
const inside = { rate: 60_000, isInclusive: true };
const steps = [
  [0, 29_000],
  [100_000_00, 25_000],
] as const;

/** The charges of captures one after the other. */
function chargesOf(values: readonly Money[], agreed: ChargeTerms): { readonly fee: Money; readonly tax: Money }[] {
  const nothing = zero(values[0]?.currency ?? "USD");
  let before = { value: nothing, fee: nothing, tax: nothing };
  return values.map((value) => {
    const { fee, tax } = nextCharge(value, before, agreed);
    before = { value: add(before.value, value), fee: add(before.fee, fee), tax: add(before.tax, tax) };
    return { fee, tax };
  });
}

describe("the charges of a payment captured in parts", () => {
  test.each([
    ["fixed part once, of dollars", usd, [30_00, 30_00, 40_00], terms(usd), [117, 87, 116], [0, 0, 0]],
    ["of yen", jpy, [350, 350, 350], terms(jpy, { percent: 36_000 }), [43, 12, 13], [0, 0, 0]],
    ["of dinars", kwd, [4_115, 4_115, 4_115], terms(kwd, { percent: 27_500, fixed: 100 }), [213, 113, 113], [0, 0, 0]],
    ["within a minimum", usd, [1_00, 1_00, 28_00], terms(usd, { minimum: 50 }), [50, 0, 67], [0, 0, 0]],
    ["within a maximum", usd, [1_000_00, 1_000_00], terms(usd, { maximum: 50_00 }), [29_30, 20_70], [0, 0]],
    ["with a tax on top", usd, [30_00, 70_00], terms(usd, { tax: onTop }), [117, 203], [7, 12]],
    ["with a tax inside", usd, [30_00, 70_00], terms(usd, { tax: inside }), [110, 192], [7, 11]],
    [
      "across a tier's boundary",
      usd,
      [100_00, 100_00],
      terms(usd, { fixed: 25, tierMode: "graduated", tiers: steps, month: 99_900_00 }),
      [315, 250],
      [0, 0],
    ],
    [
      "by last month's tier",
      usd,
      [100_00, 100_00],
      terms(usd, { fixed: 25, tierMode: "whole", tiers: steps, month: 100_000_00 }),
      [275, 250],
      [0, 0],
    ],
    ["of one minor unit each", usd, [1, 1, 1], terms(usd), [1, 1, 1], [0, 0, 0]],
    ["too small for the fixed part at first", usd, [20, 80], terms(usd), [20, 13], [0, 0]],
    ["too small for the tax on top at first", usd, [20, 80], terms(usd, { tax: onTop }), [19, 14], [1, 1]],
  ] as const)("are right: %s", (_name, unit, values, agreed, fees, taxes) => {
    const charges = chargesOf(
      values.map((value) => (unit as Unit)(value)),
      agreed,
    );
    expect(charges.map(({ fee }) => Number(fee.amountMinor))).toEqual(fees);
    expect(charges.map(({ tax }) => Number(tax.amountMinor))).toEqual(taxes);
  });

  test.each([
    ["0.50 with a fee of 0.50 and 6 % on top", usd(50), terms(usd, { percent: 0, fixed: 50, tax: onTop }), 47, 3],
    ["0.50 with a fee of 0.50 and 6 % inside", usd(50), terms(usd, { percent: 0, fixed: 50, tax: inside }), 47, 3],
    ["0.53 with a fee of 0.50 and 6 % on top", usd(53), terms(usd, { percent: 0, fixed: 50, tax: onTop }), 50, 3],
    ["one cent", usd(1), terms(usd, { tax: onTop }), 1, 0],
    ["nothing", usd(0), terms(usd, { tax: onTop }), 0, 0],
    ["one yen at a minimum of 100", jpy(1), terms(jpy, { minimum: 100, tax: onTop }), 1, 0],
    [
      "all of it, with a tax on top",
      usd(100_00),
      terms(usd, { percent: 1_000_000, fixed: 0, tax: onTop }),
      94_34,
      5_66,
    ],
  ])("never exceed what is there: %s", (_name, value, agreed, fee, tax) => {
    const charge = chargeOn(value, agreed);
    expect([Number(charge.fee.amountMinor), Number(charge.tax.amountMinor)]).toEqual([fee, tax]);
  });

  test.each([
    ["0.50 with a fee of 0.50 and 6 % on top", usd(50), terms(usd, { percent: 0, fixed: 50, tax: onTop }), 50, 3],
    ["0.50 with a fee of 0.50 and 6 % inside", usd(50), terms(usd, { percent: 0, fixed: 50, tax: inside }), 47, 3],
    ["one cent", usd(1), terms(usd, { tax: onTop }), 30, 2],
    ["one yen at a minimum of 100", jpy(1), terms(jpy, { minimum: 100, tax: onTop }), 100, 6],
    ["100.00, which covers them", usd(100_00), terms(usd, { tax: onTop }), 320, 19],
  ])("exceed what is there where the terms let them: %s", (_name, value, agreed, fee, tax) => {
    const charge = chargeOn(value, { ...agreed, mayExceed: true });
    expect([charge.fee, charge.tax, charge.waived].map(({ amountMinor }) => Number(amountMinor))).toEqual([
      fee,
      tax,
      0,
    ]);
  });

  test("say what is waived of them", () => {
    const waivedOf = (value: Money) =>
      Number(chargeOn(value, terms(usd, { percent: 0, fixed: 50, tax: onTop })).waived.amountMinor);
    expect([usd(1), usd(50), usd(53)].map(waivedOf)).toEqual([52, 3, 0]);
  });

  const amount = (max: number) => fc.integer({ min: 0, max });
  const agreements = fc.record({
    percent: fc.integer({ min: 0, max: 1_000_000 }),
    fixed: amount(200),
    minimum: fc.option(amount(300)),
    maximum: fc.option(fc.integer({ min: 300, max: 2_000 })),
    tax: fc.option(fc.record({ rate: fc.integer({ min: 0, max: 1_000_000 }), isInclusive: fc.boolean() })),
    tierMode: fc.constantFrom("none", "whole", "graduated"),
    month: amount(20_000),
  });

  test("add up to the charge of one capture, however it is cut, and leave nobody in debt", () => {
    const parts = fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(agreements, parts, ({ tierMode, ...rest }, values) => {
        const tiers =
          tierMode === "none"
            ? []
            : ([
                [0, rest.percent],
                [9_000, Math.floor(rest.percent / 2)],
              ] as const);
        const agreed = terms(usd, { ...rest, tierMode: tierMode as "none", tiers });
        const charges = chargesOf(values.map(usd), agreed);
        const whole = chargeOn(usd(values.reduce((sum, value) => sum + value, 0)), agreed);
        const sumOf = (of: "fee" | "tax") => charges.reduce((sum, charge) => sum + charge[of].amountMinor, 0n);
        expect([sumOf("fee"), sumOf("tax")]).toEqual([whole.fee.amountMinor, whole.tax.amountMinor]);
        let left = money(0n, "USD");
        for (const [index, { fee, tax }] of charges.entries()) {
          left = subtract(subtract(add(left, usd(values[index] ?? 0)), fee), tax);
          expect(left.amountMinor >= 0n && fee.amountMinor >= 0n && tax.amountMinor >= 0n).toBe(true);
        }
      }),
      { numRuns: 3_000 },
    );
  });
});
