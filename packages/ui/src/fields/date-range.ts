import { addDays, dayOf, startOfDay } from "../cells/instant.ts";

/** Ranges relative to the current day. */
export const rangePresets = ["last7Days", "last30Days", "last90Days", "pastYear"] as const;
export type RangePreset = (typeof rangePresets)[number];

/** A preset, or two days, both included and either open. A saved filter keeps the preset, not the days it meant then. */
export type DateRange = RangePreset | readonly [from: string | null, to: string | null];

const presetDays: Readonly<Record<RangePreset, number>> = {
  last7Days: 7,
  last30Days: 30,
  last90Days: 90,
  pastYear: 365,
};

const isPreset = (text: string): text is RangePreset => rangePresets.some((preset) => preset === text);
const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** A range as text for an address: `last7Days`, `2026-11-01..2026-11-21`, `2026-11-01..`. */
export const rangeToText = (range: DateRange): string =>
  typeof range === "string" ? range : `${range[0] ?? ""}..${range[1] ?? ""}`;

/** Reads what {@link rangeToText} wrote; undefined for anything else, since addresses are typed by hand too. */
export function rangeFromText(text: string): DateRange | undefined {
  if (isPreset(text)) return text;
  const [from, to, rest] = text.split("..");
  if (from === undefined || to === undefined || rest !== undefined || (from === "" && to === "")) return undefined;
  if ((from !== "" && !isDay(from)) || (to !== "" && !isDay(to))) return undefined;
  if (from !== "" && to !== "" && from > to) return undefined;
  return [from === "" ? null : from, to === "" ? null : to];
}

/** The days a range means when looked at on `today`, both included. */
export function daysOf(range: DateRange, today: string): readonly [string | null, string | null] {
  return typeof range === "string" ? [addDays(today, 1 - presetDays[range]), today] : range;
}

/** The half-open range of instants `[from, to)` a range means now in a zone. */
export function instantsOf(range: DateRange, timeZone: string, now: number): [string | null, string | null] {
  const [from, to] = daysOf(range, dayOf(now, timeZone));
  return [from && startOfDay(from, timeZone), to && startOfDay(addDays(to, 1), timeZone)];
}

/** The half-open range of days `[from, to)` a range means now in a zone. */
export function halfOpenDays(range: DateRange, timeZone: string, now: number): [string | null, string | null] {
  const [from, to] = daysOf(range, dayOf(now, timeZone));
  return [from, to && addDays(to, 1)];
}
