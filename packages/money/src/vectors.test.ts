import { describe, expect, test } from "vitest";
import { allocate, split } from "./allocate.ts";
import { cny, jpy, kwd, usd } from "./build-money.ts";
import type { BusinessCalendar } from "./business-calendar.ts";
import { nextPart } from "./cumulative.ts";
import { type FeeTerms, feeOn, outboundFee } from "./fee.ts";
import { graduatedFee, wholeTierFee } from "./fee-tier.ts";
import { convert, formatFxRate, parseFxRate, quoteSale } from "./fx.ts";
import { add, exceeds, type Money, money, subtract, sum, zero } from "./money.ts";
import { parsePercent, shareOf } from "./rate.ts";
import { dueDate, type Recurrence } from "./recurrence.ts";
import { refundable } from "./refundable.ts";
import { elapsedSeconds, webhookWaitsSeconds } from "./retry-schedule.ts";
import { reserveReleaseDate, settlementDate } from "./settlement-date.ts";
import { shownPercent } from "./shown-rate.ts";
import { taxOn } from "./tax.ts";

const terms = (percent: string, fixed: Money, limits: Partial<FeeTerms> = {}): FeeTerms => ({
  percent: parsePercent(percent),
  fixed,
  minimum: null,
  maximum: null,
  ...limits,
});

const minors = (amounts: readonly Money[]): number[] => amounts.map(({ amountMinor }) => Number(amountMinor));

describe("fee vectors", () => {
  test("V01 prices 100.00 at 2.9 % + 0.30", () => {
    const { percentPart, charged } = feeOn(usd(100_00), terms("2.9", usd(30)));
    expect([percentPart, charged, subtract(usd(100_00), charged)]).toEqual([usd(290), usd(320), usd(9_680)]);
  });

  test("V02 rounds halves to even on either side of zero", () => {
    const rounded = [150, 250, 350, 450, -250].map((minor) => shareOf(usd(minor), parsePercent("1")));
    expect(minors(rounded)).toEqual([2, 2, 4, 4, -2]);
  });

  test("V03 prices yen, which have no decimals", () => {
    const { percentPart, charged } = feeOn(jpy(1_050), terms("3.6", jpy(30)));
    expect([percentPart, charged, subtract(jpy(1_050), charged)]).toEqual([jpy(38), jpy(68), jpy(982)]);
  });

  test("V04 prices dinars, which have three decimals", () => {
    const { percentPart, charged } = feeOn(kwd(12_345), terms("2.75", kwd(100)));
    expect([percentPart, charged, subtract(kwd(12_345), charged)]).toEqual([kwd(339), kwd(439), kwd(11_906)]);
  });

  const tiers = [
    { from: usd(0), percent: parsePercent("2.9") },
    { from: usd(100_000_00), percent: parsePercent("2.5") },
  ];

  test("V05a prices the whole order by the tier last month reached", () => {
    const order = { amount: usd(200_00), lastMonth: usd(100_000_00), tiers, terms: terms("0", usd(25)) };
    expect(wholeTierFee(order).charged).toEqual(usd(525));
  });

  test("V05b cuts an order at the boundary and charges the fixed part once", () => {
    const order = { amount: usd(200_00), monthToDate: usd(99_900_00), tiers, terms: terms("0", usd(25)) };
    const { percentPart, charged } = graduatedFee(order);
    expect([percentPart, charged]).toEqual([usd(290 + 250), usd(565)]);
  });

  test("V06a lifts a fee to the minimum", () => {
    expect(feeOn(usd(3_00), terms("2.9", usd(30))).charged).toEqual(usd(39));
    expect(feeOn(usd(3_00), terms("2.9", usd(30), { minimum: usd(50) })).charged).toEqual(usd(50));
  });

  test("V06b cuts a fee to the maximum", () => {
    expect(feeOn(usd(5_000_00), terms("2.9", usd(30))).charged).toEqual(usd(14_530));
    expect(feeOn(usd(5_000_00), terms("2.9", usd(30), { maximum: usd(50_00) })).charged).toEqual(usd(5_000));
  });

  test("V07 returns the percent part over three refunds without losing a cent", () => {
    const returned: Money[] = [];
    let reached = zero("USD");
    for (const refund of [usd(33_33), usd(33_33), usd(33_34)]) {
      reached = add(reached, refund);
      returned.push(nextPart({ total: usd(290), whole: usd(100_00), reached, given: sum("USD", returned) }));
    }
    expect(minors(returned)).toEqual([97, 96, 97]);
    expect(sum("USD", returned)).toEqual(usd(290));
  });

  test("V08 taxes each fee line on its own", () => {
    const fees = [usd(320), usd(175), usd(756)];
    const taxes = fees.map((fee) => taxOn(fee, parsePercent("6")));
    expect(minors(taxes)).toEqual([19, 10, 45]);
    expect(sum("USD", taxes)).toEqual(usd(74));
    expect(taxOn(sum("USD", fees), parsePercent("6"))).toEqual(usd(75));
  });
});

describe("exchange vectors", () => {
  test("V09 pays a dollar cash-out in renminbi", () => {
    const { sent } = outboundFee(usd(1_000_00), terms("0", usd(5_00)), "inside");
    const sale = quoteSale({ sold: sent, mid: parseFxRate("7.1234"), markup: parsePercent("0.6"), into: "CNY" });
    expect(sale.sold).toEqual(usd(995_00));
    expect(formatFxRate(sale.rate, 6)).toBe("7.080660");
    expect([sale.received, sale.midValue, sale.markupAmount]).toEqual([cny(7_045_26), cny(7_087_78), cny(42_52)]);
  });

  test("V10 converts between currencies of different exponents", () => {
    expect(convert(usd(123_45), parseFxRate("149.876543"), "JPY")).toEqual(jpy(18_502));
    expect(convert(kwd(12_345), parseFxRate("3.2571"), "USD")).toEqual(usd(40_21));
  });
});

describe("split vectors", () => {
  test("V11 splits by largest remainder, ties to the earlier part", () => {
    expect(minors(split(usd(100_00), 3))).toEqual([3334, 3333, 3333]);
    expect(minors(allocate(usd(10_00), [1999n, 2999n, 4999n]))).toEqual([200, 300, 500]);
    expect(minors(split(usd(-1_00), 3))).toEqual([-34, -33, -33]);
  });
});

describe("date vectors", () => {
  const calendar = (...holidays: string[]): BusinessCalendar => ({
    weekendDays: [6, 7],
    holidays,
    workingWeekends: [],
  });
  const daily = { cutOffSeconds: null, frequency: { every: "day" } } as const;

  test("V12 counts three business days over a long weekend", () => {
    const t3 = { ...daily, zone: "UTC", days: 3, calendars: [calendar("2026-05-25")] };
    expect(settlementDate(Date.parse("2026-05-21T09:00:00Z"), t3)).toBe("2026-05-27");
  });

  test("V13 takes the day from the settlement zone", () => {
    const t3 = { ...daily, zone: "Asia/Shanghai", days: 3, calendars: [calendar("2026-05-25")] };
    expect(settlementDate(Date.parse("2026-05-21T16:30:00Z"), t3)).toBe("2026-05-28");
  });

  test("V14 skips a holiday and a weekend at the end of the year", () => {
    const t2 = { ...daily, zone: "UTC", days: 2, calendars: [calendar("2026-12-25")] };
    expect(settlementDate(Date.parse("2026-12-24T09:00:00Z"), t2)).toBe("2026-12-29");
  });

  test("V15 releases a reserve 180 calendar days after the value date", () => {
    expect(reserveReleaseDate("2026-05-27", 180, [calendar()])).toBe("2026-11-23");
  });

  const series = (anchor: string, every: Recurrence, count: number): string[] =>
    Array.from({ length: count }, (_, k) => dueDate(anchor, every, k));

  test("V16 returns to the 31st after short months", () => {
    expect(series("2026-01-31", { unit: "month", count: 1 }, 6)).toEqual([
      "2026-01-31",
      "2026-02-28",
      "2026-03-31",
      "2026-04-30",
      "2026-05-31",
      "2026-06-30",
    ]);
  });

  test("V17 returns to the leap day in leap years", () => {
    expect(series("2028-02-29", { unit: "year", count: 1 }, 5)).toEqual([
      "2028-02-29",
      "2029-02-28",
      "2030-02-28",
      "2031-02-28",
      "2032-02-29",
    ]);
  });

  test("V18 charges every second week", () => {
    expect(series("2026-03-02", { unit: "week", count: 2 }, 4)).toEqual([
      "2026-03-02",
      "2026-03-16",
      "2026-03-30",
      "2026-04-13",
    ]);
  });

  test("V19 spreads nine webhook tries over not quite two days", () => {
    expect(elapsedSeconds(webhookWaitsSeconds)).toEqual([0, 30, 150, 750, 2_550, 9_750, 31_350, 74_550, 160_950]);
  });
});

describe("rate vectors", () => {
  test("V20 shows rates half up to two decimals", () => {
    expect(shownPercent({ part: 412n, whole: 500n })).toBe("82.40");
    expect(shownPercent({ part: 23n, whole: 412n })).toBe("5.58");
    expect(shownPercent({ part: 3n, whole: 412n })).toBe("0.73");
  });
});

describe("refund vectors", () => {
  test("V21 leaves what refunds and an open chargeback do not claim", () => {
    const left = refundable({ captured: usd(100_00), refunds: [usd(40_00), usd(20_00)], disputes: [usd(30_00)] });
    expect(left).toEqual(usd(10_00));
    expect([exceeds(usd(10_01), left), exceeds(usd(10_00), left)]).toEqual([true, false]);
  });

  test("leaves nothing, rather than less, where a dispute claims what was already refunded", () => {
    expect(refundable({ captured: usd(100_00), refunds: [usd(80_00)], disputes: [usd(50_00)] })).toEqual(usd(0));
  });

  test("V22 accepts one of two refunds that together exceed the order, in whichever order they come", () => {
    const accepted: Money[] = [];
    const limits: Money[] = [];
    for (const asked of [usd(60_00), usd(60_00)]) {
      const limit = refundable({ captured: usd(100_00), refunds: accepted, disputes: [] });
      limits.push(limit);
      if (!exceeds(asked, limit)) accepted.push(asked);
    }
    expect(accepted).toEqual([usd(60_00)]);
    expect(limits).toEqual([usd(100_00), money(40_00n, "USD")]);
  });
});
