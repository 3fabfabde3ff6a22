import { type Text, text3 } from "@countinghouse/contract/kit/locale.ts";
import { addDays, epochDay, type PlainDate, type Weekday, weekdayOf } from "@countinghouse/money/plain-date.ts";

/** A day on which a calendar of the demonstration departs from its week. */
export interface CalendarDay {
  readonly calendar: string;
  readonly day: PlainDate;
  readonly name: Text;
  readonly kind: "closed" | "open";
}

type Holiday = readonly [day: PlainDate, name: Text];

const newYear = text3("New Year's Day", "元旦", "元旦");
const goodFriday = text3("Good Friday", "耶稣受难日", "耶穌受難日");
const easterMonday = text3("Easter Monday", "复活节星期一", "復活節星期一");
const labourDay = text3("Labour Day", "劳动节", "勞動節");
const christmas = text3("Christmas Day", "圣诞节", "聖誕節");
const nationalDay = text3("National Day", "国庆节", "國慶日");
const dragonBoat = text3("Dragon Boat Festival", "端午节", "端午節");
const lunarNewYear = text3("Lunar New Year", "春节", "春節");
const tombSweeping = text3("Tomb-Sweeping Day", "清明节", "清明節");

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
  [`${year}-01-01`, newYear],
  [addDays(easter(year), -2), goodFriday],
  [addDays(easter(year), 1), easterMonday],
  [`${year}-05-01`, labourDay],
  [`${year}-12-25`, christmas],
  [`${year}-12-26`, text3("Christmas holiday", "圣诞节次日", "聖誕節翌日")],
];

/** The holidays of the Federal Reserve: one that falls on a Sunday is kept on the Monday after it. */
const america = (year: number): readonly Holiday[] => {
  const fixed: readonly Holiday[] = [
    [`${year}-01-01`, newYear],
    [`${year}-06-19`, text3("Juneteenth", "六月节", "六月節")],
    [`${year}-07-04`, text3("Independence Day", "独立日", "獨立紀念日")],
    [`${year}-11-11`, text3("Veterans Day", "退伍军人节", "退伍軍人節")],
    [`${year}-12-25`, christmas],
  ];
  return [
    ...fixed.map(([day, name]): Holiday => [weekdayOf(day) === 7 ? addDays(day, 1) : day, name]),
    [nth(year, "01", 1, 3), text3("Martin Luther King Jr. Day", "马丁·路德·金纪念日", "馬丁路德金恩紀念日")],
    [nth(year, "02", 1, 3), text3("Presidents' Day", "总统日", "總統日")],
    [nth(year, "05", 1, -1), text3("Memorial Day", "阵亡将士纪念日", "陣亡將士紀念日")],
    [nth(year, "09", 1, 1), text3("Labor Day", "劳工节", "勞動節")],
    [nth(year, "10", 1, 2), text3("Columbus Day", "哥伦布日", "哥倫布日")],
    [nth(year, "11", 4, 4), text3("Thanksgiving Day", "感恩节", "感恩節")],
  ];
};

/** Days in a row, all of one name. */
const days = (from: PlainDate, to: PlainDate, name: Text): readonly Holiday[] =>
  Array.from({ length: epochDay(to) - epochDay(from) + 1 }, (_, index): Holiday => [addDays(from, index), name]);

/** The General Office of the State Council announces one year at a time, in the November before it. */
const china2026: readonly Holiday[] = [
  ...days("2026-01-01", "2026-01-03", newYear),
  ...days("2026-02-15", "2026-02-23", lunarNewYear),
  ...days("2026-04-04", "2026-04-06", tombSweeping),
  ...days("2026-05-01", "2026-05-05", labourDay),
  ...days("2026-06-19", "2026-06-21", dragonBoat),
  ...days("2026-09-25", "2026-09-27", text3("Mid-Autumn Festival", "中秋节", "中秋節")),
  ...days("2026-10-01", "2026-10-07", nationalDay),
];

/** Weekends that are worked in return for days off beside them. */
const worked = (name: Text): Text => text3(`Worked for ${name.en}`, `${name["zh-cn"]}调休上班`, `${name["zh-tw"]}補班`);
const chinaWorked2026: readonly Holiday[] = [
  ["2026-01-04", worked(newYear)],
  ["2026-02-14", worked(lunarNewYear)],
  ["2026-02-28", worked(lunarNewYear)],
  ["2026-05-09", worked(labourDay)],
  ["2026-09-20", worked(nationalDay)],
  ["2026-10-10", worked(nationalDay)],
];

/** The general holidays as gazetted. */
const hongKong2026: readonly Holiday[] = [
  ["2026-01-01", newYear],
  ...days("2026-02-17", "2026-02-19", lunarNewYear),
  ["2026-04-03", goodFriday],
  ["2026-04-06", text3("The day following Ching Ming", "清明节翌日", "清明節翌日")],
  ["2026-04-07", text3("The day following Easter Monday", "复活节星期一翌日", "復活節星期一翌日")],
  ["2026-05-01", labourDay],
  ["2026-05-25", text3("The day following the Buddha's Birthday", "佛诞翌日", "佛誕翌日")],
  ["2026-06-19", dragonBoat],
  ["2026-07-01", text3("Establishment Day", "香港特别行政区成立纪念日", "香港特別行政區成立紀念日")],
  ["2026-10-01", nationalDay],
  ["2026-10-19", text3("The day following Chung Yeung", "重阳节翌日", "重陽節翌日")],
  ["2026-12-25", christmas],
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
