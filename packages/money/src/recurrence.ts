import { addDays, addMonths, type PlainDate } from "./plain-date.ts";
import { instantOf } from "./zone.ts";

/** The rhythm of a recurring charge. */
export interface Recurrence {
  readonly unit: "day" | "week" | "month" | "year";
  /** How many units between two due dates. */
  readonly count: number;
}

/**
 * The k-th due date from the anchor, which is the 0th. Always counted from the anchor and not from the date before, so
 * that a subscription begun on the 31st returns to the 31st after a short month.
 */
export function dueDate(anchor: PlainDate, every: Recurrence, k: number): PlainDate {
  const units = every.count * k;
  switch (every.unit) {
    case "day":
      return addDays(anchor, units);
    case "week":
      return addDays(anchor, units * 7);
    case "month":
      return addMonths(anchor, units);
    case "year":
      return addMonths(anchor, units * 12);
  }
}

/**
 * The instant of the k-th due date, in epoch milliseconds, at the anchor's local time of day in the subscription's
 * zone.
 */
export const dueInstant = (
  anchor: { date: PlainDate; seconds: number; zone: string },
  every: Recurrence,
  k: number,
): number => instantOf({ date: dueDate(anchor.date, every, k), seconds: anchor.seconds }, anchor.zone);
