import { addDays, type PlainDate, type Weekday, weekdayOf } from "./plain-date.ts";

/** Which days are open for business. */
export interface BusinessCalendar {
  readonly weekendDays: readonly Weekday[];
  readonly holidays: readonly PlainDate[];
  /** Days open although they fall on a weekend, in regions that shift working days around a holiday. */
  readonly workingWeekends: readonly PlainDate[];
}

/** Longer than any real closure; past it a calendar has no open day left and counting on would never end. */
const MAX_CLOSED_DAYS = 400;

const isOpenIn = (date: PlainDate, calendar: BusinessCalendar): boolean =>
  !calendar.holidays.includes(date) &&
  (calendar.workingWeekends.includes(date) || !calendar.weekendDays.includes(weekdayOf(date)));

/** Whether the day is open in every one of the calendars. A holiday closes a working weekend too. */
export const isBusinessDay = (date: PlainDate, calendars: readonly BusinessCalendar[]): boolean =>
  calendars.every((calendar) => isOpenIn(date, calendar));

/**
 * The date itself if it is a business day, else the next one. Refuses calendars without open days with a RangeError.
 */
export function onBusinessDay(date: PlainDate, calendars: readonly BusinessCalendar[]): PlainDate {
  for (let ahead = 0; ahead <= MAX_CLOSED_DAYS; ahead += 1) {
    const candidate = addDays(date, ahead);
    if (isBusinessDay(candidate, calendars)) return candidate;
  }
  throw new RangeError(`No business day within ${MAX_CLOSED_DAYS} days of ${date}`);
}

/** The date a count of business days later; none leaves the date as it is, even on a closed day. */
export function addBusinessDays(date: PlainDate, days: number, calendars: readonly BusinessCalendar[]): PlainDate {
  let reached = date;
  for (let counted = 0; counted < days; counted += 1) reached = onBusinessDay(addDays(reached, 1), calendars);
  return reached;
}
