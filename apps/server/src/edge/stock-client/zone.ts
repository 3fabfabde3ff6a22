/** Converts between instants and local times of one zone without an offset: `2026-11-27 14:05:00`. */
export interface LocalTimes {
  /** An instant as local time. */
  written(instant: Date): string;
  /**
   * A local time as ISO 8601 in UTC; a date alone is its first moment. An invalid time is returned unchanged, so that
   * validation refuses it. A time skipped by a clock change is taken an hour later; of a repeated time, the first.
   */
  read(text: string): string;
}

const localForm = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?$/;
const day = 86_400_000;

/** Converter for an IANA zone. */
export function localTimesOf(zone: string): LocalTimes {
  const format = new Intl.DateTimeFormat("sv-SE", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  const written = (instant: Date): string => format.format(instant);
  /** Offset of the zone from UTC at an instant, in milliseconds. */
  const ahead = (at: number): number => Date.parse(`${written(new Date(at)).replace(" ", "T")}Z`) - at;
  return {
    written,
    read: (text) => {
      const parts = localForm.exec(text.trim());
      if (!parts) return text;
      const [year = 0, month = 1, date = 1, hour = 0, minute = 0, second = 0] = parts
        .slice(1)
        .map((one) => Number(one ?? 0));
      const asUtc = Date.UTC(year, month - 1, date, hour, minute, second);
      const isReal = new Date(asUtc).getUTCMonth() === month - 1 && hour < 24 && minute < 60 && second < 60;
      if (!isReal) return text;
      const offsets = [ahead(asUtc - day), ahead(asUtc + day)].sort((a, b) => b - a);
      const fitting = offsets.find((offset) => ahead(asUtc - offset) === offset) ?? Math.min(...offsets);
      return new Date(asUtc - fitting).toISOString();
    },
  };
}
