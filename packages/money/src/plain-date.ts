import { MoneyError } from "./money-error.ts";

/** A calendar day without a zone, ISO 8601: "2026-05-21". Such texts sort and compare as the days they name. */
export type PlainDate = string;

/** Day of the week, ISO 8601: Monday 1 to Sunday 7. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

interface Ymd {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const DAYS_PER_ERA = 146_097;
const DAYS_BEFORE_1970 = 719_468;

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

const daysInMonth = (year: number, month: number): number =>
  month === 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;

function ymd(date: PlainDate): Ymd {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date);
  const [year, month, day] = match ? match.slice(1).map(Number) : [];
  const isReal = year !== undefined && month !== undefined && day !== undefined;
  if (!isReal || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) {
    throw new MoneyError("date_malformed", { date });
  }
  return { year, month, day };
}

const text = ({ year, month, day }: Ymd): PlainDate =>
  `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;

/** Whether the text names a day that exists, as "2026-02-29" does not. */
export function isPlainDate(date: string): boolean {
  try {
    return text(ymd(date)) === date;
  } catch {
    return false;
  }
}

/**
 * Days since 1970-01-01, counted on the Gregorian calendar. The year is taken to begin in March, so that the leap day
 * is its last and months have a fixed rhythm. Throws `date_malformed` for a day that does not exist.
 */
export function epochDay(date: PlainDate): number {
  const { year, month, day } = ymd(date);
  const marchYear = month <= 2 ? year - 1 : year;
  const era = Math.floor(marchYear / 400);
  const yearOfEra = marchYear - era * 400;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * DAYS_PER_ERA + dayOfEra - DAYS_BEFORE_1970;
}

/** The day that lies the given count of days after 1970-01-01. */
export function fromEpochDay(days: number): PlainDate {
  const shifted = days + DAYS_BEFORE_1970;
  const era = Math.floor(shifted / DAYS_PER_ERA);
  const dayOfEra = shifted - era * DAYS_PER_ERA;
  const leapDays = Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096);
  const yearOfEra = Math.floor((dayOfEra - leapDays) / 365);
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  const day = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1;
  return text({ year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day });
}

/** The day a count of days later, or earlier for a negative count. */
export const addDays = (date: PlainDate, days: number): PlainDate => fromEpochDay(epochDay(date) + days);

/** How many days the second day lies after the first; negative if before. */
export const daysBetween = (from: PlainDate, to: PlainDate): number => epochDay(to) - epochDay(from);

/** The day of the week of a date. */
export const weekdayOf = (date: PlainDate): Weekday => (((((epochDay(date) + 3) % 7) + 7) % 7) + 1) as Weekday;

/** The same day a count of months later; a day the month does not have becomes its last. */
export function addMonths(date: PlainDate, months: number): PlainDate {
  const { year, month, day } = ymd(date);
  const index = year * 12 + month - 1 + months;
  const target = { year: Math.floor(index / 12), month: (((index % 12) + 12) % 12) + 1 };
  return text({ ...target, day: Math.min(day, daysInMonth(target.year, target.month)) });
}

/** The given day of the date's month, or the month's last day where it is shorter. */
export function dayOfMonth(date: PlainDate, day: number): PlainDate {
  const { year, month } = ymd(date);
  return text({ year, month, day: Math.min(day, daysInMonth(year, month)) });
}
