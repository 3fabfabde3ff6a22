import { addDays } from "@countinghouse/money/plain-date.ts";
import { localTime, startOfDay } from "@countinghouse/money/zone.ts";

/** How a span is divided: into hours, or into days as they begin in a zone. */
export interface SpanDivision {
  readonly step: "hour" | "day";
  readonly timeZone: string;
}

const hourMs = 3_600_000;

/** When each hour or day that begins within a span begins, the first counted from the beginning of the span. */
export function startsOf(
  { from, to }: { readonly from: string; readonly to: string },
  { step, timeZone }: SpanDivision,
): string[] {
  const end = Date.parse(to);
  const starts: string[] = [];
  if (step === "hour") {
    for (let at = Date.parse(from); at < end; at += hourMs) starts.push(new Date(at).toISOString());
    return starts;
  }
  for (let { date } = localTime(Date.parse(from), timeZone); startOfDay(date, timeZone) < end; date = addDays(date, 1))
    starts.push(new Date(startOfDay(date, timeZone)).toISOString());
  return starts;
}
