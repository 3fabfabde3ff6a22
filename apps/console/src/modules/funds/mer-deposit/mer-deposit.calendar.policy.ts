import type { DepositDay } from "@countinghouse/contract/funds/mer-deposit/mer-deposit.ts";
import { addDays, addMonths, daysBetween, weekdayOf } from "@countinghouse/money/plain-date.ts";

/** One day of a month as the calendar draws it. */
export interface CalendarDay {
  readonly day: string;
  /** Monday is 1. */
  readonly weekday: number;
  /** What goes back that day, or went back; minor units. */
  readonly amount: bigint;
  readonly holds: number;
  readonly isPast: boolean;
}

/** A month of the calendar. */
export interface CalendarMonth {
  readonly first: string;
  readonly days: readonly CalendarDay[];
  /** What is still to come of it. */
  readonly total: bigint;
}

/** The first day of a month, `count` months after that of a day. */
export const monthOf = (day: string, count = 0): string => addMonths(`${day.slice(0, 7)}-01`, count);

/** The days of a month: past ones with what went back, the others with what is due. */
export function monthDays(first: string, given: readonly DepositDay[], today: string): CalendarMonth {
  const byDay = new Map(given.map((one) => [one.day, one]));
  const days = Array.from({ length: daysBetween(first, addMonths(first, 1)) }, (_, index): CalendarDay => {
    const day = addDays(first, index);
    const isPast = day < today;
    const { amount = "0", releasedAmount = "0", holds = 0 } = byDay.get(day) ?? {};
    return { day, weekday: weekdayOf(day), amount: BigInt(isPast ? releasedAmount : amount), holds, isPast };
  });
  const total = days.reduce((sum, { isPast, amount }) => (isPast ? sum : sum + amount), 0n);
  return { first, days, total };
}

/** What goes back in the months from one on, month by month; months of which nothing is are left out. */
export function laterMonths(
  given: readonly DepositDay[],
  from: string,
): readonly { readonly first: string; readonly amount: bigint }[] {
  const sums = new Map<string, bigint>();
  for (const { day, amount } of given) {
    if (day === null || day < from || amount === "0") continue;
    sums.set(monthOf(day), (sums.get(monthOf(day)) ?? 0n) + BigInt(amount));
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([first, amount]) => ({ first, amount }));
}

/** How strong a day is drawn among the others: three steps by the amount, none for nothing. */
export const stepOf = (amount: bigint, largest: bigint): 0 | 1 | 2 | 3 => {
  if (amount <= 0n || largest <= 0n) return 0;
  const third = (amount * 3n) / largest;
  return third >= 2n ? 3 : third >= 1n ? 2 : 1;
};

/** The largest of some amounts; nothing where there are none. */
export function largestOf(all: readonly { readonly amount: bigint }[]): bigint {
  let largest = 0n;
  for (const { amount } of all) if (amount > largest) largest = amount;
  return largest;
}
