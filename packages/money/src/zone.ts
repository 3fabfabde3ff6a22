import { addDays, epochDay, type PlainDate } from "./plain-date.ts";

/** A moment on the clock of some zone. */
export interface LocalTime {
  readonly date: PlainDate;
  /** Seconds since local midnight. */
  readonly seconds: number;
}

const DAY_MS = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Building a format costs far more than using it, and a settlement run asks for the same few zones throughout. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const numeric = "2-digit";
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    calendar: "iso8601",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: numeric,
    day: numeric,
    hour: numeric,
    minute: numeric,
    second: numeric,
  });
  formats.set(zone, format);
  return format;
}

/** What the clock of an IANA zone shows at an instant of epoch milliseconds; a RangeError for an unknown zone. */
export function localTime(instantMs: number, zone: string): LocalTime {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(instantMs)
      .map(({ type, value }) => [type, value]),
  );
  const read = (type: Intl.DateTimeFormatPartTypes): string => (parts.get(type) ?? "").padStart(2, "0");
  return {
    date: `${read("year").padStart(4, "0")}-${read("month")}-${read("day")}`,
    seconds: Number(read("hour")) * 3600 + Number(read("minute")) * 60 + Number(read("second")),
  };
}

const asIfUtcMs = ({ date, seconds }: LocalTime): number => epochDay(date) * DAY_MS + seconds * 1000;

/** How far the zone's clock is ahead of UTC at an instant, in whole seconds as milliseconds. */
const offsetMs = (instantMs: number, zone: string): number => {
  const wholeSecond = Math.floor(instantMs / 1000) * 1000;
  return asIfUtcMs(localTime(wholeSecond, zone)) - wholeSecond;
};

/**
 * The instant, in epoch milliseconds, at which a zone's clock shows a local time. A time the clock skips moves forward
 * by the length of the gap; a time it shows twice is the first of the two.
 */
export function instantOf(local: LocalTime, zone: string): number {
  const wanted = asIfUtcMs(local);
  // No zone changes its clock twice within two days, so the offsets a day before and after are all there are.
  const before = offsetMs(wanted - DAY_MS, zone);
  const after = offsetMs(wanted + DAY_MS, zone);
  const fitting = [wanted - before, wanted - after].filter((instant) => asIfUtcMs(localTime(instant, zone)) === wanted);
  return fitting.length > 0 ? Math.min(...fitting) : wanted - before;
}

/** The instant at which a day begins in a zone. */
export const startOfDay = (date: PlainDate, zone: string): number => instantOf({ date, seconds: 0 }, zone);

/** The instants a day spans in a zone, half-open; 23 or 25 hours where the clock changes. */
export const dayRange = (date: PlainDate, zone: string): { fromMs: number; toMs: number } => ({
  fromMs: startOfDay(date, zone),
  toMs: startOfDay(addDays(date, 1), zone),
});
