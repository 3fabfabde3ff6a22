import { addBusinessDays, type BusinessCalendar, isBusinessDay, onBusinessDay } from "./business-calendar.ts";
import { addDays, addMonths, dayOfMonth, type PlainDate, type Weekday, weekdayOf } from "./plain-date.ts";
import { dayRange, localTime } from "./zone.ts";

/** When captures of a merchant are settled. */
export interface SettlementTerms {
  /** The merchant's settlement zone, IANA. */
  readonly zone: string;
  /** From this local time on, in seconds since midnight, a capture belongs to the next day; null for midnight. */
  readonly cutOffSeconds: number | null;
  /** N of T+N. */
  readonly days: number;
  /** A day counts only if it is open in all of them. */
  readonly calendars: readonly BusinessCalendar[];
  readonly frequency: SettlementFrequency;
}

/** How often due lines are collected into a batch; a day of the month beyond its end is its last day. */
export type SettlementFrequency =
  | { readonly every: "day" }
  | { readonly every: "week"; readonly on: Weekday }
  | { readonly every: "month"; readonly on: number };

/** The day a capture counts for: its date in the settlement zone, or the next one from the cut-off on. */
export function captureDate(capturedAtMs: number, terms: Pick<SettlementTerms, "zone" | "cutOffSeconds">): PlainDate {
  const { date, seconds } = localTime(capturedAtMs, terms.zone);
  return terms.cutOffSeconds !== null && seconds >= terms.cutOffSeconds ? addDays(date, 1) : date;
}

/** The value date of a capture: N business days after the day it counts for, then collected by the frequency. */
export function settlementDate(capturedAtMs: number, terms: SettlementTerms): PlainDate {
  const due = addBusinessDays(captureDate(capturedAtMs, terms), terms.days, terms.calendars);
  return collectionDate(due, terms.frequency, terms.calendars);
}

/** The day on which a line due on a date is collected: the next named day, moved forward to a business day. */
export function collectionDate(
  due: PlainDate,
  frequency: SettlementFrequency,
  calendars: readonly BusinessCalendar[],
): PlainDate {
  if (frequency.every === "day") return due;
  if (frequency.every === "week")
    return onBusinessDay(addDays(due, (frequency.on - weekdayOf(due) + 7) % 7), calendars);
  const thisMonth = dayOfMonth(due, frequency.on);
  const named = thisMonth >= due ? thisMonth : dayOfMonth(addMonths(dayOfMonth(due, 1), 1), frequency.on);
  return onBusinessDay(named, calendars);
}

/** The day a reserve is released: calendar days after the value date, moved forward to a business day. */
export const reserveReleaseDate = (
  valueDate: PlainDate,
  holdDays: number,
  calendars: readonly BusinessCalendar[],
): PlainDate => onBusinessDay(addDays(valueDate, holdDays), calendars);

/**
 * How many seconds between two instants fall on business days of a zone. A rate fetched before a weekend does not age
 * over it, because no newer one is published.
 */
export function businessSeconds(between: {
  fromMs: number;
  toMs: number;
  zone: string;
  calendars: readonly BusinessCalendar[];
}): number {
  const last = localTime(between.toMs, between.zone).date;
  let elapsedMs = 0;
  for (let date = localTime(between.fromMs, between.zone).date; date <= last; date = addDays(date, 1)) {
    if (!isBusinessDay(date, between.calendars)) continue;
    const day = dayRange(date, between.zone);
    elapsedMs += Math.max(0, Math.min(day.toMs, between.toMs) - Math.max(day.fromMs, between.fromMs));
  }
  return Math.floor(elapsedMs / 1000);
}
