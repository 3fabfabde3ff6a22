import { addDays, isPlainDate } from "@countinghouse/money/plain-date.ts";
import { instantOf, startOfDay } from "@countinghouse/money/zone.ts";

/** Time format of a file. */
export interface TimeStyle {
  readonly dayOrder: "dayFirst" | "monthFirst";
  /** Zone of times without one. */
  readonly timeZone: string;
}

const written =
  /^(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(AM|PM)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?)?$/i;
const epoch = /^\d{10}(?:\d{3})?$/;
const dayMs = 86_400_000;

/** The date of a text, with the year first or with day and month in the file's order. */
function dayOf(first: string, second: string, third: string, { dayOrder }: TimeStyle): string | undefined {
  const isYearFirst = first.length === 4;
  const [year, month, day] = isYearFirst
    ? [first, second, third]
    : dayOrder === "dayFirst"
      ? [third, second, first]
      : [third, first, second];
  if (year.length !== 4 || day.length > 2) return undefined;
  const text = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isPlainDate(text) ? text : undefined;
}

function secondsOf(hour: string, minute: string, second: string, half: string | undefined): number | undefined {
  let hours = Number(hour);
  if (half !== undefined) {
    if (hours < 1 || hours > 12) return undefined;
    hours = (hours % 12) + (half.toUpperCase() === "PM" ? 12 : 0);
  }
  if (hours > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  return hours * 3600 + Number(minute) * 60 + Number(second);
}

/** Offset of a zone designator from UTC, in milliseconds. */
function offsetMs(zone: string): number {
  const [, sign, hours = "0", minutes = "0"] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? [];
  const ahead = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return sign === "-" ? -ahead : ahead;
}

/**
 * Cache by zone of days without a clock change, with their start; null for other days. Finding out costs far more than
 * using it.
 */
const evenDays = new Map<string, number | null>();
const evenDaysMax = 20_000;

function instantIn(zone: string, day: string, seconds: number): number {
  const key = `${zone} ${day}`;
  let start = evenDays.get(key);
  if (start === undefined) {
    const begins = startOfDay(day, zone);
    start = startOfDay(addDays(day, 1), zone) - begins === dayMs ? begins : null;
    if (evenDays.size >= evenDaysMax) evenDays.clear();
    evenDays.set(key, start);
  }
  return start === null ? instantOf({ date: day, seconds }, zone) : start + seconds * 1000;
}

/** A time of the file in epoch milliseconds; undefined for anything else. */
export function readTime(text: string, style: TimeStyle): number | undefined {
  if (epoch.test(text)) return text.length === 10 ? Number(text) * 1000 : Number(text);
  const match = written.exec(text);
  if (!match) return undefined;
  const [, first = "", second = "", third = "", hour = "0", minute = "0", sec = "0", fraction = "", half, zone] = match;
  const day = dayOf(first, second, third, style);
  const seconds = secondsOf(hour, minute, sec, half);
  if (day === undefined || seconds === undefined) return undefined;
  const ms = Number(fraction.padEnd(3, "0").slice(0, 3));
  if (zone === undefined) return instantIn(style.timeZone, day, seconds) + ms;
  return Date.parse(`${day}T00:00:00Z`) + seconds * 1000 + ms - offsetMs(zone);
}
