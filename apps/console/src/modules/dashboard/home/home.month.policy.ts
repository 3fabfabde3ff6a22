/** A calendar day, `YYYY-MM-DD`. */
export type Day = string;

const dayLength = 86_400_000;
const atNoon = (day: Day): Date => new Date(`${day}T12:00:00.000Z`);
const dayOf = (date: Date): Day => date.toISOString().slice(0, 10);

/** The day `count` days later; negative counts go back. */
export const plusDays = (day: Day, count: number): Day => dayOf(new Date(atNoon(day).getTime() + count * dayLength));

/** The same day of another month, or that month's last day where it has no such day. */
export function plusMonths(day: Day, count: number): Day {
  const date = atNoon(day);
  const wanted = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + count);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(wanted, last));
  return dayOf(date);
}

/** Days since Monday: 0 for Monday, 6 for Sunday. */
export const sinceMonday = (day: Day): number => (atNoon(day).getUTCDay() + 6) % 7;

/** `2026-11` of `2026-11-21`. */
export const monthOf = (day: Day): string => day.slice(0, 7);

/** The weeks, Monday to Sunday, that a day's month touches. */
export function weeksOf(day: Day): readonly (readonly Day[])[] {
  const first = `${monthOf(day)}-01`;
  const last = plusDays(`${monthOf(plusMonths(first, 1))}-01`, -1);
  const weeks: Day[][] = [];
  for (let monday = plusDays(first, -sinceMonday(first)); monday <= last; monday = plusDays(monday, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, weekday) => plusDays(monday, weekday)));
  }
  return weeks;
}

/** Where a key leads in a month grid (the keys of the WAI-ARIA grid pattern); other keys lead nowhere. */
export function dayAfterKey(day: Day, key: string): Day | undefined {
  switch (key) {
    case "ArrowLeft":
      return plusDays(day, -1);
    case "ArrowRight":
      return plusDays(day, 1);
    case "ArrowUp":
      return plusDays(day, -7);
    case "ArrowDown":
      return plusDays(day, 7);
    case "Home":
      return plusDays(day, -sinceMonday(day));
    case "End":
      return plusDays(day, 6 - sinceMonday(day));
    case "PageUp":
      return plusMonths(day, -1);
    case "PageDown":
      return plusMonths(day, 1);
    default:
      return undefined;
  }
}
