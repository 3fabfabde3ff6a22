/** The pieces of an instant in a zone, each with its leading zeros. */
export interface InstantParts {
  readonly year: string;
  readonly month: string;
  readonly day: string;
  readonly hour: string;
  readonly minute: string;
  readonly second: string;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-CA", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
    });
    formats.set(timeZone, format);
  }
  return format;
}

/** Splits an instant into calendar and clock of a zone; undefined for what is no instant. */
export function instantParts(instant: string | number | Date, timeZone: string): InstantParts | undefined {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return undefined;
  const found = Object.fromEntries(
    formatFor(timeZone)
      .formatToParts(date)
      .map(({ type, value }) => [type, value]),
  );
  const { year = "", month = "", day = "", hour = "", minute = "", second = "" } = found;
  return { year, month, day, hour, minute, second };
}

/** `2026-11-21 14:05:09` in a zone; an en dash for what is no instant. */
export function formatInstant(instant: string | number | Date, timeZone: string): string {
  const parts = instantParts(instant, timeZone);
  if (!parts) return "–";
  const { year, month, day, hour, minute, second } = parts;
  return `${year}-${month}-${day} ${hour}:${minute}:${second}`;
}

/** `14:05:09` in a zone. */
export const formatClock = (instant: string | number | Date, timeZone: string): string =>
  formatInstant(instant, timeZone).slice(11);

/** The calendar day, `2026-11-21`, an instant falls on in a zone. */
export const dayOf = (instant: string | number | Date, timeZone: string): string =>
  formatInstant(instant, timeZone).slice(0, 10);

/** Offset of a zone from UTC at an instant: `UTC+8`, `UTC−3:30`, `UTC`. */
export function zoneOffset(timeZone: string, at: string | number | Date): string {
  const minutes = offsetMinutes(timeZone, new Date(at));
  if (minutes === 0) return "UTC";
  const size = Math.abs(minutes);
  const rest = size % 60;
  return `UTC${minutes < 0 ? "\u2212" : "+"}${Math.floor(size / 60)}${rest ? `:${String(rest).padStart(2, "0")}` : ""}`;
}

function offsetMinutes(timeZone: string, at: Date): number {
  const parts = instantParts(at, timeZone);
  if (!parts) return 0;
  const { year, month, day, hour, minute, second } = parts;
  const wall = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
  return Math.round((wall - at.getTime()) / 60_000);
}

/**
 * The instant at which a zone's clock shows `YYYY-MM-DDTHH:mm:ss`, ISO 8601 in UTC. The offset is looked up twice,
 * because that of the same time in UTC differs on the days clocks change.
 */
export function instantOf(wall: string, timeZone: string): string {
  const asUtc = Date.parse(`${wall}Z`);
  const first = asUtc - offsetMinutes(timeZone, new Date(asUtc)) * 60_000;
  const second = asUtc - offsetMinutes(timeZone, new Date(first)) * 60_000;
  return new Date(second).toISOString();
}

/** The first instant of a calendar day in a zone, ISO 8601 in UTC. */
export const startOfDay = (day: string, timeZone: string): string => instantOf(`${day}T00:00:00`, timeZone);

/** The calendar day `count` days after `day`; negative counts go back. */
export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00.000Z`) + count * 86_400_000).toISOString().slice(0, 10);
