import type { LocalizedText } from "@countinghouse/contract/kit/locale.ts";
import { demoHolidays as holiday } from "@countinghouse/contract/platform/seeded-demo.ts";
import { addDays, epochDay, type PlainDate, type Weekday, weekdayOf } from "@countinghouse/money/plain-date.ts";

/** A day on which a calendar of the demonstration departs from its week. */
export interface CalendarDay {
  readonly calendar: string;
  readonly day: PlainDate;
  readonly name: LocalizedText;
  readonly kind: "closed" | "open";
}

type Holiday = readonly [day: PlainDate, name: LocalizedText];

/** Easter Sunday of the Gregorian calendar (anonymous computus of 1876). */
function easter(year: number): PlainDate {
  const century = Math.floor(year / 100);
  const golden = year % 19;
  const corrections = century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25);
  const epact = (19 * golden + corrections + 15) % 30;
  const fullMoon = epact - (epact > 28 || (epact === 28 && golden > 10) ? 1 : 0);
  const weekday = (year + Math.floor(year / 4) + fullMoon + 2 - century + Math.floor(century / 4)) % 7;
  return addDays(`${year}-03-28`, fullMoon - weekday);
}

/** The n-th weekday of a month; counted from its end where n is -1. */
function nth(year: number, month: string, weekday: Weekday, n: number): PlainDate {
  const first: PlainDate = `${year}-${month}-01`;
  const found = addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + 7 * ((n === -1 ? 5 : n) - 1));
  return n === -1 && found.slice(5, 7) !== month ? addDays(found, -7) : found;
}

/** The closing days of T2, the payment system of the Eurosystem. */
const euro = (year: number): readonly Holiday[] => [
  [`${year}-01-01`, holiday.newYear],
  [addDays(easter(year), -2), holiday.goodFriday],
  [addDays(easter(year), 1), holiday.easterMonday],
  [`${year}-05-01`, holiday.labourDay],
  [`${year}-12-25`, holiday.christmas],
  [`${year}-12-26`, holiday.afterChristmas],
];

/** The holidays of the Federal Reserve: one that falls on a Sunday is kept on the Monday after it. */
const america = (year: number): readonly Holiday[] => {
  const fixed: readonly Holiday[] = [
    [`${year}-01-01`, holiday.newYear],
    [`${year}-06-19`, holiday.juneteenth],
    [`${year}-07-04`, holiday.independenceDay],
    [`${year}-11-11`, holiday.veteransDay],
    [`${year}-12-25`, holiday.christmas],
  ];
  return [
    ...fixed.map(([day, name]): Holiday => [weekdayOf(day) === 7 ? addDays(day, 1) : day, name]),
    [nth(year, "01", 1, 3), holiday.kingDay],
    [nth(year, "02", 1, 3), holiday.presidentsDay],
    [nth(year, "05", 1, -1), holiday.memorialDay],
    [nth(year, "09", 1, 1), holiday.americanLabourDay],
    [nth(year, "10", 1, 2), holiday.columbusDay],
    [nth(year, "11", 4, 4), holiday.thanksgivingDay],
  ];
};

/** Days in a row, all of one name. */
const days = (from: PlainDate, to: PlainDate, name: LocalizedText): readonly Holiday[] =>
  Array.from({ length: epochDay(to) - epochDay(from) + 1 }, (_, index): Holiday => [addDays(from, index), name]);

/** The General Office of the State Council announces one year at a time, in the November before it. */
const china2026: readonly Holiday[] = [
  ...days("2026-01-01", "2026-01-03", holiday.newYear),
  ...days("2026-02-15", "2026-02-23", holiday.lunarNewYear),
  ...days("2026-04-04", "2026-04-06", holiday.tombSweeping),
  ...days("2026-05-01", "2026-05-05", holiday.labourDay),
  ...days("2026-06-19", "2026-06-21", holiday.dragonBoat),
  ...days("2026-09-25", "2026-09-27", holiday.midautumnFestival),
  ...days("2026-10-01", "2026-10-07", holiday.nationalDay),
];

/** Weekends that are worked in return for days off beside them. */
const chinaWorked2026: readonly Holiday[] = [
  ["2026-01-04", holiday.workedForNewYear],
  ["2026-02-14", holiday.workedForLunarNewYear],
  ["2026-02-28", holiday.workedForLunarNewYear],
  ["2026-05-09", holiday.workedForLabourDay],
  ["2026-09-20", holiday.workedForNationalDay],
  ["2026-10-10", holiday.workedForNationalDay],
];

/** The general holidays as gazetted. */
const hongKong2026: readonly Holiday[] = [
  ["2026-01-01", holiday.newYear],
  ...days("2026-02-17", "2026-02-19", holiday.lunarNewYear),
  ["2026-04-03", holiday.goodFriday],
  ["2026-04-06", holiday.afterTombSweeping],
  ["2026-04-07", holiday.afterEasterMonday],
  ["2026-05-01", holiday.labourDay],
  ["2026-05-25", holiday.afterBuddhasBirthday],
  ["2026-06-19", holiday.dragonBoat],
  ["2026-07-01", holiday.establishmentDay],
  ["2026-10-01", holiday.nationalDay],
  ["2026-10-19", holiday.afterChungYeung],
  ["2026-12-25", holiday.christmas],
];

const isWeekend = (day: PlainDate): boolean => weekdayOf(day) > 5;

/** What the calendars of the demonstration list for a year: holidays on weekdays, and weekends that are worked. */
export function calendarDaysOf(year: number): readonly CalendarDay[] {
  const closed = { "EU-TARGET": euro(year), US: america(year), CN: china2026, HK: hongKong2026 };
  const all = [
    ...Object.entries(closed).flatMap(([calendar, holidays]) =>
      holidays
        .filter(([day]) => !isWeekend(day))
        .map(([day, name]) => ({ calendar, day, name, kind: "closed" as const })),
    ),
    ...chinaWorked2026.map(([day, name]) => ({ calendar: "CN", day, name, kind: "open" as const })),
  ];
  return all.filter(({ day }) => day.startsWith(`${year}-`));
}
