import { addDays, type PlainDate, weekdayOf } from "@countinghouse/money/plain-date.ts";
import { instantOf, localTime } from "@countinghouse/money/zone.ts";
import type { SeededRandom } from "./seeded-random.ts";

/** How busy a shop is in each hour of its day. */
const hours = [2, 1, 1, 1, 1, 2, 4, 8, 12, 15, 17, 18, 20, 18, 16, 15, 16, 18, 22, 26, 28, 24, 14, 6];
/** Monday to Sunday. */
const weekdays = [1, 0.95, 0.95, 1, 1.15, 1.35, 1.25];
/** January to December: gifts are bought towards the end of a year. */
const months = [0.85, 0.9, 0.95, 0.95, 1, 1.05, 1, 0.95, 1, 1.05, 1.4, 1.5];
/** How many more orders the last day has than the first. */
const growth = 2.2;

export interface TradingRhythm {
  readonly from: number;
  /** Nothing happens from here on. */
  readonly until: number;
  readonly zone: string;
}

/** Instants of a shop's orders in epoch milliseconds, in their order: by its hours, its weekdays and the season. */
export function orderTimes(random: SeededRandom, count: number, { from, until, zone }: TradingRhythm): number[] {
  const days = daysOf(from, until, zone);
  const weigh = days.map((day, index) => {
    const season = months[Number(day.slice(5, 7)) - 1] ?? 1;
    const grown = 1 + ((growth - 1) * index) / days.length;
    return grown * season * (weekdays[weekdayOf(day) - 1] ?? 1) * (0.75 + random.next() * 0.5);
  });
  const byDay = drawer(weigh);
  const byHour = drawer(hours);
  const times: number[] = [];
  // The first day and the last are not whole: what falls outside them is drawn again.
  while (times.length < count) {
    const seconds = byHour(random.next()) * 3600 + random.between(0, 3599);
    const at = instantOf({ date: days[byDay(random.next())] as PlainDate, seconds }, zone) + random.between(0, 999);
    if (at >= from && at < until) times.push(at);
  }
  return times.sort((a, b) => a - b);
}

function daysOf(from: number, until: number, zone: string): PlainDate[] {
  const last = localTime(until, zone).date;
  const days: PlainDate[] = [];
  for (let day = localTime(from, zone).date; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}

/** Answers the place that a share of the whole falls on. */
function drawer(weights: readonly number[]): (share: number) => number {
  const sums: number[] = [];
  for (const weight of weights) sums.push((sums.at(-1) ?? 0) + weight);
  const whole = sums.at(-1) ?? 0;
  return (share) => Math.max(0, lowest(sums, share * whole));
}

/** The first place whose sum is above a value. */
function lowest(sums: readonly number[], value: number): number {
  let [low, high] = [0, sums.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sums[middle] ?? 0) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
