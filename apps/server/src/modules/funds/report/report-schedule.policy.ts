import type { ReportGrouping } from "@countinghouse/contract/funds/report/report-fields.ts";
import { addDays, addMonths, type PlainDate, weekdayOf } from "@countinghouse/money/plain-date.ts";
import { instantOf, localTime } from "@countinghouse/money/zone.ts";

/** When something is made again and again. */
export interface Cadence {
  readonly cadence: "daily" | "weekly" | "monthly";
  /** The day of the week, Monday first, or of the month. */
  readonly onDay?: number | null | undefined;
  /** `HH:MM` on the clock of the zone. */
  readonly atTime: string;
  readonly timeZone: string;
}

/** Whether the day goes with the cadence. */
export function fitsCadence({ cadence, onDay }: Pick<Cadence, "cadence" | "onDay">): boolean {
  if (cadence === "daily") return onDay === null || onDay === undefined;
  return typeof onDay === "number" && onDay >= 1 && onDay <= (cadence === "weekly" ? 7 : 28);
}

/** The first time after an instant, of epoch milliseconds. A time that the clock skips is that right after the gap. */
export function nextTime({ cadence, onDay, atTime, timeZone }: Cadence, afterMs: number): number {
  const [hours = 0, minutes = 0] = atTime.split(":").map(Number);
  const seconds = hours * 3600 + minutes * 60;
  const isDay = (date: PlainDate): boolean =>
    cadence === "daily" || (cadence === "weekly" ? weekdayOf(date) === onDay : Number(date.slice(8)) === onDay);
  const { date: today } = localTime(afterMs, timeZone);
  for (let date = today; ; date = addDays(date, 1)) {
    if (!isDay(date)) continue;
    const at = instantOf({ date, seconds }, timeZone);
    if (at > afterMs) return at;
  }
}

/** Full days of a zone before the day on which a report is made. */
export function spanOf(span: "yesterday" | "last7" | "last30" | "thisMonth" | "lastMonth", today: PlainDate) {
  const toDay = addDays(today, -1);
  const first = `${today.slice(0, 8)}01`;
  switch (span) {
    case "yesterday":
      return { fromDay: toDay, toDay };
    case "last7":
      return { fromDay: addDays(today, -7), toDay };
    case "last30":
      return { fromDay: addDays(today, -30), toDay };
    case "thisMonth":
      return { fromDay: `${toDay.slice(0, 8)}01`, toDay };
    case "lastMonth":
      return { fromDay: addMonths(first, -1), toDay: addDays(first, -1) };
  }
}

const shared: readonly ReportGrouping[] = ["currency", "method", "day", "week", "month"];

/** What rows of each report may stand for. */
export const groupsOfReport: Readonly<
  Record<"reportByGateway" | "reportByMerchant" | "reportByDomain", readonly ReportGrouping[]>
> = {
  reportByGateway: ["account", "gateway", ...shared],
  reportByMerchant: ["merchant", ...shared],
  reportByDomain: ["domain", ...shared],
};
