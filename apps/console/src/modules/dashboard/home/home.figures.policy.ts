import { divideRounded } from "@countinghouse/money/rounding.ts";

/** What orders of one currency come to; amounts in minor units. */
export interface CurrencyTally {
  readonly currency: string;
  readonly orders: number;
  readonly attempted: number;
  readonly paid: number;
  readonly captured: string;
  readonly refunded: string;
}

/** What tallies come to in all: orders of every currency, money of one. */
export interface TallySums {
  readonly orders: number;
  readonly attempted: number;
  readonly paid: number;
  /** Of the one currency. */
  readonly paidInCurrency: number;
  readonly captured: bigint;
  readonly refunded: bigint;
}

/** Adds tallies up, money of one currency only. */
export function sumsOf(tallies: readonly CurrencyTally[], currency: string | undefined): TallySums {
  const total = (pick: (one: CurrencyTally) => number): number => tallies.reduce((sum, one) => sum + pick(one), 0);
  const own = tallies.filter((one) => one.currency === currency);
  return {
    orders: total(({ orders }) => orders),
    attempted: total(({ attempted }) => attempted),
    paid: total(({ paid }) => paid),
    paidInCurrency: own.reduce((sum, { paid }) => sum + paid, 0),
    captured: own.reduce((sum, one) => sum + BigInt(one.captured), 0n),
    refunded: own.reduce((sum, one) => sum + BigInt(one.refunded), 0n),
  };
}

const oneDigit = new Intl.NumberFormat("en-US", { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Tenths as they are read: `8.4` of 84. */
export const tenthsText = (count: number): string => oneDigit.format(count / 10);

/** What the figures of the page are measured by. */
export const measures = ["volume", "paidOrders", "approval", "refundRate", "average"] as const;
export type Measure = (typeof measures)[number];

/** Rates are in hundredths of a percent, money in minor units, the rest in orders. */
export const rates: readonly Measure[] = ["approval", "refundRate"];
export const amounts: readonly Measure[] = ["volume", "average"];

const share = (part: bigint, whole: bigint, times: bigint): number | null =>
  whole === 0n ? null : Number(divideRounded(part * times, whole, "halfUp"));

/** A share in hundredths of a percent; null where the whole is nothing. */
export const ratioOf = (part: number, whole: number): number | null => share(BigInt(part), BigInt(whole), 10_000n);

/** A measure of sums; null where there is nothing it could be a share of. */
export function measureOf(sums: TallySums, measure: Measure): number | null {
  switch (measure) {
    case "volume":
      return Number(sums.captured);
    case "paidOrders":
      return sums.paid;
    case "approval":
      return share(BigInt(sums.paid), BigInt(sums.attempted), 10_000n);
    case "refundRate":
      return share(sums.refunded, sums.captured, 10_000n);
    case "average":
      return share(sums.captured, BigInt(sums.paidInCurrency), 1n);
  }
}

/** A measure beside itself earlier: by how much it grew, and whether that is better. */
export interface MeasureChange {
  /** Tenths of a percent, or of a percentage point for rates; null where there was nothing before. */
  readonly by: number | null;
  readonly isBetter: boolean | null;
}

export function changeOf(now: number | null, before: number | null, measure: Measure): MeasureChange {
  if (now === null || before === null || (before === 0 && !rates.includes(measure)))
    return { by: null, isBetter: null };
  const by = rates.includes(measure) ? Math.round((now - before) / 10) : Math.round(((now - before) / before) * 1000);
  return { by, isBetter: by === 0 ? null : by > 0 === (measure !== "refundRate") };
}

/** The tallies of each hour or day, in order: an empty list where there was no order. */
export function alignedTallies<T extends CurrencyTally & { readonly start: string }>(
  starts: readonly string[],
  points: readonly T[],
): readonly (readonly T[])[] {
  const byStart = Map.groupBy(points, ({ start }) => start);
  return starts.map((start) => byStart.get(start) ?? []);
}

/** The currency with the most orders, unless the chosen one has some as well. */
export function currencyOf(
  tallies: readonly (readonly CurrencyTally[])[],
  chosen: string | undefined,
): { readonly currency: string | undefined; readonly currencies: readonly string[] } {
  const orders = new Map<string, number>();
  for (const one of tallies.flat()) orders.set(one.currency, (orders.get(one.currency) ?? 0) + one.orders);
  const currencies = [...orders].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([code]) => code);
  return { currency: currencies.find((one) => one === chosen) ?? currencies[0], currencies };
}

/** A line through the values that are known, in a box of 100 by 30. */
export function sparkline(values: readonly (number | null)[]): string {
  const known = values.flatMap((value, at) => (value === null ? [] : [{ value, at }]));
  const [least, most] = [Math.min(...known.map(({ value }) => value)), Math.max(...known.map(({ value }) => value))];
  const step = values.length > 1 ? 100 / (values.length - 1) : 0;
  const height = (value: number) => (most === least ? 29 : 29 - ((value - least) / (most - least)) * 28);
  return known
    .map(
      ({ value, at }, index) =>
        `${index === 0 ? "M" : "L"}${oneDigit.format(at * step)} ${oneDigit.format(height(value))}`,
    )
    .join("");
}
